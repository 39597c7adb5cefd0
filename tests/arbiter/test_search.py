"""Rules found by word and by id, with the places where they are printed."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from companion.arbiter.search import Search
from companion.commands.cli import main


def _run(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    main([str(argument) for argument in arguments])
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "language", "rule"),
    [
        ("wall auction", "en", "C-AUC-09"),
        ("mura asta", "it", "C-AUC-09"),
        ("muralla subasta", "es", "C-AUC-09"),
        ("c-lic-01", "es", "C-LIC-01"),
    ],
)
def test_rules_are_found_by_word_in_each_language_and_by_id(words: str, language: str, rule: str) -> None:
    with Search("constantinopolis") as search:
        found = [one.rule for one in search.find(words, language)]
    assert rule in found


def test_accents_do_not_matter() -> None:
    with Search("constantinopolis") as search:
        assert search.find("licenza", "it") == search.find("LICÈNZA", "it") != []
        assert search.find("edificios públicos", "es") == search.find("edificios publicos", "es") != []


def test_a_whole_question_finds_what_speaks_of_most_of_its_words() -> None:
    with Search("constantinopolis") as search:
        found = search.find("may I really bid more gold than I have?")
    assert "C-AUC-10" in [one.rule for one in found[:5]]


@pytest.mark.parametrize("words", ["", "   ", '"', "a OR", "NEAR(", "*", "xyzzy", "-", "'; drop table rules"])
def test_no_question_breaks_the_search(words: str) -> None:
    with Search("constantinopolis") as search:
        assert all(one.sentence for one in search.find(words))


def test_found_rules_are_told_with_their_places(capsys: pytest.CaptureFixture[str]) -> None:
    told = _run(capsys, "rules", "C-AUC-12", "--edition", "es", "--language", "it")
    assert "Regolamento spagnolo: p. 5." in told
    found: dict[str, Any] = json.loads(_run(capsys, "rules", "ousted", "--json"))
    assert "C-AUC-12" in [one["rule"] for one in found["rules"]]


@pytest.mark.parametrize(
    "words", [("--language", "it", "rules", "C-AUC-12"), ("rules", "C-AUC-12", "--language", "it")]
)
def test_the_language_may_stand_before_or_behind_the_command(words: tuple[str, ...]) -> None:
    told = subprocess.run([sys.executable, "-m", "companion", *words], capture_output=True, text=True, check=True)
    assert "Regolamento" in told.stdout


@pytest.mark.parametrize(
    ("many", "one", "language"), [("passengers", "passenger", "en"), ("contratti", "contratto", "it")]
)
def test_a_plural_finds_what_the_singular_finds(many: str, one: str, language: str) -> None:
    with Search("constantinopolis") as search:
        found = {rule.rule for rule in search.find(one, language, 200)}
        assert found
        assert found <= {rule.rule for rule in search.find(many, language, 200)}


def test_a_rule_of_every_game_is_found_by_its_id_and_an_unknown_id_finds_nothing() -> None:
    with Search("constantinopolis") as search:
        assert [rule.rule for rule in search.find("T-NOW")] == ["T-NOW"]
        assert search.find("C-XYZ-99") == []


def test_a_rule_of_either_game_is_found_by_its_words() -> None:
    with Search("byzanz") as search:
        assert "B-MER-01" in [one.rule for one in search.find("merchant", "en")]


def test_the_edition_in_the_language_asked_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    told = _run(capsys, "rules", "C-AUC-07", "--language", "it").splitlines()
    assert "Regolamento italiano" in told[1]
