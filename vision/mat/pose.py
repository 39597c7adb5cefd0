"""Where the mat lies in the picture: from markers to millimetres."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from engine.errors import WrongInput
from vision.mat.mat import Mat
from vision.mat.optics import Optics, Stand, fitted
from vision.picture import Picture, Points

LEAST_AREA = 10_000.0  # px² that a mat tapped by hand covers at least
BENDS = (-0.16, 0.06)  # range of the one radial parameter fitted to the mat when there is no calibration
NOISY = 1.2  # px by which a frame is blurred when markers drown in its noise
ENOUGH = 3  # markers below which a frame is looked at again in twice its size
PATIENT = 4  # frames in a row without enough markers of which one is looked at so: it takes twice as long
LARGEST = 1920 * 1080  # px of such a frame at most: in larger ones no marker is small
GLANCE = 0.02  # perimeter of a marker that is seen at a glance, as part of the picture's longer side
ENDS = 20  # px between the smallest and the largest surroundings whose mean a pixel is compared with at a glance
CELL = 8  # px a bit of a marker is straightened to then
ALIKE = 0.6  # correlation with a marker's print above which it is that marker
LIKENED = 0.3  # sides of a marker around its expected place where its likeness is sought
AGREES = 3.0  # px a marker corner may lie beside the homography
FITS = 0.6  # px by which most corners may lie off a fitted camera: in a cropped picture they lie further off
CODES = {"DICT_5X5_50": cv2.aruco.DICT_5X5_50}


@dataclass(frozen=True)
class Pose:
    """The mat in the picture: a homography from mm to undistorted pixels, and the evidence for it.

    `markers` are the numbers of those seen, `error` the root mean square of their corners in px; `maps` caches what was
    computed for this pose.
    """

    matrix: Points
    optics: Optics
    markers: tuple[int, ...]
    error: float
    maps: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def to_pixels(self, places: Points) -> Points:
        """Places on the mat (n, 2) in mm to pixels of the frame."""
        return self.optics.bent(through(self.matrix, places))

    def to_mat(self, pixels: Points) -> Points:
        """Pixels of the frame (n, 2) to mm on the mat."""
        return through(np.linalg.inv(self.matrix), self.optics.straight(pixels))

    def eye(self) -> Points:
        """Where the camera stands: x, y and height over the mat in mm, as good as the focal length is known."""
        if "eye" not in self.maps:
            self.maps["eye"] = self._eye()
        return np.asarray(self.maps["eye"])

    def _eye(self) -> Points:
        columns = np.linalg.inv(self.optics.matrix) @ self.matrix
        columns /= (np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1])) / 2
        turned = np.column_stack([columns[:, 0], columns[:, 1], np.cross(columns[:, 0], columns[:, 1])])
        x, y, z = -np.linalg.inv(turned) @ columns[:, 2]
        return np.array([x, y, abs(z)])

    @property
    def warning(self) -> str:
        """A sentence if there is little evidence for the pose, else an empty string."""
        if len(self.markers) >= 3:
            return ""
        return "only two corners of the mat are in view: show three or four for exact places"


def through(matrix: Points, points: Points) -> Points:
    """Points (n, 2) through a homography."""
    return np.asarray(cv2.perspectiveTransform(np.asarray(points, float).reshape(-1, 1, 2), matrix))[:, 0]


def markers_in(grey: Picture) -> set[int]:
    """The ids of the mats' markers that are seen at a glance in a grey frame, whosever they are."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    codes = cv2.aruco.getPredefinedDictionary(CODES["DICT_5X5_50"])
    detector = cv2.aruco.ArucoDetector(codes, _settings(GLANCE, cv2.aruco.CORNER_REFINE_NONE))
    found = (detector.detectMarkers(view)[1] for view in (half, cv2.GaussianBlur(grey, (0, 0), NOISY)))
    return {int(number) for ids in found if ids is not None for number in ids.ravel()}


