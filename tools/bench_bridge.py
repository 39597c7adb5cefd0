"""What the bridge costs: a press beside the echo of bare paho, and a thousand tables at ten changes a second."""

from __future__ import annotations

import json
import multiprocessing
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from devices import topics
from devices.broker import Broker
from devices.hub import Hub
from devices.message import Hello, Pressed, Settled, Snapshot, to_json
from devices.mqtt import ONLINE
from devices.mqtt_client import MqttClient
from devices.shared_connection import SharedConnection
from engine.sighting import Sighting
from tools.bench_figures import ME, Figure, percentile

EMPTY = Snapshot(boot=7, coins=(0,) * 5, bought=(0,) * 5, sold=(0,) * 5)
TABLE = "bench"
Place = tuple[str, str]
"""A table and the id of a tray there."""


def _serve_bridge(broker: Broker, seats: dict[str, str], ready: Any, done: Any, results: Any) -> None:
    """Another process: our bridge. Sends back when each sighting of a treasury came, in order, per seat."""
    came: dict[str, list[float]] = {seat: [] for seat in seats.values()}

    def put(value: object) -> None:
        if isinstance(value, Sighting) and value.zone.startswith("treasury/"):
            came[value.zone[9:]].append(time.time())

    hub = Hub(put, seats)
    hub.add_mqtt(broker.address(), TABLE)
    ready.set()
    while sum(map(len, came.values())) < len(came) + 200 and not done.is_set():
        time.sleep(0.05)
    before, first = time.process_time(), sum(map(len, came.values()))
    done.wait()
    busy, count = time.process_time() - before, sum(map(len, came.values())) - first
    hub.close()
    results.put((came, count, busy))


def _serve_echo(broker: Broker, ready: Any, done: Any, _results: Any) -> None:
    client = _paho(broker, "echo")
    client.on_message = lambda _c, _u, message: client.publish("companion/bench/pong", message.payload, 1)
    client.subscribe("companion/bench/ping", 1)
    client.loop_start()
    time.sleep(0.5)
    ready.set()
    done.wait()
    client.disconnect()
    client.loop_stop()


def _serve_bare(broker: Broker, ready: Any, done: Any, results: Any) -> None:
    """Another process: bare paho, which only decodes what the trays settle."""
    client, count = _paho(broker, "bare"), 0

    def take(_client: object, _data: object, message: Any) -> None:
        nonlocal count
        msgspec.json.decode(message.payload)
        count += 1

    client.on_message = take
    client.subscribe(topics.device(TABLE, "+", "sensed"), 1)
    client.loop_start()
    ready.set()
    while count < 200 and not done.is_set():
        time.sleep(0.05)
    before, first = time.process_time(), count
    done.wait()
    results.put((count - first, time.process_time() - before))
    client.disconnect()
    client.loop_stop()


def no_delay(_client: object, _data: object, sock: object) -> None:
    """Sends at once what is written; `devices.mqtt_client` says why."""
    if isinstance(sock, socket.socket):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _paho(broker: Broker, name: str) -> Any:
    import paho.mqtt.client as paho
    from paho.mqtt.enums import CallbackAPIVersion

    address = broker.address()
    client = paho.Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=paho.MQTTv311)
    client.username_pw_set(address.user, address.password)
    client.on_socket_open = no_delay
    client.connect(address.host, address.port)
    return client


