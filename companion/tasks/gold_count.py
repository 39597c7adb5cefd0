"""A seat's gold counted by the camera: coins on the mat, what each is worth, what a person answers, and the sum.

What each coin is worth is read by `CoinAlbum` in `vision/flat/coins.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np
from msgspec import Struct

from companion.play.reports import Crop
from companion.tasks.base import Lender, Task
from companion.tasks.borrowed_camera import BorrowedCamera
from companion.tasks.faces import crop_of
from companion.tasks.same_place import Middle, lies_at, middle
from engine.sighting import Seen
from vision.picture import Picture

PREFIX = "coin:"
NO_COIN = 0
"""The value a person gives something that was taken for a coin."""
SURE = 0.9
"""Share from which a coin counts without being asked about."""
State = Literal["looking", "empty", "mixed", "doubt", "box", "ready"]
"""What stands between the coins and their sum: nothing seen yet, no coin, other things among them, an unknown coin,
more of a value than the box holds, or nothing.
"""


class Coin(Struct, frozen=True, kw_only=True):
    """A coin on the mat: its value (None in doubt, 0 for no coin at all), the runner-up, and where it lies.

    `corners` are those of the square around it, as shares of the picture's width and height.
    """

    place: int
    value: int | None
    rival: int | None
    named: bool
    corners: tuple[tuple[float, float], ...]
    crop: Crop


class _Named(Struct):
    """The value a person gave the coin whose middle lies there, in px of the picture."""

    middle: Middle
    value: int


class GoldCount(Task):
    """Counts the coins laid in the drawing field.

    `box` is how many coins of each value there are, None if unknown. `report` tells the game the sum and returns by how
    much it differs from the book; `off` keeps that, None until the sum was confirmed.
    """

    trouble: Literal[""] = ""

    def __init__(
        self,
        seat: str,
        lender: Lender,
        report: Callable[[int], int | None] = lambda _gold: None,
        box: Mapping[int, int] | None = None,
    ) -> None:
        self.seat = seat
        self.coins: tuple[Coin, ...] = ()
        self.foreign: tuple[str, ...] = ()
        self.off: int | None = None
        self.box, self._report = box, report
        self._looked = False
        self._substitutes: dict[int, int] = {}
        self._named: list[_Named] = []
        self._last: tuple[Picture, Sequence[Seen]] = (np.zeros((1, 1, 3), np.uint8), ())
        self._camera = BorrowedCamera(lender)

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
        """The coins whose value is not known yet."""
        return tuple(coin for coin in self.coins if coin.value is None)

    @property
    def surplus(self) -> dict[int, int]:
        """The values of which more lie there than the box holds, less the substitutes that were allowed."""
        counted = self.counted
        if self.box is None:
            return {}
        allowed = {value: max(self.box.get(value, 0), self._substitutes.get(value, 0)) for value in counted}
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

    def poll(self) -> None:
        """Take in what was seen since the last time."""
        for seen in self._camera.seen():
            self._last, self._looked = seen, True
            self._show()

    def again(self) -> None:
        """Look at what lies there as if for the first time."""
        self._named, self._substitutes = [], {}
        self._camera.again()
        self._show()

    def keep(self) -> bool:
        """The sum is right: the game hears of it as of any sensor."""
        self.off = self._report(self.gold)
        return True

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()

    def _show(self) -> None:
        picture, objects = self._last
        self.foreign = tuple(sorted({_kind(seen) for seen in objects if not seen.best.startswith(PREFIX)}))
        coins = [seen for seen in objects if seen.best.startswith(PREFIX)]
        self.off = None
        self._named = [named for named in self._named if any(lies_at(named.middle, seen) for seen in coins)]
        self.coins = tuple(self._coin(place, picture, seen) for place, seen in enumerate(coins))

    def _coin(self, place: int, picture: Picture, seen: Seen) -> Coin:
        high, wide = picture.shape[:2]
        given = next((named.value for named in self._named if lies_at(named.middle, seen)), None)
        values = [value for guess in seen.guesses if (value := _value(guess.value)) is not None]
        read = values[0] if values and seen.share >= SURE and _value(seen.best) is not None else None
        rival = next((value for value in values if value != read), None)
        corners = tuple((x / wide, y / high) for x, y in seen.corners)
        return Coin(
            place=place,
            value=read if given is None else given,
            rival=rival,
            named=given is not None,
            corners=corners,
            crop=_cut(picture, seen),
        )

    # --- what a person answers ---

    def name(self, place: int, value: int) -> None:
        """The coin at a place is worth so much; 0 says that it is none."""
        seen = [seen for seen in self._last[1] if seen.best.startswith(PREFIX)][place]
        others = [named for named in self._named if not lies_at(named.middle, seen)]
        self._named = [*others, _Named(middle(seen), value)]
        self._show()

    def allow(self) -> None:
        """There are substitutes among the coins: as many as lie there may."""
        self._substitutes = self.counted

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


def _cut(picture: Picture, seen: Seen) -> Crop:
    """The part of the picture around a coin."""
    high, wide = picture.shape[:2]
    xs, ys = [x for x, _y in seen.corners], [y for _x, y in seen.corners]
    left, top = max(0, int(min(xs))), max(0, int(min(ys)))
    right, low = min(wide, int(max(xs)) + 1), min(high, int(max(ys)) + 1)
    return crop_of(picture[top : max(low, top + 1), left : max(right, left + 1)])
