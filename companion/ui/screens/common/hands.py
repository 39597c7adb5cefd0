"""What hands must do: one sheet a seat at its own side, and the rest in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kivy.factory import Factory
from kivy.graphics import Color, Quad, SmoothLine
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui import due, kit
from companion.ui.drawn import Drawn
from companion.ui.screens.common import overview
from companion.ui.show import begin_anew
from companion.ui.theme import theme
from companion.ui.turned import Turned
from companion.views.common.hands import HandsBoard, HandSheet
from companion.views.common.parts import TURNS

CORNER, GAP = 110, 12
"""Room for a corner's button and between sheets, in dp."""
USES = (overview,)
"""Where bar and corners are drawn."""
BAND, HEAD = 12, 84
"""How deep the band and the head of a sheet are, in dp at plain size of words."""
LINE, COMPACT = 72, 62
"""How deep a line of tasks is, with what brought each and without, in dp."""
NARROW = 420
"""Below so many dp a task has no room for what brought it."""
NARROWEST = 320
"""Narrower than so many dp are no three sheets side by side, and no middle with lines."""
EMPTY, LONGEST = 104, 1060
"""How deep a sheet without tasks is, and how long one gets, in dp."""
SHORTEST, STRIP = 240, 150
"""Shorter no sheet gets; how high the middle is below sheets that lie flat, in dp."""
BARRED, BAR, ACTS = 420, 70, 144
"""Below so many dp the middle has no room for the bar of the rounds; how high bar and buttons are, in dp."""
SHARE = 0.36
"""A sheet reaches so far into the window at most."""


class Cube(Drawn):
    """A wooden cube in the colour of a seat, seen from a corner."""

    colour = StringProperty("green")

    DRAWS = ("pos", "size", "colour")

    def draw(self) -> None:
        self.canvas.clear()
        side, deep = dp(15), dp(5)
        x, y = self.center_x - (side + deep) / 2, self.center_y - (side + deep) / 2
        faces = (
            (1.0, (x, y, x + side, y, x + side, y + side, x, y + side)),
            (1.25, (x, y + side, x + side, y + side, x + side + deep, y + side + deep, x + deep, y + side + deep)),
            (0.75, (x + side, y, x + side + deep, y + deep, x + side + deep, y + side + deep, x + side, y + side)),
        )
        red, green, blue, _alpha = theme.seat(self.colour, "fill")
        with self.canvas:
            for light, points in faces:
                Color(*(min(1, part * light) for part in (red, green, blue)), 1)
                Quad(points=points)
            Color(*theme.tone("ink"))
            for _light, points in faces:
                SmoothLine(points=points, close=True, width=dp(0.8))


