"""Builders for tests and benches at the virtual table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import cv2
import numpy as np

from engine.sighting import Pieces, Sighting
from vision.drawn.laid import Laid, LaidCard, LaidCube
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.eye import Eye
from vision.mat.mat import Mat, load_mat
from vision.picture import Picture
from vision.printing.cards import Print, Row

MAT = load_mat()


def printed(name: str, **rows: tuple[int, int, int]) -> Print:
    """A market card; each row is limit, buy, sell of a good."""
    values = [Row(good=g, limit=limit, buy=buy, sell=sell) for g, (limit, buy, sell) in rows.items()]
    return {"title": "VI Regio", "name": name, "rows": values}


MARKETS = {
    "market-forum": printed("Forum", G=(2, 2, 1), B=(2, 3, 2), R=(2, 6, 4), Y=(1, 7, 5)),
    "market-portus": printed("Portus", G=(3, 1, 1), B=(2, 4, 2), R=(2, 5, 3), K=(2, 6, 4)),
    "market-domus": printed("Domus", B=(2, 3, 1), R=(1, 5, 4), K=(2, 8, 5), Y=(2, 9, 6)),
}


def a_scene(weather: str = "kind", seed: int = 1) -> Scene:
    return Scene(MAT, Weather.named(weather), seed, MARKETS)


def contracts(faces: Sequence[str], seed: int = 0, zone: str = "draw") -> list[LaidCard]:
    """Contracts laid a little untidily in a zone, in its order."""
    chance = random.Random(seed)
    places = zip(faces, MAT.slots(zone, len(faces)), strict=True)
    return [
        LaidCard("contract", f, x + chance.uniform(-4, 4), y + chance.uniform(-4, 4), chance.uniform(-6, 6))
        for f, (x, y) in places
    ]


def cubes(zone: str, colours: Sequence[str], seed: int = 0) -> list[LaidCube]:
    """Cubes laid a little untidily in a zone."""
    chance = random.Random(seed)
    places = zip(colours, MAT.spots(zone, len(colours)), strict=True)
    return [
        LaidCube(c, x + chance.uniform(-1, 1), y + chance.uniform(-1, 1), chance.uniform(-20, 20))
        for c, (x, y) in places
    ]


def through_jpeg(scene: Scene) -> Picture:
    """A frame as it comes over the network."""
    frame = cv2.imdecode(np.frombuffer(scene.jpeg(), np.uint8), cv2.IMREAD_COLOR)
    assert frame is not None
    return frame


class Watcher:
    """An eye on a scene; `seen` holds the newest reading of each zone and `put` every sighting."""

    def __init__(self, scene: Scene, mat: Mat = MAT, **knowing: Any) -> None:
        self.scene, self.at = scene, 0.0
        self.put: list[Sighting] = []
        self.seen: dict[str, Any] = {}
        self.eye = Eye(mat, self._take, prints=MARKETS, **knowing)

    def _take(self, sighting: Sighting) -> None:
        self.put.append(sighting)
        self.seen[sighting.zone] = sighting.reading

    def watch(self, pieces: Sequence[Laid] | None = None, frames: int = 8) -> Watcher:
        if pieces is not None:
            self.scene.lay(pieces)
        for _ in range(frames):
            self.at += 0.1
            self.eye.look(through_jpeg(self.scene), self.at)
        return self

    def faces(self, zone: str = "mat/draw") -> list[str]:
        reading: Pieces = self.seen[zone]
        return [seen.best for seen in reading.objects]


def tally(colours: Iterable[str]) -> dict[str, int]:
    return dict(Counter(colours))
