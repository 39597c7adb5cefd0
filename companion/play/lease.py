"""Who plays a kept game: one store at a time writes it, and every entry it writes asks the file whether it still may.

A lease stands in the games' file, beside the entries. It has no time in it that counts: its holder counts `beat` on,
and who would take over waits by a clock of its own until the count has stood still. On one machine the holder also
keeps a file locked, which the system lets go of when the process ends, however that is.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from hashlib import blake2b
from pathlib import Path
from platform import node

from msgspec import Struct

from engine.errors import NotWritten

BEAT = 4.0
"""Seconds between two signs of life of who holds a game."""
PATIENCE = 20.0
"""Seconds without a sign after which a game may be gone on with elsewhere, by the clock of who waits."""
COLUMNS = ("game", "holder", "name", "process", "machine", "since", "beat")
IDS = (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id"))


class Lease(Struct, frozen=True, kw_only=True):
    """Who holds a game: a secret of its own, the name for people, the process and machine, since when by its clock."""

    game: str
    holder: str
    name: str
    process: int
    machine: str
    since: float
    beat: int

    @property
    def day(self) -> str:
        """Since when, for people here."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.since))


class Held(NotWritten):
    """Another one plays this game: here it can only be looked at."""

    def __init__(self, lease: Lease) -> None:
        where = f"{lease.name} (process {lease.process})"
        super().__init__(f"game {lease.game!r} is played at {where} since {lease.day}; here it can only be looked at")
        self.lease = lease


class Leases:
    """The leases of one store; `seconds` is a clock that never goes back. What writes raises `sqlite3.Error`."""

    def __init__(self, base: sqlite3.Connection, path: Path, name: str, seconds: Callable[[], float]) -> None:
        self._base, self._path, self._seconds = base, path, seconds
        self._name = name or node() or "?"
        self._holder = secrets.token_hex(8)
        self._machine = machine()
        self._held: set[str] = set()
        self._lost: set[str] = set()
        self._sign: int | None = None
        self._seen: dict[str, tuple[str, int, float]] = {}

    @property
    def holder(self) -> str:
        """What this store is called in the leases it holds."""
        return self._holder

    def holds(self, game: str) -> bool:
        """Does this store hold the game, as far as it knows?"""
        return game in self._held

    def has_lost(self, game: str) -> bool:
        """Was a game taken from this store, so that it may have gone on, and was not taken back since?"""
        return game in self._lost

    def of_others(self) -> list[Lease]:
        """What other stores hold whose process has not ended, as far as that can be seen from here."""
        query = f"SELECT {', '.join(COLUMNS)} FROM lease WHERE holder NOT IN ('', ?)"
        found = [Lease(**dict(zip(COLUMNS, row, strict=True))) for row in self._base.execute(query, (self._holder,))]
        return [self._looked(lease) for lease in found if not self._has_ended(lease)]

    def of(self, game: str) -> Lease | None:
        """The lease another store has of a game, if one has whose process has not ended."""
        return next((lease for lease in self.of_others() if lease.game == game), None)

    def is_gone(self, lease: Lease) -> bool:
        """Has this lease given no sign for too long, since this store first looked?"""
        holder, beat, since = self._seen.get(lease.game, ("", 0, 0.0))
        return (holder, beat) == (lease.holder, lease.beat) and self._seconds() >= since + PATIENCE

    def take(self, game: str, *, silent: bool = False) -> None:
        """Hold a game from now on, within a transaction; `Held`. Where `silent`, it is taken from one that is gone."""
        lease = self.of(game)
        if lease is not None and not (silent and self.is_gone(lease)):
            raise Held(lease)
        before = self._base.execute("SELECT holder, beat FROM lease WHERE game = ?", (game,)).fetchone() or ("", 0)
        self._sign_up()
        mine = (game, self._holder, self._name, os.getpid(), self._machine, time.time(), before[1] + 1)
        self._base.execute("INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?, ?, ?)", mine)
        if before[0] not in ("", self._holder):
            _sign_of(self._path, before[0]).unlink(missing_ok=True)

    def taken(self, game: str) -> None:
        """The transaction is through."""
        self._held.add(game)
        self._lost.discard(game)

    def lost(self, game: str) -> None:
        """Another store has taken it."""
        self._held.discard(game)
        self._lost.add(game)

    def release(self, game: str) -> None:
        """Hold it no more."""
        self._held.discard(game)
        self._base.execute("UPDATE lease SET holder = '' WHERE game = ? AND holder = ?", (game, self._holder))

    def beat(self) -> list[str]:
        """Give a sign of life for all that is held; the games that another store has taken meanwhile."""
        lost = []
        with _unsynced(self._base):
            for game in sorted(self._held):
                query = "UPDATE lease SET beat = beat + 1 WHERE game = ? AND holder = ?"
                if not self._base.execute(query, (game, self._holder)).rowcount:
                    lost.append(game)
        for game in lost:
            self.lost(game)
        return lost

    def close(self) -> None:
        """Hold nothing any more; may be called twice."""
        for game in sorted(self._held):
            with suppress(sqlite3.Error):
                self.release(game)
        self._held.clear()
        if self._sign is not None:
            _sign_of(self._path, self._holder).unlink(missing_ok=True)
            os.close(self._sign)
            self._sign = None

    def _looked(self, lease: Lease) -> Lease:
        """Remember since when a lease has stood as it stands."""
        holder, beat, _since = self._seen.get(lease.game, ("", 0, 0.0))
        if (holder, beat) != (lease.holder, lease.beat):
            self._seen[lease.game] = lease.holder, lease.beat, self._seconds()
        return lease

    def _has_ended(self, lease: Lease) -> bool:
        """Has a process of this machine ended that held it?"""
        return lease.machine == self._machine and not _is_locked(_sign_of(self._path, lease.holder))

    def _sign_up(self) -> None:
        """Keep a file locked while this process lives; where nothing can be locked, the lease names no machine."""
        if self._sign is not None:
            return
        self._sign = os.open(_sign_of(self._path, self._holder), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            flock(self._sign, LOCK_EX | LOCK_NB)
        except OSError:
            self._machine = ""


def machine() -> str:
    """What tells this machine from others: made from the id its system has, where it has one, and its name."""
    id = b""
    for file in IDS:
        with suppress(OSError):
            id = id or file.read_bytes()[:64].strip()
    return blake2b(id + node().encode(), key=b"companion", digest_size=8).hexdigest()


def _sign_of(path: Path, holder: str) -> Path:
    return path.with_name(f"{path.name}-holder-{holder}")


def _is_locked(path: Path) -> bool:
    """Does a living process keep this file locked? Also where that is unknown."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        flock(file, LOCK_SH | LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


@contextmanager
def _unsynced(base: sqlite3.Connection) -> Iterator[None]:
    """What is written within need not survive a power cut, so it does not wait for the disk."""
    base.execute("PRAGMA synchronous=NORMAL")
    try:
        yield
    finally:
        base.execute("PRAGMA synchronous=FULL")
