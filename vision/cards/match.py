"""Compares a crop with everything that may be printed there, by normalised correlation."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.picture import Picture, Points

BROAD = 31  # px over which a picture is blurred
EFFECTIVE = 30.0  # independent pixels in a crop: neighbours share blur, so far fewer than there are


class Stencil:
    """The pictures of every value a region may show, compared with a crop at small shifts.

    All pictures are `flattened` and have one shape (height, width[, 3]); a crop is larger by `reach` px on every side.
    `blank` are the values that are not printed.
    """

    def __init__(self, values: Sequence[str], pictures: Sequence[Picture], reach: int = 2) -> None:
        self.values, self.reach = tuple(values), reach
        self.shape = pictures[0].shape
        self._bank = np.stack([standard(p) for p in pictures])
        self.blank = {value for value, row in zip(values, self._bank, strict=True) if not row.any()}

    def likenesses(self, crop: Picture, seen: Picture | None = None) -> Points:
        """The best correlation of each value over all shifts, −1 to 1, in the order of `values`.

        Where some of it is covered, `seen` (height, width) says which pixels count.
        """
        views = _windows(crop, self.shape)
        bank = self._bank
        if seen is not None:
            counts = np.repeat(np.ravel(seen > 0), self._bank.shape[1] // seen.size)
            bank, views = np.stack([standard(row) for row in bank[:, counts]]), views[:, counts]
        # not numpy's product: its threads compete for the cores with everything else
        products = cv2.gemm(bank, views, 1.0, np.empty(0), 0.0, flags=cv2.GEMM_2_T)
        return np.asarray((products / _lengths(views)).max(axis=1))


def _lengths(views: Points) -> Points:
    """The length of each row without its mean; the bank's rows have none, so products need not be rid of it."""
    squares = np.einsum("ij,ij->i", views, views) - np.einsum("ij->i", views) ** 2 / views.shape[1]
    return np.asarray(np.sqrt(np.maximum(squares, 0)) + 1e-6)


def _windows(crop: Picture, shape: tuple[int, ...]) -> Points:
    """Every part of this shape of a crop, flat, (shifts, pixels × channels); those further down come later."""
    whole = np.ascontiguousarray(crop)
    shifts = tuple(there - here + 1 for there, here in zip(whole.shape[:2], shape[:2], strict=True))
    parts = np.ndarray((*shifts, *shape), whole.dtype, whole, strides=(*whole.strides[:2], *whole.strides))
    return parts.reshape(shifts[0] * shifts[1], -1)


def flattened(picture: Picture, part: float = 1.0) -> Picture:
    """A picture minus its own blur: lamps, glare and shadows are broad, prints are not; `part` of the usual scale."""
    wide, broad = picture.astype(np.float32), int(BROAD * part) | 1
    return wide - cv2.blur(wide, (broad, broad))


def standard(picture: Picture) -> Points:
    """A picture as a vector without mean and of length 1."""
    vector = picture.astype(np.float32).ravel()
    vector = vector - vector.mean()
    return np.asarray(vector / (np.linalg.norm(vector) + 1e-6), np.float32)


def log_shares(alike: Points, effective: float = EFFECTIVE) -> Points:
    """Correlations to log-likelihoods: the unexplained rest as Gaussian noise of unknown strength."""
    left = 1 - np.clip(alike, 0, 0.995) ** 2
    return np.asarray(-0.5 * effective * np.log(left))


def normalised(logs: Points) -> Points:
    """Logarithms to probabilities that sum to 1."""
    raised = np.exp(logs - logs.max())
    return np.asarray(raised / raised.sum())


def softened(picture: Picture, by: float) -> Picture:
    """A drawn picture as blurred as a camera would see it."""
    return cv2.GaussianBlur(picture, (0, 0), by)