def tapped(mat: Mat, corners: Points, size: tuple[int, int]) -> Pose:
    """The pose by hand: where a person tapped the mat's four corners (4, 2) in px, clockwise from its top left.

    Raises ValueError when the four taps make no quadrangle.
    """
    optics, (wide, high) = Optics.guessed(size), mat.size
    taps = np.asarray(corners, np.float32).reshape(-1, 2)
    if taps.shape != (4, 2) or not cv2.isContourConvex(taps) or cv2.contourArea(taps) < LEAST_AREA:
        raise WrongInput(f"four corners clockwise from the top left are needed, not {taps.tolist()!r}")
    places = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    return Pose(cv2.getPerspectiveTransform(places, taps), optics, tuple(range(4)), 0.0)


@dataclass
class MatFinder:
    """Finds the mat's markers, anywhere or near where they were; `optics` is the camera's calibration if any."""

    mat: Mat
    optics: Optics | None = None
    _rough: cv2.aruco.ArucoDetector = field(init=False)
    _full: cv2.aruco.ArucoDetector = field(init=False)
    _near: cv2.aruco.ArucoDetector = field(init=False)
    _fine: cv2.aruco.ArucoDetector = field(init=False)
    _poor: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        codes = cv2.aruco.getPredefinedDictionary(CODES[self.mat.dictionary])
        rough = _settings(0.05, cv2.aruco.CORNER_REFINE_NONE)
        rough.adaptiveThreshWinSizeStep = ENDS
        self._rough = cv2.aruco.ArucoDetector(codes, rough)
        self._full = cv2.aruco.ArucoDetector(codes, _settings(0.05))
        self._near = cv2.aruco.ArucoDetector(codes, _settings(0.3))
        fine = _settings(0.015)
        fine.perspectiveRemovePixelPerCell = CELL
        self._fine = cv2.aruco.ArucoDetector(codes, fine)

    def find(self, grey: Picture, before: Pose | None = None) -> Pose | None:
        """The mat's pose in a grey frame; None below two markers. With few of them it takes the lens of `before`."""
        corners = self._quickly(grey)
        size = (grey.shape[1], grey.shape[0])
        weak = before if len(corners) < 3 else None
        if len(corners) < len(self.mat.corners):
            corners = self._markers(self._full, cv2.GaussianBlur(grey, (0, 0), NOISY)) | corners
        self._poor = 0 if len(corners) >= ENOUGH else self._poor + 1
        if self._poor % PATIENT == 1 and grey.size <= LARGEST:
            corners = self._doubled(grey) | corners
        pose = self._pose(corners, size, weak)
        if pose is None or len(corners) == len(self.mat.corners):
            return pose
        return self._pose(self._missing(grey, pose, corners), size, weak)

    def _quickly(self, grey: Picture) -> dict[int, Points]:
        """All markers, found in half the size and then exactly where they are; else those of the whole frame."""
        half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        rough = self._markers(self._rough, half)
        corners: dict[int, Points] = {}
        for found in rough.values():
            corners |= self._window(grey, 2 * found + 0.5, 0.3)
        return corners if len(corners) == len(self.mat.corners) else self._markers(self._full, grey)

    def _doubled(self, grey: Picture) -> dict[int, Points]:
        """The markers of a small or overexposed picture, looked for in twice its size with more pixels for each bit."""
        double = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        return {n: (found + 0.5) / 2 - 0.5 for n, found in self._markers(self._fine, double).items()}

    def _missing(self, grey: Picture, pose: Pose, corners: dict[int, Points]) -> dict[int, Points]:
        """The markers already found, and others found where their pose predicts them."""
        for number in set(range(len(self.mat.corners))) - corners.keys():
            expected = pose.to_pixels(self.mat.marker_corners(number))
            soft = cv2.GaussianBlur(grey, (0, 0), NOISY)
            found = self._window(soft, expected, 1.2)
            corners = (found if number in found else self._likened(soft, number, expected)) | corners
        return corners

    def _likened(self, grey: Picture, number: int, expected: Points) -> dict[int, Points]:
        """A marker too faint to be decoded, found by correlation near where it must be."""
        reach = int(LIKENED * np.ptp(expected, axis=0).max())
        # only the inside of the marker: a blank square on the white margin must not match it
        low = np.ceil(np.sort(expected, axis=0)[1]).astype(int)
        side = np.floor(np.sort(expected, axis=0)[2]).astype(int) - low
        x0, y0 = low - reach
        x1, y1 = low + side + reach
        if x0 < 0 or y0 < 0 or x1 > grey.shape[1] or y1 > grey.shape[0]:
            return {}
        drawn = self._drawn(number, expected - low, (int(side[0]), int(side[1])))
        alike = cv2.matchTemplate(grey[y0:y1, x0:x1], drawn, cv2.TM_CCOEFF_NORMED)
        _, best, _, (x, y) = cv2.minMaxLoc(alike)
        return {number: expected + np.array([x - reach, y - reach])} if best > ALIKE else {}

    def _drawn(self, number: int, corners: Points, size: tuple[int, int]) -> Picture:
        codes = cv2.aruco.getPredefinedDictionary(CODES[self.mat.dictionary])
        modules = codes.markerSize + 2
        marker = cv2.aruco.generateImageMarker(codes, self.mat.first + number, modules * 8)
        flat = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * modules * 8 - 0.5
        onto = cv2.getPerspectiveTransform(flat, np.asarray(corners, np.float32))
        return cv2.GaussianBlur(cv2.warpPerspective(marker, onto, size, borderValue=(255,)), (0, 0), NOISY)

    def track(self, grey: Picture, before: Pose) -> Pose | None:
        """As `find`, looking only where the markers were; falls back to the whole frame when it sees fewer than two."""
        corners: dict[int, Points] = {}
        for number in range(len(self.mat.corners)):
            corners |= self._window(grey, before.to_pixels(self.mat.marker_corners(number)))
        if len(corners) < 2:
            return self.find(grey, before)
        if len(corners) < len(self.mat.corners):
            corners = self._missing(grey, before, corners)
        same = len(corners) <= len(before.markers)
        return self._pose(corners, (grey.shape[1], grey.shape[0]), before if same else None)

    def _window(self, grey: Picture, expected: Points, around: float = 0.6) -> dict[int, Points]:
        reach = around * np.ptp(expected, axis=0).max()
        x0, y0 = np.maximum(np.floor(expected.min(axis=0) - reach).astype(int), 0)
        x1, y1 = np.ceil(expected.max(axis=0) + reach).astype(int)
        if x1 <= x0 or y1 <= y0 or x0 >= grey.shape[1] or y0 >= grey.shape[0]:
            return {}
        found = self._markers(self._near, grey[y0:y1, x0:x1])
        return {number: points + np.array([x0, y0]) for number, points in found.items()}

    def _markers(self, detector: cv2.aruco.ArucoDetector, grey: Picture) -> dict[int, Points]:
        corners, ids, _ = detector.detectMarkers(grey)
        if ids is None:
            return {}
        ours, numbers = range(len(self.mat.corners)), ids.ravel() - self.mat.first
        return {int(n): np.asarray(c, float)[0] for n, c in zip(numbers, corners, strict=True) if int(n) in ours}

    def _pose(self, corners: dict[int, Points], size: tuple[int, int], before: Pose | None) -> Pose | None:
        if len(corners) < 2:
            return None
        numbers = tuple(sorted(corners))
        mm = np.concatenate([self.mat.marker_corners(n) for n in numbers])
        pixels = np.concatenate([corners[n] for n in numbers])
        if len(numbers) < len(self.mat.corners):
            return self._rigid(mm, pixels, size, before, numbers)
        optics = self._known(size) or self._bend(mm, pixels, size, before)
        matrix, error = _fit(mm, optics.straight(pixels))
        return None if matrix is None else Pose(matrix, optics, numbers, error)

    def _known(self, size: tuple[int, int]) -> Optics | None:
        """The camera's calibration for pictures of this size, if there is one."""
        return self.optics if self.optics is None or self.optics.size == size else self.optics.at(size)

    def _rigid(
        self, mm: Points, pixels: Points, size: tuple[int, int], before: Pose | None, numbers: tuple[int, ...]
    ) -> Pose | None:
        """The pose of a flat mat before a camera: few markers leave a free homography too much room."""
        known = self._known(size) or (before.optics if before is not None and before.optics.size == size else None)
        optics, stand = (known, _stood(mm, pixels, known)) if known else fitted(mm, pixels, size)
        if stand is None:
            return None
        pose = pose_of(optics, stand, numbers)
        return replace(pose, error=float(np.sqrt((_missed(pose, mm, pixels) ** 2).mean())))

    def _bend(self, mm: Points, pixels: Points, size: tuple[int, int], before: Pose | None) -> Optics:
        """The camera that explains where the markers are, or else the guessed one that makes the mat flat."""
        if before is not None and before.optics.size == size:
            return before.optics
        optics, stand = fitted(mm, pixels, size)
        if stand is not None and float(np.median(_missed(pose_of(optics, stand), mm, pixels))) < FITS:
            return optics
        tried = np.linspace(*BENDS, 5)
        errors = np.array([_plain_error(mm, Optics.guessed(size, k).straight(pixels)) for k in tried])
        best = int(np.clip(errors.argmin(), 1, len(tried) - 2))
        near = slice(best - 1, best + 2)
        curve = np.polyfit(tried[near], errors[near], 2)
        lowest = -curve[1] / (2 * curve[0]) if curve[0] > 0 else tried[best]
        return Optics.guessed(size, float(np.clip(lowest, *BENDS)))


