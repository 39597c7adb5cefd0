"""A disk that fills up while a game is played: is what was acknowledged there, is the rest refused, does it go on?

python -m tools.soak_disk [--runs 100] [--seed 1] [--write]

The disk is a small one in memory, in a name space of its own (`unshare`, no rights are needed). Random taps are made
until the disk is full, and some more; then records, values and preferences are written; then there is room again.
Ends with 1 if an acknowledged entry is not there, if something raises, or if a file is left half written.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import shutil
import subprocess
import sys
import traceback
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.commands.cli import main as companion
from companion.play.record import read_record, write_record
from companion.play.reports import Refusal
from companion.play.session import NOT_KEPT
from companion.play.storage import Store
from engine.journal import Entry, Remark
from tools.bench_report import Figure, machine, write_section
from tools.soak_games import begun, digests, missing, played_on, remove

RUNS = 100
SIZE_KB = 3072
INSIDE = "COMPANION_SOAK_DISK"
"""Set where the small disk is."""


class Filled:
    """What came out of it."""

    def __init__(self) -> None:
        self.runs = self.entries = self.refused = self.after = 0
        self.wrong: list[str] = []


def fill(folder: Path, leave: int) -> None:
    """Take the disk's room but for so many bytes."""
    room = shutil.disk_usage(folder).free - leave
    with contextlib.suppress(OSError), (folder / "ballast").open("wb") as file:
        for _ in range(max(0, room) // 4096):
            file.write(bytes(4096))


def run(folder: Path, chance: Random, found: Filled) -> None:
    """One game on a disk that fills up."""
    path = folder / "games.db"
    shutil.copy(folder.parent / "older.jsonl", folder / "record.jsonl")
    with Store(path) as store:
        game, session = begun(store, chance.randrange(1 << 30))
        fill(folder, chance.randrange(8, 90) * 4096)
        said, refused = {}, 0
        for result in played_on(session, chance, 400):
            if isinstance(result, Entry):
                said[result.number] = result.digest
            elif result.rule != NOT_KEPT:
                found.wrong.append(f"refused by {result.rule} on a full disk")
            else:
                refused += 1
                if refused > 5:
                    break
        _write(folder, game)
        found.refused += refused
        found.entries += len(said)
        said = {**said, **digests(session.book)}
        (folder / "ballast").unlink(missing_ok=True)
        session.poll()
        if isinstance(session.submit(Remark("", "there is room again")), Refusal):
            found.wrong.append("nothing is taken although there is room again")
        else:
            found.after += 1
    with Store(path) as store:
        found.wrong += missing(store, {game: said})


def _write(folder: Path, game: str) -> None:
    """Every other file that may be written meanwhile: whole, or not at all."""
    record = folder / "record.jsonl"
    for words in (f"export {game} {record}", "values --write", f"import {folder.parent / 'older.jsonl'}", "games"):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            companion(["--data", str(folder), *words.split()])
        if "Traceback" in out.getvalue():
            raise AssertionError(f"{words}: {out.getvalue()[-800:]}")
    if record.exists():
        read_record(record)
    copy = folder / "my-copy.toml"
    if copy.exists() and not copy.stat().st_size:
        raise AssertionError("values --write left an empty file")


def soak(runs: int, seed: int, disk: Path) -> Filled:
    """Fill the disk mounted at `disk` so many times."""
    found, chance, folder = Filled(), Random(seed), disk / "data"
    folder.mkdir()
    with Store(disk / "made.db") as store:
        _, session = begun(store, seed)
        for _ in played_on(session, chance, 30):
            pass
        write_record(session.book, disk / "older.jsonl")
    remove(disk / "made.db")
    for _ in range(runs):
        try:
            run(folder, chance, found)
        except Exception:  # a full disk never raises
            found.wrong.append(traceback.format_exc(limit=-3))
        found.runs += 1
        for file in folder.iterdir():
            file.unlink()
        if found.runs % 20 == 0:
            print(f"{found.runs} runs, {found.entries} entries, {len(found.wrong)} wrong", flush=True)
    return found


def figures(found: Filled) -> list[Figure]:
    """The result as figures."""
    return [
        Figure("games on a disk that fills up", f"{found.runs}", f"{RUNS}", found.runs >= RUNS),
        Figure(
            "acknowledged entries lost, tracebacks, files half written", f"{len(found.wrong)}", "0", not found.wrong
        ),
        Figure("entries acknowledged before it was full", f"{found.entries}"),
        Figure("entries refused in a sentence", f"{found.refused}"),
        Figure("games that went on when there was room", f"{found.after}", f"{found.runs}", found.after == found.runs),
    ]


def main() -> int:
    """Fill; 1 when something acknowledged was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the result into docs/benchmarks.md")
    asked = parser.parse_args()
    if INSIDE not in os.environ:
        return _inside(sys.argv[1:])
    with TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE_KB}k", "none", folder], check=True)
        try:
            found = soak(asked.runs, asked.seed, Path(folder))
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)
    print(*found.wrong[:10], sep="\n")
    for figure in figures(found):
        print(f"{figure.what}: {figure.value}")
    if asked.write:
        about = [f"`python -m tools.soak_disk --runs {asked.runs} --seed {asked.seed} --write`; {machine(['msgspec'])}"]
        write_section("soak of full disks", "Soak: a disk that fills up", about, figures(found))
    return 1 if found.wrong else 0


def _inside(words: list[str]) -> int:
    """The same in a name space where a disk may be mounted, gone when it ends."""
    command = ["unshare", "--user", "--map-root-user", "--mount", sys.executable, "-m", "tools.soak_disk", *words]
    return subprocess.run(command, env={**os.environ, INSIDE: "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
