"""The doctor names what is wrong before a game and says what to do."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.doctor import Finding, _words, examine_camera, examine_data
from companion.storage import Store
from tests.companion.nim import Lay, Setup
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat import load_mat


def test_a_sound_folder_is_good(tmp_path: Path) -> None:
    assert [finding.id for finding in examine_data(tmp_path)] == ["data-good"]


def test_a_folder_where_nothing_can_be_kept_is_bad(tmp_path: Path) -> None:
    (tmp_path / "games.db").mkdir()
    (finding,) = examine_data(tmp_path)
    assert (finding.id, finding.level) == ("data-unwritable", "bad")


def test_a_damaged_game_is_named_with_its_entry(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.begin("nim", Setup(), 1.0)[1].submit(Lay("", 12))
    with sqlite3.connect(tmp_path / "games.db") as other:
        other.execute("DROP TRIGGER entries_never_change")
        other.execute("UPDATE entry SET digest = 'x' WHERE number = 1")
    finding = list(examine_data(tmp_path))[1]
    assert "entry 1" in finding.what("en")


def test_no_camera_is_no_fault_and_one_without_pictures_is(tmp_path: Path) -> None:
    assert [finding.id for finding in examine_camera("")] == ["camera-none"]
    assert [finding.id for finding in examine_camera(str(tmp_path), 0.3)] == ["camera-missing"]


def test_a_camera_over_the_mat_sees_its_corners(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(Scene(load_mat(), Weather.named("kind"), seed=1).jpeg())
    (finding,) = examine_camera(str(tmp_path), 2.0)
    assert (finding.id, finding.facts["size"]) == ("mat-good", "1280 × 720")


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_every_finding_speaks_three_languages_and_says_what_to_do_unless_all_is_well(language: str) -> None:
    facts = dict.fromkeys(("games", "folder", "reason", "camera", "markers", "size"), "x")
    for id in _words():
        finding = Finding(id, facts)
        assert finding.what(language)
        assert bool(finding.remedy(language)) == (finding.level != "ok")


def test_the_command_says_it_as_json_and_fails_when_something_is_bad(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text("camera = 3\n")
    asked = [sys.executable, "-m", "companion", "--data", str(tmp_path), "doctor", "--json"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert [finding["id"] for finding in json.loads(done.stdout)] == ["data-good", "wiring-wrong"]
    assert done.returncode == 1
