"""`companion host`: a game with its trays, its camera and its phones, without a window."""

from __future__ import annotations

import argparse
import re
import sys
import threading
import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from companion.commands.options import add_json, add_known_as, check_known_as
from companion.commands.output import printable, say, whisper
from companion.commands.playing import LAST, playing
from companion.host.data_folder import data_folder, open_store
from engine.errors import NotFound, WrongInput

if TYPE_CHECKING:
    from companion.commands.playing import Playing
    from companion.host.host import Host
    from companion.play.session import Session
    from companion.titles.title import Place

BREATH = 0.02
"""Seconds between two looks at what sensors, phones and the console bring."""
OWN = "own"
"""Stands for the first address of this computer that phones reach."""


class Seen(Struct, frozen=True, kw_only=True):
    """How a host stands: names by seat, who is due, devices by state, phones that joined, and those that ask."""

    game: str
    entry: int
    round: int
    names: dict[str, str]
    due: list[str]
    over: bool
    played_at: str
    devices: dict[str, str]
    phones: str
    joined: list[str]
    asking: dict[str, list[str]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="", metavar="ID", help="go on with this game; else with the last one")
    help = "begin a new game, with a --seat for each person; behind `last` only where none waits to be gone on with"
    parser.add_argument("--new", default="", metavar="GAME", help=help)
    parser.add_argument("--seat", action="append", default=[], metavar="COLOUR=NAME", help="in the order of the seats")
    parser.add_argument("--copy", action="store_true", help="a new game takes its values from your own copy")
    help = "let phones join, at this address of the machine; with :PORT at another port"
    parser.add_argument("--phones", nargs="?", const=OWN, default="", metavar="ADDRESS", help=help)
    add_known_as(parser, "phones reach this host")
    parser.add_argument("--name", default="", help="what other hosts call this one; else as the machine is called")
    help = "go on here with a game whose host gives no sign any more"
    parser.add_argument("--continue", dest="take_over", action="store_true", help=help)
    parser.add_argument("--status", action="store_true", help="say which games are played by whom, and end")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    if asked.status:
        return _status(asked)
    _check(asked)
    from companion.host.host import Host
    from companion.host.log_file import keep_log

    keep_log(data_folder(asked))
    host = Host(data_folder(asked), virtual=asked.table == "virtual", name=asked.name)
    try:
        with playing(host, asked.desk, pictures=asked.desk_pictures) as table:
            _begin(host, asked)
            if asked.phones:
                _turn_on(table, asked.phones, asked.known_as)
            return _serve(table, asked.json)
    finally:
        host.close()


def _check(asked: argparse.Namespace) -> None:
    """`WrongInput` for words that do not go together."""
    if (asked.seat or asked.copy) and not asked.new:
        raise WrongInput("--seat and --copy go with --new GAME")
    if asked.new and asked.id not in ("", LAST):
        raise WrongInput(f"--new begins a game, and {asked.id!r} would be gone on with: say one of them, or last")
    if asked.known_as and not asked.phones:
        raise WrongInput("--known-as goes with --phones ADDRESS")
    if "://" in asked.known_as:
        raise WrongInput(f"--known-as {asked.known_as!r}: a host and a port; `companion keys` makes what HTTPS needs")
    if asked.phones:
        place, _, port = asked.phones.partition(":")
        check_known_as(asked.known_as, "--phones", place)
        if port and not re.fullmatch(r"[1-9]\d{0,4}", port):
            raise WrongInput(f"--phones {asked.phones!r}: an address of this machine, or ADDRESS:PORT")


# --- which game ---


def _begin(host: Host, asked: argparse.Namespace) -> None:
    """Open the game that is asked for; it is this host's to play, or an error says whose."""
    if asked.new and (asked.id != LAST or not _waits(host)):
        _open(host, asked)
        return
    game = asked.id or asked.game
    host.resume(_last(host) if game in ("", LAST) else game)
    if host.holding.looks:
        _take_over(host, wait=asked.take_over)


def _waits(host: Host) -> str:
    """The game that was played last; empty where there is none, or it is over."""
    saved = next(iter(host.saved), None)
    return saved.id if saved is not None and not saved.over else ""


def _last(host: Host) -> str:
    if waits := _waits(host):
        return waits
    raise NotFound("no game waits to be gone on with; begin one: companion host --new GAME --seat COLOUR=NAME …")


def _open(host: Host, asked: argparse.Namespace) -> None:
    from companion.titles import known, title_of
    from companion.titles.title import Setting

    if asked.new not in known():
        raise WrongInput(f"no game is called {asked.new!r}; there are {', '.join(known())}")
    title, values = title_of(asked.new), "copy" if asked.copy else "house"
    places = tuple(_place(each, title.colours) for each in asked.seat)
    if len(places) not in title.seats:
        raise WrongInput(f"{asked.new} is for {title.seats[0]} to {title.seats[-1]} players, not {len(places)}")
    host.open(Setting(game=asked.new, edition=title.edition, places=places, values=values))


def _place(text: str, colours: tuple[str, ...]) -> Place:
    from companion.titles.title import Place

    seat, _, name = text.partition("=")
    if seat not in colours or not name.strip():
        raise WrongInput(f"--seat {text!r}: it looks like {colours[0]}=Anna; the colours are {', '.join(colours)}")
    return Place(seat, name.strip())


