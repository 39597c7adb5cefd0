"""The stream of a convention's tables: NATS JetStream, read by many desks at a time as one durable pull consumer.

A message is acknowledged when what it says is kept. What is not, by a desk that is killed, is given to another one.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec
import nats
from msgspec import Struct
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error
from nats.js import JetStreamContext, api
from nats.js.errors import APIError, NotFoundError, ServiceUnavailableError

from devices import desk
from devices.mqtt_client import Arrived

T = TypeVar("T")
STREAM, CONSUMER = "DESK", "desk"
SUBJECTS = tuple(f"{desk.ROOT}.*.{leaf}" for leaf in desk.FROM_TABLE)
REPLICAS = 3
DAYS = 7
"""So long the stream keeps what tables have sent, also what desks have kept already."""
MOST_BYTES = 5_000_000_000
"""So many bytes the stream keeps; then the oldest go."""
BATCH = 200
"""Messages that are asked for at a time."""
LEASE = 4.0
"""Seconds after which a message that is not acknowledged is given to another desk."""
ASK = 0.5
"""Seconds a question for messages stays open at the server."""
LATE = 0.25
"""Seconds after its end in which a question was lost: with its node, or while the nodes choose who leads."""
PAUSE = 0.5
"""Seconds between two tries."""
ELECTION = 20.0
"""Seconds in which nodes that lost one of them agree on who leads; meanwhile they answer that they cannot."""
MOST_UNREAD = 400
"""So many messages are held here that are not kept yet: what waits longer than its lease is taken twice."""
END = "Status"
"""The header of a message that says that there are no more."""


class Servers(Struct, frozen=True):
    """The nodes, each nats://HOST:PORT, and the account of the desk there."""

    nodes: tuple[str, ...]
    user: str
    password: str


