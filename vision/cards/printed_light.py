"""How light a zone is along its width, by its own golden print: a lamp over the middle of the mat lights no corner."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.picture import Field, Picture, lightest

INKED = 100  # level of the strongest colour of what is printed and measured; the bare ground is far darker
GOLDEN = 0.3  # by so much of that, at least, red is stronger than blue in gold, and in nothing that lies on it but wood
BURNT = 250  # level from which nothing is known of a pixel
ENOUGH = 60  # px of a field's print that tell its light
SPAN = 1.0, 3.0  # times the light of the corners that is believed: what is darker would be noise


def lit_along(even: Picture, ground: Picture, fields: Iterable[tuple[int, int, int, int]]) -> Field | None:
    """How many times as light as at the mat's corners each column (w,) of a zone's picture is.

    `even` is the zone in the light of the corners, `ground` as it is printed, `fields` the boxes x0, y0, x1, y1 in px
    that are measured. None where the print of none of them is seen.
    """
    middles, shares = [], []
    for x0, y0, x1, y1 in fields:
        share = _share(even[y0:y1, x0:x1], ground[y0:y1, x0:x1])
        if share is not None:
            middles.append((x0 + x1) / 2)
            shares.append(share)
    return np.interp(np.arange(even.shape[1]), middles, shares) if shares else None


def _share(seen: Picture, printed: Picture) -> float | None:
    """How light the golden print of a field is, in parts of the printed one; None where too little is seen."""
    level = lightest(seen)
    there = _golden(printed) & _golden(seen) & (level < BURNT) & (lightest(printed) > INKED)
    if np.count_nonzero(there) < ENOUGH:
        return None
    return float(np.clip(np.median(level[there] / lightest(printed)[there]), *SPAN))


def _golden(picture: Picture) -> Field:
    """Where red is far stronger than blue."""
    blue, red = picture[..., 0].astype(np.float32), picture[..., 2].astype(np.float32)
    return np.asarray(red - blue > GOLDEN * lightest(picture))
