"""A camera's lens, and the lens that is likeliest for what it shows of a flat thing of known size."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.picture import Points

FOCAL, BEND = 0.8, -0.02  # focal length in parts of the longer side, and radial bend, of phones and webcams
USUALLY = np.array([0.12, 0.06])  # the standard deviations of both: they see 50 to 75° wide
EXACT = 0.3  # px, standard deviation of a marker's corner
LOOSE, FIRM = 10.0, 1.5  # px by which a corner that lies off counts half: it may be covered, or another thing's
ROUNDS = 12  # steps, of which the second half counts corners that lie off for less
STILL = np.zeros(3)  # neither turned nor shifted

Stand = tuple[Points, Points]
"""How a flat thing stands before a camera: its turn as a rotation vector (3,), its shift (3,) in mm."""


@dataclass(frozen=True)
class Optics:
    """A camera matrix (3, 3) and its distortion k1, k2, p1, p2, k3 for frames of `size` px (width, height)."""

    matrix: Points
    bend: Points
    size: tuple[int, int]

    @staticmethod
    def guessed(size: tuple[int, int], k1: float = 0.0, focal: float = FOCAL) -> Optics:
        """A camera that looks straight ahead, its focal length as a share of the longer side, with one radial bend."""
        long = focal * max(size)
        matrix = np.array([[long, 0, size[0] / 2], [0, long, size[1] / 2], [0, 0, 1.0]])
        return Optics(matrix, np.array([k1, 0, 0, 0, 0.0]), size)

    def at(self, size: tuple[int, int]) -> Optics | None:
        """The same lens in pictures of another size (width, height) in px; None where their proportions differ."""
        across = size[0] / self.size[0]
        if abs(size[1] - across * self.size[1]) > 1:
            return None
        return Optics(np.diag([across, across, 1.0]) @ self.matrix, self.bend, size)

    def straight(self, pixels: Points) -> Points:
        """Pixels (n, 2) as a camera without distortion would have them."""
        flat = cv2.undistortPoints(np.asarray(pixels, float).reshape(-1, 1, 2), self.matrix, self.bend)
        return flat[:, 0] @ self.matrix[:2, :2].T + self.matrix[:2, 2]

    def bent(self, straight: Points) -> Points:
        """The inverse of `straight`."""
        solid = np.ones((len(straight), 3))
        solid[:, :2] = (straight - self.matrix[:2, 2]) / self.matrix.diagonal()[:2]
        pixels, _ = cv2.projectPoints(solid, STILL, STILL, self.matrix, self.bend)
        return np.asarray(pixels)[:, 0]


def fitted(mm: Points, pixels: Points, size: tuple[int, int]) -> tuple[Optics, Stand | None]:
    """The likeliest camera of a kind that people have, and how a flat thing stands before it, from its points.

    Eight of them (n, 2) leave the focal length open that a thing seen straight from above does not tell anyway: what is
    usual decides as far as the points do not. No stand where they lie on a line or make no sense.
    """
    lens = Optics.guessed(size, BEND)
    solid = np.hstack([mm, np.zeros((len(mm), 1))])
    found, turn, shift = cv2.solvePnP(solid, pixels, lens.matrix, lens.bend, flags=cv2.SOLVEPNP_IPPE)
    if not found:
        return lens, None
    guess = np.concatenate([turn.ravel(), shift.ravel(), [FOCAL, BEND]])
    for number in range(ROUNDS):
        guess = guess + _step(guess, solid, pixels, size, LOOSE if number < ROUNDS // 2 else FIRM)
    if not np.isfinite(guess).all() or guess[6] <= 0:
        return lens, None
    return Optics.guessed(size, float(guess[7]), float(guess[6])), (guess[:3], guess[3:6])


def _step(guess: Points, solid: Points, pixels: Points, size: tuple[int, int], firm: float) -> Points:
    """A step of Gauss and Newton towards the likeliest turn, shift, focal length and bend (8,)."""
    lens = Optics.guessed(size, float(guess[7]), float(guess[6]))
    shown, slopes = cv2.projectPoints(solid, guess[:3], guess[3:6], lens.matrix, lens.bend)
    missed = pixels - shown[:, 0]
    counts = (1 / (1 + (missed**2).sum(axis=1) / firm**2)).repeat(2) / EXACT
    by_lens = np.column_stack([max(size) * (slopes[:, 6] + slopes[:, 7]), slopes[:, 10]])
    of_corners = np.column_stack([slopes[:, :6], by_lens]) * counts[:, None]
    usual, unusual = np.eye(8)[6:] / USUALLY[:, None], (np.array([FOCAL, BEND]) - guess[6:]) / USUALLY
    slope, off = np.vstack([of_corners, usual]), np.concatenate([missed.ravel() * counts, unusual])
    scale = np.abs(slope).max(axis=0)
    return np.asarray(np.linalg.lstsq(slope / scale, off, rcond=None)[0] / scale)
