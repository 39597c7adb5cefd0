"""The printed trays are measured in their STL files: sizes, walls, holes, closed surfaces, nothing in the way.

Each STEP beside them is the same part: its corners are those of the STL, its round sides go where the STL's do.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

TRAYS = Path(__file__).parents[2] / "deploy" / "trays"
DRAWN = runpy.run_path(str(TRAYS / "draw.py"))
BOARD, WIDE, WELL, STEP, PLATE, INSIDE = (DRAWN[name] for name in ("BOARD", "WIDE", "WELL", "STEP", "PLATE", "INSIDE"))
LONG, ACROSS, THICK = DRAWN["CELL"]
DEEP = {"coins": DRAWN["DEEP"]["coins"], "seat": DRAWN["DEEP"]["template"]}
FILES = sorted((TRAYS / "models").glob("*.stl"))
STEPS = sorted((TRAYS / "models").glob("*.step"))
SEAMS = {"body": 6 + 2 * STEP, "lid": 6 + 3 * STEP}
BED = 200
"""mm: the smallest printer that makes the parts."""
THINNEST = 1.2
"""mm: three lines of a common nozzle."""
Floats = NDArray[np.float64]


def read(name: str) -> Floats:
    """The triangles of a part, (n, 3, 3) in mm."""
    rows = np.frombuffer(
        (TRAYS / "models" / f"{name}.stl").read_bytes(),
        dtype=[("normal", "<3f4"), ("corners", "<9f4"), ("spare", "<u2")],
        offset=84,
    )
    return rows["corners"].reshape(-1, 3, 3).astype(np.float64)


def whole(tray: str, part: str) -> Floats:
    return np.concatenate([read(f"{tray}-{part}-{half}") for half in ("left", "right")])


def hits(triangles: Floats, start: Floats, along: Floats) -> Floats:
    """How far along a ray each triangle is met, in the ray's length; infinite where it is not."""
    a, ab, ac = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    across = np.cross(along, ac)
    slope = (ab * across).sum(1)
    with np.errstate(all="ignore"):
        u = ((start - a) * across).sum(1) / slope
        turned = np.cross(start - a, ab)
        v = (turned @ along) / slope
        away = (turned * ac).sum(1) / slope
        met = (np.abs(slope) > 1e-9) & (u >= 0) & (v >= 0) & (u + v <= 1)
    return np.where(met, away, np.inf)


def layers(triangles: Floats, x: float, y: float) -> list[float]:
    """The heights at which an upright line meets the part; a face of two triangles counts once."""
    found = hits(triangles, np.array([x + 0.0137, y + 0.0071, -100.0]), np.array([0.0, 0.0, 1.0])) - 100
    return sorted({round(float(height), 2) for height in found[np.isfinite(found)]})


def inside(triangles: Floats, point: Floats) -> bool:
    found = hits(triangles, point, np.array([0.0137, 0.0071, 1.0]))
    return len({round(float(away), 4) for away in found[np.isfinite(found) & (found > 0)]}) % 2 == 1


def wells(tray: str) -> list[tuple[float, float]]:
    """The middles of the wells, from the left front corner of the tray."""
    return [(6 + STEP * i + STEP / 2, DEEP[tray] - 6 - WELL / 2) for i in range(5)]


def test_there_is_a_body_and_a_lid_of_each_tray_in_halves_and_a_plate() -> None:
    halves = {f"{tray}-{part}-{half}" for tray in DEEP for part in SEAMS for half in ("left", "right")}
    assert {path.stem for path in FILES} == halves | {"plate"}


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_its_surface_is_closed_and_looks_outwards(name: str) -> None:
    triangles = read(name)
    points, numbers = np.unique(triangles.reshape(-1, 3).round(4), axis=0, return_inverse=True)
    faces = numbers.reshape(-1, 3)
    edges = np.concatenate([faces[:, (0, 1)], faces[:, (1, 2)], faces[:, (2, 0)]])
    keys, counts = np.unique(edges[:, 0] * len(points) + edges[:, 1], return_counts=True)
    back = np.unique(edges[:, 1] * len(points) + edges[:, 0])
    assert counts.max() == 1
    assert np.array_equal(keys, back)
    assert (triangles[:, 0] * np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6 > 0


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_it_fits_on_a_small_printer_and_lies_flat(name: str) -> None:
    triangles = read(name)
    size = triangles.max((0, 1)) - triangles.min((0, 1))
    assert size.max() <= BED
    low = triangles[..., 2].min()
    flat = triangles[(triangles[..., 2] < low + 1e-3).all(1)]
    area = np.linalg.norm(np.cross(flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]), axis=1).sum() / 2
    assert area > 400


