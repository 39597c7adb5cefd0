"""Words of English on a window where people speak another language: a sentence that nobody has translated."""

from __future__ import annotations

import re
from typing import Any

from kivy.uix.label import Label

from testkit.window.boxes import seen

ENGLISH = frozenset({"the", "of", "is", "are", "and", "from", "this", "that", "with", "which", "have", "there", "your"})
"""Small words that no Italian, Spanish or German sentence has."""


def english(face: Any) -> set[str]:
    """What a widget shows that fills a window, as far as it is an English phrase."""
    return {one.widget.text for one in seen(face) if isinstance(one.widget, Label) and is_english(one.widget.text)}


def is_english(words: str) -> bool:
    """Is this a phrase in English, and in none of the other languages of the app?"""
    return not ENGLISH.isdisjoint(re.findall(r"[^\W\d_]+", words.lower()))
