"""A finished game leaves the table by touch: a code a phone reads, a text, files in a folder."""

from __future__ import annotations

import json
from random import Random
from urllib.parse import unquote

import pytest

from companion.arbiter.gamescript import read_game
from companion.host.host import Host
from companion.play.record import read_record
from companion.presenters.desk import Desk
from companion.sharing.bgstats import LINK, bgstats_link
from companion.sharing.report import report_now
from companion.ui import offscreen
from companion.views.common import acts
from tests.sharing.conftest import timed
from tests.ui.finger import inside, showing, taps, touch


@pytest.fixture(params=["constantinopolis"])
def finished(face, tmp_path, request):
    """A window with a game that is over, kept in a data folder."""
    host = Host(tmp_path, chance=Random(1))
    id = host._store.take_in(timed(request.param), 1.0)
    desk = Desk(host)
    desk.do(acts.GoOn(id))
    yield face(desk)
    host.close()


def decoded(path) -> str:
    """What a phone reads from a picture of the window: from some distance, for OpenCV misses sound codes at others."""
    import cv2

    picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    for times in (1, 2, 3, 4):
        larger = cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
        text, _corners, _straight = cv2.QRCodeDetector().detectAndDecode(larger)
        if text:
            return text
    return ""


@pytest.mark.parametrize("dark", [False, True])
def test_the_code_on_the_screen_is_the_link(finished, shoot, dark):
    finished.desk.do(acts.Prefer(dark=dark))
    touch(finished, "Share")
    text = decoded(shoot(f"share-{'dark' if dark else 'light'}"))
    assert text == bgstats_link(report_now(finished.desk.source.book))
    play = json.loads(unquote(text.removeprefix(LINK)))
    assert len(play["players"]) == 3


def test_every_button_of_the_screen_can_be_touched(finished):
    touch(finished, "Share")
    offscreen.settle(3)
    buttons = [tap for tap in taps(finished) if getattr(tap.view, "command", None) is not None]
    assert len(buttons) >= 8
    assert all(inside(tap) for tap in buttons)


def test_as_many_ways_are_in_sight_as_the_bar_says(finished):
    touch(finished, "Share")
    offscreen.settle(3)
    rows = [each for each in finished.walk(restrict=True) if type(each).__name__ == "WayLine"]
    assert finished.desk.view().bar.sentence.split()[0] == str(len(rows))
    assert all(inside(row) for row in rows)


def test_the_link_and_the_text_are_copied(finished):
    from kivy.core.clipboard.clipboard_sdl2 import ClipboardSDL2

    touch(finished, "Share")
    touch(finished, "Link")
    assert ClipboardSDL2().paste() == bgstats_link(report_now(finished.desk.source.book))
    touch(finished, "Copy")
    assert ClipboardSDL2().paste().startswith("Companion · Constantinopolis")
    assert finished.desk.view().bar.note == "Copied. Paste it where you want it."


def test_files_are_saved_in_a_folder_that_is_named(finished, tmp_path):
    touch(finished, "Share")
    touch(finished, "Save all four")
    (folder,) = (tmp_path / "shared").iterdir()
    names = {"report.html", "figures.csv", "notation.txt", "record.jsonl"}
    assert {file.name for file in folder.iterdir()} == names
    note = finished.desk.view().bar.note
    assert str(folder) in note
    assert all(name in note for name in names)
    digest = finished.desk.source.book.entries[-1].digest
    assert read_record(folder / "record.jsonl").entries[-1].digest == digest
    assert read_game((folder / "notation.txt").read_text(encoding="utf-8")).entries[-1].digest == digest


def test_where_there_is_a_share_sheet_what_was_saved_is_offered_to_other_apps(finished, tmp_path):
    offered = []
    finished.desk.share_sheet = offered.extend
    touch(finished, "Share")
    touch(finished, "Save all four")
    (folder,) = (tmp_path / "shared").iterdir()
    assert sorted(offered) == sorted(folder.iterdir())
    assert str(folder) in finished.desk.view().bar.note


def test_a_file_that_is_not_ours_stays_and_the_screen_says_why(finished, tmp_path):
    touch(finished, "Share")
    touch(finished, "Save all four")
    (folder,) = (tmp_path / "shared").iterdir()
    (folder / "figures.csv").write_text("mine")
    showing(finished, "Save all four")
    finished.desk.do(acts.SaveFiles(("csv",)))
    assert (folder / "figures.csv").read_text() == "mine"
    assert "is no such file of ours" in finished.desk.view().bar.note


@pytest.mark.parametrize("finished", ["byzanz", "praetor"], indirect=True)
def test_the_other_games_are_shared_too(finished, shoot):
    touch(finished, "Share")
    text = decoded(shoot(f"share-{finished.desk.source.game.name}"))
    assert text == bgstats_link(report_now(finished.desk.source.book))
