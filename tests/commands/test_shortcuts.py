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