@pytest.mark.parametrize("tray", DEEP)
@pytest.mark.parametrize("part", SEAMS)
def test_sizes_are_those_of_the_drawings(tray: str, part: str) -> None:
    left, right = (read(f"{tray}-{part}-{half}") for half in ("left", "right"))
    assert left[..., 0].min() == pytest.approx(0, abs=1e-3)
    assert left[..., 0].max() == pytest.approx(SEAMS[part], abs=1e-3)
    assert right[..., 0].min() == pytest.approx(SEAMS[part], abs=1e-3)
    assert right[..., 0].max() == pytest.approx(WIDE, abs=1e-3)
    high = {"body": BOARD + INSIDE, "lid": BOARD}[part]
    assert np.ptp(left, axis=(0, 1))[1:] == pytest.approx((DEEP[tray], high), abs=1e-3)


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_no_wall_is_thinner_than_three_lines(name: str) -> None:
    triangles = read(name)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    for face, normal, area in zip(triangles, normals, areas, strict=True):
        if area < 2:
            continue
        within = -normal / area
        away = hits(triangles, face.mean(0) + within * 1e-4, within)
        assert away[away > 1e-3].min() >= THINNEST, face.mean(0)


@pytest.mark.parametrize("tray", DEEP)
def test_every_well_is_open_and_its_rim_is_not(tray: str) -> None:
    lid = whole(tray, "lid")
    for x, y in wells(tray):
        half = WELL / 2 - 0.2
        corners = [(x + dx * half, y + dy * half) for dx in (-1, 1) for dy in (-1, 1)]
        assert [layers(lid, *at) for at in [(x, y), *corners]] == [[]] * 5
        assert layers(lid, x + WELL / 2 + 1, y) == [0, BOARD]


def test_the_seat_lid_has_forty_slots_three_buttons_a_dial_and_a_window() -> None:
    lid, drawn = whole("seat", "lid"), DRAWN["template"]()
    cut = f'stroke="{DRAWN["CUT"]}"'
    slots = [line for line in drawn.splitlines() if f'width="{DRAWN["SLOT"]}"' in line and cut in line]
    rounds = [line for line in drawn.splitlines() if line.startswith("<circle") and cut in line]
    assert (len(slots), len(rounds)) == (40, 4)
    middles = [_middle(line, DEEP["seat"]) for line in [*slots, *rounds]]
    assert [at for at in middles if layers(lid, *at)] == []


def _middle(line: str, deep: float) -> tuple[float, float]:
    told = {
        key: float(value)
        for key, value in (pair.split("=") for pair in line.replace('"', "").split() if "=" in pair)
        if key in ("x", "y", "width", "height", "cx", "cy")
    }
    left = (297 - 5 * STEP) / 2 - 6
    x, y = (
        told.get("cx", told.get("x", 0) + told.get("width", 0) / 2),
        told.get("cy", told.get("y", 0) + told.get("height", 0) / 2),
    )
    return x - left, deep - (y - 12)


@pytest.mark.parametrize("tray", DEEP)
def test_a_cell_a_plate_and_a_hand_find_their_place(tray: str) -> None:
    """The cell lies on its pillar and touches nothing else; nothing is in the way of the plate that it carries."""
    body = whole(tray, "body")
    on = BOARD + DRAWN["BLOCK"]
    for x, y in wells(tray):
        back = y + PLATE / 2 + 4
        cell = [
            (x + dx, back - along, on + up)
            for dx in (-ACROSS / 2, 0, ACROSS / 2)
            for along in (1, 20, LONG - 1)
            for up in (0.5, THICK)
        ]
        plate = [
            (x + dx, y + dy, on + THICK + up)
            for dx in (-PLATE / 2, PLATE / 2)
            for dy in (-PLATE / 2, PLATE / 2)
            for up in (DRAWN["SPACER"], INSIDE - DRAWN["BLOCK"] - THICK - 0.1)
        ]
        assert [point for point in [*cell, *plate] if inside(body, np.array(point))] == []
        assert layers(body, x + ACROSS / 2 - 1, back - 7) == [0, on]  # the pillar carries it
        assert layers(body, x, back - LONG + 4) == []  # the stop screw
        assert layers(body, x + 4, back - 30) == [0, BOARD]  # and under its free end there is the floor alone


LARGEST = (55, 28, 13)
"""mm: an ESP32 dev board with the pins below it; a Pico is smaller."""
PLUG = 20
"""mm beyond the socket that a plug takes."""


@pytest.mark.parametrize("tray", DEEP)
def test_the_largest_board_and_its_plug_find_room_in_front_of_the_cells(tray: str) -> None:
    """Where they are drawn (tools.photoreal.tray_parts): behind the front wall, before the screws that stop a hand."""
    body, (long, deep, high) = whole(tray, "body"), LARGEST
    front = 5.0
    assert front + deep <= wells(tray)[0][1] + PLATE / 2 + 4 - LONG + 4 - 3  # a nut M3 is 6 mm wide
    places = [
        (x, y, BOARD + z)
        for x in np.linspace(170 - PLUG, 170 + long, 16)
        for y in np.linspace(front, front + deep, 8)
        for z in (1, high)
        if x >= 170 or abs(y - front - deep / 2) < 6
    ]
    assert [place for place in places if inside(body, np.array(place))] == []


