"""A game in a wheel of its own is installed and played: nothing of the companion knows its name."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.commands.cli import main
from companion.host.host import Host
from companion.titles import known, title_of
from companion.titles.title import Place, Setting
from engine.journal import Entry

HERE = Path(__file__).resolve().parents[2]
TINY = HERE / "tests" / "titles" / "heaps"
PAGE = (HERE / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
LINES = 150
PLACES = (Place("red", "Anna"), Place("blue", "Bruno", "north"))
TURNS = ("red 1 3", "blue 2 1", "red 2 3", "blue 3 2", "red 3 3")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the game's wheel has been installed."""
    wheels, folder = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("site")
    run = [sys.executable, "-m"]
    build = [*run, "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(build, cwd=TINY, check=True, capture_output=True, timeout=120)
    (wheel,) = wheels.glob("*.whl")
    install = [*run, "pip", "install", "--no-index", "--no-deps", "--target", str(folder), str(wheel)]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    return folder


@pytest.fixture(scope="module", autouse=True)
def installed(site: Path) -> Iterator[None]:
    """The same folder where Python finds packages."""
    sys.path.insert(0, str(site))
    invalidate_caches()
    yield
    sys.path.remove(str(site))


def takes(turn: str) -> Any:
    seat, heap, matches = turn.split()
    return import_module("heaps.rules").Take(seat, int(heap), int(matches))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which a whole game has been played by taps, with a restart in its middle."""
    folder = tmp_path_factory.mktemp("data")
    setting = Setting(game="heaps", edition="", places=PLACES)
    for number, turns in enumerate((TURNS[:2], TURNS[2:])):
        host = Host(folder, chance=Random(1))
        try:
            session = host.resume("heaps-0001") if number else host.open(setting)
            assert all(isinstance(session.submit(takes(turn)), Entry) for turn in turns)
        finally:
            host.close()
    return folder


def test_the_set_up_of_the_example_has_places_and_an_edition() -> None:
    title = title_of("heaps")
    setup = title.agree(Setting(game="heaps", edition="", places=PLACES), Random(1), None)
    assert [(place.colour, place.name) for place in setup.places] == [("red", "Anna"), ("blue", "Bruno")]
    assert setup.edition == ""


@pytest.fixture
def record(folder: Path, tmp_path: Path) -> Path:
    """The record of that game."""
    file = tmp_path / "heaps.jsonl"
    assert main(["--data", str(folder), "export", "heaps-0001", str(file)]) == 0
    return file


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    """What a command answers as JSON."""
    capsys.readouterr()
    assert main([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_tiny_game_is_tiny() -> None:
    assert sum(len(file.read_text().splitlines()) for file in TINY.rglob("*.py")) <= LINES


def test_an_installed_game_is_known_by_its_entry_point() -> None:
    assert known()["heaps"] == "heaps.title"
    assert title_of("heaps").game.name == "heaps"


def test_a_kept_game_is_listed_as_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(folder), "games"]) == 0
    line = capsys.readouterr().out
    assert "heaps-0001" in line
    assert "Anna, Bruno  over, 6 entries" in line


def test_its_record_is_decided_again_in_a_process_of_its_own(site: Path, record: Path) -> None:
    command = [sys.executable, "-m", "companion", "replay", str(record)]
    home = os.environ | {"PYTHONPATH": str(site)}
    ran = subprocess.run(command, env=home, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert "1. Anna (red) 1: last 1\n2. Bruno (blue) 0: last 0" in ran.stdout


def test_its_final_score_names_the_winner(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    standings = answer(capsys, "replay", record)["standings"]
    assert standings == {"red": {"place": 1, "score": 1}, "blue": {"place": 2, "score": 0}}


def test_what_a_player_may_do_is_listed_with_its_range(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lawful = answer(capsys, "may", record, "Bruno", "--at", 2)["lawful"]
    assert [(one["line"], one["least"], one["most"]) for one in lawful] == [
        ("take … from 2", 1, 4),
        ("take … from 3", 1, 5),
    ]


def test_why_a_player_has_matches_is_answered_with_the_rule(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    causes = answer(capsys, "why", record, "anna", 3, "--piece", "match", "--language", "es")["causes"]
    assert {(cause["rule"], cause["sentence"][:9]) for cause in causes} == {("N-TRN-02", "Se toma a")}


def test_a_refusal_quotes_the_rule_in_every_language(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentences = [
        answer(capsys, "ask", record, "blue take 9 from 2", "--at", 2, "--language", language)["sentence"]
        for language in ("en", "it", "es", "de")
    ]
    assert [sentence[:4] for sentence in sentences] == ["No m", "Non ", "No s", "Mehr"]


def test_a_command_at_the_wrong_moment_is_refused_by_the_games_own_rule(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, "ask", record, "red take 1 from 2", "--at", 2)["rule"] == "N-TRN-01"


def test_a_situation_written_by_hand_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "judge", TINY / "case.toml")
    assert [ruling.get("rule", "") for ruling in found["rulings"]] == ["N-TRN-03", "N-TRN-01", ""]


def test_its_record_is_written_in_readable_form_and_back(record: Path, tmp_path: Path) -> None:
    text, back = tmp_path / "heaps.txt", tmp_path / "again.jsonl"
    assert main(["notation", str(record), "-o", str(text)]) == 0
    assert "2. red take 3 from 1" in text.read_text()
    assert main(["notation", str(text), "-o", str(back)]) == 0
    assert back.read_bytes() == record.read_bytes()


def test_its_rules_are_found_by_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert [rule["rule"] for rule in answer(capsys, "rules", "--game", "heaps", "last", "match")["rules"]][:1] == [
        "N-END-01"
    ]


# -- docs/adding-a-game.md


def blocks(language: str) -> list[str]:
    """The examples of the page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_every_command_of_the_page_works_in_its_order(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("companion ")]
    assert len(lines) >= 10
    (tmp_path / "tests").symlink_to(HERE / "tests")
    monkeypatch.chdir(tmp_path)
    for line in lines:
        assert main(["--data", str(folder), *shlex.split(line, comments=True)[1:]]) == 0, line
    assert Path("again.jsonl").read_bytes() == Path("heaps.jsonl").read_bytes()


def test_the_page_builds_the_wheel_under_its_name() -> None:
    (name,) = re.findall(r"dist/(\S+\.whl)", PAGE)
    project = tomllib.loads((TINY / "pyproject.toml").read_text())["project"]
    assert name == f"{project['name'].replace('-', '_')}-{project['version']}-py3-none-any.whl"


def test_the_game_of_the_page_is_opened_and_played(tmp_path: Path) -> None:
    found: dict[str, Any] = {"folder": tmp_path}
    exec("".join(blocks("python")), found)
    assert found["session"].book.last == 2


def test_what_the_page_shows_stands_in_the_example() -> None:
    written = [tomllib.loads(file.read_text(encoding="utf-8")) for file in TINY.rglob("*.toml")]
    for block in blocks("toml"):
        assert any(_stands(tomllib.loads(block), file) for file in written), block


def _stands(shown: Any, file: Any) -> bool:
    if isinstance(shown, dict):
        return all(key in file and _stands(value, file[key]) for key, value in shown.items())
    return bool(shown == file)
