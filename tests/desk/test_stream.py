"""The stream of a convention: on three nodes, read by several workers as one."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from nats.js import api
from nats.js.errors import NotFoundError

from devices import desk, jetstream
from devices.jetstream import JetStreamLink, Servers
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
    stream = client.jetstream()
    await jetstream.prepare(stream, jetstream.REPLICAS)
    await stream.update_stream((await stream.stream_info(jetstream.STREAM)).config, subjects=["desk.*.status"])
    await jetstream.prepare(stream, jetstream.REPLICAS)
    found = (await stream.stream_info(jetstream.STREAM)).config.subjects
    await client.close()
    return set(found or ())


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
    stream = client.jetstream()
    with suppress(NotFoundError):
        await stream.delete_stream(jetstream.STREAM)
    await jetstream.prepare(stream, jetstream.REPLICAS)
    found = await stream.stream_info(jetstream.STREAM), await stream.consumer_info(jetstream.STREAM, jetstream.CONSUMER)
    await client.close()
    return found


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


async def _waiting(servers: Servers) -> int | None:
    """How many workers ask for messages just now."""
    client = await jetstream.connect(servers)
    found = (await client.jetstream().consumer_info(jetstream.STREAM, jetstream.CONSUMER)).num_waiting
    await client.close()
    return found
