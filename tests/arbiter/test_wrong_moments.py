"""At the wrong moment the arbiter tells the rule of the game and its printed places, and no sentence about phases."""

from __future__ import annotations

import pytest

from companion.arbiter.judging import judge_file
from companion.arbiter.report import Report
from companion.titles import rulebook_of
from tests.arbiter.conftest import Write

DUEL = 'phase = "duel"\nred.office = 1\nblue.office = 2\nso_far = { challenger = "red", contest = 2, bid = 1 }\n'
WINDOW = 'phase = "declared"\nred.office = 1\nblue.office = "Consul"\nso_far = { builder = "red", tile = "metallum" }\n'
AUCTION = 'phase = "auction"\nred.office = 1\nblue.office = 2\n'
LAST = 'phase = "turnover"\n'


@pytest.mark.parametrize(
    ("position", "command", "rule"),
    [
        (DUEL, "red stay", "C-AUC-08"),
        (DUEL, "blue build cura", "C-BLD-01"),
        (AUCTION, "red raise 3", "C-AUC-08"),
        (AUCTION, "blue bid 1 3", "C-AUC-02"),
        (WINDOW, "red build cura", "C-BLD-08"),
        (WINDOW, "blue sell 1 G", "C-CON-04"),
        (LAST, "red build cura", "C-BLD-01"),
        (LAST, "red donate GGG", "C-DON-03"),
    ],
)
def test_at_the_wrong_moment_the_rule_of_the_game_is_told_with_its_places(
    write: Write, position: str, command: str, rule: str
) -> None:
    found = judge_file(write(f'seats = ["red", "blue"]\ncommands = ["{command}"]\n{position}'))
    (verdict,) = found.verdicts
    assert verdict.rule == rule
    assert verdict.sentence.startswith(rulebook_of("constantinopolis")[rule].sentence("en"))
    assert set(verdict.places) == {"it", "en", "es"}
    told = Report("constantinopolis", "it", "en").judgement(found)
    assert f"forbidden – {rule}" in told
    assert "belongs to" not in told
