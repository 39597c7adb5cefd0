"""A new game: chairs round the table, names by keys on the screen, points to agree on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui import kit
from companion.ui.fitting import LEAST, extent
from companion.ui.theme import theme
from companion.views.common.newgame import Chair

LETTER = 0.58
"""The width of a letter of a long word, in parts of its size."""
CHAIR = 116
"""How high a chair is where there is room, in dp."""
ASIDE, BESIDE = 60, 150
"""How far rows of chairs stay from the edges, in dp: with nobody there, and beside others."""
FEW = 2
"""So many in a row leave the edges free; more have the whole width."""
APART = 8
"""What is left free between the words of two in a row, in dp."""
LEAST_WIDE = 150
"""How wide a chair is at least where there is room, in dp."""
ROWS = ("south", "north")
"""The sides at which people sit in a row."""


class ChairTap(kit.Tap):
    """A place at the table: disc, number and name; at `most` so many px wide, and `deep` so many high."""

    most = NumericProperty(1e6)
    deep = NumericProperty(CHAIR)

    NAME = "figure_small"
    """The role in which its name is set."""

    @classmethod
    def wide(cls, word: str, mark: float) -> float:
        """How wide a chair is, in px, with its name as large as it may be and a mark of so many px before it.

        A width that followed a name set smaller would give it room for more, and so on without an end.
        """
        name = extent(theme.face(cls.NAME), theme.size(cls.NAME), word)
        return max(float(dp(LEAST_WIDE)), mark + name + dp(APART))


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
            tap.most, tap.deep = self._room(tap.view), self._deep(tap.view)
        for tap in self.children:  # not by `center`: while a width changes, Kivy still knows the middle it had
            x, y = self._place(tap.view, tap.width)
            tap.pos = x - tap.width / 2, y - tap.height / 2

    def _room(self, chair: Chair) -> float:
        """How wide a chair may be, in px, so that those beside it keep their places."""
        beside = self._sharing(chair.side)
        if chair.side in ROWS:
            return (self.width - 2 * self._aside) / beside - dp(APART) if beside > 1 else self.width
        return self.width if self._between else self._aside

    def _deep(self, chair: Chair) -> float:
        """How high a chair is, in px, so that those above and below it keep their places."""
        return float(dp(CHAIR) if chair.side in ROWS else min(dp(CHAIR), self.height / self._sharing(chair.side)))

    def _sharing(self, side: str) -> int:
        """How many sit at a side."""
        return sum(other.side == side for other in self.chairs)

    @property
    def _between(self) -> bool:
        """Do those to the west and the east have room between the rows? Elsewhere they have the whole height."""
        return max(map(self._sharing, ("west", "east"))) * dp(CHAIR) <= self.height - 2 * dp(CHAIR)

    @property
    def _aside(self) -> float:
        """How far the rows stay from the edges, in px: there others sit, where they have no room between the rows."""
        crowded = max(map(self._sharing, ROWS)) > FEW
        return float(dp(BESIDE if not self._between else 0 if crowded else ASIDE))

    def _place(self, chair: Chair, width: float) -> tuple[float, float]:
        sharing = [other for other in self.chairs if other.side == chair.side]
        share = (sharing.index(chair) + 0.5) / len(sharing)
        if chair.side in ROWS:
            y = self.y + dp(CHAIR / 2) if chair.side == "south" else (self.y + self.height) - dp(CHAIR / 2)
            return self.x + self._aside + (self.width - 2 * self._aside) * share, y
        edge = (width - dp(18)) / 2
        x = self.x + edge if chair.side == "west" else self.x + self.width - edge
        margin = dp(CHAIR) if self._between else 0
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
