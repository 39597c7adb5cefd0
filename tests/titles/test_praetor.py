"""The set-up of Praetor as a table agrees on it, and what it asks of the owner's copy."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.titles import title_of
from companion.titles.title import Place, Setting
from engine.errors import WrongInput
from engine.event import State
from engine.praetor.commands import Open
from engine.praetor.setup import Setup

PRAETOR = title_of("praetor")


def setting(players: int = 3, **more: object) -> Setting:
    places = tuple(Place(colour, colour.title()) for colour in PRAETOR.colours[:players])
    return Setting(**{"game": "praetor", "edition": "rulebook", "places": places, **more})  # type: ignore[arg-type]


def opened(setup: Setup) -> State:
    from engine.game import decide

    state = PRAETOR.game.box(setup)
    decide(PRAETOR.game, state, Open("", setup))
    return state


@pytest.mark.parametrize("players", PRAETOR.seats)
@pytest.mark.parametrize("edition", ["rulebook", "errata", "measured", "lenient"])
def test_with_the_house_set_every_number_of_players_can_begin(players: int, edition: str) -> None:
    made = PRAETOR.agree(setting(players, edition=edition), Random(players), None)
    state = opened(made)
    assert (PRAETOR.round(state), len(made.display)) == (1, players + 1)
    assert all(len(state.table[f"mark/{mine}"]) == 1 for mine in made.mines)


def test_what_people_name_is_not_drawn() -> None:
    drawn = {"rome": ("yellow",), "wall": ("wall-07",), "boards": ("A", "B1", "B2"), "mines": MINES[::-1]}
    made = PRAETOR.agree(setting(drawn=drawn), Random(1), None)
    assert (made.rome, made.wall, made.boards, made.mines) == ("yellow", "wall-07", ("A", "B1", "B2"), MINES[::-1])


MINES = ("gold-mine-1", "gold-mine-2", "gold-mine-3")


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"players": 1}, "P-SET-01"),
        ({"players": 2, "options": {"expert": "yes"}}, "P-EXP-01"),
        ({"edition": "reconciled"}, "'reconciled' is not one of rulebook"),
        ({"options": {"hard": "maybe"}}, "option hard is 'maybe'"),
        ({"drawn": {"boards": ("B1", "B1", "A")}}, "P-SET-07"),
        ({"drawn": {"mines": MINES[:2]}}, "P-SET-09"),
        ({"values": "copy"}, "value 'city' is not known"),
    ],
)
def test_a_set_up_that_is_none_is_refused_naming_the_rule_or_the_value(more: dict[str, object], wrong: str) -> None:
    with pytest.raises(WrongInput, match=wrong):
        PRAETOR.agree(setting(**more), Random(1), None)  # type: ignore[arg-type]


CITIES = tuple(f"layouts.players-{players}.tiles" for players in range(2, 6))


def test_without_a_copy_the_list_of_tiles_is_needed_before_all_else() -> None:
    assert PRAETOR.needed(None, setting(values="copy")) == ("city",)
    assert {"sections.wall-01.cost", "board.A.market", *CITIES} <= {*PRAETOR.lacking(None)}


LISTED = {"city": {"curia-1": {"kind": "curia", "era": "I", "players": 2}}}


@pytest.mark.parametrize(
    ("drawn", "needed"),
    [
        ({}, ("city", "board.A.morale", "layouts.players-3.tiles")),
        ({"boards": ("B2", "A", "A")}, ("city", "board.A.morale", "board.B2.morale", "layouts.players-3.tiles")),
        ({"boards": ("B2", "B1", "B5"), "city": ("curia-1:0,0,0",)},
         ("city", "board.B1.morale", "board.B2.morale", "board.B5.morale")),
    ],
)  # fmt: skip
def test_a_game_needs_the_tracks_of_its_boards_and_its_own_start_city_unless_it_is_said(drawn, needed) -> None:
    assert PRAETOR.needed(None, setting(values="copy", told=LISTED, drawn=drawn)) == needed


def test_a_city_that_was_said_is_kept_as_the_diagram_of_that_number_unless_its_market_is_left_out() -> None:
    said = {"city": ("curia-1:0,0,0",)}
    assert PRAETOR.kept(setting(values="copy", drawn=said)) == {"layouts.players-3.tiles": ["curia-1:0,0,0"]}
    hard = setting(values="copy", drawn=said, options={"hard": "yes"})
    assert PRAETOR.kept(hard) == PRAETOR.kept(setting(drawn=said)) == PRAETOR.kept(setting(values="copy")) == {}


def test_of_a_copy_with_a_tile_the_values_it_prints_are_lacking(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text('layer = "copy"\n[city.curia-1]\nkind = "curia"\nera = "I"\n', encoding="utf-8")
    assert PRAETOR.needed(copy, setting(values="copy")) == ("city.curia-1.players",)
    assert {"city.curia-1.cost", "city.curia-1.corners"} <= {*PRAETOR.lacking(copy)}


def test_the_house_set_as_a_copy_lacks_nothing_and_begins_the_same_game(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    house_set = (Path(__file__).parents[2] / "engine/praetor/catalogue/house.toml").read_text(encoding="utf-8")
    copy.write_text(house_set.replace('layer = "house"', 'layer = "copy"'), encoding="utf-8")
    assert (PRAETOR.lacking(copy), PRAETOR.needed(copy, setting(values="copy"))) == ((), ())
    of_copy, of_our_set = (PRAETOR.agree(setting(values=name), Random(3), copy) for name in ("copy", "house"))
    assert of_copy == of_our_set


def test_a_value_told_of_this_game_alone_stands_in_its_set_up() -> None:
    made = PRAETOR.agree(setting(told={"city.sawmill-1.cost": {"gold": 7}}), Random(1), None)
    assert made.book.cost["sawmill-1"] == {"gold": 7}
