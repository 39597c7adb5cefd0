"""Makes a virtual camera's pictures by Blender, which runs as a process in an environment of its own."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.virtual.laying import Laid
from vision.camera.tuning import burnt, lighting, seen_in
from vision.drawn.hand import draw_hand
from vision.drawn.laid import Hand, LaidCard, LaidCube, LaidDie, LaidTile, flat_size
from vision.drawn.scene import PAPER
from vision.drawn.weather import Weather
from vision.mat.mat import Mat
from vision.mat.pose import MatFinder
from vision.picture import Picture, Points, rectangle, turned
from vision.printing.cards import art
from vision.printing.flats import tile_art

ROOT = Path(__file__).parents[2]
BLENDER = ROOT / "out" / "photoreal-venv" / "bin" / "python"
DRAWN_AT = 6.0  # px per mm of what is printed
CARD, TILE = 0.35, 2.0  # mm of a card, and of the card a tile is glued on
NOISE, QUALITY = 1.5, 92  # grey levels between two pictures of one look, and the quality of their JPEG
STOPS = (0.0, -0.5, -1.0, -1.5, -2.0, -2.5)  # by which the exposure is tried shorter
WAVED = 40  # px by which a hand that lays pieces moves from picture to picture


class Clock:
    """Seconds that stand still while it is stopped; told from any thread."""

    def __init__(self) -> None:
        self._lock, self._lost, self._since = threading.Lock(), 0.0, 0.0

    def __call__(self) -> float:
        with self._lock:
            return (self._since or time.monotonic()) - self._lost

    def stop(self) -> None:
        with self._lock:
            self._since = self._since or time.monotonic()

    def go(self) -> None:
        with self._lock:
            if self._since:
                self._lost, self._since = self._lost + time.monotonic() - self._since, 0.0

    @property
    def stands(self) -> bool:
        return bool(self._since)


class Blender:
    """The process that renders the looks at a mat from one place; a context manager that ends it."""

    def __init__(self, game: str, place: int) -> None:
        command = [str(BLENDER), "-m", "tools.photoreal.looks", game, str(place)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True
        )

    def render(self, laid: Mapping[str, Any]) -> Picture:
        """The picture of what lies there; raises `OSError` if the renderer ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(laid) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("seen "):
                seen = cv2.imread(line.removeprefix("seen ").strip())
                if seen is not None:
                    return np.asarray(seen, np.uint8)
        raise OSError(f"the renderer ended ({self._process.poll()})")

    def __enter__(self) -> Blender:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


