"""Which worker plays a table along: tables are dealt out to all workers, anew when one comes or goes.

A worker holds its shares as advisory locks of PostgreSQL: when it ends, however it ends, they are free.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from zlib import crc32

import psycopg

from companion.web.desk.postgres_store import connect

log = logging.getLogger("companion")
PARTS = 64
"""So many shares there are: no more workers than that have one."""
CLASS = 0x4445534B
"""The first number of their locks ("DESK"); the second one is the share, or `PARTS` for being there at all."""
GIVE = 4
"""So many are let go at a look: who takes them has their games to play along first."""
EVERY = 1.0
"""Seconds between two looks who is there."""
_HELD = """SELECT objid::int, pid FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND granted"""


class Shares:
    """The shares of one worker; its thread calls `look` often, and asks whether a table is in them."""

    def __init__(self, address: str, seconds: Callable[[], float] = time.monotonic) -> None:
        self._address, self._seconds = address, seconds
        self._base: psycopg.Connection | None = None
        self._held: set[int] = set()
        self._former: set[int] = set()
        self._next = 0.0

    def __contains__(self, table: str) -> bool:
        return crc32(table.encode()) % PARTS in self._held

    def look(self) -> bool:
        """Take what is free and let go what is too much; True where the shares are others now."""
        if self._seconds() < self._next:
            return False
        self._next = self._seconds() + EVERY
        before = set(self._held)
        try:
            self._deal()
        except psycopg.Error as error:
            log.info("no shares without the desk's database: %s", " ".join(str(error).split()))
            self._former = self._held or self._former
            self.close()
        return self._held != before

    def _deal(self) -> None:
        if self._base is None or self._base.closed:
            self._held = set()
            self._base = connect(self._address)
            self._base.execute("SELECT pg_advisory_lock_shared(%s, %s)", (CLASS, PARTS))
        found = self._base.execute(_HELD, (CLASS,)).fetchall()
        workers = sum(share == PARTS for share, _pid in found)
        fair = -(-PARTS // max(workers, 1))
        for share in sorted(self._held)[fair:][:GIVE]:
            self._base.execute("SELECT pg_advisory_unlock(%s, %s)", (CLASS, share))
            self._held.discard(share)
        free = set(range(PARTS)) - {share for share, _pid in found}
        if self._former:  # the database was gone: others come back for theirs too
            free, self._former = free & self._former, set()
        for share in sorted(free):
            if len(self._held) >= fair:
                break
            row = self._base.execute("SELECT pg_try_advisory_lock(%s, %s)", (CLASS, share)).fetchone()
            if row and row[0]:
                self._held.add(share)

    def close(self) -> None:
        """Let go of all; may be called twice."""
        self._held = set()
        if self._base is not None:
            with suppress(psycopg.Error):
                self._base.close()
        self._base = None
