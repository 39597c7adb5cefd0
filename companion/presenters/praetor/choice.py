"""What a player has chosen on the map and not yet done: a tile, a spot for it, a worker."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.presenters.scene import Scene
from companion.views.common import acts
from engine.praetor.city import Spot, city
from engine.praetor.turns import able
from engine.praetor.values import LABOR_CAMP
from engine.praetor.zones import DISPLAY

BUILD, WORK, CAMP = "build", "work", "camp"


class Choice(Struct, frozen=True):
    """A tile to `build` at a spot, to `work` at, or a `camp` to use, with the level of the worker who does it."""

    kind: str = ""
    tile: str = ""
    spot: Spot | None = None
    worker: int = 0

    def __str__(self) -> str:
        where = f"{self.spot.x},{self.spot.y},{self.spot.turn}" if self.spot else ""
        return f"{self.kind} {self.tile} {where} {self.worker}"


def chosen(scene: Scene) -> Choice:
    """What is chosen now; nothing where it is not there any more."""
    kind, tile, where, worker = (scene.look.picked.split(" ") + [""] * 4)[:4]
    there = tile in scene.table[DISPLAY] if kind == BUILD else tile in city(scene.state.zones).spots
    if kind not in (BUILD, WORK, CAMP) or not there:
        return Choice()
    spot = Spot(*map(int, where.split(","))) if where else None
    return Choice(kind, tile, spot, _worker(scene, kind, int(worker or 0)))


def _worker(scene: Scene, kind: str, worker: int) -> int:
    """The chosen worker if it is there; else the lowest one to build, the highest one to work."""
    levels = able(scene.state, scene.zones(scene.me)) if scene.me else ()
    if worker in levels or not levels:
        return worker if levels else 0
    return levels[0] if kind == BUILD else levels[-1]


def pick(choice: Choice) -> acts.Pick:
    """The tap that chooses this."""
    return acts.Pick(str(choice))


def next_worker(scene: Scene, choice: Choice) -> Choice:
    """The same with the next worker that may act, the lowest after the highest."""
    levels = sorted(set(able(scene.state, scene.zones(scene.me))))
    later = [level for level in levels if level > choice.worker]
    return replace(choice, worker=(later or levels)[0])


def of_tile(scene: Scene, tile: str) -> Choice:
    """What tapping a tile of the city chooses."""
    return Choice(CAMP if scene.state.book.kind[tile] == LABOR_CAMP else WORK, tile)
