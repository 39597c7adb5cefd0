"""The soaks of the games' file: short ones are clean, and what they look for they would find."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.play.storage import Store
from tools import soak_damage, soak_disk, soak_hosts, soak_kills
from tools.soak_games import begun, digests, missing

UNSHARE = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]


def has_name_spaces() -> bool:
    try:
        return subprocess.run(UNSHARE, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def test_a_playing_process_is_killed_and_nothing_it_acknowledged_is_lost(tmp_path: Path) -> None:
    found = soak_kills.soak(4, 3, tmp_path)
    assert (found.kills, found.wrong) == (4, [])


def test_one_of_two_hosts_is_killed_and_there_are_never_two_writers(tmp_path: Path) -> None:
    found = soak_hosts.soak(6, 3, tmp_path)
    assert (found.kills, found.wrong) == (6, [])
    assert found.entries


def test_a_host_that_stands_still_is_not_counted_as_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed, kill = list[int](), soak_hosts.Process.kill
    monkeypatch.setattr(soak_hosts.Process, "kill", lambda self: killed.append(self.id) or kill(self))
    found = soak_hosts.soak(6, 3, tmp_path)
    assert found.standstills
    assert len(killed) == 6 + 2 * found.games  # both are ended with each game


def test_two_writers_and_an_entry_written_twice_would_be_found() -> None:
    said = [soak_hosts.Said(1, "a"), soak_hosts.Said(2, "b"), soak_hosts.Said(2, "c")]
    assert soak_hosts.doubled(said) == ["entry 2 was said 2 times"]
    assert soak_hosts.mixed([5.0, 5.0, 7.0, 8.0]) == []
    assert soak_hosts.mixed([5.0, 7.0, 5.0, 8.0]) == ["hold 5 wrote again after another had begun"]


def test_damaged_files_lose_nothing_in_silence(tmp_path: Path) -> None:
    found = soak_damage.soak(len(soak_damage.WAYS), 3, tmp_path)
    assert (found.files, found.wrong) == (len(soak_damage.WAYS), [])


def test_an_entry_that_is_missing_from_a_game_listed_as_whole_is_found(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        game, session = begun(store, 1)
        wanted = {**digests(session.book), session.book.last + 1: "a digest that is not there"}
        assert missing(store, {game: digests(session.book)}) == []
        assert "lacks entries" in missing(store, {game: wanted})[0]
        assert missing(store, {"gone": {}}) == ["gone is in no list"]


@pytest.mark.skipif(not has_name_spaces(), reason="no disk can be mounted in a name space here")
def test_a_disk_that_fills_up_loses_nothing_and_the_game_goes_on() -> None:
    words = [sys.executable, "-m", "tools.soak_disk", "--runs", "2", "--seed", "4"]
    ran = subprocess.run(words, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("figures", "goal"),
    [
        (soak_kills.figures(soak_kills.Killed()), "kills of a playing process"),
        (soak_hosts.figures(soak_hosts.Found()), "kills of one of two hosts"),
        (soak_damage.figures(soak_damage.Damaged()), "damaged files"),
        (soak_disk.figures(soak_disk.Filled()), "games on a disk that fills up"),
    ],
)
def test_a_soak_that_is_too_short_misses_its_goal(figures: list[object], goal: str) -> None:
    assert {figure.what: figure.reached for figure in figures}[goal] is False  # type: ignore[attr-defined]
