"""Layouts: what is printed where on a family of cards, in millimetres.

A layout is the TOML file of that name in the folder of its game. With `regions` it describes cards on which every
region shows one of its values (`Layout`); with `kind = "ledger"`, cards with a title and a table (`Ledger`).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.errors import WrongInput

Box = tuple[float, float, float, float]


class LayoutError(WrongInput):
    """A face does not have the form its layout describes."""


@dataclass(frozen=True)
class Region:
    """A printed value: where it stands (x0, y0, x1, y1 in mm), what kind of print it is and which values it may show.

    `follows` maps another region's name to a table of its values and the value due here; "other" stands for the rest.
    """

    name: str
    kind: str
    box: Box
    choices: tuple[str, ...]
    follows: dict[str, dict[str, str]] = field(default_factory=dict, hash=False)

    def due(self, values: dict[str, str]) -> str | None:
        """The value that the other regions' `values` require here; None if this region is independent of them."""
        for other, table in self.follows.items():
            return table.get(values[other], table["other"])
        return None


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A family of cards: size and corner radius in mm, and regions.

    A face is the family, `join` and its values in `form`. `faces` are all the faces there are, where the layout lists
    them; `rules` are printed lines (x0, y0, x1, y1 in mm). `index` is what still shows at the card's top edge when the
    next of a row lies on it, beside the regions there; all of
    them are printed at the other end too, upside down.
    """

    family: str
    size: tuple[float, float]
    round: float
    face: str
    form: str
    regions: tuple[Region, ...]
    faces: tuple[str, ...] = ()
    join: str = ":"
    rules: tuple[Box, ...] = ()
    index: Region | None = None

    @property
    def unread(self) -> str:
        """The face that stands for a card of this family that could not be read."""
        return f"{self.family}{self.join}?"

    @property
    def at_edge(self) -> tuple[Region, ...]:
        """What stands at the top edge of a card with an index: the index, then the regions that end no lower."""
        if self.index is None:
            return ()
        low = self.index.box[3]
        return (self.index, *(region for region in self.regions if region.box[1] < low))

    def values(self, face: str) -> dict[str, str]:
        """What is printed in every region of a face such as ``contract:GB.7.112``; LayoutError for another form."""
        found = re.fullmatch(f"{self.family}{self.join}{self.face}", face)
        if found is None:
            raise LayoutError(f"{face!r} is no face of the family {self.family!r}")
        values = found.groupdict()
        for region in self.regions:
            due = region.due(values)
            if due is not None:
                values[region.name] = due
        if self.index is not None:
            values[self.index.name] = self.index.due(values) or ""
        return values

    def named(self, values: dict[str, str]) -> str:
        """The face with these values."""
        return f"{self.family}{self.join}{self.form.format(**values)}"


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a ledger: left and right edge in mm, and the largest value printed in it (0: it names the row).

    `head` are the words above it, or `symbol` a silhouette; a value is printed in the colour `ink`, or, in a column of
    `boxes`, as so many boxes in a row.
    """

    span: tuple[float, float]
    most: int
    head: str = ""
    symbol: str = ""
    ink: str = ""
    boxes: bool = False


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """Cards with a title and a table of values: one row per good, columns with their edges in mm.

    `first` is the top of the first row and `pitch` the distance from row to row, in mm.
    """

    family: str
    size: tuple[float, float]
    round: float
    title: Box
    heads: Box
    rows: tuple[str, ...]
    first: float
    pitch: float
    columns: dict[str, Column]

    @property
    def unread(self) -> str:
        """The face that stands for a card of this family that could not be read."""
        return f"{self.family}:?"

    @property
    def read_columns(self) -> list[str]:
        """The names of the columns that hold values."""
        return [name for name, column in self.columns.items() if column.most]

    def cell(self, row: int, column: str) -> Box:
        """Where a value stands, x0, y0, x1, y1 in mm."""
        left, right = self.columns[column].span
        top = self.first + row * self.pitch
        return left, top, right, top + self.pitch


def known_layouts() -> tuple[str, ...]:
    """The names of all layouts, in alphabetical order."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*/*.toml")))


@cache
def find_layout(name: str) -> Layout | Ledger:
    """A layout of either kind by the name of its file; FileNotFoundError if there is none."""
    found = next(Path(__file__).parent.glob(f"*/{name}.toml"), None)
    if found is None:
        raise FileNotFoundError(f"no layout is called {name!r}")
    described = tomllib.loads(found.read_text(encoding="utf-8"))
    return _ledger(described) if described.get("kind") == "ledger" else _layout(described)


def load_layout(name: str) -> Layout:
    """A layout of cards with regions; FileNotFoundError if there is none of that name, LayoutError for a ledger."""
    layout = find_layout(name)
    if isinstance(layout, Ledger):
        raise LayoutError(f"the layout {name!r} is a ledger")
    return layout


def load_ledger(name: str) -> Ledger:
    """A layout of cards with a table; FileNotFoundError if there is none of that name, LayoutError for another kind."""
    layout = find_layout(name)
    if isinstance(layout, Layout):
        raise LayoutError(f"the layout {name!r} is no ledger")
    return layout


def printed_places(name: str) -> tuple[tuple[float, float], dict[str, Box]]:
    """The size in mm of a layout's cards and every place on them that is read, by its name; FileNotFoundError."""
    layout = find_layout(name)
    if isinstance(layout, Layout):
        return layout.size, {region.name: region.box for region in (*layout.regions, *layout.at_edge[:1])}
    cells = {f"{good} {c}": layout.cell(row, c) for row, good in enumerate(layout.rows) for c in layout.read_columns}
    return layout.size, {"title": layout.title, **cells}


def _layout(read: dict[str, Any]) -> Layout:
    family, join = str(read["family"]), str(read.get("join", ":"))
    return Layout(
        family=family,
        size=tuple(read["size"]),
        round=read["round"],
        face=str(read["face"]),
        form=str(read["form"]),
        regions=tuple(_region(region) for region in read["regions"]),
        faces=tuple(f"{family}{join}{face}" for face in read.get("faces", ())),
        join=join,
        rules=tuple(tuple(rule) for rule in read.get("rules", ())),
        index=_region(read["index"]) if "index" in read else None,
    )


def _region(described: dict[str, Any]) -> Region:
    choices = described["choices"]
    if isinstance(choices, dict):
        choices = [str(n) for n in range(choices["from"], choices["to"] + 1)]
    follows = described.get("follows", {})
    return Region(
        str(described["name"]), str(described["kind"]), tuple(described["box"]), tuple(choices), follows
    )  # fmt: skip


def _ledger(read: dict[str, Any]) -> Ledger:
    return Ledger(
        family=str(read["family"]),
        size=tuple(read["size"]),
        round=read["round"],
        title=tuple(read["title"]),
        heads=tuple(read["heads"]),
        rows=tuple(read["rows"]),
        first=read["first"],
        pitch=read["pitch"],
        columns={name: _column(column) for name, column in read["columns"].items()},
    )


def _column(read: dict[str, Any]) -> Column:
    drawn = {key: read[key] for key in ("head", "symbol", "ink", "boxes") if key in read}
    return Column(span=tuple(read["span"]), most=int(read["values"]), **drawn)
