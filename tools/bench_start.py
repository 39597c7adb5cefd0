"""How long the command line takes to start, beside Python that does nothing: processor time of whole processes.

python -m tools.bench_start [--write]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from companion.commands.cli import main as companion
from companion.play.record import write_record
from testkit.constantinopolis.players import game
from tools.bench_report import Figure, machine, table, write_section

TURNS = 15
LIMIT = 5.0
"""How many times the processor time of bare Python a start may take."""


def processor_time(command: Sequence[str]) -> float:
    """Seconds of user and system time that one process takes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise OSError(f"{' '.join(command)} ends with {process.returncode}")
    return used.ru_utime + used.ru_stime


def measure(folder: Path) -> list[Figure]:
    """Every start in turn, so that what else the machine does meets all of them alike."""
    write_record(game(2, 1), folder / "game.jsonl")
    companion(["--data", str(folder), "import", str(folder / "game.jsonl")])
    ours = [sys.executable, "-m", "companion", "--data"]
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "companion --help": [*ours, str(folder), "--help"],
        "companion games, none kept": [*ours, str(folder / "none"), "games"],
        "companion games, a whole game kept": [*ours, str(folder), "games"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(TURNS):
        for name, command in commands.items():
            times[name].append(processor_time(command))
    return list(_figures({name: median(found) for name, found in times.items()}))


def _figures(times: dict[str, float]) -> list[Figure]:
    (bare, least), *others = times.items()
    figures = [Figure(bare, f"{least * 1e3:.0f} ms")]
    for name, time in others:
        value = f"{time * 1e3:.0f} ms = {time / least:.1f} ×"
        figures.append(Figure(name, value, f"≤ {LIMIT:.0f} × {bare}", time <= LIMIT * least))
    return figures


def main() -> int:
    """Print every figure; 1 when one misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-start-") as folder:
        figures = measure(Path(folder))
    print("\n".join(table(figures)))
    if asked.write:
        about = [machine(["msgspec"]), "", f"`python -m tools.bench_start --write`, median of {TURNS} processes each"]
        write_section("start", "Start of the command line: processor time", about, figures)
    return 0 if all(figure.reached is not False for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
