"""Layouts: what is printed where on a family of cards, in millimetres."""

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
    """A printed value: where it stands (x0, y0, x1, y1 in mm), what kind of print it is and what it may say."""

    name: str
    kind: str
    box: Box
    choices: tuple[str, ...]
    follows: dict[str, dict[str, str]] = field(default_factory=dict)

    def due(self, values: dict[str, str]) -> str | None:
        """What must stand here when another region says what it says; None when nothing is told."""
        for other, table in self.follows.items():
            return table.get(values[other], table["other"])
        return None


@dataclass(frozen=True)
class Layout:
    """A family of cards: size in mm and regions; a face is the family, `join` and its values in `form`.

    `faces` are all there are, where the layout lists them.
    """

    family: str
    size: tuple[float, float]
    round: float
    face: str
    form: str
    regions: tuple[Region, ...]
    faces: tuple[str, ...] = ()
    join: str = ":"

    @property
    def unread(self) -> str:
        """What a card of this family is called that nobody could read."""
        return f"{self.family}{self.join}?"

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
        return values

    def named(self, values: dict[str, str]) -> str:
        """The face with these values."""
        return f"{self.family}{self.join}{self.form.format(**values)}"


@dataclass(frozen=True)
class Ledger:
    """A card with a title and a table of values: one row per good, columns with their edges in mm."""

    family: str
    size: tuple[float, float]
    round: float
    title: Box
    heads: Box
    rows: tuple[str, ...]
    first: float
    pitch: float
    columns: dict[str, tuple[float, float]]
    most: dict[str, int]

    def cell(self, row: int, column: str) -> Box:
        """Where a value stands, x0, y0, x1, y1 in mm."""
        left, right = self.columns[column]
        top = self.first + row * self.pitch
        return left, top, right, top + self.pitch


def _read(name: str) -> dict[str, Any]:
    found = next(Path(__file__).parent.glob(f"*/{name}.toml"), None)
    if found is None:
        raise FileNotFoundError(f"no layout is called {name!r}")
    return tomllib.loads(found.read_text(encoding="utf-8"))


@cache
def load_layout(name: str = "contract") -> Layout:
    """A layout of ours by the name of its file; FileNotFoundError if there is none."""
    read = _read(name)
    regions = tuple(_region(r) for r in read["regions"])
    family, join = str(read["family"]), str(read.get("join", ":"))
    faces = tuple(f"{family}{join}{face}" for face in read.get("faces", ()))
    size, form = tuple(read["size"]), str(read["form"])
    return Layout(family, size, read["round"], str(read["face"]), form, regions, faces, join)


def printed_places(name: str) -> tuple[tuple[float, float], dict[str, Box]]:
    """The size in mm of a layout's cards and every place on them that is read, by its name; FileNotFoundError."""
    if "regions" in _read(name):
        layout = load_layout(name)
        return layout.size, {region.name: region.box for region in layout.regions}
    table = load_ledger(name)
    columns = [column for column, most in table.most.items() if most]
    cells = {f"{good} {c}": table.cell(row, c) for row, good in enumerate(table.rows) for c in columns}
    return table.size, {"title": table.title, **cells}


def _region(described: dict[str, Any]) -> Region:
    choices = described["choices"]
    if isinstance(choices, dict):
        choices = [str(n) for n in range(choices["from"], choices["to"] + 1)]
    follows = described.get("follows", {})
    return Region(
        str(described["name"]), str(described["kind"]), tuple(described["box"]), tuple(choices), follows
    )  # fmt: skip


@cache
def load_ledger(name: str = "market") -> Ledger:
    """The layout of the market card; FileNotFoundError if there is none of that name."""
    read = _read(name)
    columns: dict[str, dict[str, Any]] = read["columns"]
    return Ledger(
        family=str(read["family"]),
        size=tuple(read["size"]),
        round=read["round"],
        title=tuple(read["title"]),
        heads=tuple(read["heads"]),
        rows=tuple(read["rows"]),
        first=read["first"],
        pitch=read["pitch"],
        columns={name: tuple(c["span"]) for name, c in columns.items()},
        most={name: int(str(c["values"])) for name, c in columns.items()},
    )
