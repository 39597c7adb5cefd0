"""Byzanz in a real window, driven by touch alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.presenters.desk import Desk
from companion.ui import kit, offscreen
from companion.ui.screens.common.counting import RankRow
from companion.ui.screens.common.score import ScoreHeadings
from companion.views.byzanz.score import ByzScore
from companion.views.common import acts, count_acts
from companion.views.common.parts import Button
from companion.views.common.score import FinalScore
from engine.byzanz.information import round_of
from engine.byzanz.phases import Bidding, Limit, Lot, Over, Picking, Selling, Tax
from engine.byzanz.selling import Sell
from tests.play.test_shown_sales import Table as Shown
from tests.presenters.byzanz_taps import Tapper
from tests.ui.finger import press, taps

PHASES = (Lot, Bidding, Tax, Picking, Limit, Selling, Over)
WINDOWS = {"lying": (1280, 800), "upright": (800, 1280)}


def touching(window: Any) -> Callable[[Button], None]:
    """Touches the widget that shows a button."""

    def touch(button: Button) -> None:
        found = [widget for widget in taps(window) if getattr(widget.view, "button", widget.view) == button]
        assert found, f"{button} is on no widget"
        press(found[0])

    return touch


def still(tapper: Tapper) -> None:
    """The screen stays on its side, as on a table that is only watched."""
    tapper.desk.preferences = replace(tapper.desk.preferences, turns=False)


def test_the_first_round_is_played_by_touch(face: Any) -> None:
    tapper = Tapper(3, 1)
    still(tapper)
    tapper.press = touching(face(tapper.desk))
    while round_of(tapper.desk.source.state) < 2:
        tapper.step()


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(3, 2), (4, 5), (6, 3)])
def test_a_whole_game_is_played_by_touch(face: Any, players: int, seed: int) -> None:
    tapper = Tapper(players, seed)
    still(tapper)
    tapper.press = touching(face(tapper.desk))
    assert isinstance(tapper.play().view().body, ByzScore)


@pytest.fixture(params=WINDOWS)
def window(request: pytest.FixtureRequest) -> Any:
    """The window in a size, put back afterwards."""
    from kivy.core.window import Window

    before = Window.size
    Window.size = WINDOWS[request.param]
    offscreen.settle(2)
    yield request.param
    Window.size = before
    offscreen.settle(2)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.__name__)
def test_every_phase_has_its_screen(face: Any, shoot: Callable[[str], Path], window: str, phase: type) -> None:
    tapper = Tapper(5, 5)
    still(tapper)
    desk = tapper.play(phase)
    for name, look in looks(phase).items():
        look(desk)
        shown = face(desk)
        shoot(f"byzanz-{phase.__name__.lower()}{name}-{window}")
        screens = [type(widget).__name__ for widget in shown.walk() if type(widget).__name__.endswith("Screen")]
        assert f"{type(desk.view().body).__name__}Screen" in screens or screens == ["OverviewScreen"]
        shown.parent.remove_widget(shown)
        desk.do(acts.Open("play"))
        desk.see(aside="", laid=(), cards=(), picked="", tab="")


def looks(phase: type) -> dict[str, Callable[[Desk], None]]:
    """What is looked at in a phase: its screen, a sale at an edge, a choice; and once the screens around a game."""
    found: dict[str, Callable[[Desk], None]] = {"": lambda _desk: None}
    if phase is not Over:
        found["-edge"] = selling
    if phase is Bidding:
        found["-cards"] = lambda desk: lay(desk, "card:GR3", "card:WO1", "card:OL4")
        for screen in ("table", "score", "history", "rules"):
            found[f"-{screen}"] = lambda desk, screen=screen: desk.do(acts.Open(screen))
        found["-counts"] = lambda desk: desk.do(acts.Open("choose", "counts"))
    if phase is Limit:
        found["-discard"] = lambda desk: desk.do(acts.Tab("discard"))
    if phase is Picking:
        found["-good"] = lambda desk: desk.press(
            next(group.button for group in desk.view().body.groups if group.button.open)
        )
    return found


def selling(desk: Desk) -> None:
    """A player lays a set at their own edge."""
    seat = list(desk.source.names)[2]
    desk.do(acts.Aside(seat))
    for card in ("card:OL4", "card:OL2", "card:ME"):
        desk.do(acts.Lay(card))


@pytest.mark.one_in(2)
def test_who_sells_is_asked_by_name_and_answered_by_a_touch(
    face: Any, shoot: Callable[[str], Path], window: str
) -> None:
    table = Shown()
    table.lay("card:WI1", "card:WI2", "card:ME")
    table.wait(2.5)
    desk = Desk(source=table.session)
    desk.do(acts.Prefer(turns=False))
    desk.do(acts.Open("scan"))
    shown = face(desk)
    shoot(f"byzanz-who-sells-{window}")
    card = desk.view().body.question
    assert [(one.person.name, one.name) for one in card.readings] == [
        (name, name) for name in ("Anna", "Bruno", "Carla")
    ]
    assert desk.view().body.primary is None
    touching(shown)(card.readings[2].button)
    assert table.session.journal[-1].command == Sell("green", {"card:ME": 1, "card:WI1": 1, "card:WI2": 1})


def test_two_readings_of_many_cards_are_told_by_the_card_in_doubt(face: Any) -> None:
    table = Shown()
    table.doubt()
    desk = Desk(source=table.session)
    desk.do(acts.Open("scan"))
    face(desk)
    assert [one.name for one in desk.view().body.question.readings] == ["wine 1", "wine 2"]


def lay(desk: Desk, *cards: str) -> None:
    """Tap some faces."""
    for card in cards:
        desk.do(acts.Card(card))


def test_a_touch_on_the_gaps_of_a_way_out_chooses_it(face: Any) -> None:
    tapper = Tapper(5, 5)
    still(tapper)
    shown = face(tapper.play(Limit))
    parts = [widget for widget in taps(shown) if type(widget).__name__ == "ByzPartTap"]
    for part in reversed(parts):
        gap = next(widget for widget in taps(part) if type(widget).__name__ == "ByzCard")
        press(gap)
        assert tapper.desk.look.tab == part.view.button.command.what


def icons_of(window: Any, box: type) -> set[str]:
    """The icons on all widgets of a class."""
    boxes = [widget for widget in window.walk() if isinstance(widget, box)]
    return {child.name for widget in boxes for child in widget.walk() if isinstance(child, kit.Icon) and child.name}


def test_podium_and_score_of_a_counted_game_bear_the_icon_of_profit(face: Any) -> None:
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("count"))
    desk.do(acts.Agreed("game", "byzanz"))
    for number in (3, 2, 2, 1):
        desk.do(count_acts.CountKey(str(number)))
        desk.press(desk.view().bar.primary)
    assert isinstance(desk.view().body, FinalScore)
    window = face(desk)
    assert "profit" in icons_of(window, ScoreHeadings)
    desk.do(acts.Open("podium"))
    window.mark()
    offscreen.settle(2)
    assert icons_of(window, RankRow) == {"profit"}


def test_the_podium_of_a_played_game_bears_the_icon_of_profit(face: Any) -> None:
    desk = Tapper(3, 2).play(Over)
    desk.do(acts.Open("large"))
    assert icons_of(face(desk), RankRow) == {"profit"}
