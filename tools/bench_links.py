"""What a cable costs: frames per second with noise, time to a sighting, decoding without the C codec."""

from __future__ import annotations

import os
import pty
import random
import select
import statistics
import threading
import time
import tty
from binascii import crc_hqx
from collections.abc import Iterator
from contextlib import contextmanager

import serial
from cobs import cobs

from devices.firmware import wire
from devices.hub import Hub
from devices.link import Deframer
from devices.protocol import ZONES
from devices.serial_port import SerialPort
from engine.sighting import Sighting
from tools.bench_figures import ME, Figure

FRAME = wire.seal(wire.pack({"type": "settled", "boot": 7, "zone": "coins", "change": [0] * 5, "now": [1] * 5}))
BODY = bytes(range(32))
NOISE_EVERY = 50
ROUNDS = 5


@contextmanager
def cable() -> Iterator[tuple[int, str]]:
    """A raw pty: (master, name of the other end)."""
    master, slave = pty.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def feed(master: int, stream: bytes) -> None:
    """Write it all, however slowly it is taken."""
    view = memoryview(stream)
    while view:
        view = view[os.write(master, view) :]


def bare_frames(count: int) -> float:
    """Frames per second of processor time: read(in_waiting), split, COBS, CRC."""
    with cable() as (master, name):
        port = serial.Serial(name, 115200, timeout=1)
        writer = threading.Thread(target=feed, args=(master, FRAME * count))
        good, rest, start = 0, b"", time.thread_time()
        writer.start()
        while good < count:
            parts = (rest + port.read(port.in_waiting or 1)).split(b"\0")
            rest = parts.pop()
            for part in parts:
                raw = cobs.decode(part)
                good += crc_hqx(raw[:-2], 0xFFFF) == raw[-2] << 8 | raw[-1]
        rate = count / (time.thread_time() - start)
        writer.join()
        port.close()
    return rate


def our_frames(count: int) -> float:
    """Good frames per second of processor time through our port and deframer, with noise after every fiftieth."""
    chance = random.Random(1)
    blocks = [FRAME * NOISE_EVERY + chance.randbytes(20) + b"\0" for _ in range(count // NOISE_EVERY)]
    with cable() as (master, name):
        port, deframer = SerialPort(name), Deframer()
        writer = threading.Thread(target=feed, args=(master, b"".join(blocks)))
        good, start = 0, time.thread_time()
        writer.start()
        while good < count:
            good += len(deframer.feed(port.read()))
        rate = count / (time.thread_time() - start)
        writer.join()
        port.close()
    return rate


def s1() -> Figure:
    """In turns, so that a busy moment hits both."""
    pairs = [(bare_frames(20_000), our_frames(20_000)) for _ in range(ROUNDS)]
    ratio = statistics.median(ours for _, ours in pairs) / statistics.median(bare for bare, _ in pairs)
    return Figure("S1", "frames decoded with noise / bare loop", ratio, "≥ 0.7", ratio >= 0.7)


class Bare:
    """The round trip of a raw pty."""

    def __init__(self, master: int, name: str) -> None:
        self._master = master
        self._other = os.open(name, os.O_RDWR | os.O_NOCTTY)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._echo)
        self._thread.start()

    def _echo(self) -> None:
        while not self._done.is_set():
            if select.select([self._master], [], [], 0.1)[0]:
                os.write(self._master, os.read(self._master, 4096))

    def trip(self) -> float:
        """Seconds there and back."""
        start = time.perf_counter()
        os.write(self._other, FRAME)
        left = len(FRAME)
        while left:
            left -= len(os.read(self._other, left))
        return time.perf_counter() - start

    def close(self) -> None:
        self._done.set()
        self._thread.join()
        os.close(self._other)


class Ours:
    """One way, from the last byte to the sighting in `put`: through port, thread, protocol and meaning."""

    def __init__(self, master: int, name: str) -> None:
        self._master, self._number, self._seen = master, 0, 0.0
        self._arrived = threading.Event()
        self._hub = Hub(self._put, {"tray-red": "red"})
        self._hub.add_serial(name)
        _introduce(master)
        self._arrived.wait(5)
        time.sleep(0.1)

    def _put(self, value: object) -> None:
        if isinstance(value, Sighting):
            self._seen = time.perf_counter()
            self._arrived.set()

    def trip(self) -> float:
        """Seconds from the write to the sighting."""
        self._number += 1
        up = self._number % 2
        change = {"change": [0, 0, 0, 0, 1 if up else -1], "now": [0, 0, 0, 0, up]}
        settled = {"type": "settled", "sequence": self._number, "boot": 7, "zone": "coins", **change}
        frame = wire.seal(wire.pack(settled))
        self._arrived.clear()
        start = time.perf_counter()
        os.write(self._master, frame)
        self._arrived.wait(1)
        return self._seen - start

    def close(self) -> None:
        self._hub.close()


def _introduce(master: int) -> None:
    rest = b""
    while True:
        rest += os.read(master, 4096)
        *frames, rest = rest.split(b"\0")
        for frame in frames:
            asked = wire.unpack(wire.unseal(frame))
            if asked["type"] == "identify":
                hello = {"type": "hello", "boot": 7, "nonce": asked["nonce"], "id": "tray-red", **ME}
                os.write(master, wire.seal(wire.pack(hello)))
            if asked["type"] == "recount":
                zeros = {zone: [0] * 5 for zone in ZONES}
                os.write(master, wire.seal(wire.pack({"type": "snapshot", "boot": 7, **zeros})))
                return


def s2(trips: int = 1500) -> Figure:
    """In turns, trip by trip, so that a busy moment hits both."""
    with cable() as bare_cable, cable() as our_cable:
        bare, ours = Bare(*bare_cable), Ours(*our_cable)
        pairs = []
        for _ in range(trips):
            time.sleep(0.0005)
            there_and_back = bare.trip()
            time.sleep(0.0005)
            pairs.append((there_and_back, ours.trip()))
        bare.close()
        ours.close()
    ratio = statistics.median(b for _, b in pairs) / statistics.median(a for a, _ in pairs)
    return Figure("S2", "last byte to sighting / raw pty round trip (p50)", ratio, "≤ 4", ratio <= 4)


def s3() -> Figure:
    """Microseconds to undo the stuffing and check a frame in plain Python."""
    frame, count = wire.seal(BODY)[:-1], 20_000
    start = time.process_time()
    for _ in range(count):
        wire.unseal(frame)
    micros = (time.process_time() - start) / count * 1e6
    return Figure("S3", "decode and check without the C codec, µs", micros, "≤ 1", micros <= 1)
