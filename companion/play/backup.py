"""Copies of the games' file, one for each of the last days, and what is done when the file itself is damaged."""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

from companion.play.games_file import Row, copy_file, drop_file, let_go, salvaged, sides_of, write_file
from companion.play.record import Damaged
from engine.errors import NotFound

log = logging.getLogger("companion")
KEPT = 3
"""So many copies are kept: of the last days on which games were kept."""
ID = re.compile(r"[a-z]+-\d{4,}")
"""How the store names a game."""
Entries = Mapping[int, Row]
"""The rows of one game by their numbers."""


def backups(path: Path) -> list[Path]:
    """The copies there are of a file of games, the newest first."""
    return [copied for number in range(1, KEPT + 1) if (copied := _backup(path, number)).exists()]


def back_up(base: sqlite3.Connection, path: Path, *, anew: bool = False) -> None:
    """Copy a sound file beside itself, whole or not at all; what keeps it from being copied is only logged.

    A file that lacks an entry of the newest copy is not copied over it, unless this copy begins `anew`.
    """
    newest = _backup(path, 1)
    part = newest.with_name(f".{newest.name}.{os.getpid()}.part")
    try:
        if not anew and newest.exists() and not _holds(base, newest):
            log.warning("%s lacks entries that %s has: it is not copied; see `companion doctor`", path, newest)
            return
        with closing(sqlite3.connect(part)) as copied:
            part.chmod(0o600)
            base.backup(copied)
            let_go(copied)
        if newest.exists() and (anew or _day(newest) != time.strftime("%F")):
            _roll(path)
        part.replace(newest)
    except (sqlite3.Error, OSError) as error:
        log.warning("the games are not copied: %s", error)
        with suppress(OSError):
            drop_file(part)


def _holds(base: sqlite3.Connection, copied: Path) -> bool:
    """Has the file every entry of a copy, unchanged?"""
    base.execute("ATTACH ? AS copied", (str(copied),))
    try:
        query = "SELECT 1 FROM (SELECT * FROM copied.entry EXCEPT SELECT * FROM main.entry) LIMIT 1"
        return base.execute(query).fetchone() is None
    finally:
        base.execute("DETACH copied")


def is_due(path: Path) -> bool:
    """Was the file written to since it was last copied?"""
    newest = _backup(path, 1)
    written = max(Path(f"{path}{end}").stat().st_mtime for end in ("", "-wal") if Path(f"{path}{end}").exists())
    return not newest.exists() or newest.stat().st_mtime < written


def mend(path: Path) -> Path:
    """Put in the place of a damaged file what can be read of it, completed from its copies; where it is kept.

    A game that may lack entries is marked. Raises `Damaged` where nothing can be read and there is no copy.
    """
    copies = _copied(path)
    salvage = salvaged(path, copies)
    if not salvage.games and not copies:
        raise Damaged(f"{str(path)!r}: is no file of games, or nothing in it can be read; it is left as it is")
    there, sides = {*salvage.games, *copies}, sides_of(path)
    rows, doubts = [], [(game, "the file was damaged, and nothing of it can be read") for game in _gone(sides, there)]
    for game in sorted(there):
        entries = {**copies.get(game, {}), **salvage.games.get(game, {})}
        rows += [entries[number] for number in sorted(entries)]
        if salvage.may_lack(game):
            doubts.append((game, f"the file was damaged, and entries after {max(entries)} may be lost"))
    kept = set_aside(path)
    made = path.with_name(f".{path.name}.mended")
    write_file(made, rows, sides, doubts)
    drop_file(path)
    made.replace(path)
    log.warning("%s was damaged; what can be read of it is kept on, the damaged file is %s", path, kept)
    return kept


def _gone(sides: Iterable[Row], there: Collection[str]) -> list[str]:
    """The games that are named where the seats are, and of which there is nothing else."""
    named = {str(game) for game, *_ in sides}
    return sorted(game for game in named if game not in there and ID.fullmatch(game))


def set_aside(path: Path) -> Path:
    """A copy of the file as it is now, under a name of its own; `OSError`."""
    stem = f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (path.with_name(f"{stem}{f'-{number}' if number else ''}{path.suffix}") for number in range(1000))
    return copy_file(path, next(name for name in names if not name.exists()))


def best_copy(path: Path, game: str, at_hand: Entries, last_good: Callable[[Entries], int]) -> Entries:
    """The longest sound beginning of a game, from the file's own entries and from its copies; `NotFound` for none.

    `last_good` gives the number of the last entry that continues those before it, -1 for none.
    """
    there = [at_hand, *(_entries(copied, game) for copied in backups(path))]
    there += [{**older, **at_hand} for older in there[1:]]
    good = {last_good(entries): entries for entries in reversed(there)}
    last = max(good)
    if last < 0:
        raise NotFound(f"no copy holds anything of game {game!r} that can be read")
    return {number: row for number, row in good[last].items() if number <= last}


def _copied(path: Path) -> dict[str, dict[int, Row]]:
    """All games of all copies; the newest copy counts first."""
    found: dict[str, dict[int, Row]] = {}
    for copied in reversed(backups(path)):
        for game, entries in salvaged(copied).games.items():
            found[game] = {**found.get(game, {}), **entries}
    return found


def _entries(copied: Path, game: str) -> Entries:
    return salvaged(copied, (game,)).games.get(game, {})


def _backup(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.backup-{number}{path.suffix}")


def _roll(path: Path) -> None:
    """Each copy becomes the one before it; the oldest goes."""
    for number in range(KEPT - 1, 0, -1):
        if _backup(path, number).exists():
            _backup(path, number).replace(_backup(path, number + 1))


def _day(file: Path) -> str:
    return time.strftime("%F", time.localtime(file.stat().st_mtime))


def games_in(path: Path) -> Iterator[str]:
    """The games that the copies of a file hold."""
    yield from sorted(_copied(path))
