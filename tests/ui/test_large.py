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
from engine.praetor.commands import Pass
from tests.ui.test_fit import rest
from tools.gallery import house, play

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
    rows = tuple(replace(row, buy=other if row.buy else None) for row in house.TRADING.body.market.rows)
    market = replace(house.TRADING.body.market, rows=rows)
    view = replace(house.TRADING, body=replace(house.TRADING.body, heading=LONG, market=market))
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
