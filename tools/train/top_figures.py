"""What the reader of tops is worth: how its peaks meet the truth, and how counts come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tools.train.top_fields import MORE, Field
from vision.cubes.cubes import GOODS, tally
from vision.cubes.tops import AROUND, SCALE, STRIDE, UPPER, heap, tops
from vision.picture import Points

NEAR = 3.5  # mm within which a peak is a top's
RARER = 0.2  # times as often as in our pictures, where they are laid on purpose, cubes lie on others at a table
HELD = 0.5  # by how many examples' worth scale and shift are held to 1 and 0
SURE = 0.1  # doubt above which a count is asked


class Matched(NamedTuple):
    """Peaks of all fields: their logits (n, 6), and what is true of each of the six (n, 6)."""

    logits: Points
    true: Points


def matched(maps: Sequence[Points], fields: Sequence[Field]) -> Matched:
    """What is true at the peaks that the maps show."""
    logits, true = [], []
    for said, field in zip(maps, fields, strict=True):
        places = field.places - MORE * SCALE
        for top in tops(said):
            seen = np.array([top.x + 0.25, top.y + 0.25]) * STRIDE
            away = np.hypot(*(places - seen).T) / SCALE if len(places) else np.empty(0)
            near = int(away.argmin()) if len(away) and away.min() < NEAR else -1
            shares = np.clip([*top.shares, top.upper], 1e-6, 1 - 1e-6)
            logits.append(np.log(shares / (1 - shares)))
            one = np.zeros(UPPER + 1)
            if near >= 0:
                one[field.goods[near]], one[UPPER] = 1, bool(field.upper[near])
            true.append(one)
    return Matched(np.array(logits), np.array(true))


def fitted(found: Matched, rounds: int = 30) -> tuple[Points, Points]:
    """Scale and shift (6,) of the logits that make the shares true: Platt's scaling, by Newton's method."""
    pairs = [_platt(x, y, rounds) for x, y in zip(found.logits.T, found.true.T, strict=True)]
    scale, shift = (np.array(each) for each in zip(*pairs, strict=True))
    print("scaled by", scale.round(3).tolist(), "shifted by", shift.round(2).tolist())
    return scale, shift


def meant(maps: Sequence[Points], fields: Sequence[Field]) -> tuple[Points, Points]:
    """Scale and shift (6,) of the logits: of the goods from fields where nothing is hidden, of upper cubes from all.

    Those are then taken to be as much rarer as they are at a table.
    """
    flat = [n for n, field in enumerate(fields) if not field.upper.any()]
    goods = fitted(matched([maps[n] for n in flat], [fields[n] for n in flat]))
    upper = fitted(matched(maps, fields))
    scale, shift = (np.append(some[:UPPER], every[UPPER:]) for some, every in zip(goods, upper, strict=True))
    shift[UPPER] += np.log(RARER)
    return scale, shift


def _platt(logits: Points, true: Points, rounds: int) -> tuple[float, float]:
    """The scale and shift of one map's logits (n,) that make them true (n,); few examples leave them as they are."""
    inputs, usual, weights = np.stack([logits, np.ones_like(logits)], axis=1), np.array([1.0, 0.0]), np.array([1.0, 0])
    for _ in range(rounds):
        shares = 1 / (1 + np.exp(-(inputs @ weights)))
        slope = inputs.T @ (shares - true) + HELD * (weights - usual)
        bend = (inputs * (shares * (1 - shares))[:, None]).T @ inputs + HELD * np.eye(2)
        weights = weights - np.linalg.solve(bend, slope)
    return float(weights[0]), float(weights[1])


def figures(maps: Sequence[Points], fields: Sequence[Field]) -> list[str]:
    """A line of Markdown for each way cubes lie: the counts right, asked, and sure and wrong."""
    ways: dict[str, Counter[str]] = {}
    edge = 2 * (AROUND + MORE) * SCALE
    for said, field in zip(maps, fields, strict=True):
        size = (np.array(field.picture.shape[1::-1]) - edge) / SCALE
        counts, doubts = tally(heap(tops(said), field.lean, size))
        for good, truth in zip(GOODS, field.counts, strict=True):
            right, asked = counts.get(good, 0) == truth, doubts.get(good, 0.0) > SURE
            outcome = "asked" if asked else "right" if right else "wrong"
            ways.setdefault(field.way, Counter())[outcome] += 1
            ways.setdefault("all", Counter())[outcome] += 1
            ways["all"]["right unasked"] += bool(right)
            ways[field.way]["right unasked"] += bool(right)
    return [_line(way, found) for way, found in sorted(ways.items())]


def _line(way: str, found: Counter[str]) -> str:
    total = sum(found[each] for each in ("right", "asked", "wrong"))
    shares = " | ".join(f"{found[each] / total:.3f}" for each in ("right", "asked", "wrong", "right unasked"))
    return f"| {way} | {shares} | {total} |"
