"""Finds the printed corners of cards wherever they show, however they are turned: a disc with the value, a sign below.

Pictures are seen from straight above at SCALE px per mm, even in light.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.deck import PART, single_print
from vision.cards.match import EFFECTIVE, flattened, log_shares, normalised, softened
from vision.cards.read import CAMERA_BLUR, SCALE
from vision.layouts.layout import Box, Layout, LayoutError, Ledger, Region, load_layout
from vision.picture import Field, Picture, Points
from vision.printing.cards import art, middle

DISC, SIGN = "value", "sign"
RIM = 1.0  # mm of paper about a corner's prints that belongs to it
COARSE = 0.5  # part of the scale at which discs are looked for
ROUND, INKED = 0.45, 0.4  # correlation above which something may be a disc, and part of its ink, at that scale
PALEST = 0.3  # part of the discs' colour that a pale print in poor light has at least
HIDDEN = 0.6  # part of a disc's width that is enough to find it
CUTS = 8  # directions in which the rest may be covered
MOST = 50  # places that may be discs are looked at, the likeliest
RAYS = 240  # directions about a disc in which a sign is looked for
REACH = 21.0  # mm from a disc's middle to beyond its sign
LIKE, PEAKS = 0.45, 3  # correlation of a sign from which its direction is looked at closely, and so many of them
FINE = (4.0, 2.0, 1.0)  # degrees by which a corner is then turned
ROUGH = 0.5  # correlation of a corner, roughly turned, from which it is turned finely
LOOSE = 1.5  # mm a print may lie beside its place
LEAST_LIKE, ENOUGH = 0.62, 0.77  # correlation of a corner up to which it is none, and from which it surely is one
PART_SEEN = 0.62  # part of a corner's width that is enough to read it
OTHERS, NO_CHANCE = 4, 0.01  # so many other faces are told, if their share is no less
APART = 6.0  # mm between two discs at least


@dataclass(frozen=True, eq=False, kw_only=True)
class Corner:
    """A corner that shows: its face, the share of that (0 to 1), and where it lies, px and degrees clockwise.

    `others` are faces that it may be as well, the likeliest first; `trust` is how surely there is one (0 to 1). `at` is
    the middle of its disc, from which the sign lies at `turn`; 0 is a card that lies upright.
    """

    face: str
    share: float
    others: tuple[str, ...]
    trust: float
    at: Points
    turn: float


class _Look(NamedTuple):
    """The correlation of a part of some corners with a picture at a turn, and how far the best is moved, px."""

    likes: Points
    off: Points
    turn: float
    part: slice

    @property
    def like(self) -> float:
        """The best correlation."""
        return float(self.likes.max())


class CornerReader:
    """Reads the corners of our own cards; LayoutError if those of a layout have none.

    `faces` are those in this game, if not all.
    """

    def __init__(self, name: str, faces: Sequence[str] = ()) -> None:
        layout = load_layout(name)
        if not has_corners(layout):
            raise LayoutError(f"the cards of the layout {name!r} have no corners")
        self.layout, self.faces = layout, tuple(faces) or layout.faces
        regions = {region.name: region for region in layout.regions}
        self._disc, self._signs = regions[DISC].box, regions[SIGN].choices
        self._window = _around(self._disc, regions[SIGN].box)
        whole = {value: single_print(layout.size, regions[SIGN], value) for value in self._signs}
        self._rays = [
            _of_sign(_rays(each, self._in_px(self._disc)), *_bearing(self._disc, regions[SIGN].box))
            for each in whole.values()
        ]
        flat = [flattened(softened(art(name, face, SCALE), CAMERA_BLUR), PART) for face in self.faces]
        self._corners = [_cut(each, self._window) for each in flat]
        self._of_sign = [
            [n for n, face in enumerate(self.faces) if layout.values(face)[SIGN] == sign] for sign in self._signs
        ]
        self._parts = _parts(self._corners[0].shape[1])
        self._spots = _spots(layout, regions[DISC])

    def read(self, even: Picture) -> list[Corner]:
        """The corners that show, each once, the surest first."""
        flat = np.asarray(flattened(even, PART), np.float32)
        found = (self._corner(flat, at) for at in self._discs(flat))
        return _apart([one for one in found if one is not None])

    # --- where ---

    def _discs(self, flat: Field) -> Iterator[Points]:
        """Where discs may be, px, the likeliest first."""
        small = cv2.resize(_purple(flat), None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_AREA)
        alike = np.max([cv2.matchTemplate(small, each, cv2.TM_CCOEFF_NORMED) for each in self._spots], axis=0)
        high, wide = self._spots[0].shape
        inked = cv2.blur(small, (wide, high))[high // 2 :, wide // 2 :][: alike.shape[0], : alike.shape[1]]
        strong = float(np.clip(inked.max(initial=0), PALEST * self._spots[0].mean(), self._spots[0].mean()))
        alike[inked < INKED * strong] = 0
        near = cv2.dilate(alike, np.ones((3, 3), np.uint8))
        ys, xs = np.nonzero((alike == near) & (alike > ROUND))
        order = np.argsort(-alike[ys, xs])[:MOST]
        half = (np.array(self._spots[0].shape[1::-1]) - 1) / 2
        yield from (np.stack([xs, ys], axis=1)[order] + half + 0.5) / COARSE - 0.5

    def _likely(self, flat: Field, at: Points) -> list[tuple[float, int]]:
        """The turns at which what lies beside a disc is most like a sign, or a part of one, and the sign's number."""
        rays, high = _rays(flat, at), self._rays[0].shape[0]
        around = np.concatenate([rays, rays[: high - 1]])
        maps = np.array([self._alike(around, each) for each in self._rays])
        likes = maps.max(axis=0)
        near = np.max([np.roll(likes, by) for by in range(-3, 4)], axis=0)
        peaks = np.flatnonzero((likes >= near) & (likes > LIKE))
        best = sorted(peaks, key=lambda row: -likes[row])[:PEAKS]
        return [((row + high / 2) * 360 / RAYS - 90, int(maps[:, row].argmax())) for row in best]

    @staticmethod
    def _alike(around: Field, sign: Field) -> Points:
        """How like a sign, the whole or a part of it, what lies in each of RAYS directions is."""
        parts = [
            cv2.matchTemplate(around[part.start :], sign[part].copy(), cv2.TM_CCOEFF_NORMED).max(axis=1)[:RAYS]
            for part in _parts(sign.shape[0])
        ]
        return np.asarray(np.max(parts, axis=0))

    # --- what ---

    def _corner(self, flat: Field, at: Points) -> Corner | None:
        """The corner about a disc; None if there is none."""
        looks = [(self._look(flat, at, turn, self._of_sign[sign]), sign) for turn, sign in self._likely(flat, at)]
        look, sign = max(looks, key=lambda one: one[0].like, default=(None, 0))
        if look is None or look.like < ROUGH:
            return None
        face = [self._of_sign[sign][int(look.likes.argmax())]]
        for step in FINE:
            ways = [self._look(flat, at, look.turn + way, face, look.part) for way in (-step, step)]
            look = max([look, *ways], key=lambda one: one.like)
        trust = float(np.clip((look.like - LEAST_LIKE) / (ENOUGH - LEAST_LIKE), 0, 1))
        if not trust:
            return None
        look = self._look(flat, at, look.turn, range(len(self.faces)), look.part)
        shown = (look.part.stop - look.part.start) / self._corners[0].shape[1]
        shares = normalised(log_shares(look.likes, EFFECTIVE * shown))
        best, *others = np.argsort(-shares)[: OTHERS + 1]
        place = at + (look.off - LOOSE * SCALE) @ _turned(look.turn)
        may_be = tuple(self.faces[n] for n in others if shares[n] > NO_CHANCE)
        return Corner(
            face=self.faces[best],
            share=float(shares[best]),
            others=may_be,
            trust=trust,
            at=place,
            turn=look.turn % 360,
        )

    def _look(self, flat: Field, at: Points, turn: float, faces: Sequence[int], part: slice | None = None) -> _Look:
        """How like these faces' corners what lies about a disc is; where no whole one shows, a part of it."""
        seen, prints = self._upright(flat, at, turn), [self._corners[n] for n in faces]
        looks = [_look(seen, prints, each, turn) for each in ((part,) if part else self._parts)]
        return looks[0] if looks[0].like >= ENOUGH else max(looks, key=lambda one: one.like)

    def _upright(self, flat: Field, at: Points, turn: float) -> Field:
        """The corner and LOOSE mm around it, if its disc lies here and it is turned so."""
        x0, y0, x1, y1 = self._window
        size = round((x1 - x0 + 2 * LOOSE) * SCALE), round((y1 - y0 + 2 * LOOSE) * SCALE)
        first = (np.array([x0 - LOOSE, y0 - LOOSE]) - middle(self._disc)) * SCALE + 0.5
        way = _turned(turn)
        onto = np.column_stack([way.T, at + first @ way])
        return np.asarray(cv2.warpAffine(flat, onto, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))

    @staticmethod
    def _in_px(box: Box) -> Points:
        return np.array(middle(box)) * SCALE - 0.5


