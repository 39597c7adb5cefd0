"""Whole games at path-traced tables, each game in places of different light: the score, wrong bookings, questions.

python -m tools.soak_evenings [--game GAME …] [--place N …] [--keep FILE] [--write]

Every game is `python -m tools.photoreal.evening`, with the fewest players. `--keep` is a file with one report a line:
evenings that stand in it are not played again, so a night may be stopped and gone on with. `--write` puts the table,
of what was played so far, into docs/vision-results.md. Ends with 1 if an evening did not end well.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.commands.demo import playable
from companion.titles import title_of
from tools.bench_report import machine, put_section
from tools.photoreal.evening import is_good, questions
from tools.photoreal.painter import BLENDER, ROOT
from tools.whole_games import Report, keep, kept

PLACES = (9, 29, 48)  # not 8, 18, 19, 28 and 38, on whose light readers were mended
"""Places that nothing was trained or tuned on, of different light."""
RESULTS = ROOT / "docs" / "vision-results.md"
HEADS = ("game", "place", "looks", "entries", "true score", "sensed", "wrong bookings", "questions a player", "left")


def play(game: str, place: int) -> Report:
    """The report of one evening; `OSError` with the last lines it said where it has none."""
    command = [sys.executable, "-m", "tools.photoreal.evening", "--game", game, "--place", str(place)]
    command += ["--players", str(title_of(game).seats[0])]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if not ended.stdout.strip():
        raise OSError(f"{' '.join(command[1:])}: {ended.stderr[-500:]}")
    found: Report = json.loads(ended.stdout)
    return found


def evenings(games: Sequence[str], places: Sequence[int], file: Path | None) -> Iterator[Report]:
    """Every evening, from the kept reports or played now."""
    before = {(one["game"], one["place"]): one for one in kept(file)}
    for place in places:
        for game in games:
            found = before.get((game, place))
            if found is None:
                found = play(game, place)
                keep(file, found)
            print(f"{'✓' if is_good(found) else '✗'} {' | '.join(row(found))}", flush=True)
            yield found


def row(found: Report) -> tuple[str, ...]:
    """One evening in a table."""
    return (
        found["game"].title(),
        str(found["place"]),
        str(found["looks"]),
        str(found["entries"]),
        "yes" if found["scores"] == found["true_scores"] else "no",
        f"{found['share_sensed']:.1%}",
        str(found["wrong_bookings"]),
        f"{questions(found) / found['players']:.1f}",
        str(len(found["left"])),
    )


def write(found: Sequence[Report]) -> None:
    """Put the table into the page."""
    about = (
        f"`python -m tools.soak_evenings --write`; {machine(['opencv-python-headless'])}. Every look of the camera is "
    )
    about += "rendered by Blender; nothing was trained or tuned on these places."
    rows = sorted(found, key=lambda one: (one["game"], one["place"]))
    lines = [f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|", *(f"| {' | '.join(row(one))} |" for one in rows)]
    put_section("evenings", ["## Evenings at path-traced tables", "", about, "", *lines], RESULTS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="*", choices=playable(), default=playable())
    parser.add_argument("--place", nargs="*", type=int, default=PLACES, help="numbers that end in 8 or 9")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="the reports, one a line")
    parser.add_argument("--write", action="store_true", help="put the table into docs/vision-results.md")
    asked = parser.parse_args()
    subprocess.run(["make", "--silent", str(BLENDER.parents[1].relative_to(ROOT) / "ready")], cwd=ROOT, check=True)
    found = list(evenings(asked.game, asked.place, asked.keep))
    if asked.write:
        write(kept(asked.keep) or found)
    return 0 if all(map(is_good, found)) else 1


if __name__ == "__main__":
    sys.exit(main())