class Painter:
    """Makes a virtual camera's pictures by Blender: while one is rendered a hand is over the last one, and the clock
    stands.

    `looks` counts the pictures rendered; with a `folder` they are kept there by their numbers.
    """

    def __init__(
        self,
        blender: Blender,
        clock: Clock,
        folder: Path,
        mat: Mat,
        _weather: Weather,
        seed: int,
        prints: Mapping[str, Any],
        paint: Mapping[str, str],
        tiles: Mapping[str, Any],
    ) -> None:
        self.looks, self.trouble = 0, ""
        self._blender, self._clock, self._folder, self._mat, self._paint = blender, clock, folder, mat, paint
        self._prints = {face: json.dumps(printed) for face, printed in prints.items()}
        self._tiles = {name: json.dumps(printed) for name, printed in tiles.items()}
        self._chance = np.random.default_rng(seed)
        self._pieces: Sequence[Laid | Hand] = ()
        self._papers: frozenset[int] = frozenset()
        self._wanted, self._closing = threading.Event(), False
        self._hand, self._stops = False, 0.0
        self._seen = self._rendered()
        threading.Thread(target=self._run, name="painter", daemon=True).start()

    def lay(self, pieces: Sequence[Laid | Hand]) -> None:
        """Replace everything on the mat by these pieces, once it is rendered."""
        self._clock.stop()
        self._hand = True
        if not any(isinstance(piece, Hand) for piece in pieces):
            self._pieces = pieces
            self._wanted.set()

    def cover(self, markers: Collection[int]) -> None:
        """From now on a sheet of paper lies over these markers of the mat, and over no others."""
        self._papers = frozenset(markers)
        self.lay(self._pieces)

    def jpeg(self) -> bytes:
        """The next picture of the last look, with a hand in it while the next one is rendered."""
        picture = self._seen.copy()
        if self._hand:
            high, wide = picture.shape[:2]
            draw_hand(picture, (wide / 2 + float(self._chance.uniform(-WAVED, WAVED)), high / 3), 1.0)
        grain = self._chance.normal(0, NOISE, (*picture.shape[:2], 1)).astype(np.float32)
        noisy = np.clip(picture + grain, 0, 255).astype(np.uint8)
        return cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()

    def _run(self) -> None:
        while self._wanted.wait():
            self._wanted.clear()
            try:
                seen = self._rendered()
            except OSError as error:
                self.trouble = str(error)
                return
            if not self._wanted.is_set():
                self._seen, self._hand = seen, False
                self._clock.go()

    def _rendered(self) -> Picture:
        self.looks += 1
        asked = {"path": str(self._folder / f"{self.looks:04}.png"), **self.described(self._pieces)}
        return self._first(asked) if self.looks == 1 else self._blender.render({**asked, "stops": self._stops})

    def _first(self, asked: Mapping[str, Any]) -> Picture:
        """The first picture; where a lamp burns a field out the exposure is made shorter, as the doctor does."""
        finder, tried = MatFinder(self._mat), dict[float, tuple[float, ...]]()
        for stops in STOPS:
            picture = self._blender.render({**asked, "stops": stops})
            view = seen_in(picture, self._mat, finder)
            tried[stops] = lighting(view)
            if not burnt(view):
                break
        self._stops = max(tried, key=lambda each: tried[each])
        return picture if self._stops == stops else self._blender.render({**asked, "stops": self._stops})

    def described(self, pieces: Sequence[Laid | Hand]) -> dict[str, Any]:
        """What lies there as `tools.photoreal.looks` is told of it."""
        sheets = [piece for piece in pieces if isinstance(piece, LaidCard | LaidTile)]
        cubes = [piece for piece in pieces if isinstance(piece, LaidCube)]
        dice = [piece for piece in pieces if isinstance(piece, LaidDie)]
        return {
            "sheets": [self._sheet(*laid) for laid in stacked(sheets)],
            "cubes": [[cube.colour, cube.x, cube.y, cube.angle, cube.z] for cube in cubes],
            "dice": [self._die(die) for die in dice],
            "papers": [self._paper(number).tolist() for number in sorted(self._papers)],
        }

    def _sheet(self, sheet: LaidCard | LaidTile, corners: Points, low: float) -> dict[str, Any]:
        return {"art": self._art(sheet), "corners": corners.tolist(), "low": low, "thick": thick(sheet)}

    def _art(self, sheet: LaidCard | LaidTile) -> str:
        if isinstance(sheet, LaidTile):
            return self._kept(sheet.name, tile_art(self._tiles[sheet.name], DRAWN_AT))
        return self._kept(sheet.face, art(sheet.family, sheet.face, DRAWN_AT, self._prints.get(sheet.face, "")))

    def _kept(self, name: str, drawn: Picture) -> str:
        path = self._folder / f"{name.replace(':', '-').replace('?', 'back')}.art.png"
        if not path.exists():
            cv2.imwrite(str(path), drawn)
        return str(path)

    def _die(self, die: LaidDie) -> dict[str, Any]:
        return {
            "paint": self._paint[die.colour],
            "pips": die.pips,
            "at": [die.x, die.y, die.z + TILE],
            "angle": die.angle,
        }

    def _paper(self, number: int) -> Points:
        corners = self._mat.marker_corners(number)
        middle = corners.mean(axis=0)
        return np.asarray(middle + PAPER * (corners - middle))


def stacked(flats: Sequence[LaidCard | LaidTile]) -> Iterator[tuple[LaidCard | LaidTile, Points, float]]:
    """Each of the flat pieces, the lowest first, with its corners (4, 2) and the height of what it lies on, in mm."""
    below: list[tuple[Points, float]] = []
    for flat in flats:
        corners = turned(rectangle(*flat_size(flat)), flat.x, flat.y, flat.angle)
        under = (top for other, top in below if _meet(corners, other))
        low = max(under, default=0.0)
        below.append((corners, low + thick(flat)))
        yield flat, corners, low


def _meet(one: Points, other: Points) -> bool:
    shared, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return bool(shared > 0)


def thick(flat: LaidCard | LaidTile) -> float:
    """How thick it is, mm."""
    return TILE if isinstance(flat, LaidTile) else CARD
