"""A seat's gold counted by the camera: coins on the mat, what each is worth, what a person says, and the sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from companion.play.reports import Crop
from companion.tasks.borrowed_camera import BorrowedCamera, Seer
from companion.tasks.card_enrolment import crop_of
from companion.tasks.same_place import Middle, lies_at, middle
from devices.inventory import BOX_COINS
from devices.protocol import COINS
from engine.sighting import Seen

PREFIX = "coin:"
BOX: Mapping[int, int] = dict(zip(COINS, BOX_COINS, strict=True))
"""Coins of one box by value."""
NO_COIN = 0
"""What a person says of something that was taken for a coin."""
SURE = 0.9
"""Share from which a coin counts without being asked about."""
State = Literal["looking", "empty", "mixed", "doubt", "box", "ready"]
"""What stands between the coins and their sum: nothing seen yet, no coin, other things among them, a coin nobody knows,
more of a value than the box holds, or nothing.
"""


class Coin(Struct, frozen=True, kw_only=True):
    """A coin on the mat: its value (None in doubt, 0 for no coin at all), the runner-up, and where it lies.

    `corners` are those of the square around it, as shares of the picture's width and height.
    """

    place: int
    value: int | None
    rival: int | None
    told: bool
    corners: tuple[tuple[float, float], ...]
    crop: Crop


class _Told(Struct):
    """What a person said of the coin whose middle lies there, in px of the picture."""

    middle: Middle
    value: int


class GoldCount:
    """Counts the coins laid in the drawing field; one thread owns it and calls `pump` often.

    `box` says how many coins of each value there are. `off` is by how much a count that was said to be right differed
    from the book, None until then.
    """

    def __init__(self, seat: str, seer: Seer, box: Mapping[int, int] = BOX) -> None:
        self.seat = seat
        self.coins: tuple[Coin, ...] = ()
        self.foreign: tuple[str, ...] = ()
        self.news = 0
        self.off: int | None = None
        self._box = box
        self._looked = False
        self._substitutes: dict[int, int] = {}
        self._told: list[_Told] = []
        self._last: tuple[Any, Sequence[Seen]] = (None, ())
        self._showing = BorrowedCamera(seer)

    @property
    def counted(self) -> dict[int, int]:
        """How many coins of each value lie there, the dearest first."""
        found = Counter(coin.value for coin in self.coins if coin.value)
        return dict(sorted(((value, count) for value, count in found.items() if value), reverse=True))

    @property
    def gold(self) -> int:
        """What the coins that are known are worth together."""
        return sum(value * count for value, count in self.counted.items())

    @property
    def doubtful(self) -> tuple[Coin, ...]:
        """The coins nobody knows yet."""
        return tuple(coin for coin in self.coins if coin.value is None)

    @property
    def surplus(self) -> dict[int, int]:
        """The values of which more lie there than the box holds, as far as nobody spoke of substitutes."""
        counted = self.counted
        allowed = {value: max(self._box.get(value, 0), self._substitutes.get(value, 0)) for value in counted}
        return {value: count for value, count in counted.items() if count > allowed[value]}

    @property
    def state(self) -> State:
        """What stands between the coins and their sum."""
        if not self._looked:
            return "looking"
        if self.foreign:
            return "mixed"
        if not self.coins:
            return "empty"
        if self.doubtful:
            return "doubt"
        return "box" if self.surplus else "ready"

    # --- looking ---

    def pump(self) -> bool:
        """Take in what was seen since; true if anything is new."""
        before = self.news
        for seen in self._showing.seen():
            self._last, self._looked = seen, True
            self._show()
        return self.news != before

    def again(self) -> None:
        """Look at what lies there as if for the first time."""
        self._told, self._substitutes = [], {}
        self._showing.again()
        self._show()

    def close(self) -> None:
        """Give the eyes back."""
        self._showing.close()

    def _show(self) -> None:
        picture, objects = self._last
        self.foreign = tuple(sorted({_kind(seen) for seen in objects if not seen.best.startswith(PREFIX)}))
        coins = [seen for seen in objects if seen.best.startswith(PREFIX)]
        self.off = None
        self._told = [told for told in self._told if any(lies_at(told.middle, seen) for seen in coins)]
        self.coins = tuple(self._coin(place, picture, seen) for place, seen in enumerate(coins))
        self.news += 1

    def _coin(self, place: int, picture: Any, seen: Seen) -> Coin:
        high, wide = picture.shape[:2]
        said = next((told.value for told in self._told if lies_at(told.middle, seen)), None)
        values = [value for guess in seen.guesses if (value := _value(guess.value)) is not None]
        read = values[0] if values and seen.share >= SURE and _value(seen.best) is not None else None
        rival = next((value for value in values if value != read), None)
        corners = tuple((x / wide, y / high) for x, y in seen.corners)
        return Coin(
            place=place,
            value=read if said is None else said,
            rival=rival,
            told=said is not None,
            corners=corners,
            crop=_cut(picture, seen),
        )

    # --- what a person says ---

    def name(self, place: int, value: int) -> None:
        """The coin at a place is worth so much; 0 says that it is none."""
        seen = [seen for seen in self._last[1] if seen.best.startswith(PREFIX)][place]
        others = [told for told in self._told if not lies_at(told.middle, seen)]
        self._told = [*others, _Told(middle(seen), value)]
        self._show()

    def allow(self) -> None:
        """There are substitutes among the coins: as many as lie there may."""
        self._substitutes = self.counted
        self.news += 1

    def at(self, x: float, y: float) -> int | None:
        """The place of the coin at a point of the picture (shares of width and height), None beside all coins."""
        return next((coin.place for coin in self.coins if _holds(coin.corners, x, y)), None)


def _kind(seen: Seen) -> str:
    return seen.best.partition(":")[0]


def _value(label: str) -> int | None:
    """The value a reading names, none for ``coin:?``."""
    value = label.removeprefix(PREFIX)
    return int(value) if value.isdecimal() else None


def _holds(corners: Sequence[Middle], x: float, y: float) -> bool:
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)


def _cut(picture: Any, seen: Seen) -> Crop:
    """The part of the picture around a coin."""
    high, wide = picture.shape[:2]
    xs, ys = [x for x, _y in seen.corners], [y for _x, y in seen.corners]
    left, top = max(0, int(min(xs))), max(0, int(min(ys)))
    right, low = min(wide, int(max(xs)) + 1), min(high, int(max(ys)) + 1)
    return crop_of(picture[top : max(low, top + 1), left : max(right, left + 1)])
