"""The camera's thread: pictures in, sightings out, and the newest picture for the scan screen."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from queue import SimpleQueue
from types import MappingProxyType

import numpy as np
from msgspec import Struct

from companion.play.reports import Caution, Frame, Mark
from companion.tasks.clip_keeper import ClipKeeper
from companion.tasks.clips import PICTURES
from companion.wording import LANGUAGES, wording
from engine.errors import WrongInput
from engine.sighting import Count, Found, Lost, Pieces, Sighting
from vision.camera.ending import ends_with_the_program
from vision.camera.mat_pictures import EDGE, cut, roomy, straightened
from vision.camera.quality import Complaint
from vision.camera.sheets import SheetEyes
from vision.camera.source import Camera
from vision.camera.source import Frame as Shot
from vision.cards.owned import Decks
from vision.cubes.place_colours import ColourProfile
from vision.eye import Eye
from vision.flat.coins import CoinAlbum
from vision.flat.grid import GridReader
from vision.flat.patches import LOOKS
from vision.flat.taken import LookTaker
from vision.flat.tiles import TileAlbum
from vision.mat.mat import Box, MatZone, load_mat, load_sheets, mat_file
from vision.mat.optics import Optics
from vision.mat.pose import Pose, tapped
from vision.picture import Picture
from vision.printing.cards import Print
from vision.zones import Mark as ReadMark
from vision.zones import marked

SOURCE = "camera"
LOOKER = "camera:looks"
"""As what it reports that reads a city on no mat: looks at what lay there then, which nothing follows."""
NO_MAT = 8
"""So many pictures in a row show no mat before a city is looked for without one."""
SURE = 0.9
"""Share above which a mark is drawn as certain."""
WAIT = 0.2
"""Seconds to wait for a picture before looking whether the camera is still there."""


class MatView(Struct, frozen=True, kw_only=True):
    """The mat alone, straightened: the picture (BGR), when it was made (monotonic, in seconds), and what was read.

    The corners of `marks` are px of this picture; goods, of which there are many, come last.
    """

    picture: Picture
    at: float
    marks: tuple[ReadMark, ...]


class Eyes:
    """Looks at the mat through the camera at `address` and `put`s what it sees.

    `families` names the faces cards may show, `prints` what is printed on market cards, `profile` the colours taught
    in this place, `optics` the camera's lens, `box` what the box holds, `game` whose mat lies there,
    `grid` reads the cells of its city, `decks` the cards of enrolled decks.
    `close` joins the thread.
    """

    def __init__(
        self,
        address: str,
        put: Callable[[Sighting | Lost | Found], None],
        families: Mapping[str, Sequence[str]],
        prints: Mapping[str, Print],
        profile: ColourProfile | None = None,
        optics: Optics | None = None,
        box: Mapping[str, int] | None = None,
        game: str = "",
        grid: GridReader | None = None,
        decks: Decks = MappingProxyType({}),
    ) -> None:
        self.address = address
        self._put = put
        self._camera = Camera(address)
        self._eye = Eye(
            load_mat(mat_file(game)),
            self._say,
            families=dict(families),
            prints=dict(prints),
            profile=profile,
            optics=optics,
            box=box,
            grid=grid,
            decks=decks,
        )
        paints = {} if grid is None else grid.paints
        self._sheets = SheetEyes(
            load_sheets(game), self._say_of_sheet, lambda sheet: Eye(sheet, self._say_of_sheet, paints=paints), optics
        )
        self._taker = None if grid is None else LookTaker(grid, optics)
        self._unplaced = 0
        self._closing = threading.Event()
        self._due: SimpleQueue[Callable[[Eye], object]] = SimpleQueue()
        self._listener: Callable[[Picture, Sighting], None] | None = None
        self._there = False
        self._keeper: ClipKeeper | None = None
        self._recent: deque[Picture] = deque(maxlen=PICTURES)
        self._view: Callable[[Eye, Shot], None] | None = None
        self.shot: Shot | None = None
        self.looked = 0
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
        self._thread.start()
        ends_with_the_program(self)

    @property
    def eye(self) -> Eye:
        """What the eye makes of the picture: its marks and what it waits for."""
        return self._eye

    def frame(self) -> Frame | None:
        """The newest picture with what was read on it, for the scan screen."""
        shot = self.shot
        if shot is None:
            return None
        high, wide = shot.picture.shape[:2]
        pixels = np.full((high, wide, 4), 255, np.uint8)
        pixels[:, :, :3] = shot.picture[:, :, ::-1]
        pose = self._eye.pose
        seen_here = self._eye.marks if pose else self._looked_at()
        beside = (mark for eye in self._sheets.eyes for mark in eye.marks)
        marks = tuple(as_mark(mark) for mark in (*seen_here, *beside))
        seen = len(pose.markers) if pose else 0
        return Frame(
            pixels=pixels.tobytes(),
            width=wide,
            height=high,
            marks=marks,
            corners=seen,
            note="city" if not pose and marks else self._eye.state,
            cautions=self.cautions(),
        )

    @property
    def trouble(self) -> str:
        """What is wrong with the camera just now, in the words of the people; or nothing."""
        lack = self._camera.lack if self.shot is None or not self._there else None
        return lack.sentence(wording.language) if lack else ""

    def cautions(self) -> tuple[Caution, ...]:
        """What spoils the picture, the worst first; nothing while there is no picture."""
        if not self._there:
            return ()
        apart = self._taker is not None and self._eye.pose is None and self._taker.parts > 1
        return (*([_worded(Complaint("apart"))] if apart else []), *cautions(self._eye))

    def _looked_at(self) -> list[ReadMark]:
        """What the last look at a city on no mat shows."""
        seen = self._taker.marks if self._taker is not None else ()
        return [marked(LOOKS, each) for each in seen if each.corners]

    def forget(self, zone: str) -> None:
        """Read a zone again and say it even if nothing changed."""
        if zone == LOOKS:
            self.begin_looks()
        self.ask(lambda eye: eye.forget(zone))
        self.ask(lambda _eye: self._sheets.forget(zone))

    def ask(self, deed: Callable[[Eye], object]) -> None:
        """Have something done with the eye, in its own thread, before the next picture."""
        self._due.put(deed)

    def use(self, profile: ColourProfile | None) -> None:
        """Read with the colours taught in this place; None for the printed ones."""
        self.ask(lambda eye: eye.use(profile))

    def look_through(self, optics: Optics | None) -> None:
        """The camera's lens bends so, from now on; None to guess it from the mat."""
        self.ask(lambda eye: self._look_through(eye, optics))

    def _look_through(self, eye: Eye, optics: Optics | None) -> None:
        eye.look_through(optics)
        self._sheets.look_through(optics)
        if self._taker is not None:
            self._taker.look_through(optics)

    def begin_looks(self) -> None:
        """The table has changed: what was seen of a city on no mat before counts no more."""
        if self._taker is not None:
            self.ask(lambda _eye: self._begin_looks())

    def _begin_looks(self) -> None:
        if self._taker is not None:
            self._taker.begin()

    def know(self, tiles: TileAlbum | None = None, coins: CoinAlbum | None = None) -> None:
        """Look for these tiles and coins beside the cards from now on; without any, for none."""
        self.ask(lambda eye: eye.know(tiles, coins))

    def deal(self, decks: Decks) -> None:
        """Read the cards of these decks as they were enrolled from now on, all others by our print."""
        self.ask(lambda eye: eye.deal(decks))

    def outline(self, zone: str) -> tuple[tuple[float, float], ...]:
        """Where a field of the mat lies in the picture, its corners as shares of it; nothing while no mat is seen."""
        pose, shot = self._eye.pose, self.shot
        if pose is None or shot is None:
            return ()
        x0, y0, x1, y1 = self._eye.mat.zones[zone].box
        pixels = pose.to_pixels(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
        high, wide = shot.picture.shape[:2]
        return tuple((float(x) / wide, float(y) / high) for x, y in pixels)

    def view_mat(self, side: int, hidden: Callable[[MatZone], bool], take: Callable[[MatView], None]) -> None:
        """Call `take`, in the eyes' thread, with the mat alone once it lies still and all on it is read.

        Its longer side has `side` px. Fields that are `hidden` are black, and nothing read there is handed over. The
        markers lie in that very picture where they were found, so nothing beside the mat is in it.
        """
        self._view = lambda eye, shot: take(mat_view(eye, shot, side, hidden))

    def keep_clips(self, keeper: ClipKeeper) -> None:
        """Hand what the game is told of to a keeper too, with the newest pictures cut to the mat."""
        self._keeper = keeper

    def divert(self, listener: Callable[[Picture, Sighting], None] | None) -> None:
        """From now on what is seen goes to `listener`, with the picture it was seen in; None: to the game again."""
        self._listener = listener
        self.forget("")

    def place(self, corners: Sequence[tuple[float, float]]) -> None:
        """Take the mat to lie where its corners were tapped, clockwise from its top left; ValueError if it can't.

        `corners` are shares of the picture's width and height.
        """
        shot = self.shot
        if shot is None:
            raise WrongInput("there is no picture to tap on")
        high, wide = shot.picture.shape[:2]
        places = np.array(corners, float) * (wide, high)
        tapped(self._eye.mat, places, (wide, high))
        self.ask(lambda eye: eye.place_by_hand(places, (wide, high)))

    def close(self) -> None:
        """Stop looking; may be called twice."""
        self._closing.set()
        self._thread.join()
        self._camera.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            shot = self._camera.newest(WAIT)
            while not self._due.empty():
                self._due.get_nowait()(self._eye)
            if shot is not None:
                self._look(shot)
            elif self._camera.trouble and self._there:
                self._there = False
                self._put(Lost(SOURCE, time.monotonic(), self._camera.trouble))

    def _look(self, shot: Shot) -> None:
        if not self._there:
            self._there = True
            self._put(Found(SOURCE, shot.at, "camera"))
            self._eye.forget()
            self._sheets.forget()
        self.shot = shot
        if self._keeper is not None:
            self._recent.append(shot.picture)
        self._eye.look(shot.picture, shot.at)
        self._sheets.look(shot.picture, shot.at)
        self._look_about(shot)
        self.looked += 1
        if self._view is not None and self._eye.settled:
            view, self._view = self._view, None
            view(self._eye, shot)

    def _look_about(self, shot: Shot) -> None:
        """Read a city that lies on no mat, where pictures have shown none for a while."""
        self._unplaced = self._unplaced + 1 if self._eye.pose is None else 0
        if self._taker is None or self._unplaced < NO_MAT or self._listener is not None:
            return
        seen = self._taker.watch(shot.picture, shot.at)
        if seen is not None:
            self._put(Sighting(LOOKER, LOOKS, shot.at, Pieces(seen)))

    def _say(self, sighting: Sighting) -> None:
        listener = self._listener
        if listener is None:
            self._hand_over(sighting)
            self._put(sighting)
        elif self.shot is not None:
            listener(self.shot.picture, sighting)

    def _say_of_sheet(self, sighting: Sighting) -> None:
        """What lies beside the mat is told to the game alone: no task and no clip is about it."""
        if self._listener is None:
            self._put(sighting)

    def _hand_over(self, sighting: Sighting) -> None:
        """Give the keeper of clips a counted field and the pictures of it."""
        pose = self._eye.pose
        if self._keeper is None or pose is None or not isinstance(sighting.reading, Count):
            return
        wide, high = self._eye.mat.size
        corners = pose.to_pixels(np.array([(0.0, 0.0), (wide, 0), (wide, high), (0, high)]))
        self._keeper.take(sighting, [cut(picture, corners) for picture in self._recent])


def as_mark(mark: ReadMark) -> Mark:
    """What the eye read, for the scan screen; that it can't be read is never sure."""
    sure = mark.share >= SURE and "?" not in mark.label
    return Mark(label=mark.label, corners=_corners(mark), sure=sure, zone=mark.zone, runner_up=mark.runner_up)


def mat_view(eye: Eye, shot: Shot, side: int, hidden: Callable[[MatZone], bool]) -> MatView:
    """The mat as a settled eye sees it in a picture; see `Eyes.view_mat`."""
    assert eye.pose is not None
    boxes = [zone.box for zone in eye.mat.zones.values() if hidden(zone)]
    picture, scale = straightened(shot.picture, eye.pose, eye.mat, boxes, side)
    boxes = [roomy(box) for box in boxes]
    marks = [_on_mat(mark, eye.pose) for mark in eye.marks]
    shown = [mark for mark in marks if not any(_reaches(mark, box) for box in boxes)]
    goods = {zone.sighted_as for zone in eye.mat.zones.values() if zone.kind == "cubes"}
    shown.sort(key=lambda mark: mark.zone in goods)
    return MatView(picture=picture, at=shot.at, marks=tuple(_scaled(mark, scale, picture) for mark in shown))


def _on_mat(mark: ReadMark, pose: Pose) -> ReadMark:
    """A mark with its corners in mm of the mat."""
    return dataclasses.replace(mark, corners=tuple(map(tuple, pose.to_mat(np.array(mark.corners)).tolist())))


def _reaches(mark: ReadMark, box: Box) -> bool:
    """Lies any of a mark within a box?"""
    xs, ys = zip(*mark.corners, strict=True)
    return bool(min(xs) < box[2] and box[0] < max(xs) and min(ys) < box[3] and box[1] < max(ys))


def _scaled(mark: ReadMark, scale: float, picture: Picture) -> ReadMark:
    """A mark with its corners in px of the straightened mat; what reaches beyond its edge ends there."""
    high, wide = picture.shape[:2]
    corners = np.clip((np.array(mark.corners) - EDGE) * scale, 0, (wide - 1, high - 1))
    return dataclasses.replace(mark, corners=tuple(map(tuple, corners.tolist())))


def cautions(eye: Eye) -> tuple[Caution, ...]:
    """What spoils the picture, the worst first, in every language."""
    return tuple(map(_worded, eye.warnings))


def _worded(complaint: Complaint) -> Caution:
    return {language: complaint.sentence(language) for language in LANGUAGES}


def _corners(mark: ReadMark) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in mark.corners)
