"""Which photos of a set take part: a set is cut by name, thus by time and room, into equal runs.

A fold "0/6" leaves out the first sixth, but for the sets named here; "each 0/2" leaves out the first half of every set,
and of the decks of one kind every other one whole.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FEW = {"dice_taistudio": "0/23", "cards_mtg_tmikonen": "1/1"}
"""Sets of a few scenes: what is left out of them with any part of the others, one scene, or none."""


BESIDES = {"cards_pinochle_edje": "5/6"}
"""Sets of which another part is left out as well: single cards come first there, overlapping ones last."""


DECKS = ("cards_set_tomwhite", "cards_set_tinggaard")
EACH = "each "


def kept(folder: Path, fold: str | None) -> list[tuple[str, dict[str, Any]]]:
    """Names and ground truths of the photos in `folder` outside `fold`."""
    truths: dict[str, dict[str, Any]] = json.loads((folder / "ground_truth.json").read_text(encoding="utf-8"))
    names = sorted(truths)
    if fold is not None:
        names = [name for index, name in enumerate(names) if not outside(folder.name, index, len(names), fold)]
    return [(name, truths[name]) for name in names]


def outside(name: str, index: int, many: int, fold: str) -> bool:
    """Whether a photo of a set does not take part when `fold` is left out."""
    if fold.startswith(EACH):
        left, of = (int(number) for number in fold.removeprefix(EACH).split("/"))
        return part(name, index, many, of) == left
    parts = [FEW.get(name, fold), *([BESIDES[name]] if name in BESIDES else [])]
    return any(left_out(index, many, part) for part in parts)


def left_out(index: int, many: int, fold: str) -> bool:
    """Whether the photo in this place of a set of so many belongs to the part that `fold` names."""
    part, parts = (int(number) for number in fold.split("/"))
    return index * parts // many == part


def part(name: str, index: int, many: int, parts: int) -> int:
    """The part of a cross-validation in which the photo in this place of a set of so many is left out."""
    return DECKS.index(name) % parts if name in DECKS else index * parts // many
