"""The play mat: where its markers, patches and zones are printed, in millimetres."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from engine.errors import WrongInput
from vision.layouts.layout import find_layout
from vision.picture import Points

Box = tuple[float, float, float, float]
Point = tuple[float, float]
Cell = tuple[int, int]
"""A cell of a grid: columns to the right and rows downwards from its cell 0, 0."""

CUBE_PITCH = (13.0, 14.0)  # mm between the middles of two cubes laid side by side: 8 mm wood and room for a finger
CARD_ROOM = 6.0  # mm between two cards laid side by side
STRIP = 17.0  # mm of a card that the next one of its column leaves free
COLUMN_EDGE = 4.0  # mm of a column kept free of upper edges, half at each end
CUBE_EDGE = 8.0  # mm of a zone kept free, half on each side: a cube's top leans outwards in the picture


class MatError(WrongInput):
    """The description of a mat contradicts itself."""


@dataclass(frozen=True, kw_only=True)
class MatZone:
    """A printed field: its box x0, y0, x1, y1 in mm, what is read there and the zone its sightings name.

    `kind` is ``cards``, ``cubes``, ``columns`` for cards that overlap in the printed fields within it, ``grid``,
    ``dice``, ``store`` for cubes in the printed fields within it, or ``open`` for a field that is printed and not read
    by itself; of a card zone `family` is the layout of its cards, `most` how many fit in it side by side and `rows` in
    how many rows. A grid has square cells of `pitch` mm, and `origin` is its cell 0, 0 by columns and rows from the top
    left. `symbol` is printed in it; `holds` names what the cubes of a store's field are, whatever their paint.
    """

    name: str
    box: Box
    ground: str
    kind: str
    sighted_as: str
    family: str = ""
    most: int = 0
    rows: int = 1
    symbol: str = ""
    pitch: float = 0.0
    origin: Cell = (0, 0)
    holds: str = ""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of a grid, row by row, counted from its origin; none for another kind of zone."""
        if not self.pitch:
            return ()
        x0, y0, x1, y1 = self.box
        columns, rows = round((x1 - x0) / self.pitch), round((y1 - y0) / self.pitch)
        return tuple((x - self.origin[0], y - self.origin[1]) for y in range(rows) for x in range(columns))

    def middle_of(self, cell: Cell) -> Point:
        """The middle in mm of a cell of a grid, also of one beyond its edge."""
        x, y = (number + first + 0.5 for number, first in zip(cell, self.origin, strict=True))
        return self.box[0] + x * self.pitch, self.box[1] + y * self.pitch


@dataclass(frozen=True)
class Patch:
    """A printed square of known colour: its name, middle in mm and colour #RRGGBB."""

    name: str
    middle: Point
    colour: str


@dataclass(frozen=True)
class Ornament:
    """A printed silhouette: its symbol's name, middle in mm and the side of its square in mm."""

    symbol: str
    middle: Point
    size: float


@dataclass(frozen=True)
class Label:
    """Words printed beside or in a zone: the zone's name, the words' middle in mm, and the words by language."""

    zone: str
    middle: Point
    words: Mapping[str, str]


@dataclass(frozen=True)
class Cells:
    """The faint grid printed in the fields for cubes, one cube a cell: its pitch in mm.

    Patches of the colour `sign` (#RRGGBB) around the middles `signs` in mm say that the grid is printed.
    """

    pitch: float
    sign: str
    signs: tuple[Point, ...]


