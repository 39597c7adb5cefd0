"""The referee's answers, and rules by a word."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class AnswerRow(kit.Tap):
    """A line of an answer."""


class TopicTap(kit.Tap, kit.Panel):
    """What is asked."""


class CoverBox(kit.Column):
    """Something only one may look at."""


class LinesBox(kit.Column):
    """The lines of an answer."""


class AnswersScreen(kit.Column):
    """An answer about one player."""


class TypedSearchScreen(kit.Column):
    """Rules by a word."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