class ArtBox(GridLayout):
    """Pieces as hands know them: coins, cubes or an icon. Those that are wider than `room` dp lie in two rows."""

    view = ObjectProperty(None)
    room = NumericProperty(1000)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("view", "room"):
            self.fbind(name, self.fill)
        self.fill()

    def fill(self, *_: object) -> None:
        self.clear_widgets()
        pieces = self._pieces() or [kit.Icon(name=self.view.icon, dim=32)]
        wide = sum(piece.width for piece in pieces) > dp(self.room)
        self.cols = -(-len(pieces) // 2) if wide else len(pieces)
        for piece in pieces:
            self.add_widget(piece)

    def _pieces(self) -> list[Widget]:
        coins = [kit.Coin(value=value, dim=34) for value in self.view.coins]
        cubes = [Cube(colour=colour, size_hint=(None, None), size=(dp(21), dp(34))) for colour in self.view.cubes]
        return [*coins, *cubes]


class CompactArt(ArtBox):
    """The same where there is little room beside it."""


class HandTap(kit.Tap, kit.Panel):
    """One thing to do; a tap says that it is done."""


class SheetHead(kit.Row):
    """Whose sheet it is, how much is left, and one tap for all of it."""


class CompactTap(HandTap):
    """The same without what brought it, where there is little room."""


class HandSheetBox(kit.Panel, kit.Column):
    """Everything one person's hands must do; its tasks are made once it is known how many `columns` they have."""

    columns = NumericProperty(0)
    compact = BooleanProperty(False)


class EmptySheet(kit.Panel, kit.Column):
    """A person with nothing left to do."""


class HandsMiddle(kit.Column):
    """What is booked, what belongs to no seat, and one tap for everything.

    What belongs to no seat takes `lines` px. Where there is too little room for everything, the
    bar of the rounds goes first, then the words get smaller, then what is booked goes, and at last the lines scroll.
    The lines stand in `columns`, `compact` where these are narrow, and the second button is there where it stands
    `beside` the first.
    """

    lines = NumericProperty(0)
    columns = NumericProperty(1)
    compact = BooleanProperty(False)
    barred = BooleanProperty(False)
    beside = BooleanProperty(False)
    roles = ListProperty(["heading", "small"])

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("size", "view", "lines"):
            self.fbind(name, self.fit)
        self.fit()

    def fit(self, *_: object) -> None:
        """Choose the largest words with which everything has room."""
        wide, bar = self.width > dp(640), self.width > dp(BARRED)
        self.columns = 2 if wide and len(self.view.table) > 1 else 1
        self.compact = self.width / self.columns < dp(NARROW) * theme.scale
        large = ["display", "lead"] if wide else ["heading", "small"]
        ways = [(bar, large), (False, large), (False, ["heading", "small"]), (False, ["heading", ""])]
        fits = (way for way in ways if self._needs(*way) <= self.height)
        self.barred, self.roles = next(fits, ways[-1])
        self.beside = sum(map(due.wide, self.view.choices)) + dp(GAP) <= self.width

    def _needs(self, bar: bool, roles: list[str]) -> float:
        return middle_high(self.view, self.width, roles, self.lines) + (float(dp(BAR)) if bar else 0)


def middle_high(view: HandsBoard, width: float, roles: Sequence[str], lines: float) -> float:
    """How high the middle is without its bar, with words in these roles and lines that take so many px."""
    words = zip(roles, (view.sentence, view.note), strict=True)
    return float(sum(due.high(role, text, width) for role, text in words if role) + lines + dp(ACTS))


def middle_least(view: HandsBoard, width: float) -> float:
    """How high the middle is at least: with few words and one line."""
    return middle_high(view, width, ("heading", ""), dp(LINE) * theme.scale if view.table else 0)


class HandsBoardScreen(FloatLayout):
    """Sheets at the four sides, the middle in the room they leave."""

    view = ObjectProperty(rebind=True)

    def __init__(self, **kwargs: object) -> None:
        self._made: dict[tuple[str, str], Turned] = {}
        super().__init__(**kwargs)
        for name in ("pos", "size", "view"):
            self.fbind(name, self.lay)
        self.lay()

    def lay(self, *_: object) -> None:
        """Lay everything anew, by position and size alone: Kivy tells of these before `top` and `center` follow."""
        if self.width < dp(300) or "sheets" not in self.ids:
            return
        self._fit()
        if not self._lay_round():
            self._lay_flat()

    def _lay_round(self) -> bool:
        """Every sheet at its side; false where a side has no room for one, or the middle none for its lines."""
        south, north = (self._row_deep(side) for side in ("south", "north"))
        down, up = (max(deep, dp(CORNER)) for deep in (south, north))
        length = self.height - down - up - dp(2 * GAP)
        sides = max(len(self._at("west")), len(self._at("east")), 1)
        if length / sides < dp(SHORTEST) * theme.scale or self._row_long("south") < dp(SHORTEST) * theme.scale:
            return False
        west, east = (self._column(side, down + dp(GAP), length) for side in ("west", "east"))
        if self.view.table and self.width - west - east < dp(NARROWEST):
            return False
        self._row("south", self.y, south)
        self._row("north", self.y + self.height - north, north)
        self._lay_middle(west, east, south, north)
        return True

    def _lay_middle(self, west: float, east: float, south: float, north: float) -> None:
        """The middle has the room that the sheets leave, and the corners where no sheet keeps it away from them."""
        if min(south, north) < dp(CORNER - GAP) and self.width > self.height:
            west, east = max(west, dp(CORNER - GAP)), max(east, dp(CORNER - GAP))
        elif min(west, east) < dp(CORNER - GAP):
            south, north = max(south, dp(CORNER - GAP)), max(north, dp(CORNER - GAP))
        middle = self.ids.middle
        middle.pos = (self.x + west + dp(GAP), self.y + south + dp(GAP))
        middle.size = (self.width - west - east - dp(2 * GAP), self.height - south - north - dp(2 * GAP))

    def _lay_flat(self) -> None:
        """A small window or large words: all sheets side by side, to be read from the near side.

        The middle has the rest of the last line of sheets where that is enough for it, elsewhere a strip below.
        """
        boxes, gap, whole = self.ids.sheets.children[::-1], dp(GAP), self.width - 2 * dp(CORNER)
        left, top, across = self.x + dp(CORNER), self.y + self.height, side_by_side(len(boxes), whole)
        lines, long = -(-len(boxes) // across), (whole + gap) / across - gap
        rest = (lines * across - len(boxes)) * (long + gap) - gap
        deep, strip = (top - self.y + gap) / lines - gap, 0.0
        if rest < due.wide(self.view.choices[0]) or middle_least(self.view, rest) > deep:
            rest, strip = whole, max(dp(STRIP) * theme.scale, middle_least(self.view, whole))
            deep = (self.height - strip - gap * lines) / lines
        for at, turned in enumerate(boxes):
            turned.angle = 0
            pos = (left + at % across * (long + gap), top - (at // across + 1) * (deep + gap) + gap)
            _put(turned, (long, deep), pos, long)
        self.ids.middle.pos = (left + whole - rest, self.y)
        self.ids.middle.size = (rest, strip or deep)

    def _fit(self) -> None:
        """A turned box for every sheet; a seat's boxes, with tasks and without, are kept."""
        room, boxes = self.ids.sheets, [self._boxed(sheet) for sheet in self.view.sheets]
        if room.children[::-1] != boxes:
            room.clear_widgets()
            for turned in boxes:
                room.add_widget(turned)

    def _boxed(self, sheet: HandSheet) -> Turned:
        key = _box(sheet), sheet.person.seat
        turned = self._made.get(key)
        if turned is None:
            turned = self._made[key] = Turned(size_hint=(None, None))
            turned.add_widget(Factory.get(key[0])(view=sheet))
        else:
            turned.children[0].view = sheet
            if turned.parent is None:
                begin_anew(turned)
        turned.side, turned.angle = sheet.side, TURNS[sheet.side]
        return turned

    def _at(self, side: str) -> list[Turned]:
        return [each for each in self.ids.sheets.children[::-1] if each.side == side]

    def _row_long(self, side: str) -> float:
        """How long each sheet is at a side above or below."""
        sharing = max(1, len(self._at(side)))
        return float(min(dp(LONGEST), (self.width - 2 * dp(CORNER) - dp(GAP) * (sharing - 1)) / sharing))

    def _row_deep(self, side: str) -> float:
        long = self._row_long(side)
        return max((depth(turned.children[0].view, long, self.height) for turned in self._at(side)), default=0)

    def _row(self, side: str, y: float, deep: float) -> None:
        boxes, long, gap = self._at(side), self._row_long(side), dp(GAP)
        x = self.x + self.width / 2 - (long * len(boxes) + gap * (len(boxes) - 1)) / 2
        for at, turned in enumerate(boxes):
            _put(turned, (long, deep), (x + at * (long + gap), y), long)

    def _column(self, side: str, down: float, length: float) -> float:
        """Put the sheets of a side into the room between those above and below; how deep they are."""
        boxes, gap = self._at(side), dp(GAP)
        if not boxes:
            return 0
        long = (length - gap * (len(boxes) - 1)) / len(boxes)
        deep = max(depth(turned.children[0].view, long, self.width) for turned in boxes)
        x = self.x if side == "west" else self.x + self.width - deep
        for at, turned in enumerate(boxes):
            _put(turned, (deep, long), (x, self.y + down + at * (long + gap)), long)
        return deep


def depth(sheet: HandSheet, long: float, whole: float) -> float:
    """How deep a sheet of this length is, in px, in a window that reaches `whole` px away from its side."""
    if not sheet.tasks:
        return float(dp(EMPTY) * theme.scale)
    columns = columns_of(long)
    line = COMPACT if _compact(long) else LINE
    wanted = dp(BAND) + dp(HEAD + line * -(-len(sheet.tasks) // columns)) * theme.scale
    return float(min(wanted, whole * SHARE))


def side_by_side(sheets: int, whole: float) -> int:
    """How many sheets lie side by side in so many px: three where there are more than two and each has room."""
    return 3 if sheets > 2 and (whole + dp(GAP)) / 3 - dp(GAP) >= dp(NARROWEST) else 2


def columns_of(long: float) -> int:
    """How many tasks stand side by side."""
    return 3 if long >= dp(900) * theme.scale else 2 if long >= dp(520) * theme.scale else 1


def _compact(long: float) -> bool:
    return long / columns_of(long) < dp(NARROW) * theme.scale


def _put(turned: Turned, size: tuple[float, float], pos: tuple[float, float], long: float) -> None:
    turned.size, turned.pos = size, pos
    if isinstance(turned.children[0], HandSheetBox):
        turned.children[0].compact, turned.children[0].columns = _compact(long), columns_of(long)


def _box(sheet: HandSheet) -> str:
    return "HandSheetBox" if sheet.tasks else "EmptySheet"


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
