"""A ruling with its facts and where it stands."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp

from companion.ui import due, kit
from companion.views.common.parts import Button


class FactRow(kit.Column):
    """One line of the sum."""


class CiteBox(kit.Panel, kit.Row):
    """Where a rule stands in an edition."""


class VoteTap(kit.Tap, kit.Panel):
    """A player says yes."""


class OptionLine(kit.Panel, kit.Row):
    """One reading of the rule, and what it would mean here."""


class RuleSheetScreen(kit.Row):
    """A rule."""

    @staticmethod
    def wide(buttons: tuple[Button, ...]) -> float:
        """How wide the buttons are side by side with all their words, in px."""
        return sum(due.wide(button) + dp(due.GAP + 2) for button in buttons)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
