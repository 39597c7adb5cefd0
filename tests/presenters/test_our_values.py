"""Values of our own set are marked wherever they show, in a game whose box is ours, and nowhere else."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.presenters.desk import Desk
from companion.presenters.look import Look
from companion.views.common import acts
from companion.views.common.newgame import Help
from engine.constantinopolis.commands import Stay
from engine.constantinopolis.values import house
from engine.praetor.values import house as praetor_house
from testkit.taps import labelled, tap, wander


def begun(game: str, players: int = 3, **values: object) -> Desk:
    """A desk with a game in which some values are not those of the house set."""
    setup = shuffled_setup(game, players, 1)
    found = replace(setup, values=replace(setup.values, **values)) if values else setup
    return Desk(source=new_session(unkept(game, found)))


def owned() -> Desk:
    """A box whose owner has read one tile otherwise than our own set has it."""
    return begun(
        "constantinopolis", buildings={**house().buildings, "cura": replace(house().buildings["cura"], output="K")}
    )


def building(desk: Desk) -> Desk:
    wander(desk, Random(3), "Construction")
    return desk


def marked(desk: Desk) -> set[str]:
    """The tiles on the shelf whose effect is marked."""
    return {tile.name for tile in desk.view().body.tiles if tile.house}


def legends(desk: Desk) -> list[str]:
    return [chip.count for chip in desk.view().top.chips if chip.button.command == acts.Open("ours")]


def test_a_tile_is_marked_whose_output_no_rulebook_states():
    desk = building(begun("constantinopolis"))
    assert {"Pistrinum", "Vinaria"} <= marked(desk)
    assert "Venatoris Domus" not in marked(desk)  # the rulebook prints what it makes, but not how many there are
    assert all(tile.house_copies for tile in desk.view().body.tiles)
    desk.do(acts.Tab("commercial"))
    assert "Emporium" in marked(desk)
    assert "Caupona" not in marked(desk)
    desk.do(acts.Tab("public"))
    assert not any(tile.house or tile.house_copies for tile in desk.view().body.tiles)


def test_the_one_market_that_the_rulebooks_print_is_not_marked():
    from companion.presenters.constantinopolis.construction import market_keys

    scene = begun("constantinopolis").scene()
    ours = {card: scene.ours(*market_keys(f"market-{card}", "limit", "buy", "sell")) for card in house().markets}
    assert not ours.pop("forum-costantinum")
    assert all(ours.values())
    assert scene.ours("markets.forum-costantinum.donation.GGG")


def test_contracts_of_our_deck_are_marked():
    desk = begun("constantinopolis")
    wander(desk, Random(3), "Acceptance")
    tap(desk, desk.scene().name(desk.scene().due[0]))
    cards = desk.view().body.cards
    assert cards
    assert all(card.house for card in cards)


def test_the_mark_is_explained_by_one_tap_and_in_the_help():
    desk = building(begun("constantinopolis"))
    assert legends(desk) == ["* ours"]
    desk.do(acts.Open("ours"))
    assert isinstance(desk.view().body, Help)
    assert desk.view().body.title == "Our own values"
    assert any("*" in point.text for point in Desk().before.view("help", False, Look()).body.points)


def test_a_box_of_the_owners_has_no_mark():
    desk = building(owned())
    assert (marked(desk), legends(desk), desk.view().body.market.house) == (set(), [], False)


def test_what_nobody_knew_and_was_told_from_our_set_is_marked_alone():
    tiles = {**house().buildings, "ager": replace(house().buildings["ager"], output=None)}
    desk = begun("constantinopolis", buildings=tiles)
    while type(desk.view().body).__name__ != "Asking":
        desk.do(Stay(desk.scene().me))
    assert not desk.scene().any_ours
    tap(desk, "Nobody knows")
    assert (desk.scene().ours("buildings.ager.output"), desk.scene().ours("buildings.cura.output")) == (True, False)


def test_praetors_tiles_rates_and_walls_are_marked():
    desk = begun("praetor")
    wander(desk, Random(3), "Actions")
    body = desk.view().body
    assert all(tile.house for tile in body.map.tiles)
    assert all(line.house for line in body.lines if not line.gone)
    assert legends(desk) == ["* ours"]
    desk.do(acts.Open("choose", f"board {desk.scene().me}"))
    board = desk.view().body
    assert board.morale_note.endswith("*")
    assert labelled(desk, "Market rates*").open
    assert not board.wages[0].text.endswith("*")  # what workers of side A are paid is printed


def test_a_city_of_the_owners_has_no_mark():
    city = praetor_house().city
    other = {**city, "sawmill-1": replace(city["sawmill-1"], favor=9)}
    desk = begun("praetor", city=other)
    assert not desk.scene().any_ours


@pytest.mark.parametrize("players", [3])
def test_byzanz_states_everything_and_has_no_mark(players):
    desk = begun("byzanz", players)
    assert (desk.scene().any_ours, [chip for chip in desk.scene().title.top(desk.scene()).chips if not chip.icon]) == (
        False,
        [],
    )
