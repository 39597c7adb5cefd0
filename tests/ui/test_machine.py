"""A game is brought in from a file, and the machine is tested, by touch."""

from __future__ import annotations

import zipfile
from random import Random

import pytest

from companion.arbiter.gamescript import write_game
from companion.host.host import Host
from companion.play.record import write_record
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.ui.controls import window_box
from companion.ui.keyboard import TAB
from companion.views.common import acts
from tests.sharing.conftest import timed
from tests.ui.finger import inside, showing, taps, touch
from tests.ui.test_keyboard import key


@pytest.fixture
def window(face, tmp_path, monkeypatch):
    """A window without a game, at a home folder of its own."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "games").mkdir(parents=True)
    host = Host(tmp_path / "data", chance=Random(1))
    yield face(Desk(host, chance=Random(1)))
    host.close()


def test_a_record_is_brought_in_from_a_folder(window, tmp_path, shoot):
    write_record(timed("byzanz"), tmp_path / "home" / "games" / "evening.jsonl")
    window.desk.do(acts.Open("menu"))
    offscreen.settle(3)
    touch(window, "Bring in a game")
    touch(window, "home")
    touch(window, "games")
    shoot("import")
    touch(window, "evening.jsonl")
    assert window.desk.view().bar.note == "Kept as byzanz-0001. It stands in the list of games."
    assert [saved.id for saved in window.desk.host.saved] == ["byzanz-0001"]
    touch(window, "evening.jsonl")
    assert window.desk.view().bar.note == "Kept already, as byzanz-0001."
    assert len(window.desk.host.saved) == 1


def test_a_game_written_as_text_is_brought_in_by_touch(window, tmp_path):
    (tmp_path / "home" / "games" / "evening.txt").write_text(write_game(timed("byzanz")), encoding="utf-8")
    window.desk.do(acts.Open("menu"))
    offscreen.settle(3)
    touch(window, "Bring in a game")
    touch(window, "home")
    touch(window, "games")
    touch(window, "evening.txt")
    assert [saved.id for saved in window.desk.host.saved] == ["byzanz-0001"]


def test_a_list_that_is_all_in_view_stays_where_it_is_when_a_key_goes_through_it(window):
    window.desk.do(acts.Open("import"))
    offscreen.settle(3)
    home = showing(window, "home")
    before = window_box(home)
    while window.keyboard.focus is not home:
        key(TAB)
    assert window_box(home) == before


def test_what_is_wrong_with_a_file_is_said_with_its_line(window, tmp_path, shoot):
    file = tmp_path / "home" / "games" / "broken.jsonl"
    write_record(timed("byzanz"), file)
    lines = file.read_text().splitlines()
    lines[20] = lines[20].replace('"digest":"', '"digest":"0')
    file.write_text("\n".join(lines))
    window.desk.do(acts.Open("import", str(file.parent)))
    offscreen.settle(3)
    touch(window, "broken.jsonl")
    shoot("import-wrong")
    assert "entry 20: digest" in window.desk.view().bar.note
    assert list(window.desk.host.saved) == []


def test_a_folder_that_cannot_be_read_is_said_and_left(window, tmp_path):
    window.desk.do(acts.Open("import", str(tmp_path / "none")))
    offscreen.settle(3)
    assert "No such file" in window.desk.view().body.note
    touch(window, "One folder up")
    assert window.desk.look.about == str(tmp_path)


def test_the_self_test_shows_what_the_doctor_finds_and_saves_a_file(window, tmp_path, shoot):
    window.desk.do(acts.Open("menu"))
    offscreen.settle(3)
    touch(window, "Self-test")
    while window.desk.host.findings is None:
        offscreen.settle(1)
    window.mark()
    offscreen.settle(3)
    shoot("self-test")
    labels = [row.label for row in window.desk.view().body.options]
    assert labels == [finding.what("en") for finding in window.desk.host.findings]
    assert all(inside(tap) for tap in taps(window) if getattr(tap.view, "command", None))
    touch(window, "Save a file for a report")
    (file,) = (tmp_path / "data" / "shared").glob("*.zip")
    assert str(file) in window.desk.view().bar.note
    assert "doctor.json" in zipfile.ZipFile(file).namelist()
