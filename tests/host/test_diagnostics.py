"""The file to attach to a report holds what helps, and neither a password nor a name."""

from __future__ import annotations

import json
import logging
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands.cli import main
from companion.host.diagnostics import HIDDEN, write_diagnostics
from companion.host.doctor import found
from companion.host.log_file import FILE, keep_log
from companion.play.record import decided_again, read_record
from companion.play.storage import Store
from companion.sharing.nameless import nameless
from companion.sharing.report import report_of
from engine.errors import WrongInput
from engine.journal import Journal, Undo
from tests.titles.test_every_title import finished

NAMES = ("Wilhelmina", "Kunigunde", "Adalbert", "Theodora")
PASSWORDS = ("hunter2!", 'qu"ote\\secret', "s3cr3t&more")
DEVICES = """
camera = "http://watcher:{0}@cam.example:8080/video?pwd=qwerty-asdf"
usb = false
[broker]
host = "broker.example"
user = "table-one"
password = '{1}'
"""


def played(name: str = "byzanz", people: tuple[str, ...] = NAMES) -> Journal:
    """A finished game of people with names, in which one took something back."""
    whole = finished(name)
    count = len(whole.setup.places)
    if hasattr(whole.setup, "names"):
        setup = replace(whole.setup, names=people[:count])
    else:
        places = tuple(replace(place, name=each) for place, each in zip(whole.setup.places, people, strict=False))
        setup = replace(whole.setup, places=places)
    again = Journal(whole.game, setup)
    for entry in whole.entries:
        command = replace(entry.command, setup=setup) if entry.number == 1 else entry.command
        again.submit(command, entry.origin, 1.7e9 + entry.number)
    last = again.entries[-1].command
    again.submit(Undo("", again.last - 1, f"agreed: {people[0]}, {people[1]}"))
    again.submit(last, evidence=f"{people[1]} said so")
    return again


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a game, a log and devices with passwords."""
    path = tmp_path / "data"
    path.mkdir()
    (path / "devices.toml").write_text(DEVICES.format(PASSWORDS[0], PASSWORDS[1]))
    with Store(path / "games.db") as store:
        store.take_in(played(), 1.0)
    log = keep_log(path)
    assert log is not None
    logging.getLogger("companion").warning("%s of %s: no answer from %s", PASSWORDS, NAMES[0], "broker.example")
    logging.getLogger("companion").removeHandler(log)
    log.close()
    (path / "crashes").mkdir()
    (path / "crashes" / "2026-01-01-000000.txt").write_text(f"arguments: ['{PASSWORDS[0]}']\nBoom")
    return path


FINDINGS = (found("camera-missing", camera=f"http://watcher:{PASSWORDS[0]}@cam.example"),)


def written(folder: Path, **more: bool) -> dict[str, str]:
    """Every part of the file by its name."""
    path = folder.parent / "out.zip"
    write_diagnostics(folder, path, FINDINGS, **more)
    assert path.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_the_file_holds_versions_doctor_devices_log_crashes_and_the_last_game(folder: Path) -> None:
    parts = written(folder)
    assert {*parts} == {
        *("about.json", "doctor.json", "devices.json", FILE, "crashes/2026-01-01-000000.txt", "game.jsonl")
    }
    assert "kivy" in {name.lower() for name in json.loads(parts["about.json"])["packages"]}
    assert json.loads(parts["doctor.json"])[0]["id"] == "camera-missing"
    assert json.loads(parts["devices.json"])["broker"]["host"] == "broker.example"
    assert "no answer from broker.example" in parts[FILE]


@pytest.mark.parametrize("names", [False, True])
@pytest.mark.parametrize("secret", [PASSWORDS[0], PASSWORDS[1], "qwerty-asdf"])
def test_no_password_is_in_any_part(folder: Path, secret: str, names: bool) -> None:
    for name, text in written(folder, names=names).items():
        assert secret not in text, name
        assert json.dumps(secret)[1:-1] not in text, name


def test_a_password_in_the_log_is_hidden_and_the_line_stays(folder: Path) -> None:
    assert f"('{HIDDEN}'" in written(folder)[FILE]


def test_no_name_is_in_any_part_unless_it_is_asked_for(folder: Path) -> None:
    for part, text in written(folder).items():
        assert [name for name in NAMES if name in text] == [], part
    assert all(name in written(folder, names=True)["game.jsonl"] for name in NAMES)


@pytest.mark.parametrize("name", ["constantinopolis", "byzanz", "praetor"])
def test_a_game_without_names_is_the_same_game(name: str) -> None:
    book = played(name)
    again = nameless(book)
    assert again.entries[-1].digest != book.entries[-1].digest
    assert decided_again(again).entries[-1].digest == again.entries[-1].digest
    scores = [(one.seat, one.score, one.place) for one in report_of(book).standings]
    assert [(one.seat, one.score, one.place) for one in report_of(again).standings] == scores
    assert sorted(report_of(again).people.values()) == [f"Player {at}" for at in range(1, len(scores) + 1)]
    assert any("Player 1, Player 2" in getattr(entry.command, "why", "") for entry in again.entries)


def test_the_record_in_the_file_opens(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text(written(folder)["game.jsonl"])
    assert read_record(tmp_path / "game.jsonl").last == played().last


def test_a_game_whose_names_cannot_be_told_from_its_rules_is_left_out_with_the_reason(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with Store(folder / "games.db") as store:
        store.take_in(played("constantinopolis", ("production", "Kunigunde", "Adalbert")), 1.0)
    parts = written(folder)
    assert "game.jsonl" not in parts
    assert "stands for something else too" in parts["game.txt"]


def test_damaged_games_and_devices_do_not_stop_it(folder: Path) -> None:
    (folder / "games.db").write_bytes(b"SQLite format 3\0" + bytes(5000))
    (folder / "devices.toml").write_text("camera = [")
    parts = written(folder)
    assert "not included" in parts["game.txt"]
    assert "wrong" in json.loads(parts["devices.json"])


def test_another_ending_and_a_file_that_is_not_ours_are_refused(folder: Path) -> None:
    with pytest.raises(WrongInput, match="ends in"):
        write_diagnostics(folder, folder.parent / "out.txt", FINDINGS)
    mine = folder.parent / "mine.zip"
    mine.write_text("mine")
    with pytest.raises(WrongInput, match="is no such file"):
        write_diagnostics(folder, mine, FINDINGS)
    assert mine.read_text() == "mine"


def test_the_command_examines_this_machine_and_says_what_is_inside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data", str(tmp_path), "diagnostics", str(tmp_path / "out.zip")]) == 0
    assert "about.json, doctor.json, devices.json" in capsys.readouterr().out