@contextmanager
def process(target: Callable[..., None], *arguments: Any) -> Iterator[tuple[Any, Any, Any]]:
    """`target` in another process until the block ends; yields (ready, done, results)."""
    context = multiprocessing.get_context("fork")
    ready, done, results = context.Event(), context.Event(), context.Queue()
    child = context.Process(target=target, args=(*arguments, ready, done, results))
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

    def __init__(self, broker: Broker, places: Sequence[Place]) -> None:
        self.places = places
        self.known: set[Place] = set()
        self._next_beat = 0.0
        watched = [topics.device("+", "+", "set")]
        self.client = MqttClient(broker.address(), "played", watched, ("companion/bench/gone", b""), self._online)

    def _online(self) -> None:
        for table, id in self.places:
            self.client.publish(topics.device(table, id, "status"), ONLINE, retain=True)

    def introduce(self) -> None:
        until = time.monotonic() + 60
        while len(self.known) < len(self.places) and time.monotonic() < until:
            self.answer(0.02)
            self.live()
        settled_in = time.monotonic() + 1.0  # the load comes on another connection: the snapshots must be in first
        while time.monotonic() < settled_in:
            self.answer(0.05)
            self.live()

    def answer(self, timeout: float) -> None:
        for arrived in self.client.poll(timeout):
            table, id, _ = topics.parse(arrived.topic)
            asked = json.loads(arrived.payload)
            if asked["type"] == "identify":
                self._say((table, id), "sensed", Hello(nonce=asked["nonce"], boot=7, id=id, **ME))
            elif asked["type"] == "recount":
                self._say((table, id), "snapshot", EMPTY)
                self.known.add((table, id))

    def live(self) -> None:
        """Once a second, a heartbeat of each that is known; nothing has settled, so the sequence is 0."""
        self.answer(0)
        if time.monotonic() < self._next_beat:
            return
        self._next_beat = time.monotonic() + 1.0
        for table, id in self.known:
            self.client.publish(topics.device(table, id, "sensed"), b'{"type":"heartbeat","boot":7,"uptime":1}', 0)
        self.client.flush()

    def _say(self, place: Place, leaf: str, message: Any) -> None:
        self.client.publish(topics.device(*place, leaf), to_json(message), 0)


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


def stream(broker: Broker, places: Sequence[Place], seconds: float) -> dict[Place, list[float]]:
    """Every tray settles a change ten times a second, spread over each tenth; returns when each was sent."""
    trays = _Played(broker, places)
    trays.introduce()
    load, sent = pipe(broker), {place: list[float]() for place in places}
    start, tick, slices = time.monotonic(), 0, 10
    while time.monotonic() - start < seconds:
        now, part = time.time(), places[tick % slices :: slices]
        load.sendall(b"".join(packet(topics.device(*at, "sensed"), settled(len(sent[at]) + 1)) for at in part))
        for place in part:
            sent[place].append(now)
        tick += 1
        time.sleep(max(0.0, start + tick / (10 * slices) - time.monotonic()))
    trays.client.close()
    load.close()
    return sent


def m2(broker: Broker, tables: int = 100, seconds: float = 8.0) -> Figure:
    """Both take the same messages at the same time; processor time a message."""
    seats = {f"tray-{n}": f"seat-{n}" for n in range(tables)}
    with process(_serve_bare, broker) as (_, bare_done, bare), process(_serve_bridge, broker, seats) as (_, done, ours):
        stream(broker, [(TABLE, id) for id in seats], seconds)
        time.sleep(1.0)
        bare_done.set()
        done.set()
        bare_count, bare_busy = bare.get(timeout=30)
        _, count, busy = ours.get(timeout=30)
    ratio = (busy / count) / (bare_busy / bare_count)
    return Figure("M2", "processor time a message / bare paho that only decodes", ratio, "≤ 2", ratio <= 2)


def _serve_tables(broker: Broker, tables: Sequence[str], ready: Any, done: Any, results: Any) -> None:
    """Another process: one bridge of many tables. Sends back when each sighting came, in order, per table."""
    came: dict[str, list[float]] = {table: [] for table in tables}

    def put(table: str, value: object) -> None:
        if isinstance(value, Sighting) and value.zone == "treasury/red":
            came[table].append(time.time())

    connection = SharedConnection(broker.address(), put, {table: {"tray-red": "red"} for table in tables})
    ready.set()
    done.wait()
    connection.close()
    results.put(came)


def m3(broker: Broker, tables: int, seconds: float = 5.0) -> list[Figure]:
    """Latency of what came, and what did not come: every table has a tray, all of the same id, and its own topics."""
    places = [(f"t{n}", "tray-red") for n in range(tables)]
    with process(_serve_tables, broker, [table for table, _ in places]) as (_, done, results):
        sent = stream(broker, places, seconds)
        time.sleep(1.0)
        done.set()
        came = results.get(timeout=30)
    pairs = [(sent[place], came[place[0]][1:]) for place in places]  # the first was the snapshot
    took = [b - a for out, into in pairs for a, b in zip(out, into, strict=False)]
    lost = sum(len(out) for out, _ in pairs) - len(took)
    late = percentile(took, 0.99) * 1000
    rate = sum(len(out) for out, _ in pairs) / seconds
    return [
        Figure("M3", f"{tables} tables, {rate:.0f} messages/s: p99 in ms", late, "< 50", late < 50),
        Figure("M3", "messages lost", lost, "0", lost == 0),
    ]
