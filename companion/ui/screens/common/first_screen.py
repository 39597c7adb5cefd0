"""What one may do while no game is open, and what is shown while something takes a moment."""

from __future__ import annotations

from pathlib import Path

from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.ui import kit
from companion.ui.drawn import Drawn
from companion.ui.fitting import extent
from companion.ui.marks import Disc, Icon
from companion.ui.theme import theme

DISC = 54
"""The dp of a person in the picture of a table."""
PLACES = ((-0.18, -0.5), (-0.5, 0), (0, 0.5), (0.5, 0), (0.18, -0.5))
"""Where people sit, from the middle of the table in parts of its width and height; the last place is free."""
CARDS = ((4, "red"), (-3, "blue"), (2, "red"), (-5, "green"))
"""How many degrees the cards of a small picture lean, and their paint."""


class HouseRow(kit.Tap, kit.Panel):
    """Something that opens further."""


class SavedTap(kit.Tap, kit.Panel):
    """A game that waits."""


class InvitationTap(kit.Tap, kit.Panel):
    """A card that says what one may do; what stands `below` its words, in dp, is shown where the card is roomy."""

    below = NumericProperty(0)
    large = BooleanProperty(False)
    roomy = BooleanProperty(False)


class IconSquare(kit.Panel, kit.Viewed):
    """An icon in a square."""


class DrawnCards(Drawn):
    """A small picture of the drawn table: a few cards on wood, and a caption."""

    caption = StringProperty("")

    DRAWS = ("pos", "size", "caption")

    def draw(self) -> None:
        self.canvas.before.clear()
        if self.height <= 1:
            return
        with self.canvas.before:
            Color(*theme.tone("wood"))
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[dp(14)])
            for at, (lean, paint) in enumerate(CARDS):
                self._card(self.x + self.width * (0.44 + 0.14 * at), lean, paint)
            Color(*theme.tone("bar"))
            SmoothRoundedRectangle(pos=(self.x + dp(10), self.y + dp(10)), size=(self._wide(), dp(36)), radius=[dp(8)])

    def _wide(self) -> float:
        """How wide the ground of the caption is, in px."""
        return min(self.width - dp(20), extent("Strong", theme.size("caption"), self.caption) + dp(54))

    def _card(self, x: float, lean: float, paint: str) -> None:
        """A card whose middle stands at x; it leans so many degrees anticlockwise."""
        high = self.height - dp(22)
        wide = min(high * 0.66, self.width * 0.2)
        left, low = x - wide / 2, self.center_y - high / 2
        PushMatrix()
        Rotate(angle=lean, origin=(x, self.center_y))
        Color(*theme.tone("place"))
        SmoothRoundedRectangle(pos=(left, low), size=(wide, high), radius=[dp(5)])
        Color(*theme.seat(paint, "fill"))
        SmoothRoundedRectangle(pos=(left + dp(4), low + dp(4)), size=(wide - dp(8), high - dp(8)), radius=[dp(3)])
        Color(*theme.tone("place"))
        SmoothRoundedRectangle(
            pos=(left + dp(9), low + high - dp(24)), size=(max(1, wide - dp(18)), dp(12)), radius=[dp(2)]
        )
        PopMatrix()


class TablePicture(Drawn):
    """A table from above with the screen in its middle, people at its sides, and a free place."""

    people = ListProperty([])

    DRAWS = ("pos", "size")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "people"):
            self.fbind(name, self.lay)
        self.lay()

    def _table(self) -> tuple[float, float]:
        """The width and height of the table's top, in px."""
        room, high = self.width - dp(DISC), self.height - dp(DISC)
        wide = max(dp(60), min(room, high * 1.56, dp(340)))
        return wide, wide / 1.56

    def draw(self) -> None:
        wide, high = self._table()
        cx, cy = self.center
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.tone("sunk"))
            SmoothRoundedRectangle(pos=(cx - wide / 2, cy - high / 2), size=(wide, high), radius=[dp(36)])
            Color(*theme.tone("bar"))
            SmoothRoundedRectangle(
                pos=(cx - wide * 0.19, cy - high * 0.2), size=(wide * 0.38, high * 0.4), radius=[dp(12)]
            )

    def lay(self, *_: object) -> None:
        """Put the screen's sign and the people where they belong."""
        wide, high = self._table()
        shown = [*((person.seat, person.initial) for person in self.people), ("", "+")]
        if len(self.children) != len(shown) + 1:
            self.clear_widgets()
            self.add_widget(Icon(name="table", tone="past", dim=40))
            for _ in shown:
                self.add_widget(Disc(dim=DISC))
        sign, *discs = self.children[::-1]
        sign.center = self.center
        for disc, (seat, initial), (across, up) in zip(discs, shown, PLACES, strict=False):
            disc.seat, disc.initial = seat, initial
            disc.center = self.center_x + wide * across, self.center_y + high * up


class StandingCell(kit.Row):
    """Somebody's disc and points."""


class ExampleTap(kit.Tap, kit.Panel):
    """An example of a game that waits."""


class GoOnCard(kit.Card):
    """The games that wait, or an example of one."""

    kept = BooleanProperty(False)


class FreshTap(kit.Tap, kit.Panel):
    """A new game; where the card is low its picture stands at the left."""

    low = BooleanProperty(False)


class FirstChoiceScreen(kit.Column):
    """What one may do while no game is open."""


class WaitingScreen(kit.Column):
    """Something takes a moment."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
