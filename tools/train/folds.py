"""Which photos of a set take part: a set is cut by name, thus by time and room, into equal runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def kept(folder: Path, fold: str | None) -> list[tuple[str, dict[str, Any]]]:
    """Names and ground truths of the photos in `folder` outside `fold` ("0/3" leaves out the first third)."""
    return [(name, truth) for name, truth, part in parts(folder, fold) if part is None or not part]


def left_out(folder: Path, fold: str | None) -> list[tuple[str, dict[str, Any]]]:
    """Names and ground truths of the photos that `kept` leaves out; all of them without a fold."""
    return [(name, truth) for name, truth, part in parts(folder, fold) if part is None or part]


def parts(folder: Path, fold: str | None) -> list[tuple[str, dict[str, Any], bool | None]]:
    truths: dict[str, dict[str, Any]] = json.loads((folder / "ground_truth.json").read_text(encoding="utf-8"))
    names = sorted(truths)
    if fold is None:
        return [(name, truths[name], None) for name in names]
    one, of = (int(number) for number in fold.split("/"))
    return [(name, truths[name], index * of // len(names) == one) for index, name in enumerate(names)]
