"""A rule is quoted as the table plays it: for each value of each option, in every language."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.titles import BUILT_IN, rulebook_of
from engine.rule import Rulebook, WrongFile

LANGUAGES = ("en", "it", "es", "de")
GAMES = tuple(BUILT_IN)


def options(game: str) -> list[tuple[str, str]]:
    """Every value of every option that is not its default."""
    known = import_module(f"engine.{game}.editions").OPTIONS
    return [(name, value) for name, values in known.items() for value in values[1:]]


def edition(game: str, **chosen: str) -> Any:
    return import_module(f"engine.{game}.editions").edition(chosen)


AIDS = {("byzanz", "memory_aid")}
"""What the companion shows, agreed upon as the rules are: no rule of the game tells it."""
VALUES = [(game, name, value) for game in GAMES for name, value in options(game) if (game, name) not in AIDS]


@pytest.mark.parametrize(("game", "name", "value"), VALUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_some_rule_reads_otherwise_where_the_table_has_agreed_otherwise(
    game: str, name: str, value: str, language: str
) -> None:
    book, usual, other = rulebook_of(game), edition(game), edition(game, **{name: value})
    bent = [one for one in book.values() if one.option == name or any(f"{name}=" in key for key in one.under)]
    told = [rule for rule in bent if rule.sentence(language, other) != rule.sentence(language, usual)]
    assert told, f"no rule tells {name} = {value}"
    assert all(rule.sentence(language, other) for rule in told)


@pytest.mark.parametrize("game", GAMES)
def test_sentences_stand_under_options_that_exist(game: str) -> None:
    known = import_module(f"engine.{game}.editions").OPTIONS
    keys = {part for rule in rulebook_of(game).values() for key in rule.under for part in key.split(",")}
    assert {key for key in keys if key.partition("=")[2] not in known[key.partition("=")[0]]} == set()


def test_of_two_options_that_meet_in_a_rule_the_sentence_for_both_is_told() -> None:
    rule, both = rulebook_of("constantinopolis")["C-AUC-12"], {"auction_free_move": "any_just_vacated"}
    wide = rule.sentence("en", edition("constantinopolis", **both))
    long = rule.sentence("en", edition("constantinopolis", **both, auction_free_move_lasts="yes"))
    assert "first choice only" in wide
    assert "all through the activation" in long


def test_a_reason_is_told_instead_of_the_general_refusal() -> None:
    book = rulebook_of("constantinopolis")
    assert book.explain("C-DON-01", ("BBB",), "en", reason="goods").endswith("BBB are not all in hand.")
    assert book.explain("C-DON-01", ("BBB",), "de", reason="no_entry").endswith("Die Karte verlangt nicht BBB.")


def test_what_adds_to_no_rule_is_an_error_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "reasons.toml").write_text('[C-X.reasons.one]\nen = "No."\n', encoding="utf-8")
    with pytest.raises(WrongFile, match=r"reasons.toml: C-X"):
        Rulebook.read(tmp_path / "reasons.toml")
