"""Whole games on the virtual table, each in its own process: is the score the one counted by hand, what was sensed?

python -m tools.whole_games GAME [--players N …] [--seeds N] [--troubles N] [--keep FILE] [--write]

Every game is `companion demo`, whose report counts the score from the pieces beside the app's own. `--keep` is a file
with one report a line: games that stand in it are not played again, so a long run can be stopped and gone on with.
`--write` puts the table into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from companion.titles import known, title_of
from tools.bench_report import machine, put_section

SENSED = 0.85
"""The share of the players' own entries that has to come from camera and trays."""
LIMIT = 1800
"""Seconds after which a game is given up."""
Report = Mapping[str, Any]
HEADS = ("players", "games", "true scores", "entries", "scores", "sensed: least, median", "disagreements", "taps")


def play(game: str, players: int, seed: int, troubles: int) -> Report:
    """The report of one game; `OSError` with the last lines it said where it has none."""
    command = [sys.executable, "-m", "companion", "demo", "--game", game, "--json"]
    command += ["--players", str(players), "--seed", str(seed), "--troubles", str(troubles), "--limit", str(LIMIT)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if not ended.stdout.strip():
        raise OSError(f"{' '.join(command[1:])}: {ended.stderr[-500:]}")
    found: Report = json.loads(ended.stdout)
    return {**found, "seed": seed, "asked_troubles": troubles}


def kept(file: Path | None) -> list[Report]:
    """The reports of games that were played before."""
    if file is None or not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]


def all_games(asked: argparse.Namespace) -> Iterator[Report]:
    """Every game that is asked for, from the kept reports or played now."""
    before = {(one["game"], one["players"], one["seed"], one["asked_troubles"]): one for one in kept(asked.keep)}
    for seed in range(1, asked.seeds + 1):
        for players in asked.players or title_of(asked.game).seats:
            found = before.get((asked.game, players, seed, asked.troubles))
            if found is None:
                found = play(asked.game, players, seed, asked.troubles)
                keep(asked.keep, found)
            print(told(found), flush=True)
            yield found


def keep(file: Path | None, found: Report) -> None:
    """Add a report to the kept ones."""
    if file is not None:
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(found) + "\n")


def told(found: Report) -> str:
    """One game on one line."""
    mark = "✓" if reached(found) else "✗"
    return (
        f"{mark} {found['players']} players, seed {found['seed']}: {found['entries']} entries, "
        f"{found['share_sensed']:.1%} sensed, {sum(found['troubles'].values())} troubles, {found['seconds']:.0f} s"
    )


def reached(found: Report) -> bool:
    """Is the score the one counted by hand, and was enough of the game sensed?"""
    return bool(found["scores"] == found["true_scores"] and found["share_sensed"] >= SENSED)


def rows(found: Sequence[Report]) -> list[str]:
    """The games of each number of players as a row of a table."""
    lines = [f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|"]
    for players in sorted({one["players"] for one in found}):
        lines.append(f"| {' | '.join(row(players, [one for one in found if one['players'] == players]))} |")
    return lines


def row(players: int, games: Sequence[Report]) -> tuple[str, ...]:
    """What the games of one number of players came to."""
    entries = [one["entries"] for one in games]
    totals = [lines["total"] for one in games for lines in one["scores"].values()]
    shares = [one["share_sensed"] for one in games]
    return (
        str(players),
        str(len(games)),
        str(sum(one["scores"] == one["true_scores"] for one in games)),
        f"{min(entries)}–{max(entries)}",
        f"{min(totals)}–{max(totals)}",
        f"{min(shares):.1%}, {median(shares):.1%}",
        str(sum(len(one["disagreements"]) for one in games)),
        str(sum(one["questions_and_taps"] for one in games)),
    )


def write(asked: argparse.Namespace, found: Sequence[Report]) -> None:
    """Put the table into the page."""
    met = sum(sum(one["troubles"].values()) for one in found)
    about = f"`python -m tools.whole_games {asked.game} --seeds {asked.seeds} --troubles {asked.troubles} --write`; "
    about += f"{machine(['msgspec'])}. Cables, lines, trays, the broker and the camera failed {met} times on purpose. "
    about += "*Sensed* are the players' own entries that came from camera and trays."
    put_section(f"whole {asked.game}", [f"## Whole games: {asked.game.title()}", "", about, "", *rows(found)])


def main() -> int:
    """Play what is asked for; 1 where a game did not come to its true score, or too little of it was sensed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[name for name in known() if title_of(name).table is not None])
    parser.add_argument("--players", type=int, nargs="*", help="how many play; every number the game allows")
    parser.add_argument("--seeds", type=int, default=10, help="so many games of each number of players")
    parser.add_argument("--troubles", type=int, default=2, help="how often something fails in each game")
    parser.add_argument("--keep", type=Path, default=None, metavar="FILE", help="the reports, one a line")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    asked = parser.parse_args()
    found = list(all_games(asked))
    print("\n".join(rows(found)))
    if asked.write:
        write(asked, found)
    return 0 if all(map(reached, found)) else 1


if __name__ == "__main__":
    sys.exit(main())
