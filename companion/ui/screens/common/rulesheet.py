"""A ruling with its facts and where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp

from companion.ui import kit
from companion.ui.fitting import extent
from companion.ui.own import OwnTap
from companion.ui.theme import theme
from companion.views.common.rulesheet import VoteLine

LEAST, GAP = 76, 10
"""How wide a vote is at least, and the room between two, in dp."""
SOURCE = 180
"""Below what holds there is room for a source and its heading, in dp."""
SMALLER = 0.8
"""Words on a vote may be set smaller by this before another row is begun."""


class FactRow(kit.Column):
    """One line of the sum."""


class CiteBox(kit.Panel, kit.Row):
    """Where a rule stands in an edition."""


class VoteTap(OwnTap, kit.Panel):
    """A player says yes; held, it shows that player's gold."""


class VotesBox(kit.Tiles):
    """Everybody's vote, in as many rows as keep the words on them whole."""

    @staticmethod
    def across(votes: Sequence[VoteLine], width: float) -> int:
        """So many stand side by side in `width` px, the rows about as long as each other."""
        words = [word for vote in votes if not vote.person for word in vote.name.split()]
        widest = max(
            (extent(theme.face("small"), theme.size("small"), word) for word in words), default=0.0
        ) * SMALLER + dp(12)
        fits = max(1, int((width + dp(GAP)) / (max(dp(LEAST), widest) + dp(GAP))))
        rows = -(-len(votes) // fits)
        return -(-len(votes) // rows) if rows else 1


class OptionLine(kit.Panel, kit.Row):
    """One reading of the rule, and what it would mean here."""


class RuleSheetScreen(kit.Row):
    """A rule: what holds, and where it stands beside it; upright below it, in what room that leaves."""

    @staticmethod
    def upper(height: float, told: float) -> float:
        """The height in px of what holds, of so many for both: half, or as many as it needs while a source is shown."""
        return max(height / 2, min(told, height - dp(SOURCE)))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
