"""Everything players read is there in every language."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion.titles import BUILT_IN, rulebook_of
from companion.wording import LANGUAGES, _, n_, wording

HOME = Path(__file__).parents[2] / "companion"
METHODS = [("**.py", "python"), ("ui/**.kv", "python")]
KEYWORDS = {"_": None, "n_": (1, 2)}


@cache
def said() -> frozenset[object]:
    """Every text in the sources, plurals as pairs."""
    found = extract_from_dir(str(HOME), METHODS, keywords=KEYWORDS)
    return frozenset(message for _file, _line, message, _comments, _context in found)


def catalogue(language: str):
    """The translations into a language."""
    with (HOME / "locale" / language / "LC_MESSAGES" / "companion.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_rule_that_a_screen_names_stands_in_the_rulebook(game: str) -> None:
    screens = (HOME / "presenters" / game).glob("*.py")
    named = {rule for file in screens for rule in re.findall(r'"([A-Z]-[A-Z]{3}-\d\d)"', file.read_text("utf-8"))}
    assert named
    assert named - set(rulebook_of(game)) == set()


def written() -> set[object]:
    """Every text in the sources by Python's own reading of them, plurals as pairs."""
    found: set[object] = set()
    for file in HOME.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in KEYWORDS:
                texts = [part.value for part in call.args[:2] if isinstance(part, ast.Constant)]
                found |= {tuple(texts)} if call.func.id == "n_" else set(texts)
    return found


def test_every_text_is_collected_wherever_it_stands():
    assert written() - said() - {()} == set()


@pytest.mark.parametrize("language", ["it", "es", "de"])
def test_every_text_is_translated(language):
    known = {tuple(m.id) if m.pluralizable else m.id for m in catalogue(language) if m.id and all_there(m.string)}
    assert said() - known == set()


@pytest.mark.parametrize("language", ["it", "es", "de"])
def test_no_translation_is_left_over(language):
    known = {tuple(m.id) if m.pluralizable else m.id for m in catalogue(language) if m.id}
    assert known - said() == set()


@pytest.mark.parametrize("language", ["it", "es", "de"])
def test_translations_keep_the_places_for_names_and_figures(language):
    for message in catalogue(language):
        originals = message.id if message.pluralizable else (message.id,)
        strings = message.string if message.pluralizable else (message.string,)
        for original, string in zip(originals, strings, strict=True):
            assert places(original) == places(string), (original, string)


@pytest.mark.parametrize("language", ["it", "es", "de"])
def test_what_is_compiled_is_what_is_written(language):
    with (HOME / "locale" / language / "LC_MESSAGES" / "companion.mo").open("rb") as file:
        compiled = read_mo(file)
    for message in catalogue(language):
        if message.id:
            assert list(compiled[message.id].string) == list(message.string)


def test_a_language_nobody_speaks_is_refused():
    with pytest.raises(ValueError, match="'xx'"):
        wording.speak("xx")


def test_counts_choose_their_plural():
    wording.speak("it")
    assert n_("{n} player", "{n} players", 1) == "1 giocatore"
    assert n_("{n} player", "{n} players", 4) == "4 giocatori"
    assert _("Auction") == "Asta"


def test_there_are_four_languages():
    assert list(LANGUAGES) == ["en", "it", "es", "de"]


def all_there(string: object) -> bool:
    """Is nothing of a translation empty?"""
    return all(string) if isinstance(string, tuple | list) else bool(string)


def places(text: str) -> set[str]:
    """The fields of a text."""
    return set(re.findall(r"{[^}]*}", text))


@pytest.mark.parametrize("language", ["it", "es", "de"])
def test_nothing_is_said_twice_in_one_breath(language):
    texts = [m.string for m in catalogue(language) if m.id and isinstance(m.string, str) and len(m.string) > 20]
    assert [text for text in texts if text[: len(text) // 2] == text[len(text) // 2 :]] == []
