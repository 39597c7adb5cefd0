"""The connection to a broker, when the other side is not one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from amqtt.contexts import Action
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from msgspec.structs import replace

from devices.broker import Broker
from devices.embedded_broker import Steady
from devices.mqtt_client import Address, MqttClient
from tests.devices.conftest import eventually


def test_a_connection_lost_while_it_joins_is_made_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        guests: list[socket.socket] = []

        def lose() -> None:
            guests[-1].setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            guests[-1].close()
            for _ in range(3):
                client.publish("x/y", b"{}")

        def accept() -> None:
            for _ in range(2):
                guests.append(server.accept()[0])
                guests[-1].recv(4096)
                guests[-1].sendall(b"\x20\x02\0\0")

        threading.Thread(target=accept, daemon=True).start()
        client = MqttClient(Address(port=server.getsockname()[1]), "c", ["z"], ("x/y", b""), lose)
        poller = threading.Thread(target=lambda: eventually(lambda: client.poll(0.02) or len(guests) == 2), daemon=True)
        poller.start()
        poller.join(20)
        assert not poller.is_alive()
        assert len(guests) == 2
        client.close()


def test_a_node_that_lets_nobody_in_is_left_for_another_one(broker: Broker) -> None:
    well = broker.address("host")
    with socket.create_server(("127.0.0.1", 0)) as mute:
        host, port = mute.getsockname()
        address = replace(well, host=host, port=port, others=((well.host, well.port),))
        client = MqttClient(address, "c", [], ("companion/red/status", b""), lambda: None, keepalive=600)
        assert eventually(lambda: client.poll(0.02) is not None and client.connected)
        client.close()


@pytest.fixture
def crowded() -> Iterator[None]:
    """A process in which every file number below 1100 is taken."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1300:
        pytest.skip(f"a process may have {hard} open files here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1300), hard))
    with ExitStack() as stack:
        while (number := os.open(os.devnull, os.O_RDONLY)) < 1100:
            stack.callback(os.close, number)
        stack.callback(os.close, number)
        yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("crowded")
def test_a_client_works_where_a_thousand_files_are_open(broker: Broker) -> None:
    will = ("companion/red/status", b"")
    client = MqttClient(broker.address("host"), "crowd", ["companion/red/#"], will, lambda: None)
    assert eventually(lambda: client.poll(0.02) is not None and client.connected)
    client.publish("companion/red/crowd", b"here")
    assert eventually(lambda: b"here" in [each.payload for each in client.poll(0.02)])
    resting = threading.Thread(target=client.rest, args=(600,), daemon=True)
    resting.start()
    client.wake()
    resting.join(30)
    assert not resting.is_alive()
    client.close()


def test_a_cable_may_be_pulled_where_the_other_end_has_gone_already() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = MqttClient(Address(port=server.getsockname()[1]), "c", [], ("x/y", b""), lambda: None)
        client.poll(0.0)
        guest = server.accept()[0]
        guest.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        guest.close()
        assert eventually(lambda: client.cut() or (not client.poll(0.02) and client._client.socket() is None))
        client.cut()
        client.close()


def test_a_subscription_while_a_message_is_delivered_keeps_it_from_no_subscriber() -> None:
    subscribed = Steady({"companion/#": 1, "homeassistant/#": 2})
    told = []
    for topic, _ in subscribed.items():
        subscribed[f"late {topic}"] = 3
        told.append(topic)
    assert told == ["companion/#", "homeassistant/#"]


def test_one_may_subscribe_while_a_client_is_welcomed() -> None:
    subscribed = Steady({"companion/#": 1, "homeassistant/#": 2})
    for topic in subscribed:
        subscribed[f"late {topic}"] = 3
    assert len(subscribed) == 4


def joining(broker: Broker) -> MqttClient:
    """A client that will hear what is said under its name."""
    will = ("companion/red/status", b"")
    return MqttClient(broker.address("host"), "returning", ["companion/red/#"], will, lambda: None)


def client_of(broker: Broker) -> MqttClient:
    """A client that has joined."""
    client = joining(broker)
    assert eventually(lambda: client.poll(0.02) is not None and client.connected)
    return client


def amqtt_of(broker: Broker) -> Any:
    """The embedded broker itself."""
    assert broker._embedded is not None
    return broker._embedded._broker


def hears_itself(client: MqttClient, word: bytes) -> bool:
    """Says a word until it hears it."""

    def heard() -> bool:
        client.publish("companion/red/returning", word)
        return word in [each.payload for each in client.poll(0.1)]

    return bool(eventually(heard, 5.0))


@pytest.mark.parametrize("broker", ["amqtt"], indirect=True)
def test_whoever_comes_back_while_the_old_session_is_cleared_away_hears(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    amqtt = amqtt_of(broker)
    stop, clearing, cleared = amqtt._stop_handler, threading.Event(), threading.Event()

    async def late(handler: Any) -> None:
        if handler.session.transitions.state != "disconnected":
            await stop(handler)
            return
        clearing.set()
        await asyncio.sleep(1.5)  # a connection that is slow to end
        await stop(handler)
        cleared.set()

    monkeypatch.setattr(amqtt, "_stop_handler", late)
    client_of(broker).close()
    assert clearing.wait(20)
    back = client_of(broker)
    assert hears_itself(back, b"while it is cleared")
    assert cleared.wait(20)
    time.sleep(0.2)
    assert hears_itself(back, b"when it is cleared")
    back.close()


@pytest.mark.parametrize("broker", ["amqtt"], indirect=True)
def test_whoever_comes_back_while_the_old_subscription_is_considered_hears(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    amqtt = amqtt_of(broker)
    considered, asked = amqtt._topic_filtering, []

    async def late(session: Any, topic: str, action: Any) -> bool:
        """The first subscription is considered until the second one is asked for, which comes just after it."""
        if action == Action.SUBSCRIBE:
            asked.append(session)
            while len(asked) < 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2 if session is asked[1] else 0)
        return bool(await considered(session, topic, action))

    monkeypatch.setattr(amqtt, "_topic_filtering", late)
    lost = client_of(broker)
    assert eventually(lambda: lost.poll(0.02) is not None and asked)
    lost.cut()
    back = client_of(broker)
    assert hears_itself(back, b"back")
    back.close()
    lost.close()


@pytest.mark.parametrize("broker", ["amqtt"], indirect=True)
def test_whoever_takes_a_place_hears_though_the_reader_of_the_one_before_is_not_to_be_cancelled(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As asyncio loses a cancelling before Python 3.12, if a packet comes at the same moment."""
    read = BrokerProtocolHandler._reader_loop

    async def stubborn(handler: BrokerProtocolHandler) -> None:
        reading = asyncio.ensure_future(read(handler))
        while not reading.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait({reading})

    monkeypatch.setattr(BrokerProtocolHandler, "_reader_loop", stubborn)
    first = client_of(broker)
    assert hears_itself(first, b"first")
    second = client_of(broker)
    assert hears_itself(second, b"second")
    assert eventually(lambda: first.poll(0.02) is not None and "lost" in first.trouble)
    second.close()
    first.close()


@pytest.mark.parametrize("broker", ["amqtt"], indirect=True)
def test_of_two_that_join_at_once_one_is_cut_off_and_the_other_hears(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    amqtt = amqtt_of(broker)
    stop, stopping = amqtt._stop_handler, threading.Event()

    async def late(handler: Any) -> None:
        if not stopping.is_set():
            stopping.set()
            await asyncio.sleep(0.5)  # the third one joins meanwhile
        await stop(handler)

    monkeypatch.setattr(amqtt, "_stop_handler", late)
    first, second, third = client_of(broker), joining(broker), joining(broker)
    assert eventually(lambda: second.poll(0.02) is not None and stopping.is_set())
    assert eventually(lambda: third.poll(0.02) is not None and third.connected)
    assert eventually(lambda: second.poll(0.02) is not None and second.connected)
    assert eventually(lambda: third.poll(0.02) is not None and "lost" in third.trouble)
    assert hears_itself(second, b"second")
    for client in (first, second, third):
        client.close()
