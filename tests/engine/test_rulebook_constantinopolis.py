"""The sentences of Constantinopolis: complete, in four languages, short, and tied to the options."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.titles import rulebook_of
from engine.constantinopolis.editions import FILE as EDITIONS
from engine.constantinopolis.editions import OPTIONS, presets

FOLDER = Path(EDITIONS).with_name("rulebook")
RULES = rulebook_of("constantinopolis")
WHOLE = [file for file in FOLDER.glob("*.toml") if file.stem not in ("reasons", "options")]
RAW = {rule: table for file in WHOLE for rule, table in tomllib.loads(file.read_text("utf-8")).items()}
QUESTIONS = tomllib.loads(EDITIONS.read_text("utf-8"))["options"]
LANGUAGES = ("en", "it", "es", "de")

CHAPTERS = {
    "GEN": 9,
    "INF": 6,
    "CMP": 14,
    "SET": 8,
    "RND": 4,
    "AUC": 18,
    "OFF": 8,
    "SHP": 5,
    "PRD": 2,
    "ABL": 3,
    "BLD": 8,
    "LIC": 5,
    "PUB": 3,
    "WAL": 9,
    "CON": 10,
    "MKT": 8,
    "COM": 5,
    "UTL": 4,
    "DRW": 5,
    "ACC": 3,
    "LOD": 10,
    "RED": 3,
    "TPO": 5,
    "SBY": 4,
    "DON": 3,
    "EOR": 8,
    "STO": 3,
    "END": 3,
    "SCO": 6,
    "TIE": 2,
    "TRD": 4,
    "LEV": 6,
}
"""The chapters of the rules specification with the number of rules in each; the numbers run without a gap."""


def test_every_rule_of_the_specification_has_its_sentences():
    expected = {f"C-{chapter}-{number:02}" for chapter, size in CHAPTERS.items() for number in range(1, size + 1)}
    assert set(RULES) == expected
    assert len(RULES) == 194


def test_no_rule_stands_in_two_files():
    assert sum(len(tomllib.loads(file.read_text("utf-8"))) for file in WHOLE) == len(RULES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_short_and_ends(language):
    odd = {rule: RULES[rule].sentence(language) for rule in RULES if not _reads_well(RULES[rule].sentence(language))}
    assert odd == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_names_only_facts_of_its_rule(language):
    for rule, table in RAW.items():
        named = re.findall(r"{(\w+)}", table[language] + table.get("refusal", {}).get(language, ""))
        assert set(named) <= set(table["facts"]), rule


def test_each_printed_edition_has_a_place_or_is_silent():
    assert {rule for rule in RULES if set(RULES[rule].place) != {"it", "en", "es"}} == set()
    assert {rule for rule in RULES if not all(RULES[rule].place.values())} == set()


def test_a_rule_is_a_ruling_exactly_where_all_editions_are_silent():
    silent = {rule for rule in RULES if set(RULES[rule].place.values()) == {"silent"}}
    assert {rule for rule in RULES if RULES[rule].ruling} == silent


def test_all_41_differences_are_told_in_four_languages():
    notes = {number: note for rule in RULES.values() for number, note in rule.differs.items()}
    assert set(notes) == {f"D-{number:02}" for number in range(1, 42)}
    assert all(set(note) == set(LANGUAGES) for note in notes.values())


def test_every_option_is_explained_value_by_value():
    assert {option: tuple(question["values"]) for option, question in QUESTIONS.items()} == OPTIONS
    for option, question in QUESTIONS.items():
        assert list(question["value"]) == question["values"], option
        assert all(_reads_well(text[language]) for text in question["value"].values() for language in LANGUAGES), option


def test_an_option_and_its_rule_name_each_other():
    assert {question["rule"] for question in QUESTIONS.values()} <= set(RULES)
    assert all(QUESTIONS[RULES[rule].option]["rule"] == rule for rule in RULES if RULES[rule].option)


def test_the_default_preset_is_the_reconciled_reading():
    assert next(iter(presets())) == "reconciled"
    assert presets()["reconciled"] == type(presets()["reconciled"])()
    assert presets()["english"].able_to_produce == "split"
    assert presets()["author"].auction_coins == "refund"


def _reads_well(sentence):
    return 2 < len(sentence) <= 200 and sentence[-1] in ".:?" and (sentence[0].isupper() or sentence[0] in "¿{")
