"""Finds dice on any photo: where they lie, their upper face and their colour."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.colours import name_of, tint_of
from vision.photo.found import MARGIN, Die, Image
from vision.photo.net import Maps, Net, dense, peaks, shipped, sigmoid, softmax
from vision.photo.proposals import boxes as compact_boxes
from vision.photo.white_balance import LIGHTEST, lack, raised

SCALES = (640, 160)
"""Long sides in px at which the finder looks, for small and for very large dice."""

LEAST = 0.45
"""From this share on, the geometric mean of finder and reader, a box is a die (docs/vision-results.md)."""

LIKELY = 0.5
"""The least product of a box's share and that of its likeliest face for a die. It and the next two were chosen on
photos with dice and without (docs/vision-results.md): tags, prints, coins and card backs are mostly less likely."""

PLAIN, READABLE = 0.8, 0.3
"""Beside a die as plain as the first the second is enough: dice come together, and where one lies others are likely."""

FILLS = 0.5
"""A die that is asked for by itself has at least this part of the picture's shorter side; what is smaller is a pip."""

CROWD, PART, LEGIBLE = 3, 0.2, 0.5
"""A box that holds so many dice, each smaller than `PART` of it and with a face read with more than `LEGIBLE`,
is no die: light of a lamp on the table."""

GLIMPSE, UNSEEN = 0.12, 0.3
"""The least peak of the finder that is looked at, and the share of a compact region that the finder missed."""

BIAS = 4
"""The finder is trained to give its logits plus this."""

SAME = 0.35
"""Two boxes that share this much of their union are one die."""

SMALLEST = 0.2
"""A box with sides smaller than this part of the best die's is none (a pip, a speck; of dice that lie on one table the
smallest has half the side of the largest, in all photos of `dice_byler`)."""

NEAR = 0.65
"""Of two boxes of the finder that share this much of their union only the higher peak is read."""

FACE = 64
"""Side in px of the crops the face reader sees."""

GROUPS = ("yellow", "black", "red", "blue", "green", "other")
"""The colour groups of the face reader."""

AROUND = 96
"""Side in px of the crop with its surroundings, from which turned views are cut."""

WHITER = 2.0
"""The most that a colour is raised beside the others."""

SURE = 0.95
"""A face read with less than this share is looked at from all `VIEWS`."""

VIEWS = ((45, 0.91), (90, 1.0), (135, 0.91), (180, 1.0), (225, 0.91), (270, 1.0), (315, 0.91))
"""Turns in degrees and enlargements, after the first look."""


def find(image: Image, finder: Net | None = None, reader: Net | None = None) -> list[Die]:
    """All dice of a picture, best first. Other networks than the shipped ones are for measurements."""
    reader, seen = reader or shipped("pips"), balanced(image)
    boxes, shares = propose(seen, finder or shipped("dice"))
    if not len(boxes):
        return []
    faces, _, real = judged(seen, boxes, reader)
    sure = np.sqrt(shares * real)
    legible = sure * faces.max(axis=1)
    fit = (sure >= LEAST) & ~crowds(boxes, legible >= LEGIBLE)
    good = np.flatnonzero(fit & (legible >= enough(legible[fit])))
    kept = each_once(boxes, without_specks(boxes, good[np.argsort(-legible[good])]), SAME)
    groups = groups_of(image, boxes[kept], reader)
    return [
        die(image, boxes[one], float(sure[one]), faces[one], group) for one, group in zip(kept, groups, strict=True)
    ]


def enough(legible: Maps) -> float:
    """The least product of shares for a die among boxes with these."""
    return READABLE if legible.max(initial=0) >= PLAIN else LIKELY


def without_specks(boxes: Maps, best_first: NDArray[np.integer]) -> NDArray[np.integer]:
    """Those of some boxes that are not far smaller than the best one."""
    sides = (boxes[best_first, 2:] - boxes[best_first, :2]).max(axis=1)
    return np.asarray(best_first[sides >= SMALLEST * sides[:1]])


