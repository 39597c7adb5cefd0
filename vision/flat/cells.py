"""How what lies in a cell of a grid is named, with its doubt."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sighting import Guess, Seen
from vision.flat.dice import HARDLY, NEVER, SURE, DieSeen, named
from vision.mat.mat import Cell
from vision.picture import Quad

UNSURE = 0.85  # a share below the one above which a reading is given
INNER, OUTER = 5.0, 7.0  # mm from the tile's middle up to which a die stands there, and from which on a side
ASIDE = 0.7  # how much nearer to one side than to another


def unknown(kind: str, cell: Cell, corners: Quad) -> Seen:
    return Seen((Guess(f"{kind}:?:{cell[0]},{cell[1]}", 1.0),), corners)


def tile_guesses(chances: Mapping[tuple[str, int], float], cell: Cell, hidden: bool) -> tuple[Guess, ...]:
    """The likeliest prints; an unknown tile first of all where none is sure."""
    where = f"{cell[0]},{cell[1]}"
    likely = [Guess(f"tile:{name}:{where},{turn}", round(share, 4)) for (name, turn), share in chances.items()]
    sure = max((guess.share for guess in likely), default=0.0) >= SURE and not hidden
    if sure:
        return tuple(guess for guess in likely if guess.share >= NEVER)
    rest = max(round(1 - sum(guess.share for guess in likely), 4), 0.5)
    return Guess(f"tile:?:{where}", rest), *(guess for guess in likely if guess.share >= HARDLY)


def side_of(x: float, y: float) -> str:
    """On which side of a tile a die stands, in mm from its middle: ``m``, ``0`` to ``3`` clockwise, or ``?``."""
    out, other = max(abs(x), abs(y)), min(abs(x), abs(y))
    if out <= INNER:
        return "m"
    if out < OUTER or other > ASIDE * out:
        return "?"
    if abs(y) > abs(x):
        return "0" if y < 0 else "2"
    return "1" if x > 0 else "3"


def die_read(die: DieSeen, cell: Cell, corners: Quad, larger: float) -> Seen:
    """The likeliest dice on a tile so many times as large as usual; an unknown die first where none is sure."""
    side = side_of(die.x / larger, die.y / larger)
    return Seen(named(die, f":{cell[0]},{cell[1]}", f",{side}"), corners)
