"""The best loading of a player's ships in words, and the score of a game that was not followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import convert, to_builtins

from companion.titles.title import Advice, Seat
from engine.constantinopolis.advice import Loading, trade_off
from engine.constantinopolis.untracked import Final, score
from engine.constantinopolis.values import house
from engine.event import State
from engine.game import Standing


def loadings(state: State, seat: Seat) -> Advice:
    """The best loading for each aim."""
    found = trade_off(state, seat)
    return Advice({"loadings": to_builtins(found)}, tuple(_lines(found)))


def _lines(found: Mapping[str, Loading]) -> Iterator[str]:
    for aim, loading in found.items():
        yield f"{aim}: {loading.gold} gold, {loading.fame} fame, {loading.rounds} rounds at sea"
        for cargo in loading.cargoes:
            faces = ", ".join(face.removeprefix("contract:") for face in cargo.contracts)
            yield f"  {cargo.ship}: {faces}"


def untracked(finals: Mapping[str, Any]) -> tuple[Standing, ...]:
    """The seats in order, from a table for each player of what lies before them; `ValueError` for what does not fit."""
    return score(convert(finals, dict[str, Final]), house())
