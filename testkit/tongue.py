"""Tells a phrase in English from one in the other languages of the app."""

from __future__ import annotations

import re

ENGLISH = frozenset({"the", "of", "is", "are", "and", "from", "this", "that", "with", "which", "have", "there", "your"})
"""Small words that no Italian, Spanish or German sentence has."""


def is_english(words: str) -> bool:
    """Is this a phrase in English, and in none of the other languages of the app?"""
    return not ENGLISH.isdisjoint(re.findall(r"[^\W\d_]+", words.lower()))