def each_once(boxes: Maps, best_first: NDArray[np.integer], near: float) -> list[int]:
    """Those of some boxes that do not share so much of their union with a better one."""
    kept: list[int] = []
    for index in best_first:
        if all(overlap(boxes[index], boxes[other]) < near for other in kept):
            kept.append(int(index))
    return kept


def crowds(boxes: Maps, dice: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which boxes hold several of those that are `dice`: the light of a lamp, a tray."""
    sizes = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    within = (boxes[:, None, :2] <= boxes[:, :2]) & (boxes[:, None, 2:] >= boxes[:, 2:])
    inside = within.all(axis=2) & (sizes < PART * sizes[:, None]) & dice
    apart = [len(distinct(boxes[row], np.ones(int(row.sum()), np.float32), SAME)[0]) for row in inside]
    return np.array(apart) >= CROWD


def balanced(image: Image) -> Image:
    """The picture as a well-exposed photo in white light would show it.

    A lamp's colour lies on the lightest parts and on the usual ones alike; what only some of them have is their own.
    """
    middle, light = np.percentile(image[::4, ::4].reshape(-1, 3), (50, LIGHTEST), axis=0).clip(min=1)
    gain = lack(light.max())
    gains = gain * np.minimum(light.max() / light, middle.max() / middle).clip(1, WHITER)
    return image if gains.max() < 1.05 else raised(image, gain, gains)


def face(image: Image) -> Die:
    """The one die of a picture: the surest that is found and fills it, else the whole picture if that may be a die.

    Where neither is so, a die that is small in its picture.
    """
    found = sorted(find(image), key=lambda one: -one.confidence)
    large = [one for one in found if fills(one, min(image.shape[:2]))]
    if large:
        return large[0]
    whole = np.array([[0, 0, image.shape[1] - 1, image.shape[0] - 1]], np.float32)
    faces, groups, real = judged(image, whole, shipped("pips"))
    if found and real[0] < LEAST:
        return found[0]
    return die(image, whole[0], 0.5, faces[0], groups[0])


def fills(one: Die, short: int) -> bool:
    """Whether a die may be the one of a picture whose shorter side is `short` px."""
    x0, y0, x1, y1 = one.box
    return max(x1 - x0, y1 - y0) >= FILLS * short


def die(image: Image, box: Maps, share: float, faces: Maps, groups: Maps) -> Die:
    x0, y0, x1, y1 = (round(float(side), 1) for side in box)
    best, group = int(np.argmax(faces)), GROUPS[int(np.argmax(groups))]
    colour = colour_of(core(image, box), group)
    shares = tuple(round(float(one), 4) for one in faces)
    return Die((x0, y0, x1, y1), best + 1, colour, round(float(share * faces[best]), 3), shares)


def colour_of(middle: Image, group: str) -> str:
    """The colour of a die of which the reader knows the group: one called black often has another tint."""
    name = name_of(middle) if group == "other" else group
    return (tint_of(middle) if name == "black" else "") or name


def propose(image: Image, finder: Net) -> tuple[Maps, Maps]:
    """Boxes n × 4 px that may be dice and shares n: what the finder sees, and compact regions that it does not."""
    looks = [at_scale(image, finder, long_side) for long_side in SCALES]
    boxes, shares = distinct(np.concatenate([one for one, _ in looks]), np.concatenate([one for _, one in looks]))
    others = [box for box in compact_boxes(image) if all(overlap(box, one) < SAME for one in boxes[shares > LEAST])]
    more = np.array(others, np.float32).reshape(-1, 4)
    return np.concatenate([boxes, more]), np.concatenate([shares, np.full(len(more), UNSEEN, np.float32)])


def distinct(boxes: Maps, shares: Maps, near: float = NEAR) -> tuple[Maps, Maps]:
    """Boxes and shares without those near a higher peak."""
    kept = each_once(boxes, np.argsort(-shares), near)
    return boxes[kept], shares[kept]


def at_scale(image: Image, finder: Net, long_side: int) -> tuple[Maps, Maps]:
    maps, cell = dense(finder, image, long_side)
    shares = sigmoid(maps[0] - BIAS)
    rows, columns = peaks(shares, GLIMPSE).T
    half = np.exp(maps[1:3, rows, columns].T.clip(-3, 4)) * 4 * cell
    centre = (np.stack([columns, rows], axis=1) + 0.5) * cell - 0.5
    boxes = np.hstack([centre - half, centre + half]).astype(np.float32)
    return boxes, shares[rows, columns]


def overlap(a: Maps, b: Maps) -> float:
    """Intersection over union of two boxes, or over the smaller one where one lies within the other."""
    sides = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
    shared = float(np.prod(sides.clip(min=0)))
    areas = [float(np.prod(box[2:] - box[:2])) for box in (a, b)]
    return max(shared / (sum(areas) - shared + 1e-6), 0.6 * shared / (min(areas) + 1e-6))


def groups_of(image: Image, boxes: Maps, reader: Net) -> Maps:
    """Shares of the colour groups, n × 6, in the picture's own light."""
    if not len(boxes):
        return np.zeros((0, len(GROUPS)), np.float32)
    return softmax(read([surroundings(image, box) for box in boxes], 0, 1.0, reader)[:, 6:12])


def judged(image: Image, boxes: Maps, reader: Net) -> tuple[Maps, Maps, Maps]:
    """Shares of one to six pips, n × 6, of the colour groups, n × 6, and of being a die at all, n."""
    near = [surroundings(image, box) for box in boxes]
    logits = read(near, 0, 1.0, reader)
    unsure = np.flatnonzero((softmax(logits[:, :6]).max(axis=1) < SURE) & (logits[:, 12] > -2))
    if len(unsure):
        again = [near[index] for index in unsure]
        logits[unsure] = np.mean([logits[unsure], *(read(again, turn, zoom, reader) for turn, zoom in VIEWS)], axis=0)
    return softmax(logits[:, :6]), softmax(logits[:, 6:12]), sigmoid(logits[:, 12])


def read(near: list[Image], turn: float, zoom: float, reader: Net) -> Maps:
    """The reader's logits for surroundings turned by so many degrees and enlarged."""
    move = cv2.getRotationMatrix2D((AROUND / 2 - 0.5, AROUND / 2 - 0.5), turn, zoom)
    move[:, 2] -= (AROUND - FACE) // 2
    crops = [cv2.warpAffine(one, move, (FACE, FACE), borderMode=cv2.BORDER_REPLICATE) for one in near]
    batch = np.asarray(np.stack(crops).transpose(0, 3, 1, 2) / 255, np.float32)
    return reader(np.ascontiguousarray(batch)).reshape(len(crops), -1)


def surroundings(image: Image, box: Maps) -> Image:
    """The die with wide margins, AROUND × AROUND px, at the scale at which the reader sees it."""
    side = float(max(box[2] - box[0], box[3] - box[1])) * MARGIN
    scale = FACE / side
    x, y = (float(value) for value in (box[:2] + box[2:]) / 2)
    if scale < 0.7:
        wide = max(1, round(side * AROUND / FACE))
        part = cv2.getRectSubPix(image, (wide, wide), (x, y))
        return np.asarray(cv2.resize(part, (AROUND, AROUND), interpolation=cv2.INTER_AREA), np.uint8)
    half = AROUND / 2 - 0.5
    move = np.array([[scale, 0, half - scale * x], [0, scale, half - scale * y]], np.float32)
    return np.asarray(cv2.warpAffine(image, move, (AROUND, AROUND), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def core(image: Image, box: Maps) -> Image:
    """The middle of a die's box."""
    (x0, y0), (x1, y1) = box[:2] * 0.75 + box[2:] * 0.25, box[:2] * 0.25 + box[2:] * 0.75
    h, w = image.shape[:2]
    left, top = min(max(0, int(x0)), w - 1), min(max(0, int(y0)), h - 1)
    return image[top : max(top + 1, int(y1)), left : max(left + 1, int(x1))]