def has_corners(layout: Layout | Ledger) -> bool:
    """Do the cards of a layout bear a value with a sign below in their corners?"""
    return isinstance(layout, Layout) and {DISC, SIGN} <= {region.name for region in layout.regions}


def _apart(corners: Sequence[Corner]) -> list[Corner]:
    """Of corners that lie over each other the surest."""
    kept = list[Corner]()
    for one in sorted(corners, key=lambda corner: -corner.share * corner.trust):
        if all(np.abs(one.at - other.at).max() > APART * SCALE for other in kept):
            kept.append(one)
    return kept


def _look(seen: Field, prints: Sequence[Field], part: slice, turn: float) -> _Look:
    """The best correlation of these columns of each print."""
    wide = seen.shape[1] - round(2 * LOOSE * SCALE)
    crop = seen[:, part.start : seen.shape[1] - (wide - part.stop)]
    maps = np.array([cv2.matchTemplate(crop, each[:, part].copy(), cv2.TM_CCOEFF_NORMED) for each in prints])
    _, row, column = np.unravel_index(maps.argmax(), maps.shape)
    return _Look(maps.max(axis=(1, 2)), np.array([column, row], float), turn, part)


def _parts(wide: int) -> tuple[slice, slice, slice]:
    """The parts of a print that may show: all of it, the first part, the last one."""
    part = round(PART_SEEN * wide)
    return slice(0, wide), slice(0, part), slice(wide - part, wide)


