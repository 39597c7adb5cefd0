"""Finds wooden cubes of five colours on any photo, and distinguishes houses, discs and dice of the same colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import dice
from vision.photo.colours import name_of
from vision.photo.found import CUBE_COLOURS, Cube, Cubes, Die, Image, Likely, Other
from vision.photo.net import Maps, Net, dense, peaks, shipped, sigmoid, softmax

Floats = NDArray[np.floating]

LONG_SIDE = 960
"""The long side in px at which the finder looks; an 8 mm cube should be 13 px or more there."""

BIAS = 4
"""The finder is trained to give its logits plus this."""

GLIMPSE, MOST = 0.06, 140
"""The least peak of the finder that is looked at, and how many of them at most, the highest first."""

PLAIN = 0.3
"""The size of the pieces is judged by peaks that are at least so high, where there are any."""

WINDOW, USUAL = 48, 24
"""Side in px of what the sorter sees about a peak, and the size that most pieces of the picture have there."""

HEED = 1.0
"""How much the finder's highest logit counts for a piece of any kind. Of which kind it is the sorter sees better: where
the finder has a say in that, 20 of the 160 houses of `render_pieces` are taken for cubes instead of 8."""

LEAST = 0.5
"""From this share on, a peak is the piece that the sorter names (docs/vision-results.md)."""

SURELY_A_DIE = 0.8
"""From this share on, the dice reader's, what the sorter calls a cube is a die."""

SURELY_WOOD = 0.8
"""A house or a disc of which the sorter is less sure may be anything among dice, such as a knot of the table's wood."""

APART = 0.42
"""Two peaks nearer than this part of the larger one's size are one piece."""

FAINT, BESIDE = 0.2, 1.2
"""A peak of the finder lower than this, nearer than this part of a size to a higher one of the same kind, is a side of
that piece (a plain cube's front looks like one more cube; no count of `render_pieces` becomes wrong by it)."""

OUTSIDE = 0.08, 0.92
"""The parts of a count's distribution below and above its bounds: about nine unseen counts of ten lie within, and a
few more of all (measured on `render_pieces`)."""

KINDS = (*CUBE_COLOURS, "house", "disc", "die", "nothing")
"""The kinds of pieces in the order of the sorter's logits; the finder has all but the last."""

DIE, NOTHING = KINDS.index("die"), KINDS.index("nothing")


class Peaks(NamedTuple):
    """Where the finder sees something: middles (n × 2) and sizes (n) in px of the picture, and logits (n × 8)."""

    places: Floats
    sizes: Floats
    logits: Floats


class Piece(NamedTuple):
    """A peak as it was read: shares of all kinds, the likeliest kind's number; middle and size in px; its height."""

    shares: Floats
    kind: int
    x: float
    y: float
    size: float
    peak: float = 1.0

    @property
    def share(self) -> float:
        """The share of this piece's kind."""
        return float(self.shares[self.kind])


class Nets(NamedTuple):
    """The networks that `find` uses."""

    finder: Net
    sorter: Net
    dice: Net
    pips: Net


def find(image: Image, nets: Nets | None = None) -> Cubes:
    """The cubes of a picture. Where dice are the only pieces in it, they are what is counted.

    Other networks than the shipped ones are for measurements.
    """
    nets = nets or Nets(*(shipped(name) for name in ("cubes", "pieces", "dice", "pips")))
    seen = look(image, nets.finder, nets.sorter)
    pieces = without_dice(image, kept(seen), nets.pips)
    wood = [piece for piece in pieces if piece.kind != DIE]
    rolled = dice.find(image, nets.dice, nets.pips) if 2 * len(wood) <= len(pieces) else []
    if only_dice(wood, rolled):
        items = coloured(rolled)
        return Cubes(counted(items), items, [], likely([item.shares for item in items]))
    items = [cube(piece) for piece in pieces if piece.kind < len(CUBE_COLOURS)]
    others = [other(image, piece) for piece in pieces if piece.kind >= len(CUBE_COLOURS)]
    missed = [named(piece) for piece in seen if piece.share < LEAST and all(apart(piece, one) for one in pieces)]
    return Cubes(counted(items), items, others, likely([*(item.shares for item in items), *missed]))


