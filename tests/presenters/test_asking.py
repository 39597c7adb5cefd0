"""Values of one's own copy are asked for when they are needed, kept, and never block a game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_setup, unkept
from companion.host.owner_values import FILE
from companion.presenters.constantinopolis.asking import house_value
from companion.presenters.desk import Desk
from companion.views.common import acts
from engine.constantinopolis.commands import Stay
from engine.constantinopolis.values import copy, house
from engine.journal import Learn
from testkit.taps import labelled, one_tap, tap


def missing(**values: Any) -> Desk:
    """A desk with a game whose copy does not say everything about the farms, and nothing else."""
    setup = shuffled_setup("constantinopolis", 4, 1)
    tiles = {**house().buildings, "ager": replace(house().buildings["ager"], **values)}
    values_ = replace(house(), buildings=tiles)
    book = unkept("constantinopolis", replace(setup, values=values_))
    return Desk(source=new_session(book))


def asked(desk: Desk) -> Desk:
    """The desk once the first auction is over and farms are to make something."""
    while type(desk.view().body).__name__ != "Asking":
        desk.do(Stay(desk.scene().me))
    return desk


def test_a_missing_value_is_asked_for_in_the_moment_it_is_needed():
    desk = asked(missing(output=None))
    assert desk.view().body.heading == "What does the Ager make?"
    assert not labelled(desk, "Keep it").open


def test_what_is_tapped_is_pinned_and_the_game_goes_on():
    desk = asked(missing(output=None))
    for _each in range(2):
        desk.do(acts.Amount("output G", 1))
    tap(desk, "Keep it")
    told = next(entry for entry in desk.source.journal if isinstance(entry.command, Learn))
    assert told.command == Learn("", "buildings.ager.output", "GG", "my copy")
    assert type(desk.view()).__name__ == "HandsBoard"
    assert desk.source.lacks == ""


def test_whoever_does_not_know_plays_with_the_house_value_and_it_says_so():
    desk = asked(missing(output=None))
    assert labelled(desk, "Nobody knows").note == "house set: 2 alimentary"
    tap(desk, "Nobody knows")
    told = next(entry for entry in desk.source.journal if isinstance(entry.command, Learn))
    assert (told.command.value, told.command.source) == ("GG", "house set")


def test_history_and_menu_stay_open_while_a_value_is_asked_for():
    desk = asked(missing(output=None))
    desk.do(acts.Open("history"))
    assert type(desk.view().body).__name__ == "History"


@pytest.mark.parametrize(
    ("key", "taps", "value"),
    [
        ("markets.opificies.buy", {"buy G": 2, "buy Y": 7}, {"G": 2, "Y": 7}),
        ("markets.opificies.donation", {"cubes G": 3, "fame G": 1, "fame Y": 4}, {"GGG": 1}),
        ("buildings.emporium.requires", {"requires R": 1, "requires B": 1}, "BR"),
    ],
)
def test_every_kind_of_value_is_told_by_taps(key, taps, value):
    desk = missing()
    desk.look = replace(desk.look, amounts=tuple(taps.items()))
    scene = desk.scene()
    button = next(b for b in [scene.title.asks(scene, key).bar.primary])
    assert button.command == acts.Tell(key, value, acts.COPY)


def test_a_figure_is_typed():
    desk = missing()
    desk.look = replace(desk.look, digits="3")
    scene = desk.scene()
    assert scene.title.asks(scene, "buildings.emporium.fame").bar.primary.command.value == 3


def test_the_house_set_has_an_answer_to_everything():
    from engine.constantinopolis.values import missing as lacking

    for key in lacking(copy()):
        assert house_value(key) is not None


@pytest.fixture
def own(tmp_path: Path):
    """A desk of a host, where a game is to be played with one's own copy."""
    home = Host(tmp_path, chance=Random(7))
    desk = Desk(home, chance=Random(1))
    tap(desk, "New game")
    desk.do(acts.Agreed("values", "copy"))
    tap(desk, "Who sits where?")
    yield desk
    home.close()


def test_before_the_first_game_the_tiles_in_the_box_are_counted(own):
    tap(own, "Start")
    assert type(own.view().body).__name__ == "Box"
    assert labelled(own, "Start").reason == f"{len(own.view().body.rows)} still open"


def test_one_tap_takes_the_house_set_for_all_that_is_open_and_keeps_nothing(own):
    tap(own, "Start")
    tap(own, "House set for the rest")
    tap(own, "Start")
    assert own.source.book.last == 1
    assert not (own.host.folder / FILE).exists()


def test_what_is_counted_is_kept_for_every_game(own):
    tap(own, "Start")
    key = own.host.needed(own.before.draft.setting())[0]
    for _each in range(2):
        own.do(acts.BoxStep(key, 1))
    tap(own, "House set for the rest")
    tap(own, "Start")
    assert key not in own.host.needed(own.before.draft.setting())
    tile = key.split(".")[1]
    assert copy(own.host.folder / FILE).buildings[tile].copies == 2


def test_a_whole_round_with_an_empty_copy_is_played_by_answering(own):
    tap(own, "Start")
    tap(own, "House set for the rest")
    tap(own, "Start")
    chance = Random(2)
    for phase in ("Construction", "Drawing"):
        reach(own, chance, phase)
    told = [entry.command.key for entry in own.source.journal if isinstance(entry.command, Learn)]
    assert len(told) == len(set(told)) > 0


def reach(desk: Desk, chance: Random, phase: str) -> None:
    """Tap at random, answering what is asked, until a phase."""
    for _tap in range(9000):
        if type(desk.scene().phase).__name__ == phase:
            return
        body = getattr(desk.view(), "body", None)
        if type(body).__name__ == "Asking":
            tap(desk, "Nobody knows")
        else:
            one_tap(desk, chance)
    raise AssertionError(f"{phase} was not reached: {desk.look}")


def test_a_file_that_cannot_be_kept_stops_no_game(own, tmp_path):
    tap(own, "Start")
    tap(own, "House set for the rest")
    tap(own, "Start")
    (tmp_path / FILE).write_text("layer = [", encoding="utf-8")
    own.do(acts.Tell("buildings.cura.output", "BB", acts.COPY))
    command = own.source.journal[-1].command
    assert "not kept" in command.source
    assert own.scene().state.book.output["cura"] == "BB"
