"""The command line: ``companion`` opens the app; its subcommands work without a window."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import randrange
from typing import TYPE_CHECKING, Any

from companion.commands.arbiter import add_parser as add_arbiter
from companion.commands.enrol import add_parser as add_enrolling
from companion.commands.lens import add_parser as add_lens
from companion.commands.records import add_parser as add_kept
from companion.commands.shortcuts import add_parser as add_shortcuts
from companion.host.data_folder import data_folder
from companion.wording import LANGUAGES, of_system, wording

if TYPE_CHECKING:
    from companion.host.host import Host
    from companion.host.opening import Running
    from companion.play.session import Session
    from companion.ui.shots import Shots


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    parsed = _parser().parse_args(arguments)
    wording.speak(parsed.language or "en")
    try:
        return int(parsed.run(parsed))
    except KeyboardInterrupt:
        return 130
    except (OSError, ValueError, LookupError) as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="Follows a board game on a real table.")
    parser.set_defaults(run=_app)
    parser.add_argument("--table", choices=("virtual", "real"), default="real", help="real sensors, or a drawn table")
    parser.add_argument("--data", type=Path, default=None, metavar="DIR", help="where games are kept")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="", help="of the words")
    parser.add_argument("--game", default="", metavar="ID", help="go on with this game")
    commands = parser.add_subparsers(title="without a window")
    _demo_arguments(commands.add_parser("demo", help="a whole game on the virtual table"))
    add_kept(commands)
    _look_arguments(commands.add_parser("look", help="say what a photo shows"))
    doctor = commands.add_parser("doctor", help="check this machine and its devices")
    doctor.add_argument("--json", action="store_true")
    doctor.add_argument("--keep", action="store_true", help="write the camera's best setting into devices.toml")
    doctor.add_argument("--forget", metavar="TRAY", help="instead: drop a tray that is gone for good from the broker")
    doctor.set_defaults(run=_doctor)
    values = commands.add_parser("values", help="what your printed copy still has to tell")
    values.add_argument("--write", action="store_true", help="begin the file to type it into")
    values.set_defaults(run=_values)
    paper = commands.add_parser("print", help="the play mat, calibration sheet and cards as PDF")
    paper.add_argument("folder", type=Path)
    paper.set_defaults(run=_print)
    add_arbiter(commands)
    add_shortcuts(commands)
    add_enrolling(commands)
    add_lens(commands)
    return parser


def _demo_arguments(demo: argparse.ArgumentParser) -> None:
    demo.add_argument("--players", type=int, choices=range(2, 6), default=4)
    demo.add_argument("--seed", type=int, default=None, help="the same seed deals the same game")
    demo.add_argument("--json", action="store_true", help="the last line is one JSON object")
    demo.add_argument("--screens", type=Path, default=None, metavar="DIR", help="leave pictures of the app's screens")
    demo.add_argument("--weather", choices=("kind", "fair", "poor", "nasty"), default="kind", help="for the camera")
    demo.add_argument("--speed", type=float, default=0.0, help="1 plays at people's pace, 0 as fast as it goes")
    demo.add_argument("--slips", type=int, default=1, help="how often a hand leaves a wrong coin")
    demo.add_argument("--troubles", type=int, default=0, help="how often a cable, line, tray, broker or camera fails")
    demo.add_argument("--limit", type=float, default=900.0, help="give up after so many seconds")
    demo.add_argument("--record", type=Path, default=None, metavar="FILE", help="write the game's record")
    demo.set_defaults(run=_demo)


PHOTOS = ("cards", "cubes", "dice", "markers", "pips", "tiles", "coins")
"""What a photo may be looked at for."""


def _look_arguments(look: argparse.ArgumentParser) -> None:
    look.add_argument("photo", type=Path)
    look.add_argument("--for", dest="what", choices=PHOTOS, required=True)
    look.add_argument("--family", metavar="D", help="the dictionary of the markers")
    look.add_argument("--layout", metavar="NAME", help="how the cards are laid out")
    look.add_argument("--enrolled", type=Path, metavar="DIR", help="pictures of cards, tiles or coins to match")
    look.add_argument("--json", action="store_true")
    look.add_argument("--overlay", type=Path, default=None, metavar="OUT")
    look.set_defaults(run=_look)


def _demo(asked: argparse.Namespace) -> int:
    from companion.commands.demo import play, report, table_of
    from companion.host.opening import shuffled_setup, unkept, virtual_game
    from companion.play.record import write_record

    seed = randrange(1_000_000) if asked.seed is None else asked.seed
    pause = 1.0 / asked.speed if asked.speed > 0 else 0.0
    book = unkept(shuffled_setup(asked.players, seed))
    _say(f"{asked.players} players, seed {seed}")
    options = {"slips": asked.slips, "pause": pause, "said": _say, "weather": asked.weather, "troubles": asked.troubles}
    with virtual_game(book, seed, **options) as running:
        follow = _pictures(running, asked.screens) if asked.screens else None
        seconds = play(running, asked.limit, _say, follow)
        found = report(running, seconds)
        if asked.record:
            write_record(book, asked.record)
    _say(table_of(book.game.standings(book.state), running.session.names))
    print(json.dumps(found) if asked.json else _summary(found), flush=True)
    return 0 if found["scores"] == found["true_scores"] else 2


def _say(line: str) -> None:
    print(line, flush=True)


def _summary(found: dict[str, Any]) -> str:
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
    later = session.book.last > 60
    drawn = bool(session.to_clear)
    return {"differ": bool(session.disagreements), "scan": drawn and later, "history": later, "devices": later}


def _picture_of(shots: Shots, screen: str) -> None:
    from companion.views.common.acts import Open

    shots.after(lambda desk: desk.do(Open(screen)), screen)
    shots.desk.do(Open("play"))


def _look(asked: argparse.Namespace) -> int:
    from vision.look import look

    found = look(asked.photo, asked.what, asked.layout, asked.family, asked.enrolled, asked.overlay)
    print(json.dumps(found) if asked.json else json.dumps(found, indent=2))
    return 0


def _doctor(asked: argparse.Namespace) -> int:
    from companion.host.doctor import as_data, examine, forget, keep

    folder = data_folder(asked)
    if asked.forget:
        _say(forget(folder, asked.forget))
        return 0
    signs = {"ok": "✓", "warn": "!", "bad": "✗"}
    found = []
    for said in examine(folder):
        found.append(said)
        if not asked.json:
            words = said.what(wording.language), said.remedy(wording.language)
            _say("  ".join(filter(None, (signs[said.level], *words))))
    if asked.json:
        print(json.dumps([as_data(said, wording.language) for said in found]))
    if asked.keep and (kept := keep(folder, found)):
        print(kept, file=sys.stderr)
    return 1 if any(said.level == "bad" for said in found) else 0


def _values(asked: argparse.Namespace) -> int:
    from companion.host.owner_values import FILE, begin
    from engine.constantinopolis.values import copy, missing

    folder = data_folder(asked)
    path = folder / FILE
    lacking = missing(copy(path if path.exists() else None))
    if asked.write:
        print(begin(folder, lacking))
    else:
        print("\n".join(lacking) or f"{path}: nothing is missing")
    return 0


def _print(asked: argparse.Namespace) -> int:
    from companion.titles.constantinopolis.opening import market_prints
    from engine.constantinopolis.values import Book, house
    from vision.mat.mat import load_mat
    from vision.printing.printables import print_everything

    asked.folder.mkdir(parents=True, exist_ok=True)
    deck = Book(house()).deck()
    faces = [face for face in sorted(deck) for _ in range(deck[face])]
    for path in print_everything(asked.folder, load_mat(), faces, market_prints()):
        print(path)
    return 0


def _app(asked: argparse.Namespace) -> int:
    from companion.host.host import Host

    house = Host(data_folder(asked), virtual=asked.table == "virtual")
    try:
        return _open_app(house, asked.game, asked.language)
    finally:
        house.close()


def _open_app(house: Host, game: str, language: str) -> int:
    from companion.ui.onscreen import prepare

    prepare()
    from companion.presenters.desk import Desk
    from companion.ui.app import CompanionApp

    wording.speak(of_system())
    desk = Desk(house, house.resume(game) if game else None)
    if language:
        wording.speak(language)
    CompanionApp(desk, house.poll).run()
    return 0