def _stood(mm: Points, pixels: Points, lens: Optics) -> Stand | None:
    """How a flat mat stands before a known camera."""
    solid = np.hstack([mm, np.zeros((len(mm), 1))])
    found, turn, shift = cv2.solvePnP(solid, pixels, lens.matrix, lens.bend, flags=cv2.SOLVEPNP_IPPE)
    if not found:
        return None
    turn, shift = cv2.solvePnPRefineLM(solid, pixels, lens.matrix, lens.bend, turn, shift)
    return turn.ravel(), shift.ravel()


def pose_of(lens: Optics, stand: Stand, numbers: tuple[int, ...] = ()) -> Pose:
    turn, shift = stand
    matrix = lens.matrix @ np.column_stack([cv2.Rodrigues(turn)[0][:, :2], shift])
    return Pose(matrix / matrix[2, 2], lens, numbers, 0.0)


def _missed(pose: Pose, mm: Points, pixels: Points) -> Points:
    """By how many px each place (n,) is missed."""
    return np.asarray(np.linalg.norm(pose.to_pixels(mm) - pixels, axis=1))


def _plain_error(mm: Points, straight: Points) -> float:
    """The squared error of a homography over all points; a wrong lens makes it large."""
    matrix, _ = cv2.findHomography(mm, straight, 0)
    return float("inf") if matrix is None else float(((through(matrix, mm) - straight) ** 2).sum())


def _fit(mm: Points, straight: Points) -> tuple[Points | None, float]:
    matrix, _ = cv2.findHomography(mm, straight, cv2.RANSAC, AGREES)
    if matrix is None:
        return None, float("inf")
    error = through(matrix, mm) - straight
    return matrix, float(np.sqrt((error**2).sum(axis=1).mean()))


def _settings(least: float, refine: int = cv2.aruco.CORNER_REFINE_SUBPIX) -> cv2.aruco.DetectorParameters:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = refine
    settings.cornerRefinementWinSize = 4
    settings.minMarkerPerimeterRate = least
    return settings
