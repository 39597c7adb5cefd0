"""Commands, events and entries as JSON and back; errors name the path of what does not fit."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Union

import msgspec

from engine.event import Entered, Event, Moved, Turned
from engine.game import Command, Game

_ENCODER = msgspec.json.Encoder(order="deterministic")


class Codec:
    """JSON of one game: its commands and phases are tagged unions, so a reader knows what it reads."""

    def __init__(self, game: Game, kernel: tuple[type, ...]) -> None:
        overrule = kernel[-1]
        plain = kernel[:-1]
        commands: Any = Union[game.commands]  # noqa: UP007 – made at run time
        phases: Any = Union[game.phases]  # noqa: UP007
        forced: Any = overrule[commands]  # type: ignore[index]
        self._commands = msgspec.json.Decoder(Union[(*game.commands, *plain, forced)])
        self._events: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
            tuple[Union[Moved, Turned, Entered[phases]], ...]  # noqa: UP007
        )

    def encode(self, value: Any) -> bytes:
        """A command, a phase or a list of events; keys in a fixed order."""
        return _ENCODER.encode(value)

    def command(self, data: bytes | str) -> Command:
        """The command `data` holds; raises `msgspec.ValidationError` or `DecodeError` naming what does not fit."""
        return self._commands.decode(data)

    def events(self, data: bytes | str, phase: Any) -> tuple[Event, ...]:
        """The events `data` holds; the first is known to leave `phase`, so what is left is not written."""
        found = []
        for event in self._events.decode(data):
            if type(event) is Entered:
                event = Entered(event.phase, phase, event.why)
                phase = event.phase
            found.append(event)
        return tuple(found)

    def write_events(self, events: tuple[Event, ...]) -> bytes:
        """The events without the phases they leave: the entry before says those."""
        return _ENCODER.encode([_short(event) for event in events])

    def digest(
        self, before: str, number: int, at: float, origin: str, command: Command, events: tuple[Event, ...], note: str
    ) -> str:
        """BLAKE2b over one entry and the digest of the one before, 32 hex digits."""
        line = _ENCODER.encode([before, number, at, origin, command, [_short(event) for event in events], note])
        return blake2b(line, digest_size=16).hexdigest()


def _short(event: Event) -> Any:
    return Entered(event.phase, None, event.why) if type(event) is Entered else event
