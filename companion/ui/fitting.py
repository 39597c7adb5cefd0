"""Words that are too long for their place are set smaller, never broken or cut: long languages at large sizes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Measured
from kivy.metrics import dp

LEAST = 0.55
"""The smallest part of their size to which words shrink."""
LEGIBLE = 16
"""The dp down to which words shrink that may be cut: only what is too long even then ends in dots."""
STEP = 0.94
WIDE = 0.75
"""No letter is wider, in parts of the size: words that are short by this measure are not measured at all."""
HIGH = 1.2
"""The height of a line in parts of the size."""
ROUNDED = 4
"""So many px a line may be longer than its words measured one by one."""
MARGIN = 2
"""So many px Kivy keeps free where it leaves out what is too long."""
AIR = 0.3
"""By so much of its size one line may be higher than its place: nothing of a letter is lost."""


@lru_cache(maxsize=8192)
def extent(face: str, size: float, word: str) -> float:
    """The width of a word in px."""
    return float(Measured(font_name=face, font_size=size).get_extents(word)[0])


def fitted(label: Any, size: float) -> float:
    """The size in px, at most `size`, at which a label's words stay whole in the box it is given."""
    wide, high = label.text_size
    words = label.text.split()
    if wide is None or wide <= 1 or not words:
        return size
    least, trial = min(size, dp(LEGIBLE)) if label.shorten else size * LEAST, size
    while trial > least and not _fits(label, words, trial, wide, high):
        trial *= STEP
    return max(trial, least)


def _fits(label: Any, words: list[str], size: float, wide: float, high: float | None) -> bool:
    longest = max(map(len, words))
    if label.shorten:
        wide -= MARGIN
    if longest * size * WIDE > wide and max(extent(label.font_name, size, word) for word in words) > wide:
        return False
    if label.shorten:
        return lines_of(label.font_name, size, label.text, wide) == 1 and (
            high is None or size * HIGH <= high + AIR * size
        )
    if high is None:
        return True
    short = len(label.text) * size * WIDE <= wide
    lines = 1 if short else lines_of(label.font_name, size, label.text, wide)
    spare = AIR * size if lines == 1 else 0.0
    return (1 + (lines - 1) * label.line_height) * size * HIGH <= high + spare


def lines_of(face: str, size: float, text: str, wide: float) -> int:
    """How many lines a text takes in a column this wide (px); none without words."""
    return sum(_lines(face, size, line.split(), wide) for line in text.split("\n")) if text else 0


def _lines(face: str, size: float, words: list[str], wide: float) -> int:
    """How many lines words take, each as full as it may be."""
    lines, used, space = 1, 0.0, extent(face, size, " ")
    for word in words:
        width = extent(face, size, word)
        if used and used + space + width > wide - ROUNDED:
            lines, used = lines + 1, width
        else:
            used += width + (space if used else 0)
    return lines
