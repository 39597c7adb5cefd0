"""The soak tells what it played and names what broke."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.constantinopolis.editions import OPTIONS, Edition
from tools import soak, soak_all
from tools.fuzz.doors import DOORS


def test_a_soak_counts_its_games_and_entries() -> None:
    found = soak.soak(range(2), 1)
    assert (found.games, found.broken, sum(found.kinds.values())) == (2, [], 2)
    assert found.entries > 200


def test_a_game_that_breaks_a_law_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_seed: int) -> None:
        raise AssertionError("entry 7: a cube too many")

    monkeypatch.setattr(soak, "a_lawful_game", breaks)
    played = soak.play(41)
    assert (played.seed, played.kind) == (41, "broken")
    assert "entry 7: a cube too many" in played.broken


def test_a_soak_with_a_broken_game_or_an_option_unseen_misses_its_goals() -> None:
    found = soak.Tally()
    found.add(soak.Played(0, 300, Edition(), "2 players, second exhaustion", "broken"))
    goals = {figure.what: (figure.value, figure.reached) for figure in soak.figures(found)}
    assert goals["games that broke a law"] == ("1", False)
    assert goals["values of options played"] == (str(len(OPTIONS)), False)


def test_a_soak_says_first_how_long_it_takes_and_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "out" / "soak.json"
    assert soak_all.done_on("abc", file) == []
    soak_all.keep("abc", ["slow", "games"], file)
    done = soak_all.done_on("abc", file)
    names = soak_all.plan((), done)
    assert names == ["trays", "kills", "damage", "disk", "bytes"]
    minutes = sum(soak_all.PARTS[name].minutes for name in names)
    assert soak_all.told(names, done).startswith(f"5 parts, about {minutes // 60} h {minutes % 60:02} min")
    assert soak_all.plan(["games"], done) == ["games"]
    assert soak_all.done_on("another commit", file) == []


def test_a_damaged_note_of_what_was_soaked_is_no_note(tmp_path: Path) -> None:
    file = tmp_path / "soak.json"
    for text in ("", "[]", '{"commit": "abc"}', '{"commit": "abc", "done": ["dance"]}'):
        file.write_text(text)
        assert soak_all.done_on("abc", file) == []


def test_every_part_of_the_soak_can_be_run() -> None:
    for part in soak_all.PARTS.values():
        assert find_spec(part.command[0]) is not None
    assert soak_all.PARTS["bytes"].minutes >= 10 * len(DOORS)
