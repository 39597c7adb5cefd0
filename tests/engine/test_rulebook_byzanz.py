"""The sentences of Byzanz: complete and in four languages."""

import re
import tomllib
from pathlib import Path

import engine.byzanz.cards
from companion.titles import rulebook_of
from engine.byzanz.editions import FILE as EDITIONS
from engine.byzanz.editions import OPTIONS

FOLDER = Path(engine.byzanz.cards.__file__).with_name("rulebook")
RULES = rulebook_of("byzanz")
WHOLE = [file for file in FOLDER.glob("*.toml") if file.stem not in ("reasons", "options")]
RAW = {rule: table for file in WHOLE for rule, table in tomllib.loads(file.read_text("utf-8")).items()}

CHAPTERS = {
    "CMP": 6,
    "SET": 8,
    "RND": 4,
    "AUC": 14,
    "WIN": 4,
    "ALL": 3,
    "LST": 4,
    "MKT": 8,
    "SEL": 10,
    "MER": 1,
    "HND": 5,
    "END": 6,
    "INV": 7,
    "PRV": 2,
}
"""The chapters of the rules specification with the number of rules in each; the numbers run without a gap."""


def test_every_rule_of_the_specification_has_its_sentences():
    assert set(RULES) == {f"B-{name}-{number:02}" for name, size in CHAPTERS.items() for number in range(1, size + 1)}
    assert len(RULES) == 82


def test_every_sentence_is_there_in_four_languages_and_short():
    sentences = [rule.sentence(language) for rule in RULES.values() for language in ("en", "it", "es", "de")]
    assert all(10 < len(sentence) <= 200 and sentence.endswith(".") for sentence in sentences)


def test_a_refusal_names_only_facts_of_its_rule():
    for rule, table in RAW.items():
        assert set(re.findall(r"{(\w+)}", str(table.get("refusal", "")))) <= set(table["facts"]), rule


def test_a_rule_is_a_ruling_exactly_where_the_rulebook_is_silent():
    assert {rule for rule in RULES if RULES[rule].ruling} == {
        rule for rule in RULES if RULES[rule].place == {"it": "silent"}
    }


def test_every_rule_the_engine_names_has_a_sentence():
    source = "".join(file.read_text("utf-8") for file in FOLDER.parent.glob("*.py"))
    assert set(re.findall(r'"(B-[A-Z]{3}-\d\d)"', source)) <= set(RULES)


def test_every_option_is_explained_value_by_value_and_its_rule_names_it():
    questions = tomllib.loads(EDITIONS.read_text("utf-8"))["options"]
    assert {rule: RULES[rule].option for rule in RULES if RULES[rule].option} == {
        question["rule"]: option for option, question in questions.items()
    }
    for option, question in questions.items():
        assert list(question["value"]) == question["values"] == list(OPTIONS[option])
        assert all({"en", "it", "es", "de"} <= set(text) for text in (question, *question["value"].values())), option
