"""How Byzanz' cards are read in path-traced pictures of its mat: fans, and columns of the market.

python -m tools.measure.path_traced_cards FOLDER [--each] [--overlays DIR]

The pictures and their truth come from `tools.photoreal.cards`. Fans are *right*, *asked*, *silent* or *wrong* as
`tools.measure.fans` says, columns *right*, *asked* or *wrong* as `tools.measure.columns` does, told apart by whether
cards lie over each other; a picture in which the mat is not found is *no mat*. `--each` names what was wrong or silent.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.sighting import Count, Pieces, Reading
from tools.measure.columns import ZONE, outcome
from tools.measure.fans import judged
from tools.measure.owned import MAT, NAME
from tools.measure.path_traced import asker, pictured, watched
from vision.drawn.laid import LaidCard
from vision.overlay import write

BAD = ("wrong", "silent")


def verdicts(folder: Path, overlays: Path | None = None) -> Iterator[tuple[str, str]]:
    """What became of each fan and column of every picture of a folder, and words about it."""
    for name, picture, told in pictured(folder):
        eye, seen = watched(picture, MAT)
        if overlays is not None:
            cards = [{"corners": mark.corners, "reading": {"face": mark.label}} for mark in eye.marks]
            write(overlays / f"{name}.png", picture, {"cards": cards})
        if eye.pose is None:
            yield "no mat", name
            continue
        for field, cards in told["cards"].items():
            yield _verdict(field, [LaidCard(NAME, *card) for card in cards], seen, name)


def _verdict(field: str, cards: Sequence[LaidCard], seen: Mapping[str, Reading], name: str) -> tuple[str, str]:
    zone, _, good = field.partition("/")
    reading: Any = seen.get(MAT.zones[zone].sighted_as)
    said = f"{name} {field}: {[card.face for card in cards]} read as {_told(reading)}"
    if zone != ZONE:
        return f"fan {judged(cards, reading or Pieces(()))[0]}", said
    kind = "none" if not cards else "one card" if len(cards) == 1 else "column"
    return f"{kind} {outcome(cards, good, reading or Count({}))}", said


def _told(reading: Reading | None) -> object:
    if isinstance(reading, Pieces):
        return [(one.best, round(one.share, 2)) for one in reading.objects]
    return (dict(reading.tally), dict(reading.doubts)) if isinstance(reading, Count) else reading


def main() -> int:
    asked = asker(__doc__).parse_args()
    found = list(verdicts(asked.folder, asked.overlays))
    if asked.each:
        print("\n".join(f"{what}: {about}" for what, about in found if not what.endswith(("right", "mat"))))
    counts = Counter(what for what, _ in found)
    print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    return 1 if any(what.endswith(BAD) for what in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
