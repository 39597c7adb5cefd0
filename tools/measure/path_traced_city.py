"""How Praetor's city is read in path-traced pictures of its mat: tiles and the dice on them.

python -m tools.measure.path_traced_city FOLDER [--each] [--overlays DIR]

The pictures and their truth come from `tools.photoreal.city`. Tiles and dice are *right*, *asked*, *wrong* or
*needless* as `tools.measure.city` says, told apart by whether something may be chosen on the place (*tuned*) or it is
measured on alone (*held out*); so are tiles that are shown beside the city. A picture in which the mat is not found is
*no mat*, one of whose city nothing is said, because the eye complains of the light, is *no light*. `--each` names the
cells in which something is not right.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.titles.praetor.prints import tile_plates
from engine.sighting import Pieces, Reading, Seen
from tools.measure.city import MAT, a_reader, by_cell, drawn, is_asked, judged_cell
from tools.measure.path_traced import asker, pictured, watched
from vision.camera.load import write_picture
from vision.flat.grid import PRINTED
from vision.flat.tiles import TileAlbum
from vision.mat.mat import Cell
from vision.mat.pose import Pose
from vision.printing.flats import tile_art, tile_side

PARTS = {True: "tuned", False: "held out"}
NEAR = 19.0  # mm about a tile that is shown within which a reading is its own


def an_album() -> TileAlbum:
    """The tiles as they are printed, for those that are shown beside the city."""
    album = TileAlbum(tile_side())
    for name, plate in tile_plates().items():
        album.enrol(name, tile_art(json.dumps(plate), PRINTED))
    return album


def verdicts(folder: Path, overlays: Path | None = None) -> Iterator[tuple[str, str, int, str]]:
    """Of every picture of a folder the part it belongs to, a verdict, how often it was found, and words about it."""
    reader, album = a_reader(), an_album()
    for name, picture, truth in pictured(folder):
        part = PARTS[truth["tuned"]]
        eye, seen = watched(picture, MAT, grid=reader, tiles=album)
        if overlays is not None:
            overlays.mkdir(parents=True, exist_ok=True)
            write_picture(overlays / f"{name}.png", drawn(picture, eye.marks))
        if eye.pose is None:
            yield part, "no mat", 1, name
            continue
        if "mat/city" not in seen and eye.warnings:
            yield part, "no light", 1, f"{name} {[complaint.kind for complaint in eye.warnings]}"
            continue
        cells = {_cell(where): values for where, values in truth["cells"].items()}
        for cell, read in by_cell(_objects(seen.get("mat/city")), cells).items():
            for verdict, many in judged_cell(read, cells.get(cell, ())).items():
                yield part, verdict, many, f"{name} {cells.get(cell)} read as {_told(read)}"
        for verdict, words in _shown(truth["shown"], _objects(seen.get("mat/draw")), eye.pose):
            yield part, verdict, 1, f"{name} {words}"


def _cell(where: str) -> Cell:
    x, y = where.split(",")
    return int(x), int(y)


def _objects(reading: Reading | None) -> Sequence[Seen]:
    return reading.objects if isinstance(reading, Pieces) else ()


def _told(read: Sequence[Seen]) -> list[list[tuple[str, float]]]:
    return [[(guess.value, round(guess.share, 2)) for guess in seen.guesses[:2]] for seen in read]


def _shown(due: Sequence[Any], read: Sequence[Seen], pose: Pose) -> Iterator[tuple[str, str]]:
    """The verdicts on tiles that are shown: name and turn, where they lie."""
    left = [seen for seen in read if seen.best.startswith("tile")]
    for name, x, y, angle in due:
        its = [seen for seen in left if _middle(seen, pose, (x, y)) < NEAR]
        left = [seen for seen in left if seen not in its]
        yield f"shown {_outcome(its, name, round(angle / 90) % 4 * 90)}", f"{name} shown, read as {_told(its)}"
    for seen in left:
        yield f"shown {'needless' if is_asked(seen) else 'wrong'}", f"nothing shown, read as {_told([seen])}"


def _middle(seen: Seen, pose: Pose, place: tuple[float, float]) -> float:
    """How many mm lie between a reading and a place."""
    return float(np.linalg.norm(pose.to_mat(np.array(seen.corners)).mean(axis=0) - np.array(place)))


def _outcome(its: Sequence[Seen], name: str, turn: int) -> str:
    if not its or any(is_asked(seen) or seen.turn is None for seen in its):
        return "asked"
    return "right" if [(seen.best, seen.turn) for seen in its] == [(f"tile:{name}", turn)] else "wrong"


def main() -> int:
    asked = asker(__doc__).parse_args()
    found = list(verdicts(asked.folder, asked.overlays))
    if asked.each:
        print("\n".join(f"{part}, {what}: {about}" for part, what, _, about in found if not what.endswith("right")))
    for part in PARTS.values():
        counts = Counter[str]()
        for its, what, many, _ in found:
            counts += Counter({what: many} if its == part else {})
        print(f"{part}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    return 1 if any(what.endswith("wrong") for _, what, _, _ in found) else 0


if __name__ == "__main__":
    sys.exit(main())
