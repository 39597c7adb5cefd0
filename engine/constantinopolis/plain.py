"""Actions no rule stands against: chores of the table, and choices that are always open (C-GEN-09)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.constantinopolis.zones import COLOURS, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Sentence


def always(_state: State, _me: Seat, _command: Any) -> Iterator[Sentence]:
    """No rule stands against it."""
    return iter(())


def plain(command: type, effects: Callable[[Draft, Seat, Any], None]) -> Action:
    """An action that is lawful whenever its phase allows it, and has nothing to choose (C-GEN-09)."""
    kept = {colour: (command(colour),) for colour in ("", *COLOURS)}

    def offers(_state: State, me: Seat) -> tuple[Any, ...]:
        return kept[me.colour]

    return Action(command, offers, always, effects)
