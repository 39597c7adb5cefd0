"""Set-up, components and the round."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.constantinopolis.commands import EndTurn, Open
from engine.constantinopolis.editions import OPTIONS, Edition, edition, presets
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.phases import Activation
from engine.constantinopolis.setup import Place, Setup, box
from engine.constantinopolis.values import copy, house, missing
from engine.event import State
from engine.game import decide, judge
from engine.table import total
from testkit.constantinopolis.players import setup
from testkit.constantinopolis.tables import do, table

mark = pytest.mark


def opened(players: int = 4, **changes: object) -> State:
    agreed = setup(players, **changes)
    state = box(agreed)
    decide(CONSTANTINOPOLIS, state, Open("", agreed))
    return state


def refusal(agreed: Setup) -> str:
    return judge(CONSTANTINOPOLIS, box(agreed), Open("", agreed)).rule


@mark.rule("C-SET-01", "C-CMP-01")
def test_all_contracts_lie_in_the_deck_and_none_is_discarded() -> None:
    table = opened().table
    assert (total(table["contracts/deck"]), table["contracts/discard"]) == (106, {})


@mark.rule("C-SET-02", "C-CMP-02")
@mark.parametrize(("players", "cura", "caupona"), [(2, 1, 1), (3, 2, 2), (4, 2, 2), (5, 2, 3)])
def test_tiles_of_a_name_by_number_of_players(players: int, cura: int, caupona: int) -> None:
    board = opened(players).table["board"]
    assert (board["cura"], board["caupona"]) == (cura, caupona)


@mark.rule("C-SET-03")
@mark.parametrize("players", [2, 3, 4, 5])
def test_all_public_buildings_and_walls_are_used(players: int) -> None:
    state = opened(players)
    kinds = [state.setup.book.kind[tile] for tile in state.table["board"]]
    assert (kinds.count("public"), kinds.count("wall")) == (8, 6)


@mark.rule("C-SET-04", "C-GEN-05")
@mark.parametrize("players", [2, 5])
def test_every_ship_not_handed_out_is_on_offer(players: int) -> None:
    assert total(opened(players).table["shipyard"]) == 22 - players


@mark.rule("C-SET-05")
def test_one_market_is_current_and_four_are_to_come() -> None:
    table = opened().table
    assert [total(table[f"market/{name}"]) for name in ("current", "next", "future", "past")] == [1, 1, 3, 0]
    assert refusal(setup(4, markets=("market-opificies", "market-opificies"))) == "C-SET-05"


@mark.rule("C-SET-06", "C-CMP-14")
def test_what_each_player_starts_with() -> None:
    table = opened().table
    assert table["treasury/blue"] == {"gold": 30}
    assert (list(table["sheet/blue"]), total(table["harbour/blue"])) == (["ager"], 1)
    assert (table["posts/blue/unbought"], table["posts/blue"]) == ({"post-blue": 4}, {})
    assert (table["goods/blue"], table["open/blue"]) == ({}, {})


@mark.rule("C-SET-07")
def test_fame_starts_at_nothing_and_the_level_at_one() -> None:
    state = opened()
    assert (state.table["fame/blue"], state.table["level/blue"]) == ({}, {"level": 1})
    assert (state.setup.book.licence["ager"], state.setup.book.kind["ager"]) == ("A", "production")


@mark.rule("C-SET-08")
def test_the_markers_stand_on_the_leftmost_offices() -> None:
    agreed = setup(3)
    table = opened(3).table
    assert [list(table[f"office/{n}"]) for n in range(1, 6)] == [*([f"office-{c}"] for c in agreed.offices), [], []]
    assert refusal(replace(agreed, offices=("black", "black", "blue"))) == "C-SET-08"


@mark.rule("C-GEN-03")
def test_two_to_five_play() -> None:
    alone = setup(2, places=(Place("black"),), offices=("black",))
    assert refusal(alone) == "C-GEN-03"
    assert CONSTANTINOPOLIS.seats == range(2, 6)


@mark.rule("C-SET-06")
def test_two_players_cannot_have_one_colour() -> None:
    twins = setup(2, places=(Place("black"), Place("black")), offices=("black", "black"))
    assert refusal(twins) == "C-SET-06"


@mark.rule("C-RND-02")
def test_the_first_round_begins_with_the_auction() -> None:
    assert isinstance(opened().phase, Activation)


@mark.rule("C-CMP-02")
def test_the_box_holds_the_printed_numbers_of_tiles() -> None:
    tiles = house().buildings.values()
    count = {
        kind: sum(tile.copies or 0 for tile in tiles if tile.kind == kind) for kind in ("production", "commercial")
    }
    assert count == {"production": 24, "commercial": 18}
    assert sum(tile.copies or 0 for tile in tiles) == 68


@mark.rule("C-CMP-03", "C-CMP-04", "C-CMP-05", "C-CMP-06", "C-CMP-07")
@mark.parametrize(
    ("tile", "cost"), [("vinaria", 21), ("antiquarius", 9), ("horreum", 5), ("domus-regia-6", 66), ("wall-ship", 10)]
)
def test_what_buildings_cost(tile: str, cost: int) -> None:
    assert house().buildings[tile].cost == cost


@mark.rule("C-CMP-08")
def test_the_three_sizes_of_ship() -> None:
    ships = house().ships
    assert [(ship.copies, ship.cost, ship.hold, ship.passengers) for ship in ships.values()] == [
        (9, 6, 2, 0),
        (8, 9, 4, 1),
        (5, 12, 8, 3),
    ]


@mark.rule("C-CMP-10")
def test_the_forum_prints_its_limits_and_prices() -> None:
    forum = house().markets["forum-costantinum"]
    assert (forum.limit, forum.buy) == ({"G": 2, "B": 2, "R": 2, "Y": 1}, {"G": 2, "B": 3, "R": 6, "Y": 7})
    assert forum.sell == {"G": 1, "B": 2, "R": 4, "Y": 5}


@mark.rule("C-CMP-12", "C-CMP-13", "C-CMP-14")
def test_the_tables_printed_on_the_board() -> None:
    tracks = house().tracks
    assert tracks.draw == (1, 2, 2, 3, 4, 4, 5)
    assert (tracks.wall_fame, tracks.trading_posts) == ((0, 1, 3, 6, 9, 12, 16), (3, 4, 5, 6))


@mark.rule("C-CMP-01")
def test_the_box_holds_its_coins_and_cubes() -> None:
    found = box(setup(5)).table["box"]
    assert (found["gold"], [found[good] for good in "YKRBG"]) == (689, [10, 16, 20, 20, 24])


def test_the_house_set_is_complete_and_the_rulebooks_alone_are_not() -> None:
    assert missing(house()) == []
    assert "buildings.cura.output" in missing(copy())


def test_a_seat_that_is_no_colour_of_the_game_is_an_error() -> None:
    with pytest.raises(ValueError, match="purple"):
        box(setup(2, places=(Place("purple"), Place("red"))))


@mark.rule("C-GEN-01")
def test_the_default_of_every_option_is_the_reconciled_reading() -> None:
    assert presets()["reconciled"] == Edition()
    assert len(OPTIONS) == 33
    assert all(values[0] == getattr(Edition(), option) for option, values in OPTIONS.items())


@mark.rule("C-GEN-01")
def test_an_option_or_value_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="auction_coin'"):
        edition({"auction_coin": "stay"})
    with pytest.raises(ValueError, match="'keep', not one of"):
        edition({"auction_coins": "keep"})


@mark.rule("C-GEN-02")
def test_turn_order_is_the_occupied_offices_from_first_to_fifth() -> None:
    state = table(turn="blue", offices={"red": 5, "blue": 1, "green": 3})
    assert state.phase.round.order == ("blue", "green", "red")
    do(state, EndTurn("blue"))
    assert state.phase.actors == ("green",)


def test_nobody_leads_before_the_box_is_opened() -> None:
    assert CONSTANTINOPOLIS.standings(box(setup(3))) == ()
