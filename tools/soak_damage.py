"""Files are damaged at random: is every loss named, does every command end with a line, do the copies bring it back?

python -m tools.soak_damage [--files 500] [--seed 1] [--write]

A file of five games is damaged in one of nine ways, with or without its copies, and the games are listed, opened,
exported, restored and looked at by the doctor. Between them the files a person writes are damaged too. Ends with 1 if a
game is lost without being named, if a refused file was changed, if a copied entry does not come back, or if any
command ends with a traceback.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.commands.cli import main as companion
from companion.play.backup import backups
from companion.play.storage import Store
from engine.errors import CompanionError
from tools.bench_report import Figure, machine, write_section
from tools.soak_games import Kept, begun, digests, missing, played_on

FILES = 500
COMMANDS = ("doctor", "games", "values", "export constantinopolis-0001 /dev/null", "restore")
GAMES = 5
PAGE = 4096
WRITTEN = {
    "devices.toml": '[broker]\nhost = "table.local"\nport = 1883\n[trays]\ntray-7c9f = 1\n',
    "my-copy.toml": "[start]\ngold = 30\n[tracks]\ngold_per_fame = 5\n",
    "preferences.json": '{"language": "it", "dark": true, "scale": 1.0}',
    "calibrations.json": "{}",
}
"""Files beside the games, as a person or the app writes them."""


def a_byte(data: bytearray, chance: Random) -> None:
    data[chance.randrange(len(data))] ^= chance.randrange(1, 256)


def in_the_head(data: bytearray, chance: Random) -> None:
    data[chance.randrange(min(100, len(data)))] ^= chance.randrange(1, 256)


def many_bytes(data: bytearray, chance: Random) -> None:
    for _ in range(chance.randrange(2, 200)):
        a_byte(data, chance)


def cut(data: bytearray, chance: Random) -> None:
    del data[chance.randrange(len(data)) :]


def a_page_of_zeros(data: bytearray, chance: Random) -> None:
    _page(data, chance, bytes(PAGE))


def a_page_of_noise(data: bytearray, chance: Random) -> None:
    _page(data, chance, chance.randbytes(PAGE))


def a_page_of_another(data: bytearray, chance: Random) -> None:
    at = PAGE * chance.randrange(max(1, len(data) // PAGE))
    _page(data, chance, bytes(data[at : at + PAGE]))


def more_behind(data: bytearray, chance: Random) -> None:
    data += chance.randbytes(chance.randrange(1, 3 * PAGE))


def nothing_left(data: bytearray, _chance: Random) -> None:
    data[:] = bytes(len(data))


def _page(data: bytearray, chance: Random, page: bytes) -> None:
    at = PAGE * chance.randrange(max(1, len(data) // PAGE))
    data[at : at + PAGE] = page[: len(data) - at]


Damage = Callable[[bytearray, Random], None]
WAYS: tuple[Damage, ...] = (
    a_byte,
    in_the_head,
    many_bytes,
    cut,
    a_page_of_zeros,
    a_page_of_noise,
    a_page_of_another,
    more_behind,
    nothing_left,
)


class Damaged:
    """What came out of it."""

    def __init__(self) -> None:
        self.files = self.restored = self.refused = self.named = 0
        self.ways: Counter[str] = Counter()
        self.wrong: list[str] = []


class Soak:
    """A folder with games, damaged again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance, self.found = Random(seed), Damaged()
        self.whole, self.folder = folder / "whole", folder / "damaged"
        self.games = self._games()

    def _games(self) -> Mapping[str, Kept]:
        games = {}
        with Store(self.whole / "games.db") as store:
            for seed in range(GAMES):
                id, session = begun(store, seed)
                for _ in played_on(session, self.chance, 60):
                    pass
                games[id] = digests(session.book)
        for name, text in WRITTEN.items():
            (self.whole / name).write_text(text)
        return games

    def one(self, number: int) -> None:
        """Damage a copy of the folder and look what becomes of it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.whole, self.folder)
        path = self.folder / "games.db"
        way = WAYS[number % len(WAYS)]
        copies = number % 3 != 0
        if not copies:
            for copied in backups(path):
                copied.unlink()
        target = self.folder / self.chance.choice(tuple(WRITTEN)) if number % 5 == 4 else path
        self._spoil(target, way)
        self.found.files += 1
        self.found.ways[f"{way.__name__.replace('_', ' ')}"] += 1
        before = len(self.found.wrong)
        self._look(path, copies)
        self.found.wrong[before:] = [
            f"file {number}, {target.name}, {way.__name__}: {wrong}" for wrong in self.found.wrong[before:]
        ]

    def _spoil(self, path: Path, way: Damage) -> None:
        data = bytearray(path.read_bytes())
        way(data, self.chance)
        path.write_bytes(data)

    def _look(self, path: Path, copies: bool) -> None:
        before = path.read_bytes()
        listed = self._said("games")
        try:
            with Store(path) as store:
                self.found.wrong += missing(store, self.games)
        except CompanionError as error:
            self.found.refused += 1
            if path.read_bytes() != before:
                self.found.wrong.append(f"refused with {error}, and the file was changed")
        self.found.named += "damaged" in listed
        told = [self._said(*command.split()) for command in COMMANDS]
        if copies:
            self._is_restored(path, told[-1])

    def _is_restored(self, path: Path, told: str) -> None:
        """After `restore` all that the copies held is there again, unless the file is refused as a whole."""
        try:
            with Store(path) as store:
                lost = {game for game, kept in self.games.items() if digests(store.open(game)) != kept}
        except CompanionError as error:
            lost = set() if "left as it is" in str(error) or "newer" in str(error) else {str(error)}
        self.found.restored += not lost
        if lost:
            self.found.wrong.append(f"not restored from copies: {sorted(lost)}; {told}")

    def _said(self, *words: str) -> str:
        """What a command says; a traceback or a report of a mistake is wrong."""
        out, err = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                companion(["--data", str(self.folder), *words])
        except Exception:
            self.found.wrong.append(f"{' '.join(words)}: {traceback.format_exc(limit=-2)}")
        if "Traceback" in err.getvalue():
            self.found.wrong.append(f"{' '.join(words)}: {err.getvalue()[-600:]}")
        return out.getvalue() + err.getvalue()


def soak(files: int, seed: int, folder: Path) -> Damaged:
    """Damage so many files."""
    run = Soak(folder, seed)
    for number in range(files):
        run.one(number)
        if (number + 1) % 50 == 0:
            print(f"{number + 1} files, {len(run.found.wrong)} wrong", flush=True)
    return run.found


def figures(found: Damaged) -> list[Figure]:
    """The result as figures."""
    return [
        Figure("damaged files", f"{found.files}", f"{FILES}", found.files >= FILES),
        Figure("silent losses, tracebacks, entries not restored", f"{len(found.wrong)}", "0", not found.wrong),
        Figure("with damage named in the list of games", f"{found.named}"),
        Figure("refused as a whole and left as they were", f"{found.refused}"),
        Figure("with copies, restored to the last entry", f"{found.restored}"),
        *(Figure(f"damaged by {way}", f"{count}") for way, count in sorted(found.ways.items())),
    ]


def main() -> int:
    """Damage; 1 when something was lost in silence."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the result into docs/benchmarks.md")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = soak(asked.files, asked.seed, Path(folder))
    print(*found.wrong[:10], sep="\n")
    for figure in figures(found):
        print(f"{figure.what}: {figure.value}")
    if asked.write:
        about = [
            f"`python -m tools.soak_damage --files {asked.files} --seed {asked.seed} --write`; {machine(['msgspec'])}"
        ]
        write_section("soak of damage", "Soak: damaged files", about, figures(found))
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
