"""Makes the printed trays, body and lid in two halves each: `make models`, into deploy/trays/models as STL.

Every measure is one of draw.py, and each lid has the cuts of its paper template, so that both ways of building a tray
fit the same parts. Change a measure there (CELL, BLOCK, WELL …), then make drawings and models anew. Measures in mm.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from pathlib import Path

import draw
import numpy as np
from manifold3d import Manifold

HERE = Path(__file__).parent / "models"
WALL = draw.BOARD
SEAM_BODY, SEAM_LID = 6 + 2 * draw.STEP, 6 + 3 * draw.STEP
"""Where body and lid are divided, between wells and slots: not above each other, so that the lid holds the body."""
POST, SCREW, THREAD = 6, 3.4, 2.6
"""The side of a post below the lid; the hole of an M3 screw, and one it cuts its thread into."""
PILLAR = 14
"""The side of what a cell is screwed to."""
CABLE = (16, 10)
"""The way out for cables, in the back: wide, high."""
TRAYS = {"coins": "coins", "seat": "template"}
"""Tray → its template."""
ROUND = 32
Cut = tuple[str, tuple[float, ...]]


def cuts(template: str) -> list[Cut]:
    """What is cut out of a lid: ("box", x, y, wide, deep) and ("hole", x, y, radius), from its left front corner."""
    drawn = draw.DRAWINGS[template]()
    boxes = re.findall(
        rf'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*stroke="{draw.CUT}"', drawn
    )
    holes = re.findall(rf'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"[^>]*stroke="{draw.CUT}"', drawn)
    (left, top, _, deep), *inner = [tuple(map(float, box)) for box in boxes]
    found: list[Cut] = [("box", (x - left, deep - (y - top) - high, wide, high)) for x, y, wide, high in inner]
    for x, y, radius in (map(float, hole) for hole in holes):
        found.append(("hole", (x - left, deep - (y - top), radius)))
    return found


def slab(x: float, y: float, z: float, wide: float, deep: float, high: float) -> Manifold:
    """A block by its left front lower corner and its size."""
    return Manifold.cube((wide, deep, high)).translate((x, y, z))


def pin(x: float, y: float, z: float, radius: float, high: float) -> Manifold:
    """An upright cylinder by the middle of its foot."""
    return Manifold.cylinder(high, radius, circular_segments=ROUND).translate((x, y, z))


def posts(deep: float) -> list[tuple[float, float]]:
    """The left front corners of the posts: in the corners, and in front at both sides of both seams."""
    inside = WALL - 0.5  # a little into the wall, so that both are one; behind the wells there is no room for more
    corners = [(x, y) for x in (inside, draw.WIDE - inside - POST) for y in (inside, deep - inside - POST)]
    return corners + [(x, inside) for seam in (SEAM_LID, SEAM_BODY) for x in (seam - POST, seam)]


def body(deep: float, wells: list[tuple[float, float]]) -> Manifold:
    """Floor, walls, posts for the lid, and a pillar with a long hole for each load cell; `wells` are their middles."""
    high = WALL + draw.INSIDE
    made = slab(0, 0, 0, draw.WIDE, deep, high) - slab(WALL, WALL, WALL, draw.WIDE - 2 * WALL, deep - 2 * WALL, high)
    for x, y in posts(deep):
        made += slab(x, y, 0, POST, POST, high)
    for x, y in posts(deep):
        made -= pin(x + POST / 2, y + POST / 2, high - 14, THREAD / 2, 15)
    for x, y in wells:
        made += slab(x - PILLAR / 2, back(y) - PILLAR, 0, PILLAR, PILLAR, WALL + draw.BLOCK)
    for x, y in wells:
        made -= slot(x, back(y) - PILLAR + 3, -1, SCREW, PILLAR - 6, WALL + draw.BLOCK + 2)
        made -= pin(x, back(y) - draw.CELL[0] + 4, -1, THREAD / 2, WALL + 2)  # the screw that stops a pressing hand
    wide, tall = CABLE
    return made - slab(SEAM_LID - wide / 2, deep - WALL - 1, WALL, wide, WALL + 2, tall)


def slot(x: float, y: float, z: float, wide: float, long: float, high: float) -> Manifold:
    """A long hole: cells differ in where their threads are."""
    ends = pin(x, y + wide / 2, z, wide / 2, high) + pin(x, y + long - wide / 2, z, wide / 2, high)
    return ends + slab(x - wide / 2, y + wide / 2, z, wide, long - wide, high)


def back(well: float) -> float:
    """Where the fixed end of a cell is whose plate lies under the middle of a well (the section in body.svg)."""
    return well + draw.PLATE / 2 + 4


def lid(deep: float, cut: list[Cut]) -> Manifold:
    """The top with its wells, slots and holes, and the screws that hold it."""
    made = slab(0, 0, 0, draw.WIDE, deep, draw.BOARD)
    for kind, (x, y, *size) in cut:
        made -= slab(x, y, -1, *size, draw.BOARD + 2) if kind == "box" else pin(x, y, -1, size[0], draw.BOARD + 2)
    for x, y in posts(deep):
        made -= pin(x + POST / 2, y + POST / 2, -1, SCREW / 2, draw.BOARD + 2)
    return made


def plate() -> Manifold:
    """What coins lie on, with the spacer to the free end of its cell below."""
    made = slab(0, 0, draw.SPACER, draw.PLATE, draw.PLATE, draw.BOARD)
    return made + slab(draw.PLATE / 2 - 6, 3, 0, 12, 8, draw.SPACER + 0.5)


def parts() -> Mapping[str, Manifold]:
    """Name of the file → the part, as it lies in the printer."""
    found = {"plate": plate().rotate((180, 0, 0)).translate((0, draw.PLATE, draw.SPACER + draw.BOARD))}
    for tray, template in TRAYS.items():
        deep, cut = draw.DEEP[template], cuts(template)
        wells = [
            (x + w / 2, y + d / 2)
            for kind, (x, y, w, *rest) in cut
            if kind == "box"
            for d in rest
            if w == d == draw.WELL
        ]
        for name, whole, seam in (("body", body(deep, wells), SEAM_BODY), ("lid", lid(deep, cut), SEAM_LID)):
            right, left = whole.split_by_plane((1, 0, 0), seam)
            found |= {f"{tray}-{name}-left": left, f"{tray}-{name}-right": right}
    return found


def stl(part: Manifold) -> bytes:
    """A binary STL."""
    mesh = part.to_mesh()
    corners = np.asarray(mesh.vert_properties)[:, :3].round(4)[np.asarray(mesh.tri_verts)]
    rows = np.zeros(len(corners), dtype=[("normal", "<3f4"), ("corners", "<9f4"), ("spare", "<u2")])
    rows["corners"] = corners.reshape(-1, 9)
    rows = rows[np.lexsort(rows["corners"].T[::-1])]
    return b"tray, mm".ljust(80) + struct.pack("<I", len(rows)) + rows.tobytes()


def main() -> None:
    """Write them all."""
    HERE.mkdir(exist_ok=True)
    for name, part in parts().items():
        (HERE / f"{name}.stl").write_bytes(stl(part))


if __name__ == "__main__":
    main()