def _take_over(host: Host, *, wait: bool) -> None:
    """Go on here with a game that another host plays, once that one gives no sign; `Held` where it does."""
    from companion.play.lease import BEAT, PATIENCE, Held

    if wait and (player := host.holding.player) is not None:
        whisper(f"waiting {PATIENCE:.0f} s for a sign of {player.name} (process {player.process})")
    until = time.monotonic() + PATIENCE + 2 * BEAT
    while True:
        try:
            host.continue_here()
            return
        except Held:
            if not wait or time.monotonic() > until:
                raise
        time.sleep(BREATH)


# --- what it says ---


def _turn_on(table: Playing, address: str, known_as: str) -> None:
    table.phones.turn_on(table.phones.addresses[0] if address == OWN else address, known_as)
    if table.phones.trouble:
        raise WrongInput(table.phones.trouble)


def _serve(table: Playing, as_json: bool) -> int:
    """Play until the end is asked for; 1 where another host has gone on with the game."""
    before, typed = None, _typed()
    while True:
        table.poll()
        for line in _arrived(typed):
            _answer(table, line)
        now = _seen(table)
        if now != before:
            for line in [msgspec.json.encode(now).decode()] if as_json else _lines(before, now):
                say(line)
        if now.played_at:
            whisper(f"{now.game} was gone on with at {now.played_at}: nothing is written here any more")
            return 1
        before = now
        time.sleep(BREATH)


def _seen(table: Playing) -> Seen:
    from companion.titles import title_of

    host, phones = table.host, table.phones
    assert host.running is not None
    session: Session = host.running.session
    title, names = title_of(session.game.name), session.names
    over = title.over(session.state)
    return Seen(
        game=host.holding.game,
        entry=session.book.last,
        round=title.round(session.state),
        names=dict(names),
        due=[] if over else [seat for seat in title.due(session.state) if seat in names],
        over=over,
        played_at=session.played_at,
        devices={device.id: device.state for device in session.devices},
        phones=phones.link,
        joined=sorted(phones.joined) if phones.link else [],
        asking={seat: list(goods) for seat, goods in phones.joiners.items()} if phones.link else {},
    )


def _lines(before: Seen | None, now: Seen) -> Iterator[str]:
    """What has changed, for people."""
    if before is None:
        people = ", ".join(f"{name} ({seat})" for seat, name in now.names.items())
        yield printable(f"{now.game}: {people}")
    if now.phones and (before is None or before.phones != now.phones):
        yield f"phones join at {now.phones}"
    if before is None or (before.entry, before.over) != (now.entry, now.over):
        due = ", ".join(now.names[seat] for seat in now.due)
        yield printable(f"entry {now.entry}, round {now.round}: {'the game is over' if now.over else due}")
    known = before.devices if before is not None else {}
    yield from (f"{device}: {state}" for device, state in now.devices.items() if known.get(device) != state)
    yield from _phone_lines(before, now)


def _phone_lines(before: Seen | None, now: Seen) -> Iterator[str]:
    asked, joined = (before.asking, before.joined) if before is not None else ({}, [])
    for seat, goods in now.asking.items():
        if asked.get(seat) != goods:
            shown = ", ".join(goods)
            yield printable(f"a phone asks for {now.names[seat]} and shows {shown}: type yes {seat}, or no {seat}")
    yield from (printable(f"{now.names[seat]}'s phone has joined") for seat in now.joined if seat not in joined)
    yield from (printable(f"{now.names[seat]}'s phone has gone") for seat in joined if seat not in now.joined)


# --- what is typed ---


def _typed() -> SimpleQueue[str]:
    """What is typed at the console, as it comes."""
    lines: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line.strip())

    if sys.stdin is not None:
        threading.Thread(target=read, name="console", daemon=True).start()
    return lines


def _arrived(lines: SimpleQueue[str]) -> Iterator[str]:
    try:
        while True:
            yield lines.get_nowait()
    except Empty:
        return


def _answer(table: Playing, line: str) -> None:
    """`yes SEAT` and `no SEAT` answer a phone that asks for a seat, `end SEAT` ends one that has it."""
    word, _, seat = line.partition(" ")
    assert table.host.running is not None
    if word in ("yes", "no") and seat in table.phones.joiners:
        table.phones.answer(seat, word == "yes")
    elif word == "end" and seat in table.host.running.session.names:
        table.phones.revoke(seat)
    elif line:
        whisper(printable(f"{line!r} means nothing here; there is: yes SEAT, no SEAT, end SEAT"))


# --- who plays what ---


def _status(asked: argparse.Namespace) -> int:
    from companion.play.games_file import GAMES
    from companion.play.lease import BEAT

    if not (data_folder(asked) / GAMES).exists():
        raise NotFound(f"no game is kept in {str(data_folder(asked))!r}")
    with open_store(data_folder(asked)) as store:
        before = store.leases()
        if before:
            time.sleep(2 * BEAT)
        held = [(lease, before.get(game) != lease) for game, lease in store.leases().items()]
    if asked.json:
        told = [
            {"game": each.game, "name": each.name, "process": each.process, "since": each.since, "lives": lives}
            for each, lives in held
        ]
        say(msgspec.json.encode({"played": told}).decode())
        return 0
    for each, lives in held:
        sign = "" if lives else "; it gives no sign just now"
        say(printable(f"{each.game} is played at {each.name} (process {each.process}) since {each.day}{sign}"))
    if not held:
        say("no game is played just now")
    return 0
