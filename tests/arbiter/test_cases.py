"""The cases in docs/cases: each is judged as it expects, and a mistake in one is named by file, line and key."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.arbiter import expecting
from companion.arbiter.as_json import as_json
from companion.arbiter.cases import read_cases
from companion.arbiter.judging import Judgement, judge_all, judge_case, judge_file
from companion.arbiter.report import Report
from companion.commands.cli import main
from companion.notation.case import Expect
from companion.notation.toml_lines import Keys
from tests.arbiter.conftest import Write

CASES_FOLDER = Path(__file__).parents[2] / "docs" / "cases"
CASES = sorted(CASES_FOLDER.rglob("*.toml"))


SITUATIONS = [(file, sheet.instead) for file in CASES for sheet in read_cases(file)]
every_situation = pytest.mark.parametrize(
    ("file", "instead"), SITUATIONS, ids=["-".join((file.stem, *instead)) for file, instead in SITUATIONS]
)


@cache
def _judged(file: Path, instead: Keys = ()) -> tuple[Judgement, Expect]:
    sheet = next(sheet for sheet in read_cases(file) if sheet.instead == instead)
    found = judge_case(sheet)
    assert found.case.expect is not None
    return found, found.case.expect


@pytest.mark.parametrize(("folder", "least"), [("", 30), ("byzanz", 35), ("praetor", 25)])
def test_there_are_as_many_cases_as_promised(folder: str, least: int) -> None:
    assert len(list((CASES_FOLDER / folder).glob("*.toml"))) >= least


@every_situation
def test_a_case_is_ruled_as_it_expects(file: Path, instead: Keys) -> None:
    found, expect = _judged(file, instead)
    assert expecting.rulings(found) == expect.rulings


@every_situation
def test_exactly_the_expected_options_change_a_ruling_or_what_follows(file: Path, instead: Keys) -> None:
    found, expect = _judged(file, instead)
    assert expecting.options(found) == set(expect.options or ())


@every_situation
def test_every_player_ends_with_the_expected_differences(file: Path, instead: Keys) -> None:
    found, expect = _judged(file, instead)
    assert expecting.changed(found) == expect.changes


@every_situation
def test_expected_scores_and_winners_are_those_of_the_standings(file: Path, instead: Keys) -> None:
    found, expect = _judged(file, instead)
    scores = {one.seat: one.score for one in found.standings if one.seat in expect.scores}
    assert scores == expect.scores
    assert expecting.winners(found) == (expect.winners or expecting.winners(found))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_every_ruling_can_be_told_in_every_language(file: Path, language: str) -> None:
    found = judge_file(file, language)
    text = Report(found.case.game, found.case.edition, language).judgement(found)
    assert all(one.command in text and one.rule in text for one in found.verdicts)
    assert "{" not in text


def test_a_judgement_is_one_json_object() -> None:
    found = as_json(judge_file(CASES[0]))
    again: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    assert again["rulings"][0]["allowed"] in (True, False)
    assert set(again) >= {"title", "edition", "preset", "rulings", "changes", "standings", "phase", "state"}


def test_a_table_that_agreed_otherwise_is_asked_from_the_first_command_on(write: Write) -> None:
    text = 'phase = "duel"\ncommands = ["blue concede", "blue take Urbi"]\nred.office = "none"\nblue.office = 2\n'
    text += 'so_far = { challenger = "red", contest = 2, bid = 1, left = [4] }\n'
    verdicts = judge_file(write(text)).verdicts
    assert [[one.option for one in verdict.readings] for verdict in verdicts] == [[], ["auction_free_move"]]
    assert verdicts[1].presets["author"] is False


def test_three_lines_make_a_case(write: Write) -> None:
    found = judge_file(write('title = "First bid"\nseats = ["red", "blue"]\ncommands = ["red bid 2 1"]\n'))
    assert [one.allowed for one in found.verdicts] == [True]


@pytest.mark.rule("C-AUC-09")
def test_a_refusal_tells_rule_facts_places_differences_and_the_option_that_changes_it() -> None:
    found, _ = _judged(CASES[0].with_name("auction-wall.toml"))
    refusal = found.verdicts[0]
    assert (refusal.rule, refusal.facts) == ("C-AUC-09", {"least": 5})
    assert refusal.places["it"] == "9.5"
    assert "D-04" in refusal.differs
    assert refusal.presets == {"reconciled": True, "author": True, "english": False, "spanish": True}
    assert "least bid is 5" in refusal.sentence


def test_an_edition_that_is_silent_is_said_to_be(write: Write) -> None:
    text = 'edition = "it"\nphase = "duel"\ncommands = ["blue concede", "blue bid Pretorio 9"]\n'
    text += 'red.office = 1\nblue.office = 2\nso_far = { challenger = "red", contest = 2, bid = 1 }\n'
    found = judge_file(write(text))
    assert [one.rule for one in found.verdicts] == ["", "C-AUC-14"]
    told = Report("constantinopolis", "it", "en").judgement(found)
    assert "The Italian rulebook is silent; the rule stands in another edition." in told


TWICE = """
seats = ["red", "blue"]
red.gold = 12
commands = ["red bid Pretorio 13"]
[expect]
rulings = ["C-AUC-10"]
[[instead]]
title = "one more"
red.gold = 13
[instead.expect]
rulings = ["allowed"]
[[instead]]
red = { gold = 14, goods = "G" }
"""


def test_a_file_may_hold_several_situations(write: Write) -> None:
    found = judge_all(write(TWICE))
    assert [expecting.rulings(one) for one in found] == [("C-AUC-10",), ("allowed",), ("allowed",)]
    assert [one.case.title for one in found] == ["", "one more", ""]
    assert [one.state.table["goods/red"] for one in found] == [{}, {}, {"G": 1}]
    assert found[2].case.expect is None


def test_every_situation_of_a_file_is_printed_and_compared(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(TWICE)
    assert main(["judge", str(file)]) == 0
    assert capsys.readouterr().out.count("red bid Pretorio 13") == 3
    assert main(["judge", str(file), "--json"]) == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    assert [one["title"] for one in told["instead"]] == ["one more", ""]
    wrong = TWICE.replace('rulings = ["allowed"]', 'rulings = ["C-AUC-10"]')
    assert main(["judge", str(write(wrong))]) == 1
