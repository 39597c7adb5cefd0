"""The sentences of Praetor: complete, in four languages, short, and tied to the options."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.titles import rulebook_of
from engine.praetor.editions import FILE as EDITIONS
from engine.praetor.editions import OPTIONS, presets

FOLDER = Path(EDITIONS).with_name("rulebook")
RULES = rulebook_of("praetor")
WHOLE = [file for file in FOLDER.glob("*.toml") if file.stem not in ("reasons", "options")]
RAW = {rule: table for file in WHOLE for rule, table in tomllib.loads(file.read_text("utf-8")).items()}
QUESTIONS = tomllib.loads(EDITIONS.read_text("utf-8"))["options"]
LANGUAGES = ("en", "it", "es", "de")

CHAPTERS = {
    "CMP": 6,
    "DAT": 5,
    "SET": 11,
    "RND": 1,
    "ORD": 6,
    "FAV": 1,
    "ACT": 6,
    "BLD": 11,
    "ACV": 7,
    "SPC": 8,
    "TIL": 21,
    "MOR": 1,
    "UPD": 13,
    "REF": 5,
    "END": 2,
    "SCO": 6,
    "TIE": 5,
    "EXP": 7,
    "HRD": 4,
    "AMB": 20,
    "INV": 7,
    "OBS": 3,
}
"""The chapters of the rules specification with the number of rules in each; the numbers run without a gap."""


def test_every_rule_of_the_specification_has_its_sentences():
    assert set(RULES) == {f"P-{name}-{number:02}" for name, size in CHAPTERS.items() for number in range(1, size + 1)}
    assert len(RULES) == 156


def test_no_rule_stands_in_two_files():
    assert sum(len(tomllib.loads(file.read_text("utf-8"))) for file in WHOLE) == len(RULES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_short_and_ends(language):
    assert [rule for rule in RULES if not _reads_well(RULES[rule].sentence(language))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_names_only_facts_of_its_rule(language):
    for rule, table in RAW.items():
        named = re.findall(r"{(\w+)}", table[language] + table.get("refusal", {}).get(language, ""))
        assert set(named) <= set(table["facts"]), rule


def test_a_rule_is_a_ruling_exactly_where_the_rulebook_is_silent():
    assert all(RULES[rule].place.get("it") for rule in RULES)
    silent = {rule for rule in RULES if RULES[rule].place == {"it": "silent"}}
    assert {rule for rule in RULES if RULES[rule].ruling} == silent


def test_every_option_is_explained_value_by_value():
    assert {option: tuple(question["values"]) for option, question in QUESTIONS.items()} == OPTIONS
    for option, question in QUESTIONS.items():
        assert list(question["value"]) == question["values"], option
        assert all(_reads_well(text[language]) for text in question["value"].values() for language in LANGUAGES), option


def test_an_option_and_its_rule_name_each_other():
    assert all(QUESTIONS[RULES[rule].option]["rule"] == rule for rule in RULES if RULES[rule].option)
    assert {RULES[question["rule"]].option for question in QUESTIONS.values()} <= set(OPTIONS)
    assert {question["ambiguity"] for question in QUESTIONS.values()} - {""} <= set(RULES)


def test_the_default_preset_has_every_default():
    assert next(iter(presets())) == "rulebook"
    assert presets()["rulebook"] == type(presets()["rulebook"])()


def _reads_well(sentence):
    return (
        2 < len(sentence) <= 200 and sentence[-1] in ".?" and (sentence[0].isupper() or sentence[0] in "¿{0123456789")
    )
