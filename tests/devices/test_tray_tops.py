"""The tops of trays that are cut from a drawing: holes within the top, apart from each other, on a sheet of A4."""

from __future__ import annotations

import runpy
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest

TRAYS = Path(__file__).parents[2] / "deploy" / "trays"
DRAWN = runpy.run_path(str(TRAYS / "draw.py"))
TOPS = tuple(DRAWN["DEEP"])
SVG = "{http://www.w3.org/2000/svg}"
WALL = 1.5
"""mm of board that must be left between two cuts: half of how thick it is."""
Box = tuple[float, float, float, float]


def cuts(name: str) -> tuple[Box, list[Box]]:
    """The outline of a top and its holes as boxes x0, y0, x1, y1 in mm; a round hole as the square around it."""
    root = ET.parse(TRAYS / f"{name}.svg").getroot()
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("297mm", "210mm", "0 0 297 210")
    outline, holes = list[Box](), list[Box]()
    for each in root.iter():
        if each.get("stroke") != DRAWN["CUT"]:
            continue
        if each.tag == f"{SVG}rect":
            x, y, wide, high = (float(each.get(side, "")) for side in ("x", "y", "width", "height"))
            (outline if each.get("stroke-dasharray") else holes).append((x, y, x + wide, y + high))
        else:
            x, y, radius = (float(each.get(side, "")) for side in ("cx", "cy", "r"))
            holes.append((x - radius, y - radius, x + radius, y + radius))
    (top,) = outline
    return top, holes


def apart(a: Box, b: Box) -> float:
    """mm between two boxes along the axis on which they are further apart; negative where they overlap."""
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])


@pytest.mark.parametrize("name", TOPS)
def test_a_top_has_its_size_and_lies_on_the_sheet(name: str) -> None:
    (x0, y0, x1, y1), _ = cuts(name)
    assert (x1 - x0, y1 - y0) == (DRAWN["WIDE"], DRAWN["DEEP"][name])
    assert min(x0, y0, 297 - x1, 210 - y1) > 4.2  # mm that printers leave free at an edge


@pytest.mark.parametrize("name", TOPS)
def test_holes_lie_within_the_top_and_apart_from_each_other(name: str) -> None:
    top, holes = cuts(name)
    assert min(min(x0 - top[0], y0 - top[1], top[2] - x1, top[3] - y1) for x0, y0, x1, y1 in holes) >= WALL
    assert min(apart(a, b) for a, b in combinations(holes, 2)) >= WALL


@pytest.mark.parametrize(
    ("name", "holes"), [("template", 50), ("ledger", 10), ("coins", 5), ("resources", 5), ("dial", 5)]
)
def test_a_top_has_a_hole_for_each_of_its_parts(name: str, holes: int) -> None:
    """Five wells; a seat tray has forty slots and the holes of a dial tray too, a ledger tray five rows of slots."""
    assert len(cuts(name)[1]) == holes


@pytest.mark.parametrize("name", TOPS)
def test_a_well_is_larger_than_its_plate(name: str) -> None:
    wells = [hole for hole in cuts(name)[1] if hole[2] - hole[0] == hole[3] - hole[1] == DRAWN["WELL"]]
    assert len(wells) == (0 if name == "dial" else 5)
    assert DRAWN["PLATE"] < DRAWN["WELL"]