def _turned(turn: float) -> Points:
    """The rows that turn a place (x, y) clockwise by so many degrees."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.array([(c, s), (-s, c)])


# --- what is printed there ---


def _rays(flat: Field, at: Points) -> Field:
    """What lies about a place, px: a row for each of RAYS directions, clockwise from the right, and REACH mm long."""
    size, way = (round(REACH * SCALE), RAYS), cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS
    return np.asarray(cv2.warpPolar(flat, size, (float(at[0]), float(at[1])), REACH * SCALE, way))


def _bearing(disc: Box, sign: Box) -> tuple[slice, slice]:
    """The rays and the px along them in which the sign of an upright card lies."""
    away = middle(sign)[1] - middle(disc)[1]
    half = (sign[2] - sign[0]) / 2
    rays = np.degrees(np.arctan2(half, away)) * RAYS / 360
    return slice(round(RAYS / 4 - rays), round(RAYS / 4 + rays)), slice(
        round((away - half) * SCALE), round((away + half) * SCALE)
    )


def _of_sign(rays: Field, directions: slice, along: slice) -> Field:
    return rays[directions, along].copy()


def _around(one: Box, other: Box) -> Box:
    """The box about two, with a rim of paper."""
    low, high = np.minimum(one, other)[:2] - RIM, np.maximum(one, other)[2:] + RIM
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _cut(card: Field, box: Box) -> Field:
    """A box of a card at SCALE."""
    x0, y0, x1, y1 = (round(edge * SCALE) for edge in box)
    return np.asarray(card[y0:y1, x0:x1], np.float32)


def _purple(picture: Field) -> Field:
    """How much a picture has of the discs' colour, which neither goods nor mats have."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.addWeighted(blue, 0.5, red, 0.5, 0) - green)


def _spots(layout: Layout, region: Region) -> list[Field]:
    """A disc as they are on the whole, at the coarse scale, and such as are covered in part by another card's paper."""
    x0, y0, x1, y1 = region.box
    box, radius = (x0 - RIM, y0 - RIM, x1 + RIM, y1 + RIM), (x1 - x0) / 2
    whole = np.mean([_cut(_purple(single_print(layout.size, region, value)), box) for value in region.choices], axis=0)
    paper, (high, wide) = whole[0, 0], whole.shape
    ys, xs = np.mgrid[:high, :wide]
    spots = [whole]
    for turn in np.arange(CUTS) * 2 * np.pi / CUTS:
        beyond = (xs - (wide - 1) / 2) * np.cos(turn) + (ys - (high - 1) / 2) * np.sin(turn)
        spots.append(np.where(beyond > (2 * HIDDEN - 1) * radius * SCALE, paper, whole))
    return [
        cv2.resize(np.asarray(each, np.float32), None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_AREA)
        for each in spots
    ]