def within(seen: Cubes, box: Mapping[str, int]) -> Cubes:
    """The same without the least sure cubes of colours of which the box holds fewer."""
    items: list[Cube] = []
    for item in sorted(seen.items, key=lambda one: -one.confidence):
        if sum(one.colour == item.colour for one in items) < box.get(item.colour, len(seen.items)):
            items.append(item)
    held = {
        colour: Likely(min(one.low, box.get(colour, one.low)), min(one.high, box.get(colour, one.high)), one.share)
        for colour, one in seen.likely.items()
    }
    return Cubes(counted(items), items, seen.others, held)


def counted(items: list[Cube]) -> dict[str, int]:
    return {colour: sum(item.colour == colour for item in items) for colour in CUBE_COLOURS}


def likely(shares: list[dict[str, float]]) -> dict[str, Likely]:
    """Between which numbers the count of each colour lies, when each share is the chance that a cube is there."""
    found = {}
    for colour in CUBE_COLOURS:
        chances = np.ones(1)
        for share in shares:
            chances = np.convolve(chances, [1 - share.get(colour, 0.0), share.get(colour, 0.0)])
        up_to = np.cumsum(chances)
        low, high = (int(np.searchsorted(up_to, edge)) for edge in OUTSIDE)
        found[colour] = Likely(low, min(high, len(chances) - 1), round(float(chances.max()), 3))
    return found


def look(image: Image, finder: Net, sorter: Net) -> list[Piece]:
    """The finder's peaks as finder and sorter together read them, the surest first."""
    seen = glimpse(image, finder)
    if not len(seen.places):
        return []
    plain = seen.sizes[sigmoid(seen.logits).max(axis=1) >= PLAIN]
    scale = USUAL / float(np.median(plain if len(plain) else seen.sizes))
    logits = sorted_out(image, seen.places, scale, sorter)
    logits[:, :NOTHING] += HEED * seen.logits.max(axis=1, keepdims=True)
    shares = softmax(logits)
    kinds, heights = shares[:, :NOTHING].argmax(axis=1), sigmoid(seen.logits).max(axis=1)
    pieces = [
        Piece(share, int(kind), float(x), float(y), float(size), float(height))
        for share, kind, (x, y), size, height in zip(shares, kinds, seen.places, seen.sizes, heights, strict=True)
    ]
    return sorted(pieces, key=lambda piece: -piece.share)


def glimpse(image: Image, finder: Net) -> Peaks:
    """The finder's highest peaks."""
    maps, cell = dense(finder, image, LONG_SIDE)
    logits, measures = maps[:NOTHING] - BIAS, maps[NOTHING:]
    highest = sigmoid(logits.max(axis=0))
    found = peaks(highest, GLIMPSE)
    rows, columns = found[np.argsort(-highest[found[:, 0], found[:, 1]])][:MOST].T
    sizes, right, down = measures[:, rows, columns]
    places = np.stack([columns + right.clip(-1, 1), rows + down.clip(-1, 1)], axis=1)
    return Peaks((places + 0.375) * cell, np.exp(sizes.clip(-2, 2)) * 8 * cell, logits[:, rows, columns].T)


def kept(pieces: list[Piece]) -> list[Piece]:
    """The pieces that are there, each once; they come the surest first."""
    found: list[Piece] = []
    for piece in pieces:
        if piece.share >= LEAST and all(apart(piece, one) and not side_of(piece, one) for one in found):
            found.append(piece)
    return found


