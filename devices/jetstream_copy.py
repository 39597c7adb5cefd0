"""What a stream holds, in a file of lines, and back: since a message may come twice, it is put over what is there."""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from nats.aio.msg import Msg
from nats.errors import Error
from nats.js import api
from nats.js.errors import APIError

from devices.desk import FROM_TABLE, ROOT
from devices.errors import Failed
from devices.jetstream import BATCH, REPLICAS, STREAM, Servers, connect, once_led, prepare
from engine.errors import WrongFile
from engine.files import write_whole

T = TypeVar("T")
WAIT = 5.0
OURS = rf"{ROOT}\.[a-z0-9_-]+\.({'|'.join(FROM_TABLE)})"
"""The subjects of a desk's stream."""


class _Said(Struct, frozen=True):
    """A message: its subject and its bytes, as base64."""

    subject: str
    data: str


def save(servers: Servers, file: str) -> int:
    """Write every message of the stream to a file; how many there were. `Failed` where there is no stream."""
    lines = _run(_all(servers))
    write_whole(Path(file), b"".join(lines))
    return len(lines)


def load(servers: Servers, file: str) -> int:
    """Put every message of a file into the stream; how many. `WrongFile` for a file that is damaged, before any."""
    said = list(_read(Path(file)))
    _run(_put(servers, said))
    return len(said)


def _run(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except (Error, OSError, TimeoutError, APIError) as error:
        raise Failed(f"the stream: {error or type(error).__name__}") from error


async def _all(servers: Servers) -> list[bytes]:
    client = await connect(servers)
    try:
        stream = client.jetstream()
        asked = api.ConsumerConfig(ack_policy=api.AckPolicy.NONE, inactive_threshold=60)
        reader = await stream.pull_subscribe(f"{ROOT}.>", stream=STREAM, config=asked)
        left, lines = (await reader.consumer_info()).num_pending or 0, list[bytes]()
        while left > len(lines):
            found = await reader.fetch(min(left - len(lines), BATCH), timeout=WAIT)
            lines += [_line(each) for each in found]
        await reader.unsubscribe()
        return lines
    finally:
        await client.close()


def _line(message: Msg) -> bytes:
    return msgspec.json.encode(_Said(message.subject, base64.b64encode(message.data).decode())) + b"\n"


def _read(file: Path) -> Iterator[tuple[str, bytes]]:
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        try:
            said = msgspec.json.decode(line, type=_Said)
            data = base64.b64decode(said.data, validate=True)
        except ValueError as error:
            raise WrongFile(f"{str(file)!r}, line {number}: {error}") from error
        if not re.fullmatch(OURS, said.subject):
            raise WrongFile(f"{str(file)!r}, line {number}: {said.subject!r} is no subject of a desk")
        yield said.subject, data


async def _put(servers: Servers, messages: Sequence[tuple[str, bytes]]) -> None:
    client = await connect(servers)
    try:
        stream = client.jetstream()
        await once_led(lambda: prepare(stream, min(REPLICAS, len(servers.nodes))))
        for first in range(0, len(messages), BATCH):
            part = messages[first : first + BATCH]
            await asyncio.gather(*(stream.publish(subject, data, timeout=WAIT) for subject, data in part))
    finally:
        await client.close()
