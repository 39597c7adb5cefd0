"""Rules by word: SQLite's full-text search in memory, offline, accents folded."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from msgspec import Struct

from companion.arbiter.wording import explained, is_rule
from companion.titles import rulebook_of
from companion.wording import LANGUAGES
from engine.errors import NotFound
from engine.rule import Rulebook

_WORD = re.compile(r"\w+")
_ID = re.compile(r"[A-Z]-[A-Z]+(?:-\d+)?")
_FOLDED = "tokenize = 'unicode61 remove_diacritics 2'"
_MAKE = f"CREATE VIRTUAL TABLE rules USING fts5(rule UNINDEXED, language UNINDEXED, text, {_FOLDED})"
_FIND = "SELECT rule FROM rules WHERE rules MATCH ? AND language = ? ORDER BY rank, rule LIMIT ?"


class Found(Struct, frozen=True):
    """A rule that speaks of what was asked for."""

    rule: str
    sentence: str
    places: dict[str, str]
    option: str = ""


class Search:
    """The rules of one game by the words of their sentences, in each language."""

    def __init__(self, game: str) -> None:
        self._book = rulebook_of(game)
        if not self._book:
            raise NotFound(f"the game {game!r} has no rulebook")
        self._index = sqlite3.connect(":memory:")
        self._index.execute(_MAKE)
        self._index.executemany("INSERT INTO rules VALUES (?, ?, ?)", _texts(self._book))

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the index go."""
        self._index.close()

    def find(self, words: str, language: str = "en", most: int = 20) -> list[Found]:
        """The rules whose texts have these words, or words beginning with them, best first; an id finds itself.

        Where no rule has all of them, those are found that have some.
        """
        asked = words.strip().upper()
        if asked in self._book:
            return [self._found(asked, language)]
        if _ID.fullmatch(asked):
            return [Found(asked, explained(self._book, asked, (), language), {})] if is_rule(asked) else []
        found = _WORD.findall(words)
        exact, stems = [f'"{word}"*' for word in found], [f'"{_stem(word)}"*' for word in found]
        for joined in (" AND ", " OR "):
            both = [self._match(joined.join(each), language, most) for each in (exact, stems)]
            if any(both):
                return list({one.rule: one for each in both for one in each}.values())[:most]
        return []

    def _match(self, query: str, language: str, most: int) -> list[Found]:
        if not query:
            return []
        with closing(self._index.execute(_FIND, (query, language, most))) as rows:
            return [self._found(rule, language) for (rule,) in rows]

    def _found(self, rule: str, language: str) -> Found:
        entry = self._book[rule]
        return Found(rule, entry.sentence(language), dict(entry.place), entry.option)


def _stem(word: str) -> str:
    """A word without its ending, so that a plural finds what the singular finds, in any of our languages."""
    return word[: max(4, len(word) - 2)] if len(word) > 5 else word[: max(3, len(word) - 1)]


def _texts(book: Rulebook) -> list[tuple[str, str, str]]:
    """Per rule and language its sentence and what the editions say otherwise."""
    found = []
    for rule, entry in book.items():
        for language in LANGUAGES:
            notes = [note.get(language, "") for note in entry.differs.values()]
            found.append((rule, language, " ".join([entry.sentence(language), *notes])))
    return found
