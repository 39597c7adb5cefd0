"""What lies on the table when a game of Praetor opens, said by touch in a real window; words are whole in all sizes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from kivy.clock import Clock
from kivy.factory import Factory

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.ui.theme import theme
from companion.views.common import acts
from companion.wording import wording
from testkit.window.faults import wrong_words
from tests.presenters.test_praetor_opening import at_table, lay_all, mines, opened, own_city
from tests.presenters.test_praetor_opening import desk as desk  # the fixture
from tests.ui.finger import press, showing, taps, touch


def test_what_lies_there_is_said_by_touch_and_the_game_begins_with_it(face, shoot, desk):
    at_table(desk, "house")
    window = face(desk)
    for cell in list(mines(desk))[:3]:
        press(next(t for t in map_cells(window) if (t.view.x, t.view.y) == cell))
    touch(window, "Board A")
    shoot("praetor-opening")
    touch(window, "The display")
    for _tile in range(5):
        press(showing(window, desk.view().body.there[0].name))
    shoot("praetor-opening-display")
    touch(window, "These are it")
    touch(window, "Wall section")
    touch(window, "Wall section 4")
    touch(window, "This is it")
    touch(window, "Start")
    setup = opened(desk)
    assert (setup.wall, setup.boards) == ("wall-04", ("B1", "A", "A", "A"))
    assert setup.mines == ("gold-mine-1", "gold-mine-2", "gold-mine-3", "gold-mine-4")


def map_cells(window):
    """The cells of the map: tiles, and free ones."""
    from companion.ui.screens.praetor.cells import PraetorCell

    return [widget for widget in taps(window) if isinstance(widget, PraetorCell)]


def test_the_tiles_of_one_s_own_box_are_counted_by_touch_and_every_pile_begins_at_its_top(face, shoot, desk):
    from kivy.uix.scrollview import ScrollView

    at_table(desk, "copy")
    window = face(desk)
    touch(window, "The list of the 42 tiles")
    touch(window, "Second Era, 5+")
    assert next(each for each in window.walk() if isinstance(each, ScrollView)).scroll_y == 1
    touch(window, "Triumphal Arch")
    touch(window, "Triumphal Arch")
    shoot("praetor-tile-list")
    touch(window, "The other piles")
    assert desk.before.piles == {"II 5 triumphal-arch": 2}
    assert desk.view().bar.sentence == "2 of 42 tiles"


def test_a_start_city_is_laid_and_turned_by_touch(face, shoot, desk):
    own_city(desk)
    window = face(desk)
    press(map_cells(window)[0])
    press(map_cells(window)[0])
    press(next(cell for cell in map_cells(window) if (cell.view.x, cell.view.y) == (0, 1)))
    shoot("praetor-start-city")
    assert desk.before.draft.lies["city"] == ("worker-camp-1:0,0,1", "market-1:0,1,0")


SIZES = {"lying": (1280, 800), "upright": (800, 1280)}


@pytest.mark.one_in(18)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("language", "scale"), [("en", 1.0), ("it", 1.0), ("es", 1.0), ("de", 1.5)])
def test_words_are_whole_on_every_screen_of_the_opening(tmp_path, size, language, scale):
    from companion.ui.screens import register

    register()
    wording.speak(language)
    before, faults = theme.scale, []
    theme.scale = scale
    try:
        for name, view in screens(tmp_path):
            widget = Factory.get("Speaking")(view=view, size=SIZES[size])
            for _frame in range(6):
                Clock.tick_draw()
            faults += [f"{name}: {fault}" for fault in wrong_words(widget)]
    finally:
        theme.scale = before
        wording.speak("en")
    assert not faults, "\n".join(sorted(set(faults)))


def screens(folder: Path):
    """Each screen of the opening, empty and said."""
    home = Host(folder, virtual=True, chance=Random(7))
    desk = Desk(home, chance=Random(1))
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("game", "praetor"))
    for box in ("house", "copy"):
        desk.do(acts.Agreed("values", box))
        if box == "copy":
            yield "piles", desk.do(acts.Open("value", "city")) or desk.view()
            yield "pile", desk.do(acts.Tab("II 2")) or desk.view()
            desk.do(acts.BoxHouse("city"))
        yield f"seats {box}", desk.do(acts.Open("seats")) or desk.view()
        desk.do(acts.Start())
        yield f"first {box}", desk.view()
        if box == "copy":
            lay_all(desk)
            yield "city", desk.view()
        for about in ("display", "wall"):
            yield f"{about} {box}", desk.do(acts.Open("opening", about)) or desk.view()
        desk.do(acts.DrawRest())
        for about in ("", "display"):
            yield f"{about} {box} said", desk.do(acts.Open("opening", about)) or desk.view()
    desk.do(acts.Start())
    yield "box", desk.view()
    home.close()