@pytest.mark.parametrize("tray", DEEP)
def test_every_screw_of_the_lid_has_a_post_below(tray: str) -> None:
    body, lid = whole(tray, "body"), whole(tray, "lid")
    posts = [(5.5, 5.5), (5.5, DEEP[tray] - 5.5), (WIDE - 5.5, 5.5), (WIDE - 5.5, DEEP[tray] - 5.5)]
    posts += [(seam + side, 5.5) for seam in SEAMS.values() for side in (-3, 3)]
    for x, y in posts:
        assert layers(lid, x, y) == []
        assert layers(body, x, y) == [0, BOARD + INSIDE - 14]
        assert layers(body, x + 2, y) == [0, BOARD + INSIDE]


def test_the_plate_is_as_thick_as_board_and_has_its_spacer() -> None:
    plate = read("plate")
    assert np.ptp(plate, axis=(0, 1)) == pytest.approx((PLATE, PLATE, BOARD + DRAWN["SPACER"]), abs=1e-3)
    assert layers(plate, 5, 30) == [0, BOARD]


def entities(name: str) -> dict[str, str]:
    """Number → entity of a part's STEP."""
    told = (TRAYS / "models" / f"{name}.step").read_text()
    return dict(re.findall(r"^(#\d+)=(.*);$", told, re.MULTILINE))


def numbers(entity: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+\.\d*(?:E[-+]\d+)?", entity)]


def corners(rows: dict[str, str]) -> Floats:
    """The corners of the part in a STEP, (n, 3) in mm."""
    points = [re.findall(r"#\d+", row)[0] for row in rows.values() if row.startswith("VERTEX_POINT")]
    return np.array([numbers(rows[point]) for point in points])


def pipes(rows: dict[str, str]) -> Floats:
    """The round sides in a STEP: where the axis stands, and the radius, (n, 3) in mm; all of them stand upright."""
    found = []
    for row in rows.values():
        if row.startswith("CYLINDRICAL_SURFACE"):
            foot, along, _ = re.findall(r"#\d+", rows[re.findall(r"#\d+", row)[0]])
            assert numbers(rows[along])[:2] == pytest.approx((0, 0), abs=1e-9)
            found.append([*numbers(rows[foot])[:2], numbers(row.rpartition(",")[2])[0]])
    return np.array(found).reshape(-1, 3)


def test_each_part_is_there_as_stl_and_as_step() -> None:
    assert [path.stem for path in STEPS] == [path.stem for path in FILES]


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_the_step_of_a_part_has_the_corners_and_the_size_of_its_stl(name: str) -> None:
    printed, changed = read(name).reshape(-1, 3), corners(entities(name))
    assert np.array([changed.min(0), changed.max(0)]) == pytest.approx(
        np.array([printed.min(0), printed.max(0)]), abs=0.05
    )
    away = np.linalg.norm(printed[:, None] - changed[None], axis=2)
    assert away.min(0).max() < 1e-3  # every corner of the STEP is one of the STL


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_the_stl_of_a_part_has_no_corner_that_its_step_has_not(name: str) -> None:
    """What is no corner of the STEP lies on one of its round sides."""
    rows = entities(name)
    printed, round_sides = np.unique(read(name).reshape(-1, 3), axis=0), pipes(rows)
    corner = np.linalg.norm(printed[:, None] - corners(rows)[None], axis=2).min(1) < 1e-3
    off = np.linalg.norm(printed[:, None, :2] - round_sides[None, :, :2], axis=2) - round_sides[:, 2]
    assert (corner | (np.abs(off) < 1e-3).any(1)).all()


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_a_round_side_of_the_stl_is_as_round_as_is_printed(name: str) -> None:
    """The middles of its flats lie within 0.05 mm of it."""
    triangles, round_sides = read(name), pipes(entities(name))
    upright = triangles[np.ptp(triangles[..., 2], axis=1) > 1e-3][..., :2]
    for x, y, radius in round_sides:
        flats = upright[(np.abs(np.linalg.norm(upright - (x, y), axis=2) - radius) < 1e-3).all(1)]
        assert len(flats) > 20
        middles = (flats + np.roll(flats, 1, axis=1)) / 2
        assert (radius - np.linalg.norm(middles - (x, y), axis=2)).max() < 0.05


def test_a_step_is_one_body_that_bears_its_name_and_no_time() -> None:
    for path in STEPS:
        told, rows = path.read_text(), entities(path.stem)
        assert [row.partition("(")[0] for row in rows.values()].count("MANIFOLD_SOLID_BREP") == 1
        assert f"FILE_NAME('{path.stem}','1970-01-01T00:00:00'" in told
        assert f"PRODUCT('{path.stem}'," in told
        assert set(re.findall(r"#\d+", told)) == set(rows)
