"""A table that plays with the values of its own copy, some of them not typed in yet."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.catalogue import Unknown
from engine.constantinopolis import commands as c
from engine.constantinopolis.book import Book
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.phases import Over
from engine.constantinopolis.setup import Setup, box
from engine.constantinopolis.values import Contracts, Values, copy, house, missing
from engine.errors import WrongFile
from engine.event import revert
from engine.journal import Journal
from testkit.constantinopolis.imaginable import disagreements
from testkit.constantinopolis.players import LIVELY, Player, play, setup
from testkit.constantinopolis.tables import do, rule, table

GREEN, BLUE = "contract:G.3.111", "contract:B.5.112"


def unread() -> Values:
    """The house set with a deck nobody has typed in."""
    return replace(house(), contracts=Contracts(106, {}))


class Reader(Player):
    """Reads each card that is drawn."""

    def pick(self, over: Any) -> dict[str, int]:
        found = super().pick(over)
        cards = found.pop("contract:?", 0) if over.lands.startswith("open/") else 0
        for _ in range(cards):
            face = self.chance.choice(list(house().contracts.faces))
            found[f"contract:{face}"] = found.get(f"contract:{face}", 0) + 1
        return found


def agreed() -> Setup:
    return setup(3, 4, values=unread())


def test_a_game_with_a_deck_nobody_has_typed_in_is_played_and_taken_back() -> None:
    journal = Journal(CONSTANTINOPOLIS, agreed())
    for _ in play(journal, Reader(4, LIVELY)):
        pass
    assert isinstance(journal.state.phase, Over)
    for entry in reversed(journal.entries):
        revert(journal.state, entry.events)
    assert journal.state.table == box(agreed()).table


def test_the_list_is_what_is_accepted_with_an_unread_deck_too() -> None:
    journal, chance = Journal(CONSTANTINOPOLIS, agreed()), random.Random(4)
    for _ in play(journal, Reader(4, LIVELY)):
        if chance.random() < 0.05 or type(journal.state.phase).__name__ == "Drawing":
            for seat in journal.state.phase.actors:
                assert list(disagreements(CONSTANTINOPOLIS, journal.state, seat)) == []


@pytest.mark.rule("C-GEN-05", "C-CMP-09")
def test_no_more_unread_cards_are_read_than_the_deck_holds() -> None:
    state = table("drawing")
    deck = state.table["contracts/deck"]
    deck.clear()
    deck.update({"contract:?": 3, GREEN: 1})
    assert rule(state, c.Draw("red", {GREEN: 3, BLUE: 1})) == ""
    assert rule(state, c.Draw("red", {"contract:fish": 4})) == "C-CMP-09"
    deck["contract:?"] = 2
    deck[BLUE] = 1
    assert rule(state, c.Draw("red", {GREEN: 4})) == "C-GEN-05"
    do(state, c.Draw("red", {GREEN: 3, BLUE: 1}))
    assert state.table["open/red"] == {GREEN: 3, BLUE: 1}


def test_a_contract_nobody_has_read_is_not_loaded() -> None:
    state = table("acceptance", red={"goods": "G"})
    state.table["open/red"]["contract:?"] = 1
    assert rule(state, c.Load("red", "contract:?", "small-1")) == "C-CMP-09"


def test_a_value_not_typed_in_is_asked_for_where_it_is_needed() -> None:
    book = Book(copy())
    with pytest.raises(Unknown, match=r"buildings\.cura\.output"):
        book.output["cura"]
    with pytest.raises(Unknown, match=r"markets\.opificies"):
        book.stalls["market-opificies"]
    assert book.output["ager"] == "GG"


def test_the_owners_copy_completes_what_the_rulebooks_leave_open(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('layer = "copy"\n[buildings.cura]\noutput = "BB"\nsource = "my tile"\n', encoding="utf-8")
    assert Book(copy(file)).output["cura"] == "BB"
    assert "buildings.cura.output" not in missing(copy(file))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("layer = [", "mine.toml: no TOML"),
        ('layer = "mine"', "mine.toml: layer is 'mine'"),
        ('layer = "copy"\n[buildings.cura]\noutput = 3', "mine.toml: .*output"),
        ('layer = "copy"\nbuildings = 3', "mine.toml: .*buildings"),
        ('layer = "copy"\n[buildings.cura]\noutput = "BB\\n"', "mine.toml: .*output"),
    ],
)
def test_a_damaged_file_of_values_is_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=says):
        copy(file)


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ('[buildings.cura]\ncopies = "two"', "buildings.cura.copies"),
        ("[markets.forum-costantinum]\nlimit = [1]", "markets.forum-costantinum.limit"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_its_tile_or_card(tmp_path: Path, written: str, named: str) -> None:
    own = tmp_path / "my-copy.toml"
    own.write_text(f'layer = "copy"\nsource = "my copy"\n{written}\n', encoding="utf-8")
    with pytest.raises(WrongFile) as wrong:
        copy(own)
    assert "my-copy.toml: Expected" in str(wrong.value)
    assert f"`{named}`" in str(wrong.value)
