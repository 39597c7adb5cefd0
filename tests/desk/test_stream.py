"""The stream of a convention: on three nodes, read by several workers as one."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from nats.errors import Error
from nats.js import JetStreamContext, api
from nats.js.errors import APIError, NotFoundError

from devices import desk, jetstream
from devices.jetstream import JetStreamLink, Servers
from devices.jetstream_copy import load, save
from testkit.convention import Nodes
from tests.desk.conftest import ACCOUNTS
from tests.desk.ways import emptied
from tests.devices.conftest import eventually


def servers_of(nodes: Nodes) -> Servers:
    return Servers(tuple(nodes.servers_of_desk), desk.USER, ACCOUNTS[desk.USER])


async def said(servers: Servers, messages: list[bytes]) -> None:
    client = await jetstream.connect(servers)
    for message in messages:
        await client.jetstream().publish("desk.table-1.journal", message)
    await client.close()


def test_a_stream_from_before_there_were_pictures_takes_them(nodes: Nodes) -> None:
    servers = servers_of(nodes)
    assert asyncio.run(_narrowed_and_prepared(servers)) == set(jetstream.SUBJECTS)


async def _narrowed_and_prepared(servers: Servers) -> set[str]:
    """The subjects of a stream that had fewer, after a desk has looked at it."""
    client = await jetstream.connect(servers)
    found = await jetstream.once_led(lambda: _narrowed(client.jetstream()))
    await client.close()
    return found


async def _narrowed(stream: JetStreamContext) -> set[str]:
    await jetstream.prepare(stream, jetstream.REPLICAS)
    await stream.update_stream((await stream.stream_info(jetstream.STREAM)).config, subjects=["desk.*.status"])
    await jetstream.prepare(stream, jetstream.REPLICAS)
    return set((await stream.stream_info(jetstream.STREAM)).config.subjects or ())


def test_the_stream_lies_on_three_nodes_and_its_consumer_outlives_who_reads_it(nodes: Nodes) -> None:
    stream, consumer = asyncio.run(_prepared(servers_of(nodes)))
    assert stream.config.num_replicas == 3
    assert stream.cluster is not None
    assert len(stream.cluster.replicas or ()) == 2  # beside the one that leads
    asked = consumer.config
    assert (asked.durable_name, asked.deliver_subject, asked.ack_policy) == ("desk", None, api.AckPolicy.EXPLICIT)
    assert not asked.inactive_threshold


async def _prepared(servers: Servers) -> tuple[api.StreamInfo, api.ConsumerInfo]:
    """The stream and the consumer as they are made where there was neither."""
    client = await jetstream.connect(servers)
    found = await jetstream.once_led(lambda: _made_anew(client.jetstream()))
    await client.close()
    return found


async def _made_anew(stream: JetStreamContext) -> tuple[api.StreamInfo, api.ConsumerInfo]:
    with suppress(NotFoundError):
        await stream.delete_stream(jetstream.STREAM)
    await jetstream.prepare(stream, jetstream.REPLICAS)
    return await stream.stream_info(jetstream.STREAM), await stream.consumer_info(jetstream.STREAM, jetstream.CONSUMER)


def test_two_workers_share_the_messages_of_the_stream(nodes: Nodes) -> None:
    servers = servers_of(nodes)
    asyncio.run(emptied(servers))
    links = [JetStreamLink(servers), JetStreamLink(servers)]
    assert eventually(lambda: all(link.joined for link in links) and asyncio.run(_waiting(servers)) == 2)
    asyncio.run(said(servers, [b"%d" % number for number in range(100)]))
    found: list[list[bytes]] = [[], []]

    def all_there() -> bool:
        for link, mine in zip(links, found, strict=True):
            mine += [each.payload for each in link.arrived()]
            link.kept()
        return sum(map(len, found)) >= 100

    assert eventually(all_there)
    assert sorted(map(int, [*found[0], *found[1]])) == list(range(100))
    assert all(found)
    for link in links:
        link.close()


def test_while_the_nodes_choose_who_leads_a_copy_of_the_stream_is_put_back_all_the_same(
    nodes: Nodes, tmp_path: Path
) -> None:
    servers = servers_of(nodes)
    asyncio.run(emptied(servers))
    asyncio.run(said(servers, [b"one"]))
    saved = tmp_path / "stream.jsonl"
    assert save(servers, str(saved)) == 1
    info = asyncio.run(_info(servers))
    assert info is not None
    assert info.cluster is not None
    leader = [node.name for node in nodes.nodes].index(info.cluster.leader or "")
    nodes.kill(leader)
    try:
        assert load(servers, str(saved)) == 1
        assert eventually(lambda: asyncio.run(_count(servers)) == 2)
    finally:
        nodes.start(leader)


async def _waiting(servers: Servers) -> int | None:
    """How many workers ask for messages just now."""
    client = await jetstream.connect(servers)
    found = (await client.jetstream().consumer_info(jetstream.STREAM, jetstream.CONSUMER)).num_waiting
    await client.close()
    return found


@pytest.mark.slow
def test_a_node_that_is_lost_for_good_is_replaced_by_an_empty_one_of_its_name(nodes: Nodes) -> None:
    servers = servers_of(nodes)
    asyncio.run(emptied(servers))
    asyncio.run(said(servers, [b"%d" % number for number in range(50)]))
    nodes.kill(2)
    shutil.rmtree(nodes.nodes[2].store)
    nodes.start(2)
    assert eventually(lambda: asyncio.run(_whole(servers)), 60.0)
    nodes.kill(1)
    try:  # with the first, the new one is the majority: it has the stream
        assert eventually(lambda: asyncio.run(_count(servers)) == 50, 60.0)
    finally:
        nodes.start(1)


async def _whole(servers: Servers) -> bool:
    """Is every node there, and has it the stream as far as it goes?"""
    found = await _info(servers)
    replicas = found.cluster.replicas or () if found is not None and found.cluster is not None else ()
    return len(replicas) == 2 and all(each.current and not each.offline and not each.lag for each in replicas)


async def _count(servers: Servers) -> int:
    """How many messages of the stream are there."""
    found = await _info(servers)
    return found.state.messages if found is not None else -1


async def _info(servers: Servers) -> api.StreamInfo | None:
    """How the stream is; None while the nodes cannot say."""
    with suppress(Error, OSError, TimeoutError, APIError):
        client = await jetstream.connect(servers)
        try:
            return await client.jetstream().stream_info(jetstream.STREAM)
        finally:
            await client.close()
    return None
