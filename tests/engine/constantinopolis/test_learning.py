"""A printed value is told in the middle of a game: pinned from there on, and never unlearnt."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.catalogue import Unknown
from engine.constantinopolis.commands import Open
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.setup import Setup
from engine.constantinopolis.values import Building, house
from engine.game import legal
from engine.journal import Journal, Learn, Remark, Undo, amend
from engine.rule import Illegal
from testkit.constantinopolis.players import setup

KEY = "buildings.cura.output"
PRICES = {"G": 2, "B": 3}


def without(tile: str, **values: Any) -> Setup:
    """Three players whose copy does not say everything about a tile."""
    found = house()
    tiles = {**found.buildings, tile: replace(found.buildings[tile], **values)}
    return setup(3, 4, values=replace(found, buildings=tiles))


def begun(agreed: Setup) -> Journal:
    """A game just laid out."""
    journal = Journal(CONSTANTINOPOLIS, agreed)
    journal.submit(Open("", agreed))
    return journal


@pytest.fixture
def journal() -> Journal:
    return begun(without("cura", output=None))


def test_a_value_that_is_told_is_known_from_there_on(journal: Journal) -> None:
    with pytest.raises(Unknown):
        journal.state.book.output["cura"]
    journal.submit(Learn("red", KEY, "BB", "my tile"))
    assert journal.state.book.output["cura"] == "BB"


def test_what_is_told_moves_nothing_and_leaves_everybody_their_turn(journal: Journal) -> None:
    before, actors = journal.state.table.copy(), journal.state.phase.actors
    entry = journal.submit(Learn("", KEY, "BB"))
    assert (entry.events, journal.state.table, journal.state.phase.actors) == ((), before, actors)
    assert legal(CONSTANTINOPOLIS, journal.state, actors[0])


def test_no_undo_takes_back_what_was_told(journal: Journal) -> None:
    journal.submit(Remark("", "here"))
    journal.submit(Learn("", KEY, "BB"))
    journal.submit(Remark("", "there"))
    journal.submit(Undo("", 2))
    assert (journal.live, journal.state.book.output["cura"]) == ([1, 2, 3], "BB")


def test_with_nothing_but_told_values_there_is_nothing_to_undo(journal: Journal) -> None:
    journal.submit(Learn("", KEY, "BB"))
    with pytest.raises(Illegal, match="T-LIVE"):
        journal.submit(Undo("", 1))


def test_a_record_with_told_values_reads_back(journal: Journal) -> None:
    journal.submit(Learn("red", KEY, "BB", "my tile"))
    twin = Journal(CONSTANTINOPOLIS, journal.setup)
    for entry in journal.entries:
        command = journal.codec.command(journal.codec.encode(entry.command))
        twin.append(msgspec.structs.replace(entry, command=command))
    assert twin.state.book.output["cura"] == "BB"


def test_another_past_knows_what_was_told_too(journal: Journal) -> None:
    journal.submit(Remark("", "said"))
    journal.submit(Learn("", KEY, "BB"))
    assert amend(journal, 2, Remark("", "not said")).journal.state.book.output["cura"] == "BB"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (KEY, "fish"),
        (KEY, 3),
        (KEY, "B" * 9),
        ("buildings.ager.output", "BB"),
        ("buildings.atlantis.output", "BB"),
        ("buildings.cura", {}),
        ("", ""),
    ],
)
def test_what_cannot_be_printed_there_is_refused_and_changes_nothing(journal: Journal, key: str, value: Any) -> None:
    with pytest.raises(Illegal, match="T-VALUE"):
        journal.submit(Learn("", key, value))
    assert journal.last == 1


@pytest.mark.parametrize("value", [{"G": -1}, {"G": 100}, {"GG": 1}, {"X": 1}, {"G": "1"}, {"G": True}, [1], "G"])
def test_a_market_has_a_figure_for_each_good(value: Any) -> None:
    values = house()
    markets = {**values.markets, "opificies": replace(values.markets["opificies"], buy=None)}
    journal = Journal(CONSTANTINOPOLIS, setup(3, 4, values=replace(values, markets=markets)))
    with pytest.raises(Illegal, match="T-VALUE"):
        journal.submit(Learn("", "markets.opificies.buy", value))
    journal.submit(Learn("", "markets.opificies.buy", PRICES))
    assert journal.state.setup.values.markets["opificies"].buy == PRICES


def test_what_a_shop_takes_and_brings_is_told_value_by_value() -> None:
    journal = begun(without("emporium", requires=None, fame=None))
    journal.submit(Learn("", "buildings.emporium.requires", "BR"))
    journal.submit(Learn("", "buildings.emporium.fame", 1))
    shop = journal.state.setup.values.buildings["emporium"]
    assert isinstance(shop, Building)
    assert (shop.requires, shop.fame) == ("BR", 1)


def test_a_value_that_cannot_be_kept_is_not_known() -> None:
    agreed = without("cura", output=None)
    journal = Journal(CONSTANTINOPOLIS, agreed, keep=_full)
    with pytest.raises(OSError, match="disk full"):
        journal.submit(Learn("", KEY, "BB"))
    assert journal.state.setup == agreed


def _full(_entry: object) -> None:
    raise OSError("disk full")


def test_a_game_without_such_values_learns_nothing() -> None:
    from testkit.nim import NIM

    with pytest.raises(Illegal, match="T-VALUE"):
        Journal(NIM, None).submit(Learn("", "stones", 3))
