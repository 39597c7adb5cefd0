"""A new game: chairs round the table, names by keys on the screen, points to agree on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui import kit
from companion.ui.fitting import LEAST
from companion.views.common.newgame import Chair

LETTER = 0.58
"""The width of a letter of a long word, in parts of its size."""


class ChairTap(kit.Tap):
    """A place at the table: disc, number and name; at `most` so many px wide."""

    most = NumericProperty(1e6)


class RoundTable(FloatLayout):
    """The table from above, its chairs at their sides."""

    chairs = ListProperty([])

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "chairs"):
            self.fbind(name, self.lay)

    def lay(self, *_: object) -> None:
        if [tap.view for tap in self.children] != list(self.chairs)[::-1]:
            self.clear_widgets()
            for chair in self.chairs:
                tap = ChairTap(view=chair)
                tap.fbind("width", self.lay)
                self.add_widget(tap)
        for tap in self.children:
            tap.most = self._room(tap.view)
        for tap in self.children:  # not by `center`: while a width changes, Kivy still knows the middle it had
            x, y = self._place(tap.view, tap.width)
            tap.pos = x - tap.width / 2, y - tap.height / 2

    def _room(self, chair: Chair) -> float:
        """How wide a chair may be, in px, so that those beside it keep their places."""
        beside = sum(other.side == chair.side for other in self.chairs)
        row = chair.side in ("south", "north") and beside > 1
        return (self.width - dp(120)) / beside if row else self.width

    def _place(self, chair: Chair, width: float) -> tuple[float, float]:
        sharing = [other for other in self.chairs if other.side == chair.side]
        share = (sharing.index(chair) + 0.5) / len(sharing)
        if chair.side in ("south", "north"):
            y = self.y + dp(58) if chair.side == "south" else (self.y + self.height) - dp(58)
            return self.x + dp(60) + (self.width - dp(120)) * share, y
        edge = (width - dp(18)) / 2
        x = self.x + edge if chair.side == "west" else self.x + self.width - edge
        margin = dp(116) if len(sharing) < 3 else 0
        return x, self.y + margin + (self.height - 2 * margin) * (1 - share)


class SegmentBox(kit.Column):
    """A question with its answers side by side, `in_row` of them in a row."""

    in_row = NumericProperty(1)

    @staticmethod
    def room(words: Sequence[str], width: float, size: float) -> int:
        """How many of these words in letters of `size` px stand in a row `width` px wide, none of them broken."""
        most = max(1, len(words))
        most = 2 if most > 3 and width < dp(480) else most
        longest = max((len(part) for word in words for part in word.split()), default=0)
        while most > 1 and longest * size * LETTER * LEAST > width / most - dp(40):
            most -= 1
        return most


class SegmentTap(kit.Tap, kit.Panel):
    """One of a few answers."""


class NamingBox(kit.Column):
    """Naming a person with keys on the screen."""


class KeyTap(kit.Tap, kit.Panel):
    """A key."""


class KeyRow(kit.Row):
    """A row of keys."""

    view = ObjectProperty(())


class FoundRow(kit.Tap):
    """A device found at the table; a tap leads to where it is tended to."""


class AgreeBox(kit.Column):
    """Everything to agree before the game."""


class NewGameScreen(kit.Row):
    """A new game."""


class RuleLine(kit.Tap, kit.Panel):
    """A point on which tables differ; a tap goes on to its next reading."""


class HouseRulesScreen(kit.Column):
    """Every point on which tables differ."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
