"""How the eye reads path-traced pictures of the printed mat, of which every card and cube is known.

python -m tools.measure.path_traced [--pictures FOLDER] [--each] [--write]

The pictures lie beside the repository (`../shared/photos/render_tables`); without them there is nothing to measure, and
that is said. They are for testing alone: nothing is trained or tuned on them. Each picture is given to the eye several
times, with a little fresh noise, as a camera would.

A card is *right*, *asked* (its reading is in doubt, or a question lies on it), *wrong* or *missed* (nobody mentioned
it); a count is *right*, *asked* (doubt above .1) or *wrong*. Counts are told apart by how the cubes of their zone lie.
`--each` names what was missed or wrong, `--write` puts the table into docs/vision-results.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from engine.sighting import Count, Pieces, Reading, Seen, Sighting
from tools.bench_report import put_section
from vision.eye import Eye
from vision.mat.mat import Mat, load_mat
from vision.picture import Picture, Points

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT.parent / "shared" / "photos" / "render_tables"
RESULTS = ROOT / "docs" / "vision-results.md"
FRAMES = 9  # two tell that nothing moves, five are read, and one more when a marker is looked for
NOISE = 1.5  # grey levels
SURE, DOUBT = 0.9, 0.1
NEAR = 0.5  # part of a card's longer side within which a reading is its own, or a question asks for it
GOODS = "GBRKY"
VERDICTS = ("right", "asked", "wrong", "missed")


class Verdict(NamedTuple):
    """What became of one value: of what kind it is (``contracts``, ``cubes loose`` …), and the picture and words."""

    kind: str
    outcome: str
    about: str


def verdicts(folder: Path) -> Iterator[Verdict]:
    """Every value of every picture of a folder; FileNotFoundError for one without ``_deck.json``."""
    deck = json.loads((folder / "_deck.json").read_text(encoding="utf-8"))
    for path in sorted(folder.glob("[!_]*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        if picture is None:
            raise FileNotFoundError(f"no picture beside {path}")
        yield from judged(truth, *_watched(np.asarray(picture, np.uint8), deck))


def _watched(picture: Picture, deck: Mapping[str, Any]) -> tuple[Eye, dict[str, Reading]]:
    families = {"contract": sorted(deck["contracts"]), "market": sorted(deck["markets"])}
    return watched(picture, load_mat(), families=families, prints=deck["prints"], box=deck["box"])


def pictured(folder: Path) -> Iterator[tuple[str, Picture, dict[str, Any]]]:
    """Each picture of a folder, by name, with what is in it; FileNotFoundError for a truth without its picture."""
    for path in sorted(folder.glob("*.json")):
        picture = cv2.imread(str(path.with_suffix(".png")))
        if picture is None:
            raise FileNotFoundError(f"no picture beside {path}")
        yield path.stem, np.asarray(picture, np.uint8), json.loads(path.read_text(encoding="utf-8"))


def asker(about: str | None) -> argparse.ArgumentParser:
    """What a measure of pictures of our own is asked: their folder, and what of them to show."""
    ask = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folder", type=Path)
    ask.add_argument("--each", action="store_true")
    ask.add_argument("--overlays", type=Path)
    return ask


def watched(picture: Picture, mat: Mat, **knowing: Any) -> tuple[Eye, dict[str, Reading]]:
    """An eye that looked at a picture of this mat, and what it said of each zone at last."""
    seen: dict[str, Reading] = {}

    def take(sighting: Sighting) -> None:
        seen[sighting.zone] = sighting.reading

    eye = Eye(mat, take, **knowing)
    chance = np.random.default_rng(7)
    for number in range(FRAMES):
        noise = chance.normal(0, NOISE, picture.shape).astype(np.float32)
        eye.look(np.clip(picture + noise, 0, 255).astype(np.uint8), number / 10)
    return eye, seen


def judged(truth: Mapping[str, Any], eye: Eye, seen: Mapping[str, Reading]) -> Iterator[Verdict]:
    """Each value of one picture."""
    name, placed = truth["name"], eye.pose is not None
    yield Verdict("mat", "right" if placed else "missed", name)
    yield from _cards(name, "contracts", truth["contracts"], seen.get("mat/draw"))
    yield from _cards(name, "market cards", [truth["market"]] if truth["market"] else [], seen.get("market/current"))
    for zone, counts in truth["zones"].items():
        kind = f"cubes {truth['styles'].get(zone) or 'empty'}"
        yield from _counts(f"{name} {zone}", kind, counts, seen.get(f"mat/{zone}"))


def _cards(name: str, kind: str, truth: Sequence[Mapping[str, Any]], reading: Reading | None) -> Iterator[Verdict]:
    left = list(reading.objects) if isinstance(reading, Pieces) else []
    for card in truth:
        one = _nearest(np.array(card["corners"]), left)
        if one is not None:
            left.remove(one)
        yield Verdict(kind, "missed" if one is None else _outcome(one, card["face"]), f"{name} {card['face']}")
    beside = ("asked" if one.share < SURE or one.best.endswith("?") else "wrong" for one in left)
    yield from (Verdict(f"{kind} where none lies", outcome, name) for outcome in beside)


def _nearest(corners: Points, left: Sequence[Seen]) -> Seen | None:
    reach = NEAR * float(np.linalg.norm(corners[1] - corners[2]))
    away = {n: float(np.linalg.norm(np.mean(one.corners, axis=0) - corners.mean(axis=0))) for n, one in enumerate(left)}
    best = min(away, key=away.__getitem__, default=-1)
    return left[best] if best >= 0 and away[best] < reach else None


def _outcome(seen: Seen, face: str) -> str:
    if seen.share < SURE or seen.best.endswith("?"):
        return "asked"
    return "right" if seen.best == face else "wrong"


def _counts(name: str, kind: str, truth: Mapping[str, int], reading: Reading | None) -> Iterator[Verdict]:
    for good in GOODS:
        if not isinstance(reading, Count):
            yield Verdict(kind, "missed", f"{name} {good}")
            continue
        read, doubt = reading.tally.get(good, 0), reading.doubts.get(good, 0.0)
        outcome = "asked" if doubt > DOUBT else "right" if read == truth[good] else "wrong"
        yield Verdict(kind, outcome, f"{name}: {truth[good]} {good} counted as {read}")


def table(found: Sequence[Verdict]) -> list[str]:
    """A line of Markdown for each kind of value, in the order they came, all counts together last."""
    kinds = list(dict.fromkeys(sorted(each.kind for each in found)))
    counts = {kind: Counter(each.outcome for each in found if each.kind == kind) for kind in kinds}
    counts["cubes, all"] = Counter(each.outcome for each in found if each.kind.startswith("cubes"))
    lines = ["| what | " + " | ".join(VERDICTS) + " | of |", "|---|" + "---|" * (len(VERDICTS) + 1)]
    for kind, count in counts.items():
        lines.append(f"| {kind} | " + " | ".join(str(count[one]) for one in VERDICTS) + f" | {count.total()} |")
    return lines


def measure(folder: Path, page: Path | None = None) -> list[Verdict]:
    """Read every picture of a folder, print the table, and put it into a page if one is named.

    A folder that is not there is measured as nothing, and that is said.
    """
    if not (folder / "_deck.json").exists():
        print("no path-traced pictures here: nothing measured (they lie beside the repository, or say --pictures)")
        return []
    found = list(verdicts(folder))
    print("\n".join(table(found)))
    if page is not None:
        write(found, page)
    return found


def write(found: Sequence[Verdict], page: Path) -> None:
    """Put the table into a page, in place of the one before."""
    pictures = sum(each.kind == "mat" for each in found)
    how = (
        f"{pictures} pictures of the printed mat, rendered by others than us and never trained or tuned on "
        "(`python -m tools.measure.path_traced --write`). A card is *missed* when nobody mentioned it; a count is "
        "*asked* when its doubt is above .1. The counts are told apart by how the cubes of their zone lie."
    )
    put_section("path-traced tables", ["## Path-traced tables", "", how, "", *table(found)], page)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, default=PICTURES)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.pictures, RESULTS if asked.write else None)
    bad = [one for one in found if one.outcome in ("wrong", "missed")]
    if asked.each:
        print("\n".join(f"{one.outcome}: {one.kind}, {one.about}" for one in bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