def sorted_out(image: Image, places: Floats, scale: float, sorter: Net) -> Maps:
    """The sorter's logits for each place, mean of the window and its mirror image."""
    windows = [window(image, x, y, scale) for x, y in places]
    batch = np.ascontiguousarray(np.stack(windows).transpose(0, 3, 1, 2) / np.float32(255), np.float32)
    both = [sorter(one).reshape(len(places), -1) for one in (batch, np.ascontiguousarray(batch[..., ::-1]))]
    return np.asarray((both[0] + both[1]) / 2, np.float32)


def window(image: Image, x: float, y: float, scale: float) -> Image:
    """The surroundings of a place, WINDOW × WINDOW px."""
    matrix = np.array([[scale, 0, WINDOW / 2 - scale * x], [0, scale, WINDOW / 2 - scale * y]], np.float32)
    return np.asarray(cv2.warpAffine(image, matrix, (WINDOW, WINDOW), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def without_dice(image: Image, pieces: list[Piece], reader: Net) -> list[Piece]:
    """The pieces, with those that the reader of dice takes for a die renamed."""
    cubes = [piece for piece in pieces if piece.kind < len(CUBE_COLOURS)]
    if not cubes:
        return pieces
    boxes = np.array(
        [[p.x - p.size / 2, p.y - p.size / 2, p.x + p.size / 2, p.y + p.size / 2] for p in cubes], np.float32
    )
    like = dict(zip(map(id, cubes), dice.judged(image, boxes, reader)[2], strict=True))
    return [piece._replace(kind=DIE) if like.get(id(piece), 0) >= SURELY_A_DIE else piece for piece in pieces]


def apart(a: Piece, b: Piece) -> bool:
    return bool(np.hypot(a.x - b.x, a.y - b.y) > APART * max(a.size, b.size))


def side_of(a: Piece, b: Piece) -> bool:
    """Whether the first is hardly seen by the finder and lies beside the second, which is like it and better seen."""
    faint = a.peak < min(FAINT, b.peak) and a.kind == b.kind
    return faint and bool(np.hypot(a.x - b.x, a.y - b.y) < BESIDE * max(a.size, b.size))


def named(piece: Piece) -> dict[str, float]:
    """The shares of all kinds by name."""
    return {kind: round(float(share), 3) for kind, share in zip(KINDS, piece.shares, strict=True)}


def cube(piece: Piece) -> Cube:
    place = (round(piece.x, 1), round(piece.y, 1))
    return Cube(CUBE_COLOURS[piece.kind], place, round(piece.share, 3), round(piece.size, 1), named(piece))


def other(image: Image, piece: Piece) -> Other:
    """A house, a disc or a die, and the colour of its middle."""
    reach = max(1, round(piece.size / 4))
    x, y = (int(np.clip(round(v), 0, side - 1)) for v, side in ((piece.x, image.shape[1]), (piece.y, image.shape[0])))
    middle = image[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    place = (round(piece.x, 1), round(piece.y, 1))
    return Other(KINDS[piece.kind], name_of(middle), place, round(piece.share, 3), round(piece.size, 1))


def only_dice(wood: list[Piece], rolled: list[Die]) -> bool:
    """Whether there are dice, and all that was surely taken for something else is one of them too."""
    other = [piece for piece in wood if piece.kind < len(CUBE_COLOURS) or piece.share >= SURELY_WOOD]
    return bool(rolled) and all(any(covers(die, piece) for die in rolled) for piece in other)


def covers(die: Die, piece: Piece) -> bool:
    x0, y0, x1, y1 = die.box
    return x0 <= piece.x <= x1 and y0 <= piece.y <= y1


def coloured(rolled: list[Die]) -> list[Cube]:
    """Dice of the five colours as cubes."""
    return [painted(die) for die in rolled if die.colour in CUBE_COLOURS]


def painted(die: Die) -> Cube:
    x0, y0, x1, y1 = die.box
    shares = {die.colour: round(die.confidence, 3), "nothing": round(1 - die.confidence, 3)}
    place = (round((x0 + x1) / 2, 1), round((y0 + y1) / 2, 1))
    return Cube(die.colour, place, die.confidence, round(max(x1 - x0, y1 - y0), 1), shares)
