"""Phase 3, second part: new tiles, a new wall section, and whether the coming round is the last."""

from __future__ import annotations

from collections.abc import Iterator

from engine.draft import Draft
from engine.event import State
from engine.game import Action, Among, Offer, Pick
from engine.praetor.commands import Reveal, Unveil
from engine.praetor.order import begin_round
from engine.praetor.phases import TABLE, Refilling, Round, Unveiling
from engine.praetor.zones import DECK, DISPLAY, FIRST_ERA, GONE, SECOND_ERA, WALL, WALLS, Seat
from engine.rule import Sentence
from engine.table import Tally, Zones, total


class Dealt(Pick, frozen=True, gc=False):
    """Tiles off the top of the deck: all of `upper`, the First Era, before any of the Second (P-SET-04)."""

    upper: Tally

    def holds(self, value: Tally) -> bool:
        return Pick.holds(self, value) and from_the_top(self.upper, value)


def from_the_top(upper: Tally, tiles: Tally) -> bool:
    """Do tiles come from the upper part of the deck, or use it up?"""
    return all(tile in upper for tile in tiles) or all(tile in tiles for tile in upper)


def gaps(table: Zones, players: int, more: int) -> int:
    """How many tiles are to be turned up: as many as lack, or what there is (P-REF-01, P-REF-02)."""
    lacking = players + more - total(table[DISPLAY])
    return max(0, min(lacking, total(table[FIRST_ERA]) + total(table[SECOND_ERA])))


def begin_refill(draft: Draft, now: Round) -> None:
    """The gaps of the display are filled first; then the wall."""
    setup = draft.state.setup
    due = gaps(draft.zones, len(setup.colours), setup.values.display.more_than_players)
    if due:
        draft.enter(Refilling(TABLE, now, due), "P-REF-01")
    else:
        begin_unveiling(draft, now)


def begin_unveiling(draft: Draft, now: Round) -> None:
    """The next section is turned up, if there is one."""
    if draft.zones[WALLS]:
        draft.enter(Unveiling(TABLE, now), "P-REF-03")
    else:
        end_round(draft, now)


def end_round(draft: Draft, now: Round) -> None:
    """The coming round is the last if a deck is empty now; the display does not matter (P-REF-04)."""
    zones = draft.zones
    last = not zones[WALLS] or not (zones[FIRST_ERA] or zones[SECOND_ERA])
    begin_round(draft, Round(now.number + 1, now.laid, last=last))


def offers_reveal(state: State, _table: Seat) -> list[Offer]:
    zones, due = state.zones, state.phase.due
    upper = zones[FIRST_ERA]
    pool = upper if total(upper) >= due else {**upper, **zones[SECOND_ERA]}
    return [Offer(Reveal("", {}), "tiles", Dealt(pool, due, due, DISPLAY, upper))]


def needs_reveal(state: State, _table: Seat, command: Reveal) -> Iterator[Sentence]:
    zones, due = state.zones, state.phase.due
    deck = {**zones[FIRST_ERA], **zones[SECOND_ERA]}
    for tile, count in sorted(command.tiles.items()):
        yield count == 1 and tile in deck, "P-REF-02", tile
    yield len(command.tiles) == due, "P-REF-01", due
    yield from_the_top(zones[FIRST_ERA], command.tiles), "P-SET-04", total(zones[FIRST_ERA])


def reveal(draft: Draft, _table: Seat, command: Reveal) -> None:
    for tile in sorted(command.tiles):
        zone = next((zone for zone in DECK.values() if tile in draft.zones[zone]), SECOND_ERA)
        draft.move(tile, 1, zone, DISPLAY, "P-REF-01")
    begin_unveiling(draft, draft.state.phase.round)


def offers_unveil(state: State, _table: Seat) -> list[Offer]:
    sections = tuple(sorted(state.zones[WALLS]))
    return [Offer(Unveil("", sections[0]), "section", Among(sections))]


def needs_unveil(state: State, _table: Seat, command: Unveil) -> Iterator[Sentence]:
    yield command.section in state.zones[WALLS], "P-REF-03", command.section


def unveil(draft: Draft, _table: Seat, command: Unveil) -> None:
    draft.sweep(WALL, GONE, "P-REF-03")
    draft.move(command.section, 1, WALLS, WALL, "P-REF-03")
    end_round(draft, draft.state.phase.round)


REVEAL = Action(Reveal, offers_reveal, needs_reveal, reveal)
UNVEIL = Action(Unveil, offers_unveil, needs_unveil, unveil)