class JetStreamLink:
    """What tables send, out of the stream; what the desk says, out to them. Reconnects by itself, to any node."""

    def __init__(self, servers: Servers) -> None:
        self.joined = 0
        self.trouble = "not connected yet"
        self._servers = servers
        self._in: deque[Msg] = deque()
        self._given: list[Msg] = []
        self._out: deque[tuple[str, bytes]] = deque()
        self._news = threading.Event()
        self._closing = False
        self._loop = asyncio.new_event_loop()
        self._client: Client | None = None
        self._asked = 0.0
        self._left = 0
        self._thread = threading.Thread(target=self._live, name="desk stream", daemon=True)
        self._thread.start()

    # --- any thread ---

    def send(self, topic: str, payload: bytes) -> None:
        """Publish to a table (always the same thread); no node keeps anything of it."""
        self._out.append((topic.replace("/", "."), payload))
        if len(self._out) == 1:  # else it was woken already
            self._loop.call_soon_threadsafe(self._publish)

    def arrived(self) -> list[Arrived]:
        """What has come since; never waits. It is acknowledged by `kept`, or given to a desk again later."""
        self._news.clear()
        while self._in:
            self._given.append(self._in.popleft())
        return [Arrived(each.subject.replace(".", "/"), each.data, False, taken_at(each)) for each in self._given]

    def kept(self) -> None:
        """What `arrived` has returned is kept: acknowledge it."""
        given, self._given = self._given, []
        if given:
            self._loop.call_soon_threadsafe(self._send, [(each.reply, b"+ACK") for each in given])

    def wait(self, seconds: float) -> None:
        """Return when something has arrived, when `wake` is called, or after so many seconds."""
        if not self._given:
            self._news.wait(seconds)

    def wake(self) -> None:
        """End a `wait`."""
        self._news.set()

    def close(self) -> None:
        """Disconnect; may be called twice."""
        self._closing = True
        self._thread.join()

    # --- the thread of the connection ---

    def _live(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._run())
        finally:
            self._loop.close()

    async def _run(self) -> None:
        while not self._closing:
            try:
                await self._serve()
            except (Error, OSError, TimeoutError, APIError) as error:
                self._say(f"no stream at {', '.join(self._servers.nodes)}: {error or type(error).__name__}")
                await asyncio.sleep(PAUSE)

    async def _serve(self) -> None:
        """Connect, see that stream and consumer are there, and ask for messages until the end."""
        self._client = client = await connect(self._servers, self._told, self._again)
        try:
            await prepare(client.jetstream(), min(REPLICAS, len(self._servers.nodes)))
            inbox = client.new_inbox()
            await client.subscribe(inbox, cb=self._take)
            self._say("")
            self._again_joined()
            recalling = self._loop.create_task(self._recall(client.jetstream()))
            while not self._closing:
                await self._ask(client, inbox)
                await asyncio.sleep(0.02 if self._left <= BATCH // 2 else 0.1)
            await recalling
        finally:
            self._client = None
            with suppress(Error, OSError, TimeoutError):
                await client.close()

    async def _ask(self, client: Client, inbox: str) -> None:
        """Ask for the next messages, unless the last question is open still or too many wait here."""
        over = self._loop.time() > self._asked + ASK + LATE
        held = len(self._in) + len(self._given)
        if client.is_connected and held < MOST_UNREAD and (self._left <= 0 or over):
            self._asked, self._left = self._loop.time(), BATCH
            question = msgspec.json.encode({"batch": BATCH, "expires": int(ASK * 1e9)})
            await client.publish(f"$JS.API.CONSUMER.MSG.NEXT.{STREAM}.{CONSUMER}", question, reply=inbox)

    async def _recall(self, stream: JetStreamContext) -> None:
        """The last status of every table, as a broker retains it: a desk without its store asks them for all again."""
        asked = api.ConsumerConfig(
            deliver_policy=api.DeliverPolicy.LAST_PER_SUBJECT, ack_policy=api.AckPolicy.NONE, inactive_threshold=LEASE
        )
        with suppress(Error, OSError, TimeoutError, APIError):
            reader = await stream.pull_subscribe(f"{desk.ROOT}.*.status", stream=STREAM, config=asked)
            left = (await reader.consumer_info()).num_pending or 0
            while left > 0 and not self._closing:
                found = await reader.fetch(min(left, BATCH), timeout=ASK)
                left -= len(found)
                self._in.extend(found)
                self._news.set()
            await reader.unsubscribe()

    async def _take(self, message: Msg) -> None:
        if message.headers and END in message.headers and not message.data:
            self._left = 0
            return
        self._left -= 1
        self._in.append(message)
        self._news.set()

    async def _told(self, error: Exception) -> None:
        self._say(f"the stream: {error or type(error).__name__}")

    async def _again(self) -> None:
        self._left = 0
        self._say("")
        self._again_joined()

    def _again_joined(self) -> None:
        self.joined += 1
        self._news.set()

    def _say(self, trouble: str) -> None:
        self.trouble = trouble

    def _publish(self) -> None:
        said: list[tuple[str, bytes]] = []
        while self._out:
            said.append(self._out.popleft())
        self._send(said)

    def _send(self, said: Sequence[tuple[str, bytes]]) -> None:
        if self._client is not None:
            self._loop.create_task(_quietly(self._client, said))


async def _quietly(client: Client, said: Sequence[tuple[str, bytes]]) -> None:
    """Publish; where that is not possible, tables and stream send what it was about again."""
    with suppress(Error, OSError, TimeoutError):
        for subject, payload in said:
            await client.publish(subject, payload)


async def connect(
    servers: Servers,
    told: Callable[[Exception], Awaitable[None]] | None = None,
    again: Callable[[], Awaitable[None]] | None = None,
) -> Client:
    """A connection to any of the nodes."""
    return await nats.connect(
        list(servers.nodes),
        user=servers.user,
        password=servers.password,
        connect_timeout=2,
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.25,
        ping_interval=3,
        max_outstanding_pings=2,
        error_cb=told,
        reconnected_cb=again,
        allow_reconnect=again is not None,
    )


async def prepare(stream: JetStreamContext, replicas: int) -> None:
    """See that the stream and its durable consumer are there."""
    try:
        kept = (await stream.stream_info(STREAM)).config
        if set(SUBJECTS) - set(kept.subjects or ()):  # made before there were pictures
            await stream.update_stream(kept, subjects=list(SUBJECTS))
    except NotFoundError:
        await stream.add_stream(
            name=STREAM,
            subjects=list(SUBJECTS),
            num_replicas=replicas,
            storage=api.StorageType.FILE,
            max_age=DAYS * 24 * 3600,
            max_bytes=MOST_BYTES,
        )
    try:
        await stream.consumer_info(STREAM, CONSUMER)
    except NotFoundError:
        asked = api.ConsumerConfig(
            durable_name=CONSUMER, ack_policy=api.AckPolicy.EXPLICIT, ack_wait=LEASE, max_ack_pending=20_000
        )
        await stream.add_consumer(STREAM, asked)


async def once_led(ask: Callable[[], Awaitable[T]]) -> T:
    """What the nodes answer as soon as they have agreed on who leads; what may be asked twice is asked again."""
    until = time.monotonic() + ELECTION
    while True:
        try:
            return await ask()
        except (ServiceUnavailableError, TimeoutError):
            if time.monotonic() > until:
                raise
            await asyncio.sleep(PAUSE)


def taken_at(message: Msg) -> float:
    """When the stream took a message, in seconds since 1970."""
    parts = message.reply.split(".")
    try:
        return int(parts[-2]) / 1e9
    except (ValueError, IndexError):
        return time.time()
