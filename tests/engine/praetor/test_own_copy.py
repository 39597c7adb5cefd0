"""A table that plays with the values of its own copy, some of them not entered yet; and the house set."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.catalogue import HOUSE, KNOWN, Unknown, merge, read
from engine.game import Offer, decide, legal
from engine.journal import Journal, Learn
from engine.praetor.city import Spot
from engine.praetor.commands import Activate, Build, Open, Order, Pass, Return
from engine.praetor.game import PRAETOR
from engine.praetor.learning import learn
from engine.praetor.values import FOLDER, Book, Section, Tile, Values, copy, house, missing
from testkit.praetor.tables import agreed

mark = pytest.mark
LAYERS = [read(FOLDER / f"{layer}.toml") for layer in (KNOWN, HOUSE)]


def unread(tile: str, *keys: str, sections: bool = True) -> Values:
    """The house set without some values of one tile; without any wall section too, if so asked."""
    values = house()
    blank = replace(values.city[tile], **dict.fromkeys(keys))
    return replace(
        values,
        city={**values.city, tile: blank},
        sections=values.sections if sections else {},
    )


@mark.rule("P-DAT-01", "P-DAT-02")
def test_a_tile_is_asked_for_when_it_is_needed_and_the_game_goes_on_with_the_answer() -> None:
    setup = agreed(3, values=unread("sawmill-1", "cost"))
    journal = Journal(PRAETOR, setup)
    journal.submit(Open("", setup))
    journal.submit(Order(""))
    with pytest.raises(Unknown, match=r"city\.sawmill-1\.cost"):
        legal(PRAETOR, journal.state, "blue")
    journal.submit(Learn("blue", "city.sawmill-1.cost", {"gold": 3}))
    journal.submit(Build("blue", "sawmill-1", 1, Spot(0, -1)))
    assert journal.state.zones["treasury/blue"] == {"gold": 7}


@mark.rule("P-DAT-01")
def test_a_fee_is_asked_for_only_once_the_tile_belongs_to_another_player() -> None:
    setup = agreed(3, values=unread("gold-mine-2", "fee"))
    state = PRAETOR.box(setup)
    for command in (Open("", setup), Order("")):
        decide(PRAETOR, state, command)
    with pytest.raises(Unknown, match=r"city\.gold-mine-2\.fee"):
        legal(PRAETOR, state, "blue")
    state.table.shift("marker-yellow", 1, "mark/gold-mine-2", "markers/yellow")
    listed = [item.least.tile for item in legal(PRAETOR, state, "blue") if isinstance(item, Offer)]
    assert "gold-mine-2" in listed


@mark.rule("P-DAT-01")
def test_the_colour_of_an_area_is_asked_for_only_when_its_worker_comes_home() -> None:
    setup = agreed(3, values=unread("gold-mine-1", "area"))
    journal = Journal(PRAETOR, setup)
    for command in (Open("", setup), Order(""), Activate("blue", "gold-mine-1", 3)):
        journal.submit(command)
    for colour in ("yellow", "white"):
        journal.submit(Pass(colour))
    with pytest.raises(Unknown, match=r"city\.gold-mine-1\.area"):
        journal.submit(Pass("blue"))
    journal.submit(Learn("blue", "city.gold-mine-1.area", "red"))
    journal.submit(Pass("blue"))
    journal.submit(Return(""))
    assert "worker-blue:4" in journal.state.zones["active/blue"]


@mark.rule("P-DAT-02")
@mark.parametrize(
    ("key", "value"),
    [
        ("city.sawmill-1.cost", {"gold": 2, "bread": 1}),
        ("city.sawmill-1.cost", {"gold": -1}),
        ("city.sawmill-1.favor", True),
        ("city.sawmill-1.area", "pink"),
        ("city.sawmill-1.corners", ["a", "b", "c"]),
        ("board.A.morale", [0, 1]),
        ("sections.wall-01.back", 3),
        ("city", {}),
    ],
)
def test_what_cannot_be_printed_or_is_known_is_refused(key: str, value: Any) -> None:
    setup = agreed(3, values=unread("sawmill-1", "cost", "favor", "area", "corners"))
    area = replace(setup.values.tiles["sawmill"], area="")
    setup = replace(setup, values=replace(setup.values, tiles={**setup.values.tiles, "sawmill": area}))
    with pytest.raises(ValueError, match=key.rpartition(".")[2]):
        learn(setup, key, value)


@mark.rule("P-DAT-02")
@mark.parametrize(
    ("key", "value"),
    [
        ("sections.wall-03.cost", {"stone": 1}),
        ("sections.wall-03.favor", 8),
        ("sections.wall-03.back", 2),
        ("board.B2.wage-active", [0, 1, 2]),
        ("board.B2.wage-retired", 1),
        ("board.B2.morale", [-2, 0, 3]),
        (
            "board.B2.market",
            {good: {"buy": [1, 2], "sell": [1, 1]} for good in ("wood", "stone", "marble", "weapons")},
        ),
    ],
)
def test_walls_and_boards_are_entered_as_they_are_met(key: str, value: Any) -> None:
    whole = house()
    boards = {side: board for side, board in whole.board.items() if side != "B2"}
    setup = agreed(3, values=replace(whole, board=boards, sections={}))
    assert key in missing(setup.values)
    assert key not in missing(learn(setup, key, value).values)


@mark.rule("P-DAT-02")
def test_what_no_text_states_is_missing_from_the_known_values() -> None:
    found = missing(copy())
    assert found[0] == "city"
    assert {"sections.wall-14.back", "board.A.morale", "board.B5.wage-active"} <= set(found)
    assert "board.A.wage-active" not in found
    assert missing(house()) == []


def test_the_owners_copy_completes_the_known_values(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    tile = 'kind = "sawmill"\nera = "I"\nplayers = 2\ncost = { gold = 2 }\ncorners = ["a", "b", "c", "d"]'
    file.write_text(f'layer = "copy"\n[city.my-sawmill]\n{tile}\nsource = "my tile"\n', encoding="utf-8")
    book = Book(copy(file))
    assert (book.cost["my-sawmill"], book.area["my-sawmill"]) == ({"gold": 2}, "red")
    assert missing(copy(file))[:2] == ["city.my-sawmill.favor", "city.my-sawmill.fee"]


@mark.parametrize(
    ("text", "named"),
    [
        ("layer = [", "no TOML"),
        ('layer = "copy"\n[city.x]\nkind = "palace"', "palace"),
        ('layer = "copy"\n[city.x]\nkind = 3', "kind"),
    ],
)
def test_a_damaged_file_of_values_is_named(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=rf"mine\.toml.*{named}"):
        copy(file)


def test_what_is_not_red_gives_no_level_and_special_tiles_are_grey() -> None:
    values = replace(house(), city={name: Tile(name.rpartition("-")[0]) for name in house().city})
    book = Book(values)
    assert (book.area["worker-camp-1"], book.area["imperial-outpost-1"], book.area["sawmill-1"]) == (
        "green",
        "green",
        "red",
    )
    assert (book.fee["academy-1"], book.fee["labor-camp-1"]) == ({"stone": 1}, {"weapons": 1})
    assert Book(replace(values, sections={"mine": Section()})).sections[:2] == ("mine", "wall-01")


# -- the house set


def test_the_house_set_says_nothing_a_rulebook_says_and_is_marked() -> None:
    whole = merge(*LAYERS)
    ours = [key for key, source in whole.sources.items() if source.layer == HOUSE]
    assert set(ours) & set(merge(LAYERS[0]).sources) == set()
    assert {whole.sources[key].cites for key in ours} == {"house"}


def test_the_house_tiles_are_of_all_21_kinds_and_start_tiles_have_no_price() -> None:
    tiles = house().city
    assert {tile.kind for tile in tiles.values()} == set(house().tiles)
    assert all((tile.cost is None) == (tile.era == "0") for tile in tiles.values())
    assert Counter(tile.era for tile in tiles.values()) == {"0": 9, "I": 17, "II": 16}


def test_every_house_tile_shows_the_four_plazas_once_in_all_six_orders() -> None:
    corners = [tile.corners for tile in house().city.values()]
    assert all(len(set(one or ())) == 4 for one in corners)
    orders = {_from_fountain(one) for one in corners if one}
    assert len(orders) == 6


def _from_fountain(corners: tuple[str, ...]) -> tuple[str, ...]:
    at = corners.index("fountain")
    return corners[at:] + corners[:at]


@mark.parametrize("side", ["A", "B1", "B2", "B3", "B4", "B5"])
def test_on_every_house_board_buying_costs_more_than_selling_yields(side: str) -> None:
    for rate in (house().board[side].market or {}).values():
        assert rate.buy[1] / rate.buy[0] > rate.sell[1] / rate.sell[0]
