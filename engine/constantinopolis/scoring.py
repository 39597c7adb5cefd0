"""The end of the game: final scoring and the order of the players (C-SCO, C-TIE)."""

from __future__ import annotations

from engine.constantinopolis.commands import Score
from engine.constantinopolis.faces import contract
from engine.constantinopolis.hands import score
from engine.constantinopolis.phases import Boxed, Over
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import gold, players
from engine.constantinopolis.voyages import deliver
from engine.constantinopolis.zones import Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Standing
from engine.table import total

Lines = dict[str, int]


def lines(state: State, me: Seat) -> Lines:
    """What the seat would score if the game ended now, by where it comes from, in plain fame (C-SCO-01 to C-SCO-06)."""
    book, fame = state.book, state.zones[me.fame].get("fame", 0)
    aboard = _aboard(state, me)
    ships = sum(contract(piece).fame * count for piece, count in aboard)
    fares = sum(contract(piece).gold * count for piece, count in aboard)
    track = book.tracks
    return {
        "track": fame,
        "public": _public(state, me),
        "ships": ships,
        "walls": track.wall_fame[_count(state, me, "wall")],
        "gold": (gold(state.zones, me) + fares) // track.gold_per_fame,
    }


def _aboard(state: State, me: Seat) -> list[tuple[str, int]]:
    hold = state.book.hold
    ships = (*state.zones[me.short], *state.zones[me.long])
    return [item for ship in ships for item in state.zones[hold[ship]].items()]


def _count(state: State, me: Seat, kind: str) -> int:
    return sum(1 for tile in state.zones[me.sheet] if state.book.kind[tile] == kind)


def _public(state: State, me: Seat) -> int:
    """A-14: fame of public buildings still to come, where the table scores it at the end."""
    if state.setup.edition.public_fp == "at_once":
        return 0
    book = state.book
    return sum(book.fame[tile] for tile in state.zones[me.sheet] if book.kind[tile] == "public")


def final(draft: Draft, _table: Seat, _command: Score) -> None:
    found = {me.colour: lines(draft.state, me) for me in players(draft.state)}
    for me in players(draft.state):
        for zone in (me.short, me.long):
            for ship in sorted(draft.zones[zone]):
                draft.move(ship, 1, zone, me.harbour, "C-SCO-01")
                deliver(draft, me, ship, "C-SCO-01")
    for me in players(draft.state):
        score(draft, me, found[me.colour]["public"], "C-PUB-02")
        score(draft, me, found[me.colour]["walls"], "C-SCO-02")
        score(draft, me, found[me.colour]["gold"], "C-SCO-03")
    draft.enter(Over((), draft.state.phase.round, found), "C-SCO-04")


def standings(state: State) -> tuple[Standing, ...]:
    """The seats in order, as it stands now or finally: fame, then gold, then goods (C-TIE-01, C-TIE-02)."""
    if type(state.phase) is Boxed:
        return ()
    over = type(state.phase) is Over
    found = []
    for me in players(state):
        parts = state.phase.lines[me.colour] if over else lines(state, me)
        found.append((sum(parts.values()), _ties(state, me), me.colour, parts))
    found.sort(key=lambda line: (-line[0], *(-count for count in line[1])))
    keys = [line[:2] for line in found]
    return tuple(
        Standing(colour, 1 + keys.index((fame, ties)), fame, parts, ties) for fame, ties, colour, parts in found
    )


def _ties(state: State, me: Seat) -> tuple[int, int]:
    """Gold and goods for a tie; whether gold turned into fame still counts is A-28."""
    purse = gold(state.zones, me) + sum(contract(piece).gold * count for piece, count in _aboard(state, me))
    if state.setup.edition.tie_gold == "remainder":
        purse %= state.book.tracks.gold_per_fame
    return purse, total(state.zones[me.goods])


SCORE = plain(Score, final)
