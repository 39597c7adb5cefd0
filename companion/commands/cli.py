"""The command line: ``companion`` opens the app; its commands work without a window.

A command's module is imported when that command is asked for, so that help and small commands start at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.commands.ending import CUT_OFF, STOPPED, TERMINATED, Terminated, complaint, cut_off, orderly
from companion.commands.output import readable_everywhere
from companion.host.data_folder import data_folder
from companion.wording import LANGUAGES, of_system, wording
from engine.errors import CompanionError

COMMANDS: Mapping[str, tuple[str, str]] = {
    "demo": ("demo", "a whole game on the virtual table"),
    "games": ("games", "the games that are kept"),
    "export": ("export", "write the record of a kept game"),
    "import": ("imports", "keep the game of a record"),
    "backup": ("backup", "one file of all that is kept here, and back from such a file"),
    "restore": ("restore", "put a backup back, or go on with damaged games from the daily copies"),
    "replay": ("replay", "decide a record again and print its standings"),
    "look": ("look", "say what a photo shows"),
    "doctor": ("doctor", "check this machine and its devices"),
    "diagnostics": ("diagnostics", "one file to attach to a report: versions, doctor, log, last game; no passwords"),
    "values": ("values", "the printed values your copy has not given yet"),
    "print": ("printing", "the play mat, calibration sheet and cards as PDF"),
    "judge": ("judge", "judge a situation written by hand (docs/cases)"),
    "rules": ("rules", "find rules by words or by their id"),
    "ask": ("ask", "whether something is or was allowed in a recorded game"),
    "why": ("why", "why gold or other pieces went from or to a player"),
    "may": ("may", "what a player may do now, in a case or at the end of a record"),
    "notation": ("notation", "a record as a text for people, and back"),
    "load": ("load", "the best loading of a player's ships, in a case or a record"),
    "score": ("score", "score a game that was not followed, from what lies before the players"),
    "enrol": ("enrol", "how long enrolling the cards of a game takes at the virtual table"),
    "lens": ("lens", "measure a camera's lens with the printed calibration sheet"),
    "keys": ("keys", "make this table's own authority: phones then come by HTTPS"),
    "record-camera": (
        "record_camera",
        "whether short clips of games are kept on this machine; list, erase, export them",
    ),
    "learn": ("learn", "how well the kept clips read, and colours learnt from them if they read better"),
    "update": ("update", "which version this is, which is the newest, what is new and how to get it"),
    "tray": ("tray", "try every sensor of a tray, or put the program of this version onto it"),
    "host": ("host", "a game with its trays, camera and phones, without a window"),
    "desk": ("desk", "a referee's desk for all tables of a club, in the browser"),
    "completion": ("completion", "words of this command line for bash, zsh or fish"),
    "manual": ("manual", "the man page of this command line"),
}
"""Command → its module in `companion.commands` and its line of help."""
EXPECTED = (CompanionError, OSError)
"""What a person can do something about: reported in one line. Anything else is a mistake in the program."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status: 130 after Ctrl-C, 141 when the output is closed, 143 after SIGTERM."""
    readable_everywhere()
    try:
        with orderly():
            status = _run(arguments)
            sys.stdout.flush()
            return status
    except KeyboardInterrupt:
        print("companion: stopped", file=sys.stderr)
        return STOPPED
    except Terminated:
        return TERMINATED
    except BrokenPipeError:
        cut_off()
        return CUT_OFF


def _run(arguments: Sequence[str] | None) -> int:
    asked = command_line().parse_args(arguments)
    wording.speak(asked.language or of_system())
    try:
        return int(import_module(f"companion.commands.{asked.module}").run(asked))
    except BrokenPipeError:
        raise
    except EXPECTED as error:
        print(f"companion: {complaint(error)}", file=sys.stderr)
    except Exception as error:
        from companion.commands.crash import report_crash

        report_crash(error, sys.argv[1:] if arguments is None else arguments, data_folder(asked))
    return 1


class _Version(argparse.Action):
    """`--version`: looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"companion {version('companion')}")
        parser.exit()


class _CommandParser(argparse.ArgumentParser):
    """The parser of one command; it reads its arguments from the command's module once it is asked to parse."""

    module = ""

    def load(self) -> None:
        """Take the arguments over from the command's module."""
        if self.get_default("module") is None:
            import_module(f"companion.commands.{self.module}").add_arguments(self)
            self.set_defaults(module=self.module)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.load()
        return super().parse_known_args(args, namespace)


def command_line() -> argparse.ArgumentParser:
    """The parser of the whole command line; each command's arguments are read when it is asked for."""
    parser = argparse.ArgumentParser(prog="companion", description="Follows a board game on a real table.")
    parser.set_defaults(module="app", command_line=parser)
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    parser.add_argument("--table", choices=("virtual", "real"), default="real", help="real sensors, or a drawn table")
    parser.add_argument("--data", type=Path, default=None, metavar="DIR", help="where games are kept")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="", help="of the words; else the system's")
    parser.add_argument("--game", default="", metavar="ID", help="go on with this game, or with the `last` one")
    parser.add_argument("--desk", default="", metavar="ADDRESS", help="let a club's desk follow: its referee sees all")
    parser.add_argument("--desk-pictures", action="store_true", help="and a picture of the mat at each challenge")
    commands = parser.add_subparsers(title="without a window", parser_class=_CommandParser)
    for name, (module, about) in COMMANDS.items():
        commands.add_parser(name, help=about).module = module
    return parser
