"""A whole game on the virtual table without a window: what `companion demo` plays and reports."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.host.opening import Running
from companion.play.reports import Disagreement
from engine.game import Standing
from engine.journal import Journal, Learn, Remark, Undo

BREATH = 0.002
"""Seconds the loop rests, so that the camera's and the trays' threads have their turn."""


def play(
    running: Running, limit: float, said: Callable[[str], None], follow: Callable[[], None] | None = None
) -> float:
    """Play until the game is over; the seconds it took. Raises `TimeoutError` after `limit` seconds.

    `follow` is called after every step, as by a window that shows the game.
    """
    session, dealer = running.session, running.dealer
    assert dealer is not None
    started, shown = time.monotonic(), ""
    while not dealer.done:
        session.poll()
        dealer.step()
        if running.troubles is not None:
            running.troubles.step()
        if follow is not None:
            follow()
        line = progress(session.book)
        if line != shown:
            shown = line
            said(line)
        if time.monotonic() - started > limit:
            raise TimeoutError(f"no end after {limit:.0f} s, entry {session.book.last}: {session.state.phase!r}")
        time.sleep(BREATH)
    return time.monotonic() - started


def progress(book: Journal) -> str:
    """Where the game is: its round and phase."""
    phase = book.state.phase
    now = getattr(phase, "round", None)
    return f"round {now.number}: {type(phase).__name__.lower()}" if now else type(phase).__name__.lower()


def report(running: Running, seconds: float) -> dict[str, Any]:
    """What the demo's last line says (see docs/session.md)."""
    session, dealer = running.session, running.dealer
    assert dealer is not None
    book = session.book
    standings = book.game.standings(book.state)
    return {
        "game": book.game.name,
        "players": len(session.names),
        "rounds": book.state.phase.round.number,
        "entries": book.last,
        "winners": [standing.seat for standing in standings if standing.place == 1],
        "scores": {one.seat: _line_by_line(one, dealer.scores[one.seat]) for one in standings},
        "true_scores": {one.seat: dealer.scores[one.seat] for one in standings},
        "readings": readings(book),
        "share_sensed": round(share_sensed(book), 4),
        "disagreements": [_ended(found, how) for found, how in session.ended],
        "questions_and_taps": dealer.taps,
        "troubles": dict(running.troubles.met) if running.troubles else {},
        "seconds": round(seconds, 1),
        "digest": book.entries[-1].digest,
    }


def _line_by_line(standing: Standing, counted: Mapping[str, int]) -> dict[str, int]:
    """The lines of a score that the dealer counts too, and its total."""
    return {line: standing.lines.get(line, 0) for line in counted} | {"total": standing.score}


def readings(book: Journal) -> dict[str, int]:
    """How many of the players' entries came from the camera, serial trays, MQTT trays and taps."""
    found = Counter(_kind(entry.origin) for entry in book.entries if _by_a_player(entry.command))
    return {kind: found[kind] for kind in ("camera", "serial", "mqtt", "tap")}


def share_sensed(book: Journal) -> float:
    """The share of the players' entries that needed no tap."""
    found = readings(book)
    return 1 - found["tap"] / max(1, sum(found.values()))


def _by_a_player(command: Any) -> bool:
    return bool(command.seat) and not isinstance(command, Remark | Undo | Learn)


def _kind(origin: str) -> str:
    return origin.partition(":")[0]


def _ended(found: Disagreement, how: str) -> dict[str, Any]:
    values: Mapping[str, Any] = {"table": dict(found.table), "book": dict(found.book)}
    return {"zone": found.zone, "source": found.source, **values, "since": found.since, "ended": how}


def table_of(standings: tuple[Standing, ...], names: Mapping[str, str]) -> str:
    """The final standings for people."""
    rows = [f"{s.place}. {names[s.seat]} ({s.seat}) {s.score}: " + _lines(s.lines) for s in standings]
    return "\n".join(rows)


def _lines(lines: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {points}" for name, points in lines.items())
