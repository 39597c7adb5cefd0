"""Models the printed trays in CadQuery, body and lid in two halves each: `make models`, into deploy/trays/models.

Each part is written twice: as STL to be printed, as STEP to be opened in FreeCAD, Fusion and the like. Every measure
is one of draw.py, and each lid has the cuts of its paper template, so that both ways of building a tray fit the same
parts. Change a measure there (CELL, BLOCK, WELL …), then make drawings and models anew. Measures in mm.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import cadquery as cq
import draw
import numpy as np

HERE = Path(__file__).parent / "models"
WALL = draw.BOARD
SEAM_BODY, SEAM_LID = 6 + 2 * draw.STEP, 6 + 3 * draw.STEP
"""Where body and lid are divided, between wells and slots: not above each other, so that the lid holds the body."""
POST, SCREW, THREAD = 6, 3.4, 2.6
"""The side of a post below the lid; the hole of an M3 screw, and one it cuts its thread into."""
DRILLED = 14
"""How deep a post is drilled."""
PILLAR = 14
"""The side of what a cell is screwed to."""
CABLE = (16, 10)
"""The way out for cables, in the back: wide, high."""
TRAYS = {"coins": "coins", "seat": "template"}
"""Tray → its template."""
FINE, TURN = 0.05, 0.5
"""What CadQuery may leave out of round sides in an STL (of their edge, rad): 25 flats, 0.05 mm at the largest hole."""
SHARED = ("CARTESIAN_POINT", "DIRECTION", "VECTOR")
"""What a STEP needs to say once only."""
Place = tuple[float, float]
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


def wells(cut: list[Cut]) -> list[Place]:
    """The middles of the wells among the cuts of a lid."""
    boxes = [size for kind, size in cut if kind == "box"]
    return [(x + wide / 2, y + deep / 2) for x, y, wide, deep in boxes if wide == deep == draw.WELL]


def slab(x: float, y: float, z: float, wide: float, deep: float, high: float) -> cq.Workplane:
    """A block by its left front lower corner and its size."""
    return cq.Workplane(origin=(x, y, z)).box(wide, deep, high, centered=False)


def columns(places: list[Place], side: float, high: float) -> cq.Workplane:
    """Square columns that stand on the ground, by their middles."""
    return cq.Workplane().pushPoints(places).box(side, side, high, centered=(True, True, False))


def pins(places: list[Place], z: float, radius: float, high: float) -> cq.Workplane:
    """Upright cylinders by the middles of their feet."""
    return cq.Workplane(origin=(0, 0, z)).pushPoints(places).circle(radius).extrude(high)


def slots(places: list[Place], z: float, wide: float, long: float, high: float) -> cq.Workplane:
    """Long holes from front to back, by the middles of their feet: cells differ in where their threads are."""
    return cq.Workplane(origin=(0, 0, z)).pushPoints(places).slot2D(long, wide, 90).extrude(high)


def posts(deep: float) -> list[Place]:
    """The middles of the posts: in the corners, and in front at both sides of both seams."""
    near = WALL - 0.5 + POST / 2  # a little into the wall, so that both are one; no room for more behind the wells
    corners = [(x, y) for x in (near, draw.WIDE - near) for y in (near, deep - near)]
    return corners + [(seam + side, near) for seam in (SEAM_LID, SEAM_BODY) for side in (-POST / 2, POST / 2)]


def behind(middles: list[Place], way: float) -> list[Place]:
    """What lies this far in front of the fixed ends of the cells whose plates lie under the middles of wells."""
    return [(x, y + draw.PLATE / 2 + 4 - way) for x, y in middles]  # the section in body.svg


def body(deep: float, middles: list[Place]) -> cq.Workplane:
    """Floor, walls, posts for the lid, and a pillar for each load cell; `middles` are those of the wells."""
    high = WALL + draw.INSIDE
    made = slab(0, 0, 0, draw.WIDE, deep, high) - slab(WALL, WALL, WALL, draw.WIDE - 2 * WALL, deep - 2 * WALL, high)
    made += columns(posts(deep), POST, high)
    made += columns(behind(middles, PILLAR / 2), PILLAR, WALL + draw.BLOCK)
    made -= pins(posts(deep), high - DRILLED, THREAD / 2, DRILLED + 1)
    made -= slots(behind(middles, PILLAR / 2), -1, SCREW, PILLAR - 6, WALL + draw.BLOCK + 2)
    made -= pins(behind(middles, draw.CELL[0] - 4), -1, THREAD / 2, WALL + 2)  # the screw that stops a pressing hand
    wide, tall = CABLE
    return made - slab(SEAM_LID - wide / 2, deep - WALL - 1, WALL, wide, WALL + 2, tall)


def lid(deep: float, cut: list[Cut]) -> cq.Workplane:
    """The top with its wells, slots and holes, and the screws that hold it."""
    drawn = cq.Workplane().rect(draw.WIDE, deep, centered=False).pushPoints(posts(deep)).circle(SCREW / 2)
    for kind, (x, y, *size) in cut:
        at = drawn.moveTo(x, y)
        drawn = at.rect(size[0], size[1], centered=False) if kind == "box" else at.circle(size[0])
    return drawn.extrude(draw.BOARD)


def plate() -> cq.Workplane:
    """What coins lie on, upside down as it is printed, with the spacer to the free end of its cell above."""
    spacer = slab(draw.PLATE / 2 - 6, draw.PLATE - 11, draw.BOARD - 0.5, 12, 8, draw.SPACER + 0.5)
    return slab(0, 0, 0, draw.PLATE, draw.PLATE, draw.BOARD) + spacer


def halves(whole: cq.Workplane, seam: float) -> Mapping[str, cq.Workplane]:
    """The two parts of what is divided at `seam`, from its left side."""
    divided = whole.copyWorkplane(cq.Workplane("YZ", origin=(seam, 0, 0)))
    return {"left": divided.split(keepBottom=True), "right": divided.split(keepTop=True)}


def parts() -> Mapping[str, cq.Workplane]:
    """Name of the files → the part, as it lies in the printer."""
    found = {"plate": plate()}
    for tray, template in TRAYS.items():
        deep, cut = draw.DEEP[template], cuts(template)
        for name, whole, seam in (("body", body(deep, wells(cut)), SEAM_BODY), ("lid", lid(deep, cut), SEAM_LID)):
            found |= {f"{tray}-{name}-{side}": half for side, half in halves(whole, seam).items()}
    return found


def stl(part: cq.Solid) -> bytes:
    """A binary STL, its triangles in order."""
    points, faces = part.tessellate(FINE, TURN)
    corners = np.array([point.toTuple() for point in points]).round(4)[np.array(faces)]
    rows = np.zeros(len(corners), dtype=[("normal", "<3f4"), ("corners", "<9f4"), ("spare", "<u2")])
    rows["corners"] = corners.reshape(-1, 9) + 0.0  # no -0
    rows = rows[np.lexsort(rows["corners"].T[::-1])]
    return b"tray, mm".ljust(80) + struct.pack("<I", len(rows)) + rows.tobytes()


def step(part: cq.Solid, name: str) -> str:
    """A STEP that bears its own name and no time, so that what did not change stays the same."""
    with TemporaryDirectory() as folder:
        part.exportStep(f"{folder}/part.step", write_pcurves=False)
        told = Path(folder, "part.step").read_text()
    told = re.sub(r"'\d{4}-\d\d-\d\dT[\d:]+'", "'1970-01-01T00:00:00'", told)
    told = re.sub(r"'Open CASCADE (STEP translator [\d. ]+|Shape Model)'", f"'{name}'", told)
    head, data, foot = re.split(r"(?<=\nDATA;\n)|(?=ENDSEC;\nEND-ISO)", told)
    return head + "".join(f"{number}={entity};\n" for number, entity in shared(entities(data)).items()) + foot


def entities(data: str) -> dict[str, str]:
    """Number → entity, of the data of a STEP."""
    lines = re.sub(r"\n *", "", data).split(";")[:-1]
    return dict(line.split(" = ", 1) for line in lines)


def shared(rows: dict[str, str]) -> dict[str, str]:
    """The same entities, with equal points, directions and vectors once: a third less."""
    for _ in range(2):  # vectors are equal when their directions are one
        first: dict[str, str] = {}
        same = {key: first.setdefault(row, key) if row.startswith(SHARED) else key for key, row in rows.items()}
        rows = {key: renamed(row, same) for key, row in rows.items() if same[key] == key}
    new = {key: f"#{number}" for number, key in enumerate(rows, 1)}
    return {new[key]: renamed(row, new) for key, row in rows.items()}


def renamed(row: str, names: Mapping[str, str]) -> str:
    """An entity that refers to others by these names."""
    return re.sub(r"#\d+", lambda found: names[found[0]], row)


def solid(part: cq.Workplane, name: str) -> cq.Solid:
    """The one piece that a part is; a measure that does not fit the others is said here, not by the printer."""
    found = part.findSolid().Solids()
    if len(found) != 1 or not found[0].isValid():
        raise SystemExit(f"{name}: cuts meet each other or the edge; which measure in draw.py is too large?")
    return found[0]


def main() -> None:
    """Write them all, or none when one cannot be."""
    made = {name: solid(part, name) for name, part in parts().items()}
    HERE.mkdir(exist_ok=True)
    for name, part in made.items():
        (HERE / f"{name}.stl").write_bytes(stl(part))
        (HERE / f"{name}.step").write_text(step(part, name))


if __name__ == "__main__":
    main()
