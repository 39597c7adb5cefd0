"""What a tap costs in the running app: processor time to the changed picture; how fast it shows the camera, and starts.

python -m tools.bench_app [--write]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

from tools.bench_figures import percentile
from tools.bench_report import Figure, machine, table, write_section

STARTS = 3
GOALS: Mapping[str, tuple[float, float, float]] = {"mock": (0.100, 0.250, 0.020), "": (0.200, 0.350, 1.0)}
"""GL backend → seconds for a tap at the 95th percentile, for the slowest, and for a screen visited again."""
STALL = 0.300
PICTURES: Mapping[str, int] = {"mock": 20, "": 12}
"""Pictures a second on the scan screen, at least, of a camera of 30 Hz."""
DRAWN = 10
"""Pictures a second of the drawn table's camera, at least."""
LIMIT = 600
"""Seconds after which a part is killed."""
SLOWER = 1.5
NAMES: Mapping[str, str] = {"mock": "without rasterising", "": "software rasterising"}


def part(name: str, gl: str, module: str = "tools.bench_app_window") -> Any:
    """What one part measures in a process of its own.

    CalledProcessError with what it said if it fails, TimeoutExpired if it does not end by itself.
    """
    command = [sys.executable, "-m", module, name]
    kept = {"PYTHONDONTWRITEBYTECODE": ""}  # Kivy comes compiled; ours is, too, from its second start on
    done = subprocess.run(
        command, env={**os.environ, **kept, "KIVY_GL_BACKEND": gl}, stdout=subprocess.PIPE, check=True, timeout=LIMIT
    )
    return json.loads(done.stdout.splitlines()[-1])


def taps(gl: str) -> list[Figure]:
    """A game by taps with one GL backend."""
    found, (most, longest, again) = part("game", gl), GOALS[gl]
    costs = [cost for cost, _screen, _changed in found["taps"]]
    changes = [cost for cost, _screen, changed in found["taps"] if changed]
    late, slowest, visit = percentile(costs, 0.95), max(costs), max(found["visits"][-1])
    return [
        Figure(f"{NAMES[gl]}: taps, entries they made", f"{len(costs)}, {found['entries']}"),
        Figure(f"{NAMES[gl]}: the game", "to its end" if found["over"] else "broken off", "to its end", found["over"]),
        Figure(f"{NAMES[gl]}: a tap, median", _ms(median(costs))),
        _below(f"{NAMES[gl]}: a tap, 95th percentile", late, most),
        _below(f"{NAMES[gl]}: a tap, slowest", slowest, longest),
        _below(f"{NAMES[gl]}: a change of view, slowest", max(changes), STALL),
        _below(f"{NAMES[gl]}: a screen visited again, slowest", visit, again),
        Figure(f"{NAMES[gl]}: garbage collected while nobody touches, longest", _ms(max(found["rests"]))),
    ]


def scan(gl: str) -> list[Figure]:
    """The scan screen while the eye reads."""
    found = part("scan", gl, "tools.bench_app_scan")
    return [
        _rate(f"{NAMES[gl]}: scan screen, of a camera of 30 Hz at 1280 × 720", found["live"], PICTURES[gl]),
        _rate(f"{NAMES[gl]}: scan screen, of the drawn table", found["drawn"], DRAWN),
    ]


def _rate(what: str, found: Mapping[str, float], least: int) -> Figure:
    value = f"{found['shown']:.1f} pictures/s; {found['eye']:.1f} read"
    return Figure(what, value, f"≥ {least}", found["shown"] >= least)


def start() -> list[Figure]:
    """The start beside that of a bare window, in turns; nobody's first one, which compiles what it imports."""
    part("start", "")
    times = {name: [part(name, "")["first picture"] for _ in range(STARTS)] for name in ("bare", "start")}
    bare, ours = median(times["bare"]), median(times["start"])
    value = f"{_ms(ours)} = {ours / bare:.1f} × a bare Kivy window ({_ms(bare)})"
    return [Figure("start to the first picture", value, f"≤ {SLOWER} ×", ours <= SLOWER * bare)]


def _below(what: str, seconds: float, goal: float) -> Figure:
    return Figure(what, _ms(seconds), f"≤ {_ms(goal)}", seconds <= goal)


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.0f} ms"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every figure; 1 when one misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked = parser.parse_args(arguments)
    figures: list[Figure] = []
    for measure in (start, partial(scan, "mock"), partial(scan, ""), partial(taps, "mock"), partial(taps, "")):
        found = measure()
        print("\n".join(table(found)), flush=True)
        figures += found
    if asked.write:
        about = [machine(["kivy"]), "", "`make bench-app`; processor time of a game of four by random taps, 1280 × 800"]
        write_section("app", "The app by taps", about, figures)
    return 0 if all(figure.reached is not False for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
