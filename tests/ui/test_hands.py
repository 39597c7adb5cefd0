"""Sheets of what hands must do, by touch: at every side, in every size, until everything is done."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.play.reports import Device
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.views.common.hands import HandsBoard
from companion.views.common.parts import TURNS
from companion.wording import wording
from testkit.window.faults import wrong_words
from tests.play.test_hands import home, played
from tests.ui.finger import inside, label_of, press, showing, taps

SIZES = {"lying": (1280, 800), "upright": (800, 1280), "small": (1024, 600)}


@pytest.fixture
def desk():
    """A desk at which ships have come home and buildings produce."""
    return Desk(source=played(home))


def sheets(window):
    """The sheets that have something to do."""
    return [each for each in window.walk() if type(each).__name__ == "HandSheetBox"]


def lines(sheet):
    """What can be ticked on a sheet."""
    return [tap for tap in taps(sheet) if type(tap).__name__ in ("HandTap", "CompactTap")]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dark", [False, True])
def test_every_seat_has_its_sheet_and_nothing_is_cut(face, shoot, sized, desk, size, dark):
    sized(*SIZES[size])
    desk.preferences = replace(desk.preferences, dark=dark)
    window = face(desk)
    shoot(f"hands-{size}-{'dark' if dark else 'light'}")
    assert len(sheets(window)) == 4
    assert [label_of(tap) for tap in taps(window) if not inside(tap) and not lines_scroll(tap)] == []
    assert not wrong_words(window)


def lines_scroll(tap):
    """Is it a line in a list that may scroll?"""
    return type(tap).__name__ in ("HandTap", "CompactTap")


@pytest.mark.parametrize("language", ["de", "en", "es", "it"])
def test_the_words_fit_in_every_language(face, desk, language):
    wording.speak(language)
    window = face(desk)
    assert not wrong_words(window)


def test_a_line_is_ticked_by_one_tap(face, desk):
    window = face(desk)
    line = lines(sheets(window)[0])[0]
    key = line.view.button.command.lines[0]
    press(line)
    assert next(each for each in desk.source.hands.lines if each.key == key).done == "tap"


def test_a_sheet_shrinks_to_its_owner_when_all_of_it_is_done(face, shoot, desk):
    window = face(desk)
    first = sheets(window)[0]
    press(next(tap for tap in taps(first) if label_of(tap) == "All done"))
    shoot("hands-one-done")
    assert len(sheets(window)) == 3
    assert isinstance(desk.view(), HandsBoard)


def test_one_tap_for_everybody_goes_on_with_the_game(face, desk):
    window = face(desk)
    press(showing(window, "All are done"))
    assert desk.source.hands.lines == ()
    assert not isinstance(desk.view(), HandsBoard)


def test_what_was_booked_is_one_tap_away(face, desk):
    window = face(desk)
    press(showing(window, "What was booked?"))
    assert desk.look.screen == "history"
    assert desk.source.hands.open


def test_every_sheet_stands_at_the_side_of_its_owner_and_says_what_to_take(face, desk):
    window = face(desk)
    at = {sheet.view.person.seat: (sheet.parent.side, sheet.parent.angle) for sheet in sheets(window)}
    assert at == {seat: (side, TURNS[side]) for seat, side in desk.scene().sides.items()}
    lines = {tap.view.label for tap in taps(window) if type(tap).__name__ in ("HandTap", "CompactTap")}
    assert {"Take 3 gold", "Small ship to the harbour"} <= lines


def test_the_sheet_of_a_lost_tray_has_a_frame_of_its_own_and_says_so(face, shoot, desk):
    seat = desk.source.hands.open[0].seat
    desk.source._sensors.devices = lambda *_: [Device(id="tray", kind="serial", seat=seat, state="lost")]
    window = face(desk)
    shoot("hands-lost")
    look = {sheet.view.person.seat: (sheet.edge, sheet.dashed) for sheet in sheets(window)}
    assert look == dict.fromkeys(desk.source.names, ("gold", False)) | {seat: ("alarm", True)}
    assert "tray lost" in next(sheet.view.note for sheet in sheets(window) if sheet.view.person.seat == seat)


def test_sheets_are_made_once_and_their_lines_in_one_kind_only(face, desk):
    window = face(desk)
    board = window.screen
    there = sheets(window)
    for sheet in there:
        tiles = lines(sheet)[0].parent
        assert not any(tiles.spare.values())
    view = board.view
    done = replace(view.sheets[0], tasks=(), all=None)
    board.view = replace(view, sheets=(done, *view.sheets[1:]))
    offscreen.settle(2)
    assert sheets(window) == there[1:]
    board.view = view
    offscreen.settle(2)
    assert sheets(window) == there
