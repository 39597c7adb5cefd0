"""A game that another host plays, on this screen: who plays it, nothing to tap, and *continue here* once it is gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.host.holding import LOOK
from companion.host.host import Host
from companion.play.lease import PATIENCE
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.newgame import FirstChoice
from companion.views.common.overview import Overview
from companion.views.common.parts import Button, Sheet
from engine.journal import Remark
from tests.host.test_holding import SETTING, Clock, host, passed, played


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kitchen(tmp_path: Path, clock: Clock) -> Iterator[Host]:
    made = host(tmp_path, "the kitchen", clock)
    made.open(SETTING)
    yield made
    made.close()


@pytest.fixture
def tablet(clock: Clock, kitchen: Host) -> Iterator[Host]:
    made = host(kitchen.folder, "the tablet", clock)
    yield made
    made.close()


def first(desk: Desk) -> tuple[str, Button]:
    """What the first screen says of its one game."""
    view = desk.view()
    assert isinstance(view, Sheet)
    assert isinstance(view.body, FirstChoice)
    (line,) = view.body.waiting.games
    return line.note, line.button


def onward(desk: Desk) -> tuple[str, Button]:
    """The sentence of the screen of the game, and its way on."""
    view = desk.view()
    if isinstance(view, Overview):
        assert view.primary is not None
        return view.sentence, view.primary
    assert isinstance(view, Sheet)
    assert view.bar is not None
    assert view.bar.primary is not None
    return view.bar.sentence, view.bar.primary


def test_the_first_screen_says_who_plays_a_game_and_opens_it_to_look(kitchen: Host, tablet: Host) -> None:
    desk = Desk(tablet)
    note, button = first(desk)
    assert note.endswith("played at the kitchen")
    assert (button.label, button.command) == ("Look", acts.GoOn(kitchen.holding.game))


@pytest.mark.parametrize("screen", ["play", "table"])
def test_who_looks_on_is_asked_nothing_and_cannot_go_on(kitchen: Host, tablet: Host, screen: str) -> None:
    desk = Desk(tablet)
    desk.do(acts.GoOn(kitchen.holding.game))
    desk.do(acts.Open(screen))
    sentence, button = onward(desk)
    assert sentence == "You look on"
    assert (button.label, button.reason, button.command) == ("Continue here", "it is played there", None)


def test_the_overview_keeps_its_four_corners(kitchen: Host, tablet: Host) -> None:
    desk = Desk(tablet)
    desk.do(acts.GoOn(kitchen.holding.game))
    desk.do(acts.Open("table"))
    view = desk.view()
    assert isinstance(view, Overview)
    assert [button.label for button in view.corners] == ["Undo", "Menu", "Score", "Challenge"]


@pytest.mark.parametrize("corner", ["Undo", "Challenge"])
def test_a_corner_that_would_change_the_game_says_who_plays_it(kitchen: Host, tablet: Host, corner: str) -> None:
    played(kitchen).submit(played(kitchen).offers(played(kitchen).state.phase.actors[0])[0])
    desk = Desk(tablet)
    desk.do(acts.GoOn(kitchen.holding.game))
    desk.do(acts.Open("table"))
    view = desk.view()
    assert isinstance(view, Overview)
    button = next(each for each in view.corners if each.label == corner)
    assert not button.open
    desk.press(button)
    told = desk.view()
    assert isinstance(told, Sheet)
    assert told.body.sentence == "This game is played at the kitchen; here it can only be looked at."  # type: ignore[attr-defined]


@pytest.mark.parametrize("act", [acts.TakeBack(1), acts.Challenge()])
def test_a_key_that_would_change_the_game_says_who_plays_it(kitchen: Host, tablet: Host, act: object) -> None:
    for _each in range(3):
        played(kitchen).submit(played(kitchen).offers(played(kitchen).state.phase.actors[0])[0])
    desk = Desk(tablet)
    desk.do(acts.GoOn(kitchen.holding.game))
    desk.do(act)
    assert desk.look.screen == "rule"
    assert desk.look.refusal is not None
    assert desk.look.refusal.values == ("the kitchen",)


def test_the_screen_follows_and_a_tap_is_refused_in_a_sentence(clock: Clock, kitchen: Host, tablet: Host) -> None:
    desk = Desk(tablet)
    desk.do(acts.GoOn(kitchen.holding.game))
    played(kitchen).submit(Remark("red", "hello"))
    passed(clock, kitchen, tablet)
    assert desk.look.entry == played(kitchen).book.last
    desk.do(played(kitchen).offers(played(kitchen).state.phase.actors[0])[0])
    assert desk.look.screen == "rule"
    assert played(tablet).book.last == played(kitchen).book.last


def test_once_nobody_plays_it_goes_on_here(clock: Clock, kitchen: Host, tablet: Host) -> None:
    desk = Desk(tablet)
    desk.do(acts.GoOn(kitchen.holding.game))
    told: list[int] = []
    desk.refresh.append(lambda: told.append(1))
    kitchen.close()
    passed(clock, tablet)
    assert told
    assert onward(desk)[0] == "Nobody plays this game just now"
    desk.press(onward(desk)[1])
    assert desk.source is played(tablet)
    assert not tablet.holding.looks
    assert not played(tablet).played_at


def test_from_the_first_screen_a_silent_host_is_taken_over_by_one_tap(
    clock: Clock, kitchen: Host, tablet: Host
) -> None:
    desk = Desk(tablet)
    passed(clock, tablet, seconds=PATIENCE + LOOK)
    note, button = first(desk)
    assert note.endswith("the kitchen gives no sign")
    assert button.label == "Continue here"
    desk.press(button)
    assert desk.source is played(tablet)
    assert not tablet.holding.looks
    passed(clock, kitchen)
    assert played(kitchen).played_at == "the tablet"


def test_where_it_lives_after_all_one_looks_on(kitchen: Host, tablet: Host) -> None:
    desk = Desk(tablet)
    desk.do(acts.ContinueHere(kitchen.holding.game))
    assert tablet.holding.looks
    assert desk.source is played(tablet)
    assert onward(desk)[0] == "You look on"
