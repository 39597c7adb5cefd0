"""Long words, half as large again: they stay within their rows, buttons and cards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_game
from companion.presenters.desk import Desk
from companion.presenters.praetor.board import board_of
from companion.presenters.praetor.update import updating
from companion.ui import due
from companion.views.common import acts
from companion.views.common.newgame import RuleRow
from companion.views.common.parts import Bar, Button
from companion.wording import wording
from engine.praetor.commands import Pass
from tests.ui.test_fit import rest
from tools.gallery import beside_phases, care, count, more, play
from tools.gallery.before import boxes

LONG = "Lo que da oro y fama por mercancías"


@pytest.fixture(autouse=True)
def large():
    """Words half as large again."""
    from companion.ui.screens import register
    from companion.ui.theme import theme

    register()
    theme.scale = 1.5
    yield
    theme.scale = 1.0


def shown(kind: str, **properties: Any) -> Any:
    """A widget of a class, its layouts come to rest."""
    from kivy.clock import Clock
    from kivy.factory import Factory

    widget = Factory.get(kind)(**properties)
    rest()
    Clock.tick()
    rest()
    return widget


def wrong(widget: Any) -> Any:
    from testkit.window.faults import wrong_words

    return wrong_words(widget)


def test_an_office_in_a_row_keeps_its_words():
    body = play.CHOOSING.body
    button = Button("Tomar", reason="gratis, solo como primera elección")
    words = {"name": "Magister Officiorum", "gives": "Baut eine Mauer oder tauscht bis zu zwei Aufträge"}
    offices = tuple(replace(office, button=button, **words) for office in body.offices)
    view = replace(play.CHOOSING, body=replace(body, offices=offices))
    assert not wrong(shown("Speaking", view=view, size=(800, 1280)))


def test_a_closed_button_keeps_its_reason():
    button = Button("Posten", icon="ship-medium", reason="ein Posten je Runde")
    assert not wrong(shown("MidAct", view=button, width=160, size_hint_x=None))


def test_a_bar_is_one_line_only_where_its_words_have_room():
    again, save, back = Button("Otra vez"), Button("Guardar un archivo"), Button("Volver", look="primary")
    note = "Todo está bien. El archivo no contiene nombres."
    bar = Bar(sentence="Autocomprobación", note=note, choices=(again, save), primary=back)
    lying = [width for width in range(700, 1400, 10) if due.lies(bar, width)]
    for width in (lying[0], lying[-1]):
        widget = shown("DueBar", view=bar, width=width)
        said = next(child for child in widget.children if child.size_hint_x and type(child).__name__ == "Column")
        assert not wrong(widget)
        assert said.height <= widget.height


def test_the_board_keeps_its_figures_and_its_captions_apart():
    desk = Desk(source=new_session(shuffled_game("praetor", 3, 1)))
    scene = desk.scene()
    view = board_of(scene, next(iter(scene.source.names)))
    assert not wrong(shown("Speaking", view=view, size=(800, 1280)))


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
def test_the_market_beside_the_ships_keeps_its_words(size: tuple[int, int]):
    other = Button("4", reason="schon andersherum gehandelt")
    rows = tuple(replace(row, buy=other if row.buy else None) for row in beside_phases.TRADING.body.market.rows)
    market = replace(beside_phases.TRADING.body.market, rows=rows)
    view = replace(beside_phases.TRADING, body=replace(beside_phases.TRADING.body, heading=LONG, market=market))
    assert not wrong(shown("Speaking", view=view, size=size))


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1365, 800)])
def test_the_steps_of_the_update_are_as_high_as_their_words(size: tuple[int, int]):
    session = new_session(shuffled_game("praetor", 4, 1))
    while type(session.state.phase).__name__ == "Actions":
        session.submit(Pass(session.state.phase.actors[0]))
    view = updating(Desk(source=session).scene())
    long = tuple(
        replace(step, title="Trabajadores que vuelven", note="3 suben; jubilados: +2 de favor")
        for step in view.body.steps
    )
    assert not wrong(shown("Speaking", view=replace(view, body=replace(view.body, steps=long)), size=size))


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
def test_the_stairs_of_a_board_rise(size: tuple[int, int]):
    from companion.ui.screens.praetor.board import PraetorStairs

    desk = Desk(source=new_session(shuffled_game("praetor", 3, 1)))
    widget = shown("Speaking", view=board_of(desk.scene(), next(iter(desk.scene().source.names))), size=size)
    stairs = next(each for each in widget.walk() if isinstance(each, PraetorStairs))
    assert stairs.rise() >= 8
    assert 34 + 8 + 6 * stairs.rise() + 40 < stairs.height


def test_a_line_that_turns_to_its_next_reading_does_not_look_as_if_it_led_on():
    from companion.ui.marks import Icon

    button = Button("", command=acts.Agreed("option auction_poor", "free"))
    line = shown("RuleLine", view=RuleRow("May one pass?", "Yes.", "C-AUC-01", False, button), width=700)
    assert [each.name for each in line.walk(restrict=True) if isinstance(each, Icon)] == ["turn"]


UPRIGHT = (800, 1280)


def spilled(screen: Any, kind: str) -> list[str]:
    """The words of a kind of widget that stand higher or lower than it does, or one of them behind another's edge."""
    boxes = [each for each in screen.walk(restrict=True) if type(each).__name__ == kind]
    assert boxes
    return [
        each.text
        for box in boxes
        for each in box.walk(restrict=True)
        if getattr(each, "text", "") and (each.y < box.y - 1 or each.top > box.top + 1)
    ]


