"""The best loading and the scoring of untracked games on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.commands.cli import main

CASE = """
seats = ["red", "blue"]
phase = "accept"
turn = "red"
[red]
goods = "GB"
open = ["GB.7.112", "B.5.112", "P.5.-12"]
ships = ["small harbour", "medium harbour"]
"""
END = """
[red]
fame = 45
walls = 2
contracts = ["B.5.112", "R.7.111"]
gold = 5
[blue]
fame = 52
gold = 22
contracts = ["K.10.122"]
"""


def test_the_best_loading_of_a_case_is_told_for_each_aim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "case.toml").write_text(CASE, encoding="utf-8")
    assert main(["load", str(tmp_path / "case.toml"), "red", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["loadings"]["gold"]["gold"] == 7 + 5
    assert main(["load", str(tmp_path / "case.toml"), "red"]) == 0
    assert "gold: 12 gold" in capsys.readouterr().out


def test_an_untracked_game_is_scored_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "end.toml").write_text(END, encoding="utf-8")
    assert main(["score", str(tmp_path / "end.toml"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["standings"]
    assert [(one["seat"], one["score"]) for one in found] == [("blue", 55), ("red", 51)]


@pytest.mark.parametrize("text", ["[red", "[red]\nwalls = 2", "[red]\nfame = 1\nwalls = 9", "[red]\nfame = 'many'"])
def test_a_damaged_end_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (tmp_path / "end.toml").write_text(text, encoding="utf-8")
    assert main(["score", str(tmp_path / "end.toml")]) == 1
    assert "end.toml: " in capsys.readouterr().err


LEVEL = """
[red]
fours = 1
hand = 2
[blue]
threes = 1
ones = 1
hand = 2
"""


@pytest.mark.parametrize(("options", "places"), [((), [1, 1]), (("final_tie=best_single_profit",), [1, 2])])
def test_an_untracked_game_is_scored_by_the_options_of_its_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], places: list[int]
) -> None:
    (tmp_path / "end.toml").write_text(LEVEL, encoding="utf-8")
    said = [word for option in options for word in ("--option", option)]
    assert main(["score", str(tmp_path / "end.toml"), "--game", "byzanz", *said, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["standings"]
    assert [(one["seat"], one["place"]) for one in found] == list(zip(("red", "blue"), places, strict=True))


@pytest.mark.parametrize(
    ("game", "option", "why"),
    [
        ("byzanz", "final_draw=shared", "option 'final_draw' does not exist"),
        ("byzanz", "final_tie=coin", "Invalid enum value 'coin'"),
        ("byzanz", "final_tie", "is not of the form NAME=VALUE"),
        ("constantinopolis", "final_tie=shared", "no option changes how a finished game is scored: final_tie"),
    ],
)
def test_an_option_that_is_none_is_named_and_no_fault_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, option: str, why: str
) -> None:
    (tmp_path / "end.toml").write_text(LEVEL if game == "byzanz" else END, encoding="utf-8")
    assert main(["score", str(tmp_path / "end.toml"), "--game", game, "--option", option]) != 0
    said = capsys.readouterr().err
    assert why in said
    assert "end.toml" not in said
