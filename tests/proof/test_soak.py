"""The soak tells what it played and names what broke."""

from __future__ import annotations

import pytest

from engine.constantinopolis.editions import OPTIONS, Edition
from tools import soak


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
