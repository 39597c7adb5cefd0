"""`companion demo`: a whole game on the virtual table without a window, and its report."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import randrange
from typing import TYPE_CHECKING, Any

from companion.commands.output import print_json, say, table_of, whisper
from companion.titles import DEFAULT, known, title_of
from engine.errors import WrongInput
from engine.journal import Journal, Learn, Remark, Undo

if TYPE_CHECKING:
    from companion.host.opening import Running
    from companion.play.reports import Disagreement
    from companion.play.session import Session
    from companion.ui.shots import Shots
    from engine.game import Command, Standing

Report = dict[str, Any]
"""What a game came to, as JSON has it."""
BREATH = 0.002
"""Seconds the loop rests, so that the camera's and the trays' threads have their turn."""
LATER = 60
"""Entries after which history and devices have something to show."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=playable(), default=DEFAULT)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=None, help="the same seed deals the same game")
    parser.add_argument("--json", action="store_true", help="one JSON object; the course of the game goes elsewhere")
    parser.add_argument("--screens", type=Path, default=None, metavar="DIR", help="leave pictures of the app's screens")
    parser.add_argument("--weather", choices=("kind", "fair", "poor", "nasty"), default="kind", help="for the camera")
    parser.add_argument("--speed", type=float, default=0.0, help="1 plays at people's pace, 0 as fast as it goes")
    parser.add_argument("--slips", type=int, default=1, help="how often a hand leaves a wrong coin")
    parser.add_argument("--troubles", type=int, default=0, help="how often a cable, line, tray, broker or camera fails")
    parser.add_argument("--limit", type=float, default=900.0, help="give up after so many seconds")
    parser.add_argument("--record", type=Path, default=None, metavar="FILE", help="write the record of what was played")


def playable() -> tuple[str, ...]:
    """The games that are played at the virtual table."""
    return tuple(name for name in known() if title_of(name).table is not None)


def run(asked: argparse.Namespace) -> int:
    from companion.host.opening import shuffled_game, virtual_game

    seed = randrange(1_000_000) if asked.seed is None else asked.seed
    pause = 1.0 / asked.speed if asked.speed > 0 else 0.0
    seats = title_of(asked.game).seats
    if asked.players not in seats:
        raise WrongInput(f"{asked.game} is for {seats[0]} to {seats[-1]} players, not {asked.players}")
    book = shuffled_game(asked.game, asked.players, seed)
    told = whisper if asked.json else say
    told(f"{asked.players} players, seed {seed}")
    given = {"slips": asked.slips, "weather": asked.weather, "troubles": asked.troubles}
    with _recorded(book, asked.record), virtual_game(book, seed, pause=pause, report=told, **given) as running:
        follow = _pictures(running, asked.screens) if asked.screens else None
        seconds = play(running, asked.limit, told, follow)
        found = report(running, seconds)
    told(table_of(book.game.standings(book.state), running.session.names))
    if asked.json:
        print_json(found)
    else:
        say(_summary(found))
    return 0 if found["scores"] == found["true_scores"] else 2


@contextmanager
def _recorded(book: Journal, path: Path | None) -> Iterator[None]:
    """However the game ends, what was played of it is written to `path`; refused at once where that is no record."""
    from companion.play.record import check_replaceable, write_record

    if path is not None:
        check_replaceable(path)
    try:
        yield
    finally:
        if path is not None:
            write_record(book, path)
            whisper(f"{path}: {book.last} entries")


def _summary(found: Report) -> str:
    """What a person wants to know at the end."""
    right = "as counted by hand" if found["scores"] == found["true_scores"] else "NOT as counted by hand"
    read = ", ".join(f"{count} by {kind}" for kind, count in found["readings"].items())
    ended = ", ".join(f"{each['zone']} {each['ended']}" for each in found["disagreements"]) or "none"
    totals = {seat: lines["total"] for seat, lines in found["scores"].items()}
    return (
        f"{found['entries']} entries in {found['seconds']} s; the players' own: {read}\n"
        f"disagreements: {ended}\nscores {right}: {totals}"
    )


def _pictures(running: Running, folder: Path) -> Callable[[], None]:
    """The app off-screen follows the same session: a picture of every phase, and of what is around."""
    from companion.ui.shots import Shots

    shots, session, taken = Shots(running.session, folder), running.session, set[str]()

    def follow() -> None:
        shots.follow()
        due = [screen for screen, ready in _around(session).items() if ready and screen not in taken]
        for screen in due:
            taken.add(screen)
            _picture_of(shots, screen)

    return follow


def _around(session: Session) -> dict[str, bool]:
    """The screens beside the phases, and whether there is something on them to see."""
    later = session.book.last > LATER
    drawn = bool(session.to_clear)
    beside = dict.fromkeys(("table", "history", "devices"), later)
    return {**beside, "differ": bool(session.disagreements), "scan": drawn and later}


def _picture_of(shots: Shots, screen: str) -> None:
    from companion.views.common.acts import Open

    shots.after(lambda desk: desk.do(Open(screen)), screen)
    shots.desk.do(Open("play"))


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
        running.poll()
        if follow is not None:
            follow()
        line = progress(session.book)
        if line != shown:
            shown = line
            said(line)
        if time.monotonic() - started > limit:
            raise TimeoutError(f"no end after {limit:.0f} s: entry {session.book.last}, {progress(session.book)}")
        time.sleep(BREATH)
    return time.monotonic() - started


def progress(book: Journal) -> str:
    """Where the game is: its round and phase."""
    phase, number = type(book.state.phase).__name__.lower(), title_of(book.game.name).round(book.state)
    return f"round {number}: {phase}" if number else phase


def report(running: Running, seconds: float) -> Report:
    """What the demo's last line says (see docs/session.md)."""
    session, dealer = running.session, running.dealer
    assert dealer is not None
    book = session.book
    standings = book.game.standings(book.state)
    return {
        "game": book.game.name,
        "players": len(session.names),
        "rounds": title_of(book.game.name).round(book.state),
        "entries": book.last,
        "winners": [standing.seat for standing in standings if standing.place == 1],
        "scores": {one.seat: _line_by_line(one, dealer.scores[one.seat]) for one in standings},
        "true_scores": {one.seat: dealer.scores[one.seat] for one in standings},
        "readings": readings(book),
        "share_sensed": round(share_sensed(book), 4),
        "disagreements": [_ended(found, how) for found, how in session.ended],
        "questions_and_taps": dealer.taps,
        "told": dealer.told,
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


def _by_a_player(command: Command) -> bool:
    return bool(command.seat) and not isinstance(command, Remark | Undo | Learn)


def _kind(origin: str) -> str:
    return origin.partition(":")[0]


def _ended(found: Disagreement, how: str) -> Report:
    values: Mapping[str, object] = {"table": dict(found.table), "book": dict(found.book)}
    return {"zone": found.zone, "source": found.source, **values, "since": found.since, "ended": how}
