"""A camera over the virtual table: millimetres on the mat to pixels and back."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

import cv2
import numpy as np

from vision.picture import Points

FOCAL = 1120.0  # px at 1280 wide: about the view of a phone


@dataclass(frozen=True)
class Lens:
    """A pinhole camera with radial distortion that looks at a point of the mat.

    `tilt` and `turn` in degrees from straight down, `distance` in mm from `aim` (mm on the mat), `frame` in px.
    """

    tilt: float
    turn: float
    distance: float
    k1: float
    aim: tuple[float, float]
    _: KW_ONLY
    frame: tuple[int, int] = (1280, 720)

    @property
    def matrix(self) -> Points:
        """The camera matrix, (3, 3)."""
        wide, high = self.frame
        focal = FOCAL * wide / 1280
        return np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1.0]])

    @property
    def bend(self) -> Points:
        """The distortion k1, k2, p1, p2."""
        return np.array([self.k1, 0.2 * self.k1 * self.k1, 0, 0])

    def pose(self) -> tuple[Points, Points]:
        """Rotation (3, 3) and shift (3,) of mat coordinates into the camera's; both have z away from the camera."""
        lean, spin = np.radians(self.tilt), np.radians(self.turn)
        about_x = np.array([[1, 0, 0], [0, np.cos(lean), np.sin(lean)], [0, -np.sin(lean), np.cos(lean)]])
        about_z = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1.0]])
        turned = about_x @ about_z
        return turned, np.array([0, 0, self.distance]) - turned @ np.array([*self.aim, 0.0])

    def eye(self) -> Points:
        """Where the camera stands: x, y and height over the mat in mm."""
        turned, shift = self.pose()
        return np.asarray(-turned.T @ shift * np.array([1, 1, -1]))

    def to_pixels(self, points: Points) -> Points:
        """Points on the mat (n, 2), or with their height over it (n, 3), in mm to pixels (n, 2)."""
        points = np.asarray(points, float)
        if points.shape[1] == 2:
            points = np.hstack([points, np.zeros((len(points), 1))])
        points = points * np.array([1, 1, -1])
        turned, shift = self.pose()
        pixels, _ = cv2.projectPoints(points, cv2.Rodrigues(turned)[0], shift, self.matrix, self.bend)
        return pixels[:, 0, :]

    def to_mat(self, pixels: Points) -> Points:
        """Pixels (n, 2) to the point of the mat seen there, (n, 2) in mm."""
        flat = cv2.undistortPoints(np.asarray(pixels, float)[:, None], self.matrix, self.bend)[:, 0]
        turned, shift = self.pose()
        rays = np.hstack([flat, np.ones((len(flat), 1))]) @ turned
        eye = -turned.T @ shift
        return np.asarray((eye + rays * (-eye[2] / rays[:, 2:3]))[:, :2])
