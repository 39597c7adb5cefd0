"""The whole soak, part by part: how long it takes is told first, and what has been done is not done again.

python -m tools.soak_all [PART ...] [--list] [--anew]

A part that has ended well on this commit is left out the next time, so that a soak that was stopped goes on where it
was; `--anew` begins with the first one. What has been done stands in out/soak.json. Ends with 1 if a part did not end
well; the others are run all the same.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DONE = ROOT / "out" / "soak.json"


class Part(NamedTuple):
    """A part of the soak: what Python is to run, and about how many minutes that takes on two cores."""

    what: str
    command: tuple[str, ...]
    minutes: int


PARTS: Mapping[str, Part] = {
    "slow": Part("tests marked slow", ("pytest", "-n", "2", "-m", "slow"), 20),
    "games": Part("100,000 random games", ("tools.soak", "--write"), 130),
    "trays": Part("30 trays with faults", ("tools.soak_devices", "--write"), 11),
    "kills": Part("500 kills of a playing process", ("tools.soak_kills", "--write"), 4),
    "damage": Part("500 damaged files", ("tools.soak_damage", "--write"), 10),
    "disk": Part("100 full disks", ("tools.soak_disk", "--write"), 3),
    "bytes": Part("hostile bytes at every door", ("tools.soak_fuzz", "--write"), 81),
}
"""In the order in which they are run."""


def plan(asked: Sequence[str], done: Sequence[str]) -> list[str]:
    """The parts to run: those asked for, or all that have not been done."""
    return list(asked) or [name for name in PARTS if name not in done]


def told(names: Sequence[str], done: Sequence[str]) -> str:
    """What will be run and how long that takes, for people."""
    lines = [f"  {name:7} {PARTS[name].what}: about {PARTS[name].minutes} minutes" for name in names]
    lines += [
        f"  {name:7} {PARTS[name].what}: done on this commit" for name in PARTS if name in done and name not in names
    ]
    minutes = sum(PARTS[name].minutes for name in names)
    return "\n".join([f"{len(names)} parts, about {minutes // 60} h {minutes % 60:02} min on two cores:", *lines])


def commit() -> str:
    """The commit that is soaked, with a mark where files differ from it; what it writes itself does not count."""
    asked = ["git", "rev-parse", "HEAD"], ["git", "status", "--porcelain", "--", ".", ":!docs/benchmarks.md"]
    head, changed = (subprocess.run(one, cwd=ROOT, capture_output=True, text=True, check=False) for one in asked)
    return head.stdout.strip() + ("+" if changed.stdout else "")


def done_on(head: str, file: Path = DONE) -> list[str]:
    """The parts that have ended well on a commit."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return [name for name in kept["done"] if kept["commit"] == head and name in PARTS]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def keep(head: str, done: Sequence[str], file: Path = DONE) -> None:
    """Remember what has ended well."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"commit": head, "done": list(done)}), encoding="utf-8")


def run(name: str, more: Sequence[str]) -> bool:
    """Run one part; did it end well?"""
    began = time.monotonic()
    print(f"== {name}: {PARTS[name].what}, {time.strftime('%H:%M')}", flush=True)
    code = subprocess.run([sys.executable, "-m", *PARTS[name].command, *more], cwd=ROOT, check=False).returncode
    print(
        f"== {name}: {'well' if not code else f'status {code}'}, {(time.monotonic() - began) / 60:.0f} min", flush=True
    )
    return not code


def main() -> int:
    """Soak; 1 when a part did not end well, 130 when it was stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all, if none is named")
    parser.add_argument("--list", action="store_true", help="only say what would be run")
    parser.add_argument("--anew", action="store_true", help="what has been done on this commit too")
    asked, more = parser.parse_known_args()
    unknown = [name for name in asked.parts if name not in PARTS]
    if unknown or (more and len(asked.parts) != 1):
        parser.error(f"no part is called {unknown[0]!r}" if unknown else f"{more[0]} needs the one part it is for")
    head = commit()
    done = [] if asked.anew else done_on(head)
    names = plan(asked.parts, done)
    print(told(names, done), flush=True)
    if asked.list:
        return 0
    failed = [name for name in names if not _ran(name, more, head, done)]
    print(f"not well: {', '.join(failed)}" if failed else "all well")
    return int(bool(failed))


def _ran(name: str, more: Sequence[str], head: str, done: list[str]) -> bool:
    well = run(name, more)
    if well and not more and name not in done:
        done.append(name)
        keep(head, done)
    return well


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
