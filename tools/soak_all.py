"""The whole soak, part by part: how long it takes is told first, and what has been done is not done again.

python -m tools.soak_all [PART ...] [--list] [--anew]

A part that has ended well is left out the next time while no file it stands on has changed, so that a soak that was
stopped goes on where it was; `--anew` begins with the first one. What has been done stands in docs/soaked.json, kept
with the sources: a soak may be run in pieces, on several machines. Ends with 1 if a part did not end well; the others
are run all the same.
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

from companion.titles import BUILT_IN
from tools import soak, soak_fuzz
from tools.soaked_files import state

ROOT = Path(__file__).parents[1]
DONE = ROOT / "docs" / "soaked.json"


class Part(NamedTuple):
    """A part of the soak: what Python is to run, about how many minutes that takes on two cores, what it stands on."""

    what: str
    command: tuple[str, ...]
    minutes: int
    modules: tuple[str, ...] = ()
    """What it imports; none stands for the whole project."""


TITLES = tuple(BUILT_IN.values())
COMMANDS = tuple(f"companion.commands.{name}" for name in ("doctor", "games", "values", "export", "restore", "imports"))
PARTS: Mapping[str, Part] = {
    "slow": Part(
        "tests marked slow", ("pytest", "-n", "2", "-m", "slow", "-o", "faulthandler_exit_on_timeout=false"), 20
    ),
    **{
        title: Part(
            f"20,000 random games of {title.capitalize()}", ("tools.soak", title, "--write"), 18, soak.stands_on(title)
        )
        for title in soak.TITLES
    },
    "trays": Part("30 trays with faults", ("tools.soak_devices", "--write"), 11, ("tools.soak_devices",)),
    "kills": Part("500 kills of a playing process", ("tools.soak_kills", "--write"), 4, ("tools.soak_kills", *TITLES)),
    "hosts": Part(
        "200 kills of one of two hosts of a game", ("tools.soak_hosts", "--write"), 3, ("tools.soak_hosts", *TITLES)
    ),
    "damage": Part(
        "500 damaged files", ("tools.soak_damage", "--write"), 10, ("tools.soak_damage", *COMMANDS, *TITLES)
    ),
    "disk": Part("100 full disks", ("tools.soak_disk", "--write"), 3, ("tools.soak_disk", *COMMANDS, *TITLES)),
    "bytes": Part(
        "hostile bytes from outside",
        ("tools.soak_fuzz", *soak_fuzz.OUTSIDE, "--write"),
        20,
        ("tools.soak_fuzz", "tools.fuzz.changing", "tools.fuzz.devices", "tools.fuzz.pictures"),
    ),
    "club": Part(
        "hostile tables and phones",
        ("tools.soak_fuzz", *soak_fuzz.CLUB, "--write"),
        10,
        ("tools.soak_fuzz", "tools.fuzz.changing", "tools.fuzz.club", *TITLES),
    ),
    "files": Part(
        "hostile files",
        ("tools.soak_fuzz", *soak_fuzz.FILES, "--write"),
        30,
        ("tools.fuzz.doors", *TITLES),
    ),
    "evenings": Part(
        "nine evenings at path-traced tables",
        ("tools.soak_evenings", "--write"),
        360,
        ("tools.soak_evenings", "tools.photoreal.looks", *TITLES),
    ),
}
"""In the order in which they are run."""


def plan(asked: Sequence[str], done: Sequence[str]) -> list[str]:
    """The parts to run: those asked for, or all that have not been done."""
    return list(asked) or [name for name in PARTS if name not in done]


def told(names: Sequence[str], done: Sequence[str]) -> str:
    """What will be run and how long that takes, for people."""
    lines = [f"  {name:16} {PARTS[name].what}: about {PARTS[name].minutes} minutes" for name in names]
    lines += [
        f"  {name:16} {PARTS[name].what}: done, and nothing changed since"
        for name in PARTS
        if name in done and name not in names
    ]
    minutes = sum(PARTS[name].minutes for name in names)
    return "\n".join([f"{len(names)} parts, about {minutes // 60} h {minutes % 60:02} min on two cores:", *lines])


def done_before(file: Path = DONE) -> list[str]:
    """The parts that have ended well, and of which nothing has changed since."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return [name for name, seen in kept.items() if name in PARTS and seen == state(PARTS[name].modules)]
    except (OSError, ValueError, AttributeError):
        return []


def keep(name: str, seen: str, file: Path = DONE) -> None:
    """Remember that a part has ended well, and what it stood on."""
    file.parent.mkdir(parents=True, exist_ok=True)
    before = {other: state(PARTS[other].modules) for other in done_before(file)}
    file.write_text(json.dumps({**before, name: seen}, indent=1), encoding="utf-8")


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
    parser.add_argument("--anew", action="store_true", help="what has been done before too")
    asked, more = parser.parse_known_args()
    unknown = [name for name in asked.parts if name not in PARTS]
    if unknown or (more and len(asked.parts) != 1):
        parser.error(f"no part is called {unknown[0]!r}" if unknown else f"{more[0]} needs the one part it is for")
    if asked.anew:
        for title in soak.TITLES:
            soak.kept_in(title).unlink(missing_ok=True)
    done = [] if asked.anew else done_before()
    names = plan(asked.parts, done)
    print(told(names, done), flush=True)
    if asked.list:
        return 0
    failed = [name for name in names if not _ran(name, more)]
    print(f"not well: {', '.join(failed)}" if failed else "all well")
    return int(bool(failed))


def _ran(name: str, more: Sequence[str]) -> bool:
    """Run one part, and remember it if it went to its end and no file changed under it."""
    seen = state(PARTS[name].modules)
    well = run(name, more)
    if well and not more and seen == state(PARTS[name].modules):
        keep(name, seen)
    return well


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
