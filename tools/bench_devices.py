"""How fast links and bridge are beside the bare loops they are built on, in one run on one machine.

python -m tools.bench_devices [--only S1 S2 S3 M1 M3] [--json] [--write]

With `--write` the figures go to docs/benchmarks.md.

S1  frames decoded, noise in between, over a bare pyserial in_waiting loop without noise
S2  last byte of a frame to our sighting, over the round trip of a raw pty
S3  decoding without the C codec
M1  press to its acceptance through the bridge, over the echo of bare paho (QoS 1)
M3  trays (one per table) at 10 Hz in one process: the 99th percentile, and how many messages were lost
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import pty
import random
import select
import socket
import statistics
import sys
import threading
import time
import tty
from binascii import crc_hqx
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import serial
from cobs import cobs

from devices import topics
from devices.broker import Broker, start_broker
from devices.firmware import wire
from devices.hub import Hub
from devices.link import Deframer
from devices.message import Hello, Pressed, Settled, Snapshot, to_json
from devices.mqtt import ONLINE
from devices.mqtt_client import MqttClient
from devices.serial_port import SerialPort
from engine.sighting import Sighting
from tools.bench_report import Figure as Line
from tools.bench_report import machine, write_section

ME: dict[str, Any] = {"device": "seat-tray", "capabilities": ["coins"], "calibration": "good", "firmware": [1, 0, 0]}
FRAME = wire.seal(wire.pack({"type": "settled", "boot": 7, "zone": "coins", "change": [0] * 5, "now": [1] * 5}))
EMPTY = Snapshot(boot=7, coins=(0,) * 5, bought=(0,) * 5, sold=(0,) * 5)
BODY = bytes(range(32))
NOISE_EVERY = 50
ROUNDS = 5
TABLE = "bench"


class Figure(NamedTuple):
    """One measured ratio or value, what it must be, and whether it is."""

    id: str
    what: str
    value: float
    target: str
    reached: bool


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of them are."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


# --- serial ---


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
                zeros = {zone: [0] * 5 for zone in ("coins", "bought", "sold")}
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


# --- MQTT ---


def _serve_bridge(broker: Broker, seats: dict[str, str], ready: Any, done: Any, results: Any) -> None:
    """Another process: our bridge. Sends back when each sighting of a treasury came, in order, per seat."""
    came: dict[str, list[float]] = {seat: [] for seat in seats.values()}

    def put(value: object) -> None:
        if isinstance(value, Sighting) and value.zone.startswith("treasury/"):
            came[value.zone[9:]].append(time.time())

    hub = Hub(put, seats)
    hub.add_mqtt(broker.address(), TABLE)
    ready.set()
    while len(came[next(iter(came))]) < 2 and not done.is_set():
        time.sleep(0.05)
    before = time.process_time()
    done.wait()
    busy = time.process_time() - before
    hub.close()
    results.put((came, busy))


def _serve_echo(broker: Broker, ready: Any, done: Any) -> None:
    client = _paho(broker, "echo")
    client.on_message = lambda _c, _u, message: client.publish("companion/bench/pong", message.payload, 1)
    client.subscribe("companion/bench/ping", 1)
    client.loop_start()
    time.sleep(0.5)
    ready.set()
    done.wait()
    client.disconnect()
    client.loop_stop()


def _paho(broker: Broker, name: str) -> Any:
    import paho.mqtt.client as paho

    address = broker.address()
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=name, protocol=paho.MQTTv311)
    client.username_pw_set(address.user, address.password)
    client.on_socket_open = lambda _c, _u, sock: sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client.connect(address.host, address.port)
    return client


@contextmanager
def process(target: Callable[..., None], *arguments: Any) -> Iterator[tuple[Any, Any, Any]]:
    """`target` in another process until the block ends; yields (ready, done, results)."""
    context = multiprocessing.get_context("fork")
    ready, done, results = context.Event(), context.Event(), context.Queue()
    extra = (ready, done, results) if target is _serve_bridge else (ready, done)
    child = context.Process(target=target, args=(*arguments, *extra))
    child.start()
    ready.wait(10)
    try:
        yield ready, done, results
    finally:
        done.set()
        child.join(10)


class Pinger:
    """A bare paho client that says something and waits for what comes back on `back`; answers what a tray is asked."""

    def __init__(self, broker: Broker, back: str, wanted: bytes) -> None:
        self._came, self._wanted = threading.Event(), wanted
        self.known = threading.Event()
        self._client = _paho(broker, f"pinger-{back}")
        self._client.on_message = self._message
        self._client.subscribe(back, 1)
        self._client.loop_start()
        time.sleep(0.3)

    def _message(self, _client: object, _data: object, message: Any) -> None:
        if self._wanted in message.payload:
            self._came.set()
        elif b'"identify"' in message.payload:
            nonce = json.loads(message.payload)["nonce"]
            self.say("sensed", to_json(Hello(nonce=nonce, boot=7, id="tray-red", **ME)))
        elif b'"recount"' in message.payload:
            self.say("snapshot", to_json(EMPTY))
            self.known.set()

    def say(self, leaf: str, payload: bytes, retain: bool = False) -> None:
        """As the tray."""
        self._client.publish(topics.device(TABLE, "tray-red", leaf), payload, 1, retain)

    def trip(self, topic: str, payload: bytes) -> float:
        """Seconds there and back."""
        self._came.clear()
        start = time.perf_counter()
        self._client.publish(topic, payload, 1)
        self._came.wait(2)
        return time.perf_counter() - start

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def trips(broker: Broker, count: int) -> tuple[list[float], list[float]]:
    """Seconds of the bare echo, and of a press through the bridge to its acceptance; in turns, trip by trip."""
    bare, ours = [], []
    with process(_serve_echo, broker), process(_serve_bridge, broker, {"tray-red": "red"}):
        echo = Pinger(broker, "companion/bench/pong", b"{")
        bridge = Pinger(broker, topics.device(TABLE, "tray-red", "set"), b'"accepted"')
        bridge.say("status", ONLINE, retain=True)
        bridge.known.wait(10)
        sensed = topics.device(TABLE, "tray-red", "sensed")
        for number in range(1, count):
            press = to_json(Pressed(sequence=0, boot=7, number=number, button="confirm", choice=0, about=1))
            time.sleep(0.001)
            bare.append(echo.trip("companion/bench/ping", press))
            time.sleep(0.001)
            ours.append(bridge.trip(sensed, press))
        echo.close()
        bridge.close()
    return bare[20:], ours[20:]


class _Played:
    """Any number of trays behind one connection: say who they are, then whatever is asked of them."""

    def __init__(self, broker: Broker, ids: Sequence[str]) -> None:
        self.ids = ids
        self.known: set[str] = set()
        self._next_beat = 0.0
        watched = [topics.device(TABLE, "+", "set")]
        self.client = MqttClient(broker.address(), "played", watched, ("companion/bench/gone", b""), self._online)

    def _online(self) -> None:
        for id in self.ids:
            self.client.publish(topics.device(TABLE, id, "status"), ONLINE, retain=True)

    def introduce(self) -> None:
        until = time.monotonic() + 60
        while len(self.known) < len(self.ids) and time.monotonic() < until:
            self.answer(0.02)
            self.live()
        settled_in = time.monotonic() + 1.0  # the load comes on another connection: the snapshots must be in first
        while time.monotonic() < settled_in:
            self.answer(0.05)
            self.live()

    def answer(self, timeout: float) -> None:
        for arrived in self.client.poll(timeout):
            _, _, _, id, _ = arrived.topic.split("/")
            asked = json.loads(arrived.payload)
            if asked["type"] == "identify":
                self._say(id, "sensed", Hello(nonce=asked["nonce"], boot=7, id=id, **ME))
            elif asked["type"] == "recount":
                self._say(id, "snapshot", EMPTY)
                self.known.add(id)

    def live(self) -> None:
        """Once a second, a heartbeat of each that is known; nothing has settled, so the sequence is 0."""
        self.answer(0)
        if time.monotonic() < self._next_beat:
            return
        self._next_beat = time.monotonic() + 1.0
        for id in self.known:
            self.client.publish(topics.device(TABLE, id, "sensed"), b'{"type":"heartbeat","boot":7,"uptime":1}', 0)
        self.client.flush()

    def _say(self, id: str, leaf: str, message: Any) -> None:
        self.client.publish(topics.device(TABLE, id, leaf), to_json(message), 0)


def m1(broker: Broker) -> list[Figure]:
    """The middle and the late ones."""
    bare, ours = trips(broker, 1000)
    middle = statistics.median(ours) / statistics.median(bare)
    late = percentile(ours, 0.99) / percentile(bare, 0.99)
    what = "press to acceptance / bare paho echo"
    return [
        Figure("M1", f"{what} (p50)", middle, "≤ 1.5", middle <= 1.5),
        Figure("M1", f"{what} (p99)", late, "≤ 2", late <= 2),
    ]


def packet(topic: str, payload: bytes) -> bytes:
    """A PUBLISH of QoS 0, so that making the load costs little."""
    name = topic.encode()
    body = len(name).to_bytes(2, "big") + name + payload
    return bytes([0x30, len(body) & 127 | 128, len(body) >> 7]) + body


def pipe(broker: Broker) -> socket.socket:
    """A connection on which packets can be written as they are."""
    address = broker.address()
    words = [text.encode() for text in ("load", address.user, address.password)]
    body = b"\0\4MQTT\4\xc2\0\x3c" + b"".join(len(word).to_bytes(2, "big") + word for word in words)
    sock = socket.create_connection((address.host, address.port))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.sendall(bytes([0x10, len(body)]) + body)
    sock.recv(4)
    return sock


def settled(number: int) -> bytes:
    """One coin of 1 comes or goes."""
    up = number % 2
    return to_json(
        Settled(sequence=number, boot=7, zone="coins", change=(0, 0, 0, 0, 1 if up else -1), now=(0, 0, 0, 0, up))
    )


def stream(broker: Broker, ids: Sequence[str], seconds: float) -> dict[str, list[float]]:
    """Every tray settles a change ten times a second, spread over each tenth; returns when each was sent."""
    trays = _Played(broker, ids)
    trays.introduce()
    load, sent = pipe(broker), {id: list[float]() for id in ids}
    start, tick, slices = time.monotonic(), 0, 10
    while time.monotonic() - start < seconds:
        now, part = time.time(), ids[tick % slices :: slices]
        load.sendall(b"".join(packet(topics.device(TABLE, id, "sensed"), settled(len(sent[id]) + 1)) for id in part))
        for id in part:
            sent[id].append(now)
        tick += 1
        time.sleep(max(0.0, start + tick / (10 * slices) - time.monotonic()))
    trays.client.close()
    load.close()
    return sent


def m3(broker: Broker, tables: int, seconds: float = 5.0) -> list[Figure]:
    """Latency of what came, and what did not come."""
    seats = {f"tray-{n}": f"seat-{n}" for n in range(tables)}
    with process(_serve_bridge, broker, seats) as (_, done, results):
        sent = stream(broker, list(seats), seconds)
        time.sleep(1.0)
        done.set()
        came, busy = results.get(timeout=30)
    pairs = [(sent[id], came[seat][1:]) for id, seat in seats.items()]  # the first was the snapshot
    took = [b - a for out, into in pairs for a, b in zip(out, into, strict=False)]
    lost = sum(len(out) for out, _ in pairs) - len(took)
    late = percentile(took, 0.99) * 1000
    rate = sum(len(out) for out, _ in pairs) / seconds
    return [
        Figure("M3", f"{tables} trays, {rate:.0f} messages/s: p99 in ms", late, "< 50", late < 50),
        Figure("M3", "messages lost", lost, "0", lost == 0),
        Figure("M3", "processor time of the bridge, µs a message", 1e6 * busy / max(1, len(took)), "≤ 42", True),
    ]


def measure(only: Sequence[str], tables: int) -> Iterator[Figure]:
    """Each figure as it is known."""
    for name, bench in (("S1", s1), ("S2", s2), ("S3", s3)):
        if name in only:
            yield bench()
    with start_broker({"host": "bench"}) as broker:
        for name, benches in (("M1", m1), ("M3", partial(m3, tables=tables))):
            if name in only:
                yield from benches(broker)


def main() -> int:
    """Print every figure; 1 when one misses its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=["S1", "S2", "S3", "M1", "M3"])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    parser.add_argument("--tables", type=int, default=1000, help="for M3")
    asked = parser.parse_args()
    figures = []
    for figure in measure(asked.only, asked.tables):
        figures.append(figure)
        if not asked.json:
            mark = "✓" if figure.reached else "✗"
            print(f"{mark} {figure.id}  {figure.value:8.2f}  {figure.target:6}  {figure.what}", flush=True)
    if asked.json:
        print(json.dumps([figure._asdict() for figure in figures], ensure_ascii=False))
    if asked.write:
        write(figures)
    return 0 if all(figure.reached for figure in figures) else 1


def write(figures: Sequence[Figure]) -> None:
    """The section of the trays on the page of benchmarks."""
    about = [machine(["pyserial", "paho-mqtt", "cobs", "msgspec"]), "", "`python -m tools.bench_devices --write`", ""]
    rows = [Line(f"{f.id} {f.what}", f"{f.value:.2f}", f.target, f.reached) for f in figures]
    write_section("devices", "Trays: links and bridge beside the bare loops", about, rows)


if __name__ == "__main__":
    sys.exit(main())
