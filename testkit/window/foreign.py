"""Words of English on a window where people speak another language: a sentence that nobody has translated."""

from __future__ import annotations

from typing import Any

from kivy.uix.label import Label

from companion.ui.screens.common.rulesheet import CiteBox
from testkit.tongue import is_english
from testkit.window.boxes import Seen, seen


def english(face: Any) -> set[str]:
    """The English phrases on what fills a window; the chapter of an English rulebook is none."""
    return {one.widget.text for one in seen(face) if _worded(one) and is_english(one.widget.text)}


def _worded(one: Seen) -> bool:
    return isinstance(one.widget, Label) and not any(isinstance(each, CiteBox) for each in one.above)
