"""Dice that are turned, and tiles laid at a place in a rotation, on the kernel as it is: a tiny game of both.

A die shows its pips behind its colon and lies in the zone of what it does. All tiles of the city lie in one zone,
each with its place and rotation behind its colon.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.draft import Draft
from engine.event import Moved, State, Turned
from engine.game import Action, Among, Game, Offer, Pick, judge, legal, within
from engine.journal import Journal, Undo
from engine.rule import Sentence
from engine.table import Table, face

SIDE, TURNS = 8, 4
TILES = ("sawmill-1", "plaza-1")


class Spot(Struct, frozen=True, array_like=True):
    """A place in the city and how often a tile is turned there."""

    x: int
    y: int
    turn: int


class Open(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str


class Roll(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str
    shown: dict[str, int]


class Lay(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str
    tile: str
    spot: Spot


class Promote(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str
    dice: dict[str, int]


class Boxed(Struct, frozen=True, gc=False, array_like=True, tag=True):
    actors: tuple[str, ...] = ("",)


class Turn(Struct, frozen=True, gc=False, array_like=True, tag=True):
    actors: tuple[str, ...] = ("red",)


def box(_: object) -> State:
    table = Table(("box", "stock", "ready", "spent", "city"))
    table["box"] |= {"die-red:?": 3, **dict.fromkeys(TILES, 1)}
    return State(None, {"": "", "red": "red"}, table, Boxed())


def open_box(draft: Draft, _seat: str, _command: Open) -> None:
    for tile in TILES:
        draft.move(tile, 1, "box", "stock", "T-01")
    draft.sweep("box", "ready", "T-01")
    draft.enter(Turn(), "T-01")


def needs_roll(_state: State, _seat: str, command: Roll) -> Iterator[Sentence]:
    yield sum(command.shown.values()) == 3, "T-02"


def roll(draft: Draft, _seat: str, command: Roll) -> None:
    for die, count in sorted(command.shown.items()):
        draft.turn("die-red:?", die, "ready", "T-02", count)


def promoted(die: str) -> str:
    return f"die-red:{int(face(die)) + 1}"


def offers_promote(state: State, seat: str) -> list[Offer]:
    dice = {die: count for die, count in state.table["ready"].items() if face(die) in tuple("12345")}
    return [Offer(Promote(seat, {}), "dice", Pick(dice, 1, 2, "spent"))] if dice else []


def needs_promote(state: State, seat: str, command: Promote) -> Iterator[Sentence]:
    yield any(within(item, command) for item in offers_promote(state, seat)), "T-03"


def promote(draft: Draft, _seat: str, command: Promote) -> None:
    for die, count in sorted(command.dice.items()):
        draft.turn(die, promoted(die), "ready", "T-03", count)
        draft.move(promoted(die), count, "ready", "spent", "T-03")


def taken(state: State) -> set[str]:
    return {face(tile).rpartition(",")[0] for tile in state.table["city"]}


def offers_lay(state: State, seat: str) -> list[Offer]:
    places = [Spot(*each) for each in product(range(SIDE), range(SIDE), range(TURNS))]
    free = Among(tuple(spot for spot in places if f"{spot.x},{spot.y}" not in taken(state)))
    return [Offer(Lay(seat, tile, free.values[0]), "spot", free) for tile in state.table["stock"]]


def needs_lay(state: State, _seat: str, command: Lay) -> Iterator[Sentence]:
    spot = command.spot
    yield command.tile in state.table["stock"], "T-04"
    yield spot.x in range(SIDE) and spot.y in range(SIDE) and spot.turn in range(TURNS), "T-05"
    yield f"{spot.x},{spot.y}" not in taken(state), "T-06", spot.x, spot.y


def lay(draft: Draft, _seat: str, command: Lay) -> None:
    spot = command.spot
    laid = f"{command.tile}:{spot.x},{spot.y},{spot.turn}"
    draft.turn(command.tile, laid, "stock", "T-05")
    draft.move(laid, 1, "stock", "city", "T-05")


def once(_state: State, seat: str) -> list[Open]:
    return [Open(seat)]


def at_any_time(_state: State, _seat: str, _command: Open) -> Iterator[Sentence]:
    return iter(())


def after_the_roll(_state: State, _seat: str) -> list[Roll]:
    return []


CITY = Game(
    "city",
    range(1, 2),
    box,
    {
        Boxed: (Action(Open, once, at_any_time, open_box),),
        Turn: (
            Action(Roll, after_the_roll, needs_roll, roll),
            Action(Promote, offers_promote, needs_promote, promote),
            Action(Lay, offers_lay, needs_lay, lay),
        ),
    },
    lambda _state: (),
)


@pytest.fixture
def journal() -> Journal:
    journal = Journal(CITY, None)
    journal.submit(Open(""))
    journal.submit(Roll("red", {"die-red:2": 2, "die-red:5": 1}))
    return journal


def laying(journal: Journal, tile: str) -> Offer:
    return next(item for item in legal(CITY, journal.state, "red") if getattr(item.least, "tile", "") == tile)


def test_dice_show_what_was_rolled_and_are_promoted_into_the_zone_of_what_they_did(journal: Journal) -> None:
    entry = journal.submit(Promote("red", {"die-red:2": 1}))
    assert (journal.state.table["ready"], journal.state.table["spent"]) == (
        {"die-red:2": 1, "die-red:5": 1},
        {"die-red:3": 1},
    )
    assert [type(event) for event in entry.events] == [Turned, Moved]
    assert judge(CITY, journal.state, Promote("red", {"die-red:6": 1})).rule == "T-03"


def test_a_tile_lies_at_its_place_in_its_rotation_and_closes_the_place(journal: Journal) -> None:
    journal.submit(Lay("red", "sawmill-1", Spot(3, 4, 1)))
    assert journal.state.table["city"] == {"sawmill-1:3,4,1": 1}
    ruling = judge(CITY, journal.state, Lay("red", "plaza-1", Spot(3, 4, 0)))
    assert (ruling.rule, ruling.facts) == ("T-06", (3, 4))


def test_all_places_and_rotations_of_a_tile_are_one_offer_that_holds_exactly_what_is_accepted(journal: Journal) -> None:
    for number in range(6):
        journal.state.table["city"][f"house-{number}:{number},0,0"] = 1
    offer = laying(journal, "sawmill-1")
    assert len(offer.over.values) == 232
    for x, y, turn in product(range(-1, SIDE + 1), range(-1, SIDE + 1), range(-1, TURNS + 1)):
        command = Lay("red", "sawmill-1", Spot(x, y, turn))
        assert within(offer, command) == judge(CITY, journal.state, command).allowed


def test_an_offer_stands_for_no_other_command(journal: Journal) -> None:
    offer = laying(journal, "sawmill-1")
    assert within(offer, offer.of(Spot(7, 7, 3)))
    assert not within(offer, Lay("red", "plaza-1", Spot(7, 7, 3)))
    assert not within(offer, Lay("blue", "sawmill-1", Spot(7, 7, 3)))


def test_an_undo_turns_dice_and_tiles_back(journal: Journal) -> None:
    before = journal.state.table.copy()
    journal.submit(Promote("red", {"die-red:2": 1, "die-red:5": 1}))
    journal.submit(Lay("red", "plaza-1", Spot(0, 7, 2)))
    assert journal.put_back(2)[0] == Moved("plaza-1:0,7,2", 1, "city", "stock", "T-UNDO")
    journal.submit(Undo("red", 2))
    assert journal.state.table == before


def test_a_record_of_dice_and_tiles_reads_back_and_plays_the_same_again(journal: Journal) -> None:
    journal.submit(Promote("red", {"die-red:5": 1, "die-red:2": 1}))
    journal.submit(Lay("red", "sawmill-1", Spot(1, 2, 3)))
    codec, opened, again = journal.codec, Journal(CITY, None), Journal(CITY, None)
    for entry in journal.entries:
        command = codec.command(codec.encode(entry.command))
        events = codec.events(codec.write_events(entry.events), opened.state.phase)
        opened.append(replace(entry, command=command, events=events))
        assert again.submit(command).digest == entry.digest
    assert opened.state.table == again.state.table == journal.state.table
