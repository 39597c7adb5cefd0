"""Finds the picture size and exposure with which a camera shows the mat best."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import cv2

from vision.camera.address import Source
from vision.camera.quality import Complaint, bleached, complaints, limit, smallest_card
from vision.camera.source import Camera, Frame
from vision.mat.light import measure
from vision.mat.mat import Mat, load_mat
from vision.mat.pose import MatFinder, Pose
from vision.picture import Picture

SIZES = ((1280, 720), (1920, 1080), (2560, 1440), (640, 480))  # px of pictures, in the order they are tried
EXPOSURES = (50.0, 100.0, 200.0, 300.0, 600.0)
"""Tried by hand, in Linux's unit of 0.1 ms; whole multiples of 10 ms do not flicker under lamps on 50 Hz."""
RATE = 8.0  # pictures a second below which a hand is seen too late
PAPER = 200.0  # grey level that white paper should have
BRIGHTEST = 245.0  # above it white paper is burnt out in places
LOOKS = 4.0  # s a camera has to show the mat in
LEAST = 1.0  # s over which its pictures are counted


class View(NamedTuple):
    """What a camera shows: pixels, pictures a second (0 of a folder or film), markers of the mat seen (−1: no picture).

    `paper` is the grey level of white paper, `across` the width in px of a card where the mat is farthest away. White
    paper would be burnt out beside the fields `bleached`.
    """

    size: tuple[int, int]
    rate: float = 0.0
    markers: int = -1
    paper: float = 0.0
    across: float = 0.0
    spoilt: tuple[Complaint, ...] = ()
    bleached: tuple[str, ...] = ()


class FrameSource(Protocol):
    """A source of frames: a `Camera`, or a stand-in for one."""

    live: bool
    ended: bool

    def newest(self, timeout: float = 0.0) -> Frame | None: ...
    def close(self) -> None: ...


NOTHING = View((0, 0))


def look(camera: FrameSource, seconds: float = LOOKS, mat: Mat | None = None) -> View:
    """What a camera shows, from the picture with the most markers within so many seconds."""
    plan = mat or load_mat()
    finder, best, shown = MatFinder(plan), NOTHING, list[float]()
    until = time.monotonic() + seconds
    while time.monotonic() < until and not camera.ended and not _enough(best, shown, camera.live):
        frame = camera.newest(0.2)
        if frame is not None:
            shown.append(frame.at)
            best = best if best.markers == 4 else max(best, seen_in(frame.picture, plan, finder), key=_markers)
    return best._replace(rate=_rate(shown) if camera.live else 0.0)


def _markers(view: View) -> int:
    return view.markers


def _enough(best: View, shown: Sequence[float], live: bool) -> bool:
    return best.markers == 4 and (not live or shown[-1] - shown[0] >= LEAST)


def _rate(shown: Sequence[float]) -> float:
    return (len(shown) - 1) / (shown[-1] - shown[0]) if len(shown) > 1 and shown[-1] > shown[0] else 0.0


def seen_in(picture: Picture, mat: Mat, finder: MatFinder) -> View:
    """What one picture shows."""
    size = (picture.shape[1], picture.shape[0])
    pose: Pose | None = finder.find(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if pose is None:
        return View(size, markers=0)
    light = measure(picture, mat, pose)
    found = tuple(complaints(picture, mat, pose, light))
    across, white = smallest_card(mat, pose), tuple(bleached(picture, mat, pose, light))
    return View(size, 0.0, len(pose.markers), light.strength, across, found, white)


def tune(source: Source, opened: Callable[[str], FrameSource] = Camera, seconds: float = LOOKS) -> tuple[Source, View]:
    """The setting in which a USB camera shows the mat best, of all that are tried in turn, and what it shows then."""
    place = Source(source.place)
    views: list[View] = []
    for view in _views([place._replace(size=size) for size in SIZES], opened, seconds):
        views.append(view)
        if view.markers < 0:  # no picture at all: another size will not help
            break
    best = max(views, key=_merit)
    if best.markers < 0:
        return place, NOTHING
    chosen = place._replace(size=best.size)
    if best.markers == 0 or (limit("dark") <= best.paper <= BRIGHTEST and not burnt(best)):
        return chosen, best
    return _exposed(chosen, best, opened, seconds)


def burnt(view: View) -> int:
    """How many fields of the mat are burnt out in places, or would be if something light lay there."""
    glared = {complaint.facts["zone"] for complaint in view.spoilt if complaint.kind == "glare"}
    return len(glared.union(view.bleached))


def lighting(view: View) -> tuple[float, ...]:
    """The order of exposures: paper neither dark nor burnt out, then no field burnt out by a lamp, then by `PAPER`."""
    clear = limit("dark") <= view.paper <= BRIGHTEST
    return (view.markers > 0, clear, -burnt(view) if clear else 0, -abs(view.paper - PAPER))


def _views(sources: Iterable[Source], opened: Callable[[str], FrameSource], seconds: float) -> Iterator[View]:
    for source in sources:
        camera = opened(source.address)
        try:
            yield look(camera, seconds)
        finally:
            camera.close()


def _merit(view: View) -> tuple[float, ...]:
    """The order of views: by markers seen, then by a sufficient rate, then by sufficiently large cards."""
    enough = view.across >= limit("card")
    pixels = view.size[0] * view.size[1]
    return (min(view.markers, 3), view.rate >= RATE, enough, -pixels if enough else pixels, view.markers)


def _exposed(chosen: Source, best: View, opened: Callable[[str], FrameSource], seconds: float) -> tuple[Source, View]:
    """The best exposure; the camera's automatic one unless a fixed one is better."""
    tried = [chosen, *(chosen._replace(exposure=exposure) for exposure in EXPOSURES)]
    views = [best, *_views(tried[1:], opened, seconds)]
    return max(zip(tried, views, strict=True), key=lambda both: lighting(both[1]))
