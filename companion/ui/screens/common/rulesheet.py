"""A ruling with its facts and where it stands."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.own import OwnTap


class FactRow(kit.Column):
    """One line of the sum."""


class CiteBox(kit.Panel, kit.Row):
    """Where a rule stands in an edition."""


class VoteTap(OwnTap, kit.Panel):
    """A player says yes; held, it shows that player's gold."""


class OptionLine(kit.Panel, kit.Row):
    """One reading of the rule, and what it would mean here."""


class RuleSheetScreen(kit.Row):
    """A rule."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
