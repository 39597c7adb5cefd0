"""Builders for tests at the virtual table."""

import random
from collections import Counter

import cv2
import numpy as np

from vision.drawn.scene import LaidCard, LaidCube, Scene
from vision.drawn.weather import Weather
from vision.eye import Eye
from vision.mat import load_mat

MAT = load_mat()


def printed(name, **rows):
    """A market card; each row is limit, buy, sell of a good."""
    values = [{"good": g, "limit": limit, "buy": buy, "sell": sell} for g, (limit, buy, sell) in rows.items()]
    return {"title": "VI Regio", "name": name, "rows": values}


MARKETS = {
    "market-forum": printed("Forum", G=(2, 2, 1), B=(2, 3, 2), R=(2, 6, 4), Y=(1, 7, 5)),
    "market-portus": printed("Portus", G=(3, 1, 1), B=(2, 4, 2), R=(2, 5, 3), K=(2, 6, 4)),
    "market-domus": printed("Domus", B=(2, 3, 1), R=(1, 5, 4), K=(2, 8, 5), Y=(2, 9, 6)),
}


def a_scene(weather="kind", seed=1):
    return Scene(MAT, Weather.named(weather), seed, MARKETS)


def contracts(faces, seed=0, zone="draw"):
    """Contracts laid a little untidily in a zone, in its order."""
    chance = random.Random(seed)
    places = zip(faces, MAT.slots(zone, len(faces)), strict=True)
    return [
        LaidCard("contract", f, x + chance.uniform(-4, 4), y + chance.uniform(-4, 4), chance.uniform(-6, 6))
        for f, (x, y) in places
    ]


def cubes(zone, colours, seed=0):
    """Cubes laid a little untidily in a zone."""
    chance = random.Random(seed)
    places = zip(colours, MAT.spots(zone, len(colours)), strict=True)
    return [
        LaidCube(c, x + chance.uniform(-1, 1), y + chance.uniform(-1, 1), chance.uniform(-20, 20))
        for c, (x, y) in places
    ]


def through_jpeg(scene):
    """A frame as it comes over the network."""
    return cv2.imdecode(np.frombuffer(scene.jpeg(), np.uint8), cv2.IMREAD_COLOR)


class Watcher:
    """An eye on a scene; `seen` holds the newest reading of each zone and `put` every sighting."""

    def __init__(self, scene, **knowing):
        self.scene, self.put, self.seen, self.at = scene, [], {}, 0.0
        self.eye = Eye(MAT, self._take, prints=MARKETS, **knowing)

    def _take(self, sighting):
        self.put.append(sighting)
        self.seen[sighting.zone] = sighting.reading

    def watch(self, pieces=None, frames=8):
        if pieces is not None:
            self.scene.lay(pieces)
        for _ in range(frames):
            self.at += 0.1
            self.eye.look(through_jpeg(self.scene), self.at)
        return self

    def faces(self, zone="mat/draw"):
        return [seen.best for seen in self.seen[zone].objects]


def tally(colours):
    return dict(Counter(colours))
