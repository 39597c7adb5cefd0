"""Whose turn it is in which phase, for a case of Praetor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.notation.case import Wrong
from companion.notation.hands import one_of
from companion.titles.praetor.written import Written
from engine.event import State
from engine.praetor import phases as p
from engine.praetor import zones as z
from engine.praetor.city import city
from engine.praetor.order import turn_order
from engine.praetor.refill import gaps
from engine.praetor.values import LABOR_CAMP


class Now(NamedTuple):
    """A case whose pieces lie on the table already."""

    state: State
    written: Written
    round: p.Round

    @property
    def passed(self) -> tuple[str, ...]:
        """The seats that have passed."""
        passed = self.written.body.so_far.passed
        return _seats(self.state, passed, ("so_far", "passed"))

    def due(self, waiting: Iterable[str]) -> str:
        """Whose turn it is: who is named, else the first of those that are `waiting`."""
        able = tuple(waiting)
        if not able:
            raise Wrong(("so_far", "passed"), "all players have passed")
        turn = self.written.body.turn or able[0]
        one_of(turn, self.state.setup.colours, "seat of this case", ("turn",))
        return one_of(turn, able, "seat that is still to act", ("turn",))


def moment(state: State, written: Written) -> Struct:
    """The phase of a case; raises `Wrong` for a phase or a turn that cannot be."""
    phase = one_of(written.body.phase, PHASES, "phase", ("phase",))
    now = Now(state, written, _round(state, written))
    if now.round.order:
        _line_up(state, now.round.order)
    return PHASES[phase](now)


def _round(state: State, written: Written) -> p.Round:
    body, setup = written.body, state.setup
    if not 1 <= body.round <= len(state.book.sections):
        raise Wrong(("round",), f"there is no round {body.round}, there are {len(state.book.sections)}")
    top = _seats(state, body.stack, ("stack",))
    laid = (*(colour for colour in state.phase.round.laid if colour not in top), *top)
    order = _seats(state, body.order, ("order",))
    if order and len(order) != len(setup.colours):
        raise Wrong(("order",), "names not all players")
    if not order and body.phase != "order":
        order = turn_order(state, laid)
    return p.Round(body.round, laid, order, body.last, tuple(_used(state, written)))


def _used(state: State, written: Written) -> Iterable[str]:
    for colour in state.setup.colours:
        for number, tile in enumerate(written.of(colour).used):
            one_of(tile, city(state.zones).spots, "tile of the city", (colour, "used", str(number)))
            yield f"{colour}/{tile}"


def _seats(state: State, named: tuple[str, ...], keys: tuple[str, ...]) -> tuple[str, ...]:
    for number, colour in enumerate(named):
        one_of(colour, state.setup.colours, "seat of this case", (*keys, str(number)))
        if colour in named[:number]:
            raise Wrong((*keys, str(number)), f"{colour!r} is named twice")
    return named


def _line_up(state: State, order: tuple[str, ...]) -> None:
    """The markers lie on the turn-order bar."""
    for place, colour in enumerate(order):
        token = state.seats[colour].token
        here = next(zone for zone in (*z.BAR, z.BOX) if token in state.table[zone])
        state.table.shift(token, 1, here, z.BAR[place])


def _actions(now: Now) -> p.Actions:
    waiting = (colour for colour in now.round.order if colour not in now.passed)
    return p.Actions((now.due(waiting),), now.round, now.passed)


def _labor(now: Now) -> p.Lent:
    turn, camp = _actions(now), now.written.body.so_far.camp
    camps = [tile for tile in city(now.state.zones).spots if now.state.book.kind[tile] == LABOR_CAMP]
    if not camps:
        raise Wrong(("phase",), "there is no Labor Camp in the city")
    one_of(camp or camps[0], camps, "Labor Camp of the city", ("so_far", "camp"))
    (seat,), camp = turn.actors, camp or camps[0]
    if not now.state.zones[now.state.seats[seat].retired]:
        raise Wrong((seat, "retired"), "there is no retired worker to lend")
    used = (*now.round.used, f"{seat}/{camp}")
    return p.Lent(turn.actors, replace(turn, round=replace(now.round, used=used)), camp)


def _market(now: Now) -> p.Trading:
    turn, so_far = _actions(now), now.written.body.so_far
    if so_far.level not in z.LEVELS:
        raise Wrong(("so_far", "level"), f"{so_far.level} is no level of a worker")
    return p.Trading(turn.actors, turn, so_far.level, so_far.bought, so_far.sold)


def _table(kind: type[p.Ordering | p.Scoring]) -> Callable[[Now], Struct]:
    return lambda now: kind(p.TABLE, now.round)


def _one(kind: type[p.Schooling | p.Hiring]) -> Callable[[Now], Struct]:
    return lambda now: kind((now.due(now.round.order),), now.round)


def _chore(kind: type[p.Training | p.Homecoming | p.Payday]) -> Callable[[Now], Struct]:
    return lambda now: kind(p.TABLE, now.round, now.due(now.round.order))


def _refilling(now: Now) -> p.Refilling:
    setup = now.state.setup
    due = gaps(now.state.zones, len(setup.colours), setup.values.display.more_than_players)
    if not due:
        raise Wrong(("display",), "has no gap that a tile of the deck could fill")
    return p.Refilling(p.TABLE, now.round, due)


def _unveiling(now: Now) -> p.Unveiling:
    if not now.state.zones[z.WALLS]:
        raise Wrong(("walls",), "no wall section is left to be turned up")
    return p.Unveiling(p.TABLE, now.round)


PHASES: dict[str, Callable[[Now], Struct]] = {
    "order": _table(p.Ordering),
    "actions": _actions,
    "labor camp": _labor,
    "market": _market,
    "academy": _one(p.Schooling),
    "training": _chore(p.Training),
    "homecoming": _chore(p.Homecoming),
    "wages": _chore(p.Payday),
    "hiring": _one(p.Hiring),
    "display": _refilling,
    "wall": _unveiling,
    "scoring": _table(p.Scoring),
}
"""The phases a case can begin in, in the order of the round."""
