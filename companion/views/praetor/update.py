"""The update: each player's steps, what hands do in each, and what the player has then."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Line, Person
from companion.views.praetor.board import MoraleSpace
from companion.views.praetor.city import Die


class UpdateSeat(Struct, frozen=True):
    """A player in this round's order: what they do now, `state` `done`, `now` or `wait`, and their favor."""

    person: Person
    word: str
    state: str
    favor: int
    button: Button


class UpdateStep(Struct, frozen=True):
    """A step of the update; `state` is `done`, `now`, `wait` or `none` where nothing is to be done."""

    icon: str
    title: str
    note: str
    state: str
    button: Button


class DieMove(Struct, frozen=True):
    """A die that moves, and what it showed before if it is turned."""

    die: Die
    before: Die | None = None


class Handwork(Struct, frozen=True, kw_only=True):
    """Something hands do: what, the things as icons and figures, a remark, and the morale track where it moves.

    `number` tells in which order, `coins` how many are drawn, `moves` is a die that is moved.
    """

    title: str
    line: Line = ()
    note: str = ""
    morale: tuple[MoraleSpace, ...] = ()
    number: int = 0
    coins: int = 0
    moves: DieMove | None = None


class PraetorUpdate(Struct, frozen=True, kw_only=True):
    """The update as one screen; `has` is what the player has then, `rule` what the step rests on."""

    heading: str
    seats: tuple[UpdateSeat, ...]
    then: str
    steps: tuple[UpdateStep, ...]
    hands: tuple[Handwork, ...]
    has_word: str
    has: Line
    why: str
    rule: Button | None
