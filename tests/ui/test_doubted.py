"""What the eye doubts in a real window; the screens of Byzanz on a low one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from companion.ui import offscreen
from companion.views.common import acts
from engine.byzanz.phases import Bidding, Limit, Picking, Selling, Tax
from engine.praetor.city import laid, placed
from testkit.praetor.seen_city import City
from tests.presenters.byzanz_taps import Tapper
from tests.presenters.test_two_maps import Market, Sales, scanned
from tests.ui.finger import press, taps
from tests.ui.test_same_look import made, rest


@pytest.fixture
def low() -> Iterator[tuple[int, int]]:
    """The window of a small computer, put back afterwards."""
    from kivy.core.window import Window

    from companion.ui.screens import register

    register()
    before, Window.size = Window.size, (1024, 600)
    offscreen.settle(2)
    yield 1024, 600
    Window.size = before
    offscreen.settle(2)


def turned() -> City:
    """A tile that the camera sees turned."""
    table = City()
    old = next(piece for piece in table.built if piece.startswith("imperial"))
    tile, spot = placed(old)
    table.lay_otherwise(old, laid(tile, replace(spot, turn=(spot.turn + 1) % 4)))
    table.wait(2.5, "scan")
    return table


def doubtful_market() -> Any:
    """How many cards of a column lie there is asked."""
    table = Market()
    table.doubt()
    return scanned(table.session)[0].view()


def asked() -> list[Any]:
    """Questions of two games and of none, one after the other."""
    table = turned()
    first = table.desk.view()
    table.wait(16, "scan")
    sales = Sales()
    nothing = scanned(sales.session)[0].view()
    sales.lay("card:WI1", "card:WI2", "card:ME")
    sales.wait(2.5)
    return [nothing, first, doubtful_market(), scanned(sales.session)[0].view(), table.desk.view()]


def test_a_tap_on_the_map_of_the_table_takes_it(face: Any) -> None:
    table = turned()
    table.desk.do(acts.Prefer(turns=False))
    window = face(table.desk)
    cards = [each for each in taps(window) if type(each).__name__ == "PraetorMapCard"]
    before = table.session.book.last
    press(next(each for each in cards if each.view.source == "book"))
    assert table.session.book.last == before
    press(next(each for each in cards if each.view.source == "table"))
    assert type(table.session.journal[-1].command).__name__ == "Correct"


def test_a_question_after_another_looks_like_a_new_one(low: tuple[int, int]) -> None:
    from testkit.window.same_look import unlike

    views = asked()
    kept = made("Speaking", views[-1], low)
    for before, view in pairwise([views[-1], *views, *views[::-1]]):
        kept.view = view
        rest()
        assert unlike(kept, made("Speaking", view, low)) == "", (type(before.body), type(view.body))


@pytest.mark.parametrize("phase", [Bidding, Tax, Picking, Limit, Selling], ids=lambda phase: phase.__name__)
def test_words_are_whole_on_a_low_window(low: tuple[int, int], phase: type) -> None:
    from testkit.window.faults import wrong_words

    tapper = Tapper(5, 5)
    tapper.desk.preferences = replace(tapper.desk.preferences, turns=False)
    widget = made("Speaking", tapper.play(phase).view(), low)
    assert list(wrong_words(widget)) == []
