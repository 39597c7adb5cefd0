"""Loading ships in harbour (C-LOD)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.constantinopolis.commands import Load, Unload
from engine.constantinopolis.faces import UNREAD, contract
from engine.constantinopolis.readings import has
from engine.constantinopolis.zones import Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, nothing
from engine.rule import Reason, Sentence
from engine.table import Tally


def room(state: State, ship: str) -> tuple[int, int]:
    """The slots and the passenger places still free on a ship: nothing else limits its load (C-LOD-02 to C-LOD-04)."""
    book = state.book
    kind = book.ships[book.size[ship]]
    slots, places = kind.hold, kind.passengers
    for piece, count in state.zones[book.hold[ship]].items():
        if len(piece) > 1:  # a contract; goods are letters
            paper = contract(piece)
            slots -= paper.slots * count
            places -= paper.passengers * count
    return slots, places


def berths(state: State, me: Seat) -> list[tuple[str, int, int]]:
    """The ships in harbour with room left; of several empty ships of a size only one."""
    book, table = state.book, state.zones
    found: list[tuple[str, int, int]] = []
    empty = ""
    for ship in table[me.harbour]:
        if table[book.hold[ship]]:
            slots, places = room(state, ship)
            if slots > 0:
                found.append((ship, slots, places))
        elif book.size[ship] not in empty:
            empty += book.size[ship]
            kind = book.ships[book.size[ship]]
            found.append((ship, kind.hold, kind.passengers))
    return found


def offers_loading(state: State, me: Seat) -> list[Load | Unload]:
    found: list[Load | Unload] = []
    papers = state.zones[me.open]
    if papers:
        found += _loads(state, me, papers)
    hold = state.book.hold
    for ship in state.zones[me.harbour]:
        for piece in state.zones[hold[ship]]:
            if len(piece) > 1:
                found.append(Unload(me.colour, piece, ship))
    return found


def _loads(state: State, me: Seat, papers: Tally) -> list[Load]:
    found: list[Load] = []
    hand, ships = state.zones[me.goods], None
    for piece in papers:
        if piece != UNREAD:
            paper = contract(piece)
            if has(hand, paper.goods):
                ships = berths(state, me) if ships is None else ships
                for ship, slots, places in ships:
                    if paper.slots <= slots and paper.passengers <= places:
                        found.append(Load(me.colour, piece, ship))
    return found


def needs_load(state: State, me: Seat, command: Load) -> Iterator[Sentence]:
    piece, ship, table = command.contract, command.ship, state.zones
    yield piece in table[me.open], "C-LOD-01", Reason(_where(state, me, piece)), piece, ship
    yield piece != UNREAD, "C-CMP-09", piece
    if ship not in table[me.harbour]:
        yield ship not in table[me.short] and ship not in table[me.long], "C-LOD-05", ship
        yield False, "C-LOD-01", Reason("no_ship"), piece, ship
    paper, (slots, places) = contract(piece), room(state, ship)
    yield has(table[me.goods], paper.goods), "C-LOD-01", Reason("goods"), piece, ship
    yield paper.slots <= slots, "C-LOD-02", paper.slots, slots
    if paper.passengers > places:
        book = state.book
        yield False, "C-LOD-03", book.ships[book.size[ship]].passengers


def _where(state: State, me: Seat, piece: str) -> str:
    """Why a contract does not lie open before its player: it is saved, on a ship, or there is none."""
    if piece in state.zones[me.saved]:
        return "saved"
    ships = (ship for zone in (me.harbour, me.short, me.long) for ship in state.zones[zone])
    return "loaded" if any(piece in state.zones[state.book.hold[ship]] for ship in ships) else "not_there"


def load(draft: Draft, me: Seat, command: Load) -> None:
    hold = draft.state.book.hold[command.ship]
    draft.move(command.contract, 1, me.open, hold, "C-LOD-01")
    draft.carry(contract(command.contract).goods, me.goods, hold, "C-LOD-01")


def cargo(zone: Tally) -> list[str]:
    """The contracts on a ship."""
    return [piece for piece in zone if len(piece) > 1]


def needs_unload(state: State, me: Seat, command: Unload) -> Iterator[Sentence]:
    yield command.ship in state.zones[me.harbour], "C-LOD-05", command.ship
    aboard = state.zones[state.book.hold[command.ship]]
    yield command.contract in cargo(aboard), "C-LOD-10", Reason("not_aboard")


def unload(draft: Draft, me: Seat, command: Unload) -> None:
    hold = draft.state.book.hold[command.ship]
    draft.move(command.contract, 1, hold, me.open, "C-LOD-10")
    aboard = draft.zones[hold]
    goods = contract(command.contract).goods
    draft.carry({good: min(count, aboard.get(good, 0)) for good, count in goods.items()}, hold, me.goods, "C-LOD-10")


LOAD = Action(Load, offers_loading, needs_load, load)
UNLOAD = Action(Unload, nothing, needs_unload, unload)