@dataclass(frozen=True, kw_only=True)
class Mat:
    """A play mat in mm, x to the right and y downwards from its top left corner.

    `ground` names the colours it is printed in; `light` those that take little ink, for `lightened`. `cells` is the
    grid printed in the fields for cubes, if there is one. The ids of its markers begin with `first`.
    """

    size: Point
    dictionary: str
    marker: float
    margin: float
    corners: tuple[Point, ...]
    ground: dict[str, str]
    patch: float
    patches: tuple[Patch, ...]
    zones: dict[str, MatZone]
    light: Mapping[str, str]
    ornaments: tuple[Ornament, ...] = ()
    labels: tuple[Label, ...] = ()
    cells: Cells | None = None
    first: int = 0

    def uncelled(self) -> Mat:
        """The same mat as it was printed before its goods fields had cells; cubes lie anywhere on it."""
        return replace(self, cells=None)

    def lightened(self) -> Mat:
        """The same mat in little ink: white where nothing is read, and grey enough under cards to show their edges."""
        return replace(self, ground=dict(self.light))

    def marker_corners(self, number: int) -> Points:
        """The four corners of a marker in mm, (4, 2), clockwise from its top left."""
        x, y = self.corners[number]
        half = self.marker / 2
        return np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])

    def slots(self, zone: str, count: int) -> list[Point]:
        """Middles in mm where `count` cards lie in a zone without touching, row by row; MatError if too many."""
        place = self.zones[zone]
        if not 0 <= count <= place.most:
            raise MatError(f"{zone} has room for {place.most} cards, not {count!r}")
        columns = -(-place.most // place.rows)
        x0, y0, x1, y1 = place.box
        wide, high = (x1 - x0) / columns, (y1 - y0) / place.rows
        return [(x0 + wide * (n % columns + 0.5), y0 + high * (n // columns + 0.5)) for n in range(count)]

    def columns(self, zone: str) -> dict[str, Box]:
        """The printed fields within a zone of ``columns``, by their symbol."""
        return {place.symbol: place.box for place in self._inside(zone) if place.symbol}

    def store(self, zone: str) -> dict[str, MatZone]:
        """The printed fields within a ``store``, by what they hold."""
        return {place.holds: place for place in self._inside(zone) if place.holds}

    def _inside(self, zone: str) -> list[MatZone]:
        """The fields printed within a zone."""
        x0, y0, x1, y1 = self.zones[zone].box
        return [
            place
            for place in self.zones.values()
            if place.kind == "open"
            and x0 <= place.box[0]
            and place.box[2] <= x1
            and y0 <= place.box[1]
            and place.box[3] <= y1
        ]

    def strips(self, zone: str, symbol: str, count: int) -> list[Point]:
        """Middles in mm where `count` cards lie over each other in a column, the farthest first."""
        (x0, y0, x1, y1), high = self.columns(zone)[symbol], find_layout(self.zones[zone].family).size[1]
        step = min(STRIP, (y1 - y0 - COLUMN_EDGE) / max(count - 1, 1))
        return [((x0 + x1) / 2, y0 + COLUMN_EDGE / 2 + high / 2 + step * n) for n in range(count)]

    def spots(self, zone: str, count: int) -> list[Point]:
        """Middles in mm where `count` cubes lie in a zone without touching, row by row; MatError if too many.

        Where cells are printed these are theirs.
        """
        (left, top), (columns, rows), (wide, high) = self._laid_out(zone)
        if not 0 <= count <= columns * rows:
            raise MatError(f"{zone} has room for {columns * rows} cubes, not {count!r}")
        return [(left + wide * (n % columns + 0.5), top + high * (n // columns + 0.5)) for n in range(count)]

    def lines(self, zone: str) -> list[tuple[Point, Point]]:
        """The lines of a zone's printed cells from end to end, mm; none where no cells are printed."""
        if self.cells is None:
            return []
        (left, top), (columns, rows), (wide, high) = self._laid_out(zone)
        right, bottom = left + columns * wide, top + rows * high
        upright = [((left + n * wide, top), (left + n * wide, bottom)) for n in range(columns + 1)]
        return upright + [((left, top + n * high), (right, top + n * high)) for n in range(rows + 1)]

    def _laid_out(self, zone: str) -> tuple[Point, tuple[int, int], Point]:
        """How cubes are laid out in a zone: the upper left corner in mm, columns and rows, and the pitches in mm."""
        x0, y0, x1, y1 = self.zones[zone].box
        (wide, high), edge = (CUBE_PITCH, CUBE_EDGE) if self.cells is None else ((self.cells.pitch,) * 2, 0.0)
        columns, rows = int((x1 - x0 - edge) // wide), int((y1 - y0 - edge) // high)
        return ((x0 + x1 - columns * wide) / 2, (y0 + y1 - rows * high) / 2), (columns, rows), (wide, high)


def mat_file(game: str) -> Path | None:
    """The file of a mat that a game brings along; None for a game that is laid on the common one."""
    own = Path(__file__).parent / game / "mat.toml"
    return own if game and own.exists() else None


def load_mat(path: Path | None = None, families: Mapping[str, str] = MappingProxyType({})) -> Mat:
    """Read the mat's description (by default our printed mat); MatError if zones leave the mat.

    `families` names, by card zone, the layout of the cards that a game lays there, where that is not the described one:
    several games use the same mat. MatError for an unknown card zone or layout.
    """
    described = tomllib.loads((path or Path(__file__).with_name("mat.toml")).read_text(encoding="utf-8"))
    mat = _mat(described)
    return replace(mat, zones=mat.zones | {name: _showing(mat, name, family) for name, family in families.items()})


def load_sheets(game: str) -> dict[str, Mat]:
    """The sheets of a game that lie beside its mat, by whose they are: none for most games; MatError as `load_mat`.

    They are alike but for their markers, their colours and the name of their owner.
    """
    file = Path(__file__).parent / game / "sheets.toml"
    if not game or not file.exists():
        return {}
    described = tomllib.loads(file.read_text(encoding="utf-8"))
    return {owner["name"]: _mat(_owned(described, owner)) for owner in described["owners"]}


def _owned(described: dict[str, Any], owner: dict[str, Any]) -> dict[str, Any]:
    """The description of one owner's sheet."""
    name, first, ground, line, words = (owner[key] for key in ("name", "first", "mat", "line", "words"))
    zones = {
        field: zone | {"sighted_as": zone.get("sighted_as", "").format(owner=name)}
        for field, zone in described["zones"].items()
    }
    return described | {
        "first": first,
        "ground": described["ground"] | {"mat": ground, "line": line},
        "zones": zones,
        "labels": [*described["labels"], described["title"] | words],
    }


def _mat(described: dict[str, Any]) -> Mat:
    mat = Mat(
        size=tuple(described["size"]),
        dictionary=described["dictionary"],
        marker=described["marker"],
        margin=described["margin"],
        corners=tuple(tuple(c) for c in described["corners"]),
        ground=described["ground"],
        patch=described["patches"]["size"],
        patches=tuple(_patches(described["patches"])),
        zones={name: _zone(name, zone) for name, zone in described["zones"].items()},
        light=described.get("light", described["ground"]),
        cells=_cells(described["cells"]) if "cells" in described else None,
        ornaments=tuple(Ornament(o["symbol"], tuple(o["middle"]), o["size"]) for o in described.get("ornaments", ())),
        labels=tuple(_label(label) for label in described.get("labels", ())),
        first=described.get("first", 0),
    )
    _fits(mat)
    return mat


def _patches(described: dict[str, Any]) -> list[Patch]:
    starts, order, colours, pitch = (described[k] for k in ("starts", "order", "colours", "pitch"))
    return [Patch(name, (x + n * pitch, y), colours[name]) for x, y in starts for n, name in enumerate(order)]


def _zone(name: str, described: dict[str, Any]) -> MatZone:
    values = dict(described)
    most, rows = values.pop("slots", (0, 1))
    values["box"] = tuple(values["box"])
    values["origin"] = tuple(values.get("origin", (0, 0)))
    return MatZone(name=name, most=most, rows=rows, **values)


def _cells(described: dict[str, Any]) -> Cells:
    return Cells(described["pitch"], described["sign"], tuple(tuple(place) for place in described["signs"]))


def _label(described: dict[str, Any]) -> Label:
    words = dict(described)
    return Label(words.pop("zone"), tuple(words.pop("middle")), words)


def _showing(mat: Mat, name: str, family: str) -> MatZone:
    """A card zone with the cards of a layout: of another than the printed one as many as fit side by side."""
    zone = mat.zones.get(name)
    if zone is None or zone.kind not in ("cards", "columns"):
        raise MatError(f"no card zone {name!r} on the mat")
    if zone.family == family:
        return zone
    try:
        wide, high = find_layout(family).size
    except FileNotFoundError as error:
        raise MatError(f"no card layout {family!r} for zone {name!r}") from error
    x0, y0, x1, y1 = zone.box
    columns, rows = int((x1 - x0) // (wide + CARD_ROOM)), int((y1 - y0) // (high + CARD_ROOM))
    return replace(zone, family=family, most=columns * rows, rows=rows)


def _fits(mat: Mat) -> None:
    width, height = mat.size
    for zone in mat.zones.values():
        x0, y0, x1, y1 = zone.box
        if not (0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height):
            raise MatError(f"zone {zone.name!r} with box {zone.box!r} leaves the mat of {width} × {height} mm")
        if (zone.kind == "grid") != (zone.pitch > 0):
            raise MatError(f"zone {zone.name!r} of kind {zone.kind!r} has cells of {zone.pitch!r} mm")
    for label in mat.labels:
        if label.zone not in mat.zones:
            raise MatError(f"words for {label.zone!r}, and the mat has no such zone")
