"""Praetor in a real window, by touch: the map, building, working, the update; words are whole everywhere."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import cv2
import numpy as np
import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_setup
from companion.host.owner_values import file_of
from companion.presenters.desk import Desk
from companion.presenters.praetor.choice import BUILD, Choice
from companion.presenters.praetor.screens import points_moved
from companion.ui import offscreen
from companion.views.common import acts
from companion.wording import wording
from engine.journal import Journal
from engine.praetor.commands import Build, Pass
from engine.praetor.game import PRAETOR
from testkit.taps import hands_done, one_tap
from testkit.window.faults import taker
from tests.ui.finger import press, showing, taps, touch


@pytest.fixture
def desk() -> Desk:
    """A desk with a game of four that has just begun, never turned."""
    found = Desk(source=new_session(Journal(PRAETOR, shuffled_setup("praetor", 4, 4))))
    found.do(acts.Prefer(turns=False))
    hands_done(found)
    return found


def the_map(window):
    """The map on the window."""
    from companion.ui.screens.praetor.city import PraetorMapView

    return next(widget for widget in window.walk() if isinstance(widget, PraetorMapView))


def cells(window):
    """The free cells on the map."""
    from companion.ui.screens.praetor.cells import PraetorFreeCell

    return [widget for widget in taps(window) if isinstance(widget, PraetorFreeCell)]


def test_a_tile_is_built_by_four_touches(face, shoot, desk):
    window, before = face(desk), desk.source.book.last
    press(showing(window, desk.view().body.lines[0].name))
    press(cells(window)[0])
    shoot("praetor-laying")
    touch(window, "Turn")
    touch(window, "Build it here")
    assert isinstance(desk.source.journal[before].command, Build)


def test_the_map_is_zoomed_and_moved_and_a_cell_is_touched_where_it_is_seen(face, shoot, desk):
    window = face(desk)
    press(showing(window, desk.view().body.lines[0].name))
    shown = the_map(window)
    before = shown.side()
    shown.closer(1.6)
    offscreen.settle(2)
    assert shown.side() > before
    chosen = desk.look.picked
    _drag(shown, 60, 40)
    shoot("praetor-zoomed")
    assert desk.look.picked == chosen, "a finger that moved the map chooses nothing"
    inside = [c for c in cells(window) if shown.collide_point(*c.to_window(*c.center))]
    press(inside[0])
    spot = inside[0].view
    assert f" {spot.x},{spot.y}," in desk.look.picked
    shown.fit()
    assert shown.side() == pytest.approx(before)


@pytest.mark.parametrize("zoom", [57, 90, 160])
def test_every_cell_of_a_zoomed_map_can_be_moved_clear_of_its_buttons(face, desk, zoom):
    window = face(desk)
    press(showing(window, desk.view().body.lines[0].name))
    shown = the_map(window)
    shown.zoom = zoom
    offscreen.settle(2)
    for cell in cells(window):
        (x, y), (to_x, to_y) = cell.to_window(*cell.center), shown.to_window(*shown.center)
        _drag(shown, to_x - x, to_y - y)
        assert taker(window, *cell.to_window(*cell.center)) is cell


def test_a_moved_map_stays_in_its_frame(face, shoot, desk):
    window = face(desk)
    shown = the_map(window)
    shown.zoom = 160
    offscreen.settle(2)
    before = _around(shown, shoot("praetor-map"))
    shown._move(-900, 900)
    assert max(map(abs, shown._shift)) > 20
    assert np.array_equal(_around(shown, shoot("praetor-map-moved")), before)


def _around(widget, path):
    """A picture of the window without what lies in the frame of a widget."""
    seen = cv2.imread(str(path))
    x, y = widget.to_window(*widget.pos, initial=True)
    seen[round(Window.height - y - widget.height) : round(Window.height - y), round(x) : round(x + widget.width)] = 0
    return seen


def _drag(widget, dx, dy):
    x, y = widget.to_window(*widget.center)
    finger = UnitTestTouch(x, y)
    finger.touch_down()
    finger.touch_move(x + dx, y + dy)
    offscreen.settle(2)
    finger.touch_up()
    offscreen.settle(2)


def test_a_whole_round_by_touch_leads_through_the_update(face, shoot, desk):
    window = face(desk)
    touch(window, "To work at")
    press(showing(window, "Worker Camp"))
    touch(window, "Work here")
    while type(desk.scene().phase).__name__ == "Actions":
        desk.do(Pass(desk.scene().me))
    hands_done(desk)
    offscreen.settle(3)
    shoot("praetor-update")
    touch(window, "Apprentices")
    touch(window, "Which one?")
    touch(window, "Draw for us")
    assert desk.scene().phase.round.number == 2


SIZES = {"lying": (1280, 800), "upright": (800, 1280)}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_words_are_whole_on_every_screen_of_a_game(size, language):
    from kivy.clock import Clock
    from kivy.factory import Factory

    from companion.ui.screens import register
    from testkit.window.faults import wrong_words

    register()

    wording.speak(language)
    faults = []
    for view in views():
        name = "Speaking" if hasattr(view, "body") and hasattr(view, "band") else "OverviewScreen"
        widget = Factory.get(name)(view=view, size=SIZES[size])
        for _ in range(6):
            Clock.tick_draw()
        faults += [f"{type(view.body).__name__}: {fault}" for fault in wrong_words(widget)]
    wording.speak("en")
    assert not faults, "\n".join(sorted(set(faults)))


def views():
    """One view of each screen, from a game by taps."""
    desk, chance, seen = Desk(source=new_session(Journal(PRAETOR, shuffled_setup("praetor", 4, 7)))), Random(7), set()
    for _ in range(700):
        one_tap(desk, chance)
        hands_done(desk)
        kind = (type(desk.view().body).__name__, type(desk.scene().phase).__name__)
        if kind[0].startswith("Praetor") and kind not in seen:
            seen.add(kind)
            yield desk.view()
    desk.do(acts.Open("play"))
    if desk.scene().me:
        choice = Choice(BUILD, sorted(desk.scene().table["display"])[0])
        desk.do(acts.Pick(str(choice)))
        yield desk.view()
    desk.do(acts.Open("score"))
    yield desk.view()


def test_the_window_is_as_it_was():
    assert Window.size == (1280, 800)


def test_a_line_of_an_own_box_turns_in_place_and_does_not_look_as_if_it_led_on(face, shoot, tmp_path):
    (tmp_path / file_of("praetor")).write_text('layer = "copy"\n[city.sawmill-1]\nkind = "sawmill"\nplayers = 2\n')
    host = Host(tmp_path, chance=Random(1))
    window = face(Desk(host, chance=Random(1)))
    for act in (acts.Open("new"), acts.Agreed("game", "praetor"), acts.Agreed("values", "copy"), acts.Open("box")):
        window.desk.do(act)
    offscreen.settle(4)
    for figure in ("–", "house", "–"):
        row = window.desk.view().body.rows[0]
        line = showing(window, row.label)
        assert row.figure == figure
        assert sign_of(line) == "turn"
        press(line)
    shoot("praetor-box")
    host.close()


def test_the_line_of_the_tiles_of_an_own_box_leads_on(face, tmp_path):
    host = Host(tmp_path, chance=Random(1))
    window = face(Desk(host, chance=Random(1)))
    for act in (acts.Open("new"), acts.Agreed("game", "praetor"), acts.Agreed("values", "copy"), acts.Start()):
        window.desk.do(act)
    offscreen.settle(4)
    line = showing(window, "The list of the 42 tiles")
    assert sign_of(line) == "next"
    press(line)
    assert window.desk.look.screen == "value"
    host.close()


def sign_of(line):
    """The icon at the end of a line, which says what a tap does."""
    from companion.ui.marks import Icon

    return next(each.name for each in line.children if isinstance(each, Icon))


def test_the_buttons_of_the_map_and_two_fingers_zoom_it(face, desk):
    window = face(desk)
    shown = the_map(window)
    fitted = shown.side()
    acts_of_map = {each.icon: each for each in taps(window) if type(each).__name__ == "PraetorMapAct"}
    press(acts_of_map["plus"])
    nearer = shown.side()
    assert nearer == pytest.approx(fitted * 1.3)
    _pinch(shown, 80, 160)
    assert shown.side() == pytest.approx(nearer * 2, rel=0.1)
    press(acts_of_map["minus"])
    assert shown.side() < nearer * 2
    press(acts_of_map["fit"])
    assert shown.side() == pytest.approx(fitted)


def _pinch(widget, before, after):
    """Two fingers so many px apart move apart, or together."""
    x, y = widget.to_window(*widget.center)
    fingers = [UnitTestTouch(x + way * before / 2, y) for way in (-1, 1)]
    for finger in fingers:
        finger.touch_down()
    for finger, way in zip(fingers, (-1, 1), strict=True):
        finger.touch_move(x + way * after / 2, y)
    offscreen.settle(2)
    for finger in fingers:
        finger.touch_up()
    offscreen.settle(2)


def test_a_tile_is_turned_before_it_is_laid_and_lies_as_it_was_shown(face, shoot, desk):
    window, before = face(desk), desk.source.book.last
    press(showing(window, desk.view().body.lines[0].name))
    press(cells(window)[0])
    seen = [ghost(desk).plazas]
    for _ in range(3):
        touch(window, "Turn")
        seen.append(ghost(desk).plazas)
    assert len(set(seen)) > 1
    assert all(later == (earlier[3], *earlier[:3]) for earlier, later in pairwise(seen)), "a quarter clockwise each"
    shown, total = ghost(desk), desk.view().body.map.total
    shoot("praetor-turned")
    touch(window, "Build it here")
    hands_done(desk)
    built = desk.source.journal[before].command
    lies = next(tile for tile in desk.view().body.map.tiles if (tile.x, tile.y) == (shown.x, shown.y))
    assert (lies.name, lies.plazas, lies.ghost) == (shown.name, shown.plazas, False)
    assert isinstance(built, Build)
    printed = desk.source.state.book.favor[built.tile]
    assert int(total) == points_moved(desk.scene(), desk.source.journal[before].events, built.seat) - printed


def ghost(desk):
    """The tile that is tried out."""
    return next(tile for tile in desk.view().body.map.tiles if tile.ghost)
