"""Words for players: gettext in English, Italian, Spanish and German.

The catalogues stand in `companion/locale/`, one folder a language.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import WrongInput

LANGUAGES = {"en": "English", "it": "Italiano", "es": "Español", "de": "Deutsch"}
_HERE = Path(__file__).parent / "locale"


class Wording:
    """The language in force; texts are made anew when it changes."""

    def __init__(self) -> None:
        self.language = "en"
        self._words: gettext.NullTranslations = gettext.NullTranslations()

    def speak(self, language: str) -> None:
        """Change the language; ValueError for one we don't speak."""
        if language not in LANGUAGES:
            raise WrongInput(f"no wording in {language!r}")
        self.language = language
        self._words = gettext.translation("companion", _HERE, languages=[language], fallback=language == "en")

    @contextmanager
    def speaking(self, language: str) -> Iterator[None]:
        """Another language for a while, such as that of one phone; ValueError for one we don't speak."""
        before = self.language, self._words
        self.speak(language)
        try:
            yield
        finally:
            self.language, self._words = before

    def word(self, text: str) -> str:
        return self._words.gettext(text)

    def number(self, one: str, many: str, count: int, facts: dict[str, str]) -> str:
        return self._words.ngettext(one, many, count).format(n=count, **facts)


wording = Wording()


def of_system() -> str:
    """The language this computer's environment asks for, in gettext's own order; English if it is none of ours."""
    said = next(filter(None, map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return said[:2] if said[:2] in LANGUAGES else "en"


def _(text: str) -> str:
    """The text in the language in force."""
    return wording.word(text)


def n_(one: str, many: str, count: int, **facts: str) -> str:
    """A text that depends on a count, which stands in it as ``{n}``, beside other facts by name."""
    return wording.number(one, many, count, facts)


def within(text: str) -> str:
    """Words with a capital, as they stand within a sentence."""
    return text[:1].lower() + text[1:]


def noun(title: str) -> str:
    """The title of a thing as it stands within a sentence: German nouns keep their capital."""
    return title if wording.language == "de" else within(title)


def figure(number: int) -> str:
    """A number; below nought it has a minus as wide as a figure."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """A number with its sign, a plus for what is added."""
    return f"{number:+d}".replace("-", "−")