@pytest.mark.parametrize("size", [(1280, 800), UPRIGHT], ids=["lying", "upright"])
@pytest.mark.parametrize("language", ["es", "de"])
def test_each_box_one_may_play_from_is_as_high_as_its_words(size: tuple[int, int], language: str, request: Any):
    request.addfinalizer(lambda: wording.speak("en"))
    wording.speak(language)
    screen = shown("Speaking", view=boxes(), size=size)
    assert not wrong(screen)
    assert not spilled(screen, "BoxCardTap")


def test_the_head_of_a_disagreement_is_as_high_as_its_words():
    screen = shown("Speaking", view=more.DIFFER, size=UPRIGHT)
    title = next(each for each in screen.walk(restrict=True) if getattr(each, "text", "") == more.DIFFER.body.title)
    panel = title.parent.parent.parent
    assert panel.y <= title.parent.y
    assert title.top <= panel.top


def test_the_words_over_a_correction_stand_above_its_button():
    screen = shown("Speaking", view=more.HISTORY, size=UPRIGHT)
    back = more.HISTORY.body.back
    note = next(each for each in screen.walk(restrict=True) if getattr(each, "text", "") == back.note)
    button = next(each for each in screen.walk(restrict=True) if getattr(each, "view", None) is back.mend)
    assert button.children[0].top <= note.y


@pytest.mark.parametrize("size", [(1280, 800), UPRIGHT], ids=["lying", "upright"])
def test_a_bid_stands_within_its_place(size: tuple[int, int]):
    screen = shown("Speaking", view=play.DUEL, size=size)
    for each in (each for each in screen.walk(restrict=True) if type(each).__name__ == "BidFigure"):
        figure = each.children[0]
        assert each.parent.y <= figure.y
        assert figure.top <= each.parent.top


def test_contracts_at_sea_leave_two_lines_of_the_count_in_sight():
    wording.speak("es")
    try:
        screen = shown("Speaking", view=count.counting("count", "contracts"), size=UPRIGHT)
    finally:
        wording.speak("en")
    loader = next(each for each in screen.walk(restrict=True) if type(each).__name__ == "LoaderBox")
    lines = [each for each in screen.walk(restrict=True) if type(each).__name__ == "CountLine"]
    low = [line.to_window(line.x, line.y)[1] for line in lines[:2]]
    assert loader.to_window(loader.x, loader.top)[1] <= min(low)


def test_what_enrolling_asks_is_not_set_small():
    from companion.ui.theme import theme

    screen = shown("Speaking", view=care.enrolling(), size=UPRIGHT)
    note = next(each for each in screen.walk(restrict=True) if getattr(each, "text", "") == care.enrolling().body.note)
    assert note.font_size == theme.size("small")


def test_the_names_over_the_set_up_card_stand_below_its_edge():
    from tools.gallery.before import laying_out

    screen = shown("Speaking", view=laying_out("constantinopolis", 4), size=UPRIGHT)
    assert not spilled(screen, "SetUpPerson")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(1280, 800), UPRIGHT], ids=["lying", "upright"])
@pytest.mark.parametrize("view", [more.DIFFER, more.GOODS_DIFFER], ids=["sum", "goods"])
def test_what_table_and_book_hold_stands_within_their_halves(
    view: Any, size: tuple[int, int], language: str, request: Any
):
    request.addfinalizer(lambda: wording.speak("en"))
    wording.speak(language)
    screen = shown("Speaking", view=view, size=size)
    assert not wrong(screen)
    assert not spilled(screen, "Panel")


@pytest.mark.parametrize("buttons", [0, 1, 2])
@pytest.mark.parametrize("primary", [True, False])
def test_a_bar_lies_only_where_its_words_are_no_higher_than_it(buttons: int, primary: bool):
    line = Button("Line by line", command=acts.Open("play"))
    note = "Maximilienne and Alessandrina both have 1. More gold decides: 4 to 3. Massimiliano and Wilhelmina share it."
    bar = Bar(sentence="Maximilienne wins", note=note, choices=(line,) * buttons, primary=line if primary else None)
    for width in range(500, 1400, 7):
        if due.lies(bar, width):
            lying = shown("DueBar", view=bar, width=width, size_hint=(None, None))
            assert (width, lying.children[-3].height <= lying.height) == (width, True)
