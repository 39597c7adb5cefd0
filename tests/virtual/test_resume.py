"""Killed at any moment, the game goes on at the virtual table where its journal ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from companion.host.host import Host

PROGRAM = """
import sys, time
from pathlib import Path
from random import Random
from companion.host.host import Host
from companion.titles.title import Place, Setting
host = Host(Path(sys.argv[1]), virtual=True, pace=0.0, chance=Random(7))
places = (Place("red", "Anna"), Place("blue", "Bruno"))
session = host.open(Setting(game="constantinopolis", edition="reconciled", places=places))
last = 0
while True:
    host.poll()
    time.sleep(0.002)
    if session.book.last != last:
        last = session.book.last
        print(last, session.journal[-1].digest, flush=True)
"""


def test_a_killed_game_goes_on_with_the_table_read_again(tmp_path: Path) -> None:
    number, digest = _killed_after(18, tmp_path)
    host = Host(tmp_path, virtual=True, pace=0.0, chance=Random(7))
    try:
        session = host.resume(host.saved[0].id)
        assert session.journal[number - 1].digest == digest
        _play_on(host, session.book.last + 8)
        assert session.disagreements == ()
        assert {entry.origin for entry in session.journal} & {"serial:tray-red", "serial:tray-blue"}
    finally:
        host.close()


def _killed_after(entries: int, folder: Path) -> tuple[int, str]:
    """Play in another process and kill it and all it started; its last acknowledged entry and digest."""
    program = [sys.executable, "-c", PROGRAM, str(folder)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        line = "0 "
        while int(line.split()[0]) < entries:
            line = process.stdout.readline()
        os.killpg(process.pid, signal.SIGKILL)
    return int(line.split()[0]), line.split()[1]


def _play_on(host: Host, entries: int, seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    assert host.running is not None
    while host.running.session.book.last < entries:
        host.poll()
        time.sleep(0.002)
        assert time.monotonic() < end, host.running.session.state.phase
