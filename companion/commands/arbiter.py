"""The arbiter on the command line: ``judge``, ``rules``, ``why``, ``may`` and ``notation``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.titles import DEFAULT, known
from companion.wording import LANGUAGES, wording


def add_parser(subparsers: Any) -> None:
    """Add the arbiter's sub-commands; each sets ``run``, which returns the exit status."""
    judge = _parser(subparsers, "judge", "judge a situation written by hand (docs/cases)", _judge)
    judge.add_argument("case", type=Path, metavar="CASE.toml")
    rules = _parser(subparsers, "rules", "find rules by words or by their id", _rules)
    rules.add_argument("words", nargs="+", metavar="WORD")
    rules.add_argument("--game", choices=sorted(known()), default=DEFAULT)
    _edition(rules)
    _add_record_commands(subparsers)
    notation = subparsers.add_parser("notation", help="a record as a text for people, and back")
    notation.add_argument("file", type=Path, metavar="RECORD|TEXT")
    notation.add_argument("-o", "--output", type=Path, default=None, help="where to; a record if it ends in .jsonl")
    notation.set_defaults(run=_notation)


def _add_record_commands(subparsers: Any) -> None:
    """What can be asked about a recorded game."""
    ask = _parser(subparsers, "ask", "whether something is or was allowed in a recorded game", _ask)
    ask.add_argument("record", type=Path)
    ask.add_argument("command", metavar="COMMAND", help="on one line, such as 'red bid Consul 5' (docs/notation.md)")
    why = _parser(subparsers, "why", "why gold or other pieces went from or to a player", _why)
    why.add_argument("record", type=Path)
    why.add_argument("player", help="a colour or a name")
    why.add_argument("amount", type=int, nargs="?", default=0, help="only movements of so many")
    why.add_argument("--piece", default="", help="such as gold, fame, G or pistrinum; without it the game's money")
    may = _parser(subparsers, "may", "what a player may do now, in a case or at the end of a record", _may)
    may.add_argument("file", type=Path, metavar="CASE.toml|RECORD")
    may.add_argument("player", help="a colour or a name")
    for parser in (ask, why):
        _edition(parser)
    for parser in (ask, may):
        parser.add_argument(
            "--at", type=int, default=None, metavar="N", help="after entry N of the record, not its end"
        )


def _parser(subparsers: Any, name: str, about: str, run: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = subparsers.add_parser(name, help=about)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--language", choices=LANGUAGES, default=argparse.SUPPRESS)
    parser.set_defaults(run=run)
    return parser


def _language(asked: argparse.Namespace) -> str:
    """The language asked for, before or behind the sub-command, else the one in force."""
    return getattr(asked, "language", "") or wording.language


def _edition(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edition", choices=LANGUAGES, default="", help="the printed rulebook on the table")


def _judge(asked: argparse.Namespace) -> int:
    from companion.arbiter.as_json import as_json
    from companion.arbiter.expecting import unexpected
    from companion.arbiter.judging import judge_file
    from companion.arbiter.report import Report

    found = judge_file(asked.case, _language(asked))
    if asked.json:
        _print_json(as_json(found))
        return 1 if unexpected(found) else 0
    names = {place.colour: place.name for place in found.state.setup.places}
    print(Report(found.case.game, found.case.edition, _language(asked), names).judgement(found))
    return 1 if unexpected(found) else 0


def _ask(asked: argparse.Namespace) -> int:
    from companion.arbiter.judging import judge_position
    from companion.arbiter.report import Report

    game, state = position(asked.record, asked.at)
    found = judge_position(game, state, asked.command, _language(asked))
    if asked.json:
        return _print_json(msgspec.to_builtins(found))
    print(*Report(game.name, asked.edition, _language(asked), _names(state.setup)).verdict(found), sep="\n")
    return 0


def _rules(asked: argparse.Namespace) -> int:
    from companion.arbiter.report import Report
    from companion.arbiter.search import Search

    with Search(asked.game) as search:
        found = search.find(" ".join(asked.words), _language(asked))
    if asked.json:
        return _print_json({"rules": msgspec.to_builtins(found)})
    report = Report(asked.game, asked.edition, _language(asked))
    for one in found:
        print(f"{one.rule}. {one.sentence}", *(f"  {line}" for line in report.printed(one.places)), sep="\n")
    if not found:
        print(report.say("no_rule", words=" ".join(asked.words)))
    return 0 if found else 1


def _why(asked: argparse.Namespace) -> int:
    from companion.arbiter.report import Report
    from companion.arbiter.why import causes, of_amount, told

    journal = _journal(asked.record)
    names = _names(journal.setup)
    seat = seat_called(asked.player, names)
    found = of_amount(causes(journal, seat, asked.piece, _language(asked)), asked.amount)
    if asked.json:
        return _print_json({"seat": seat, "causes": msgspec.to_builtins(found)})
    report = Report(journal.game.name, asked.edition, _language(asked), names)
    print(*told(report, seat, found, asked.piece, asked.amount), sep="\n")
    return 0


def _may(asked: argparse.Namespace) -> int:
    from companion.arbiter.may import lawful, told
    from companion.arbiter.report import Report

    game, state = position(asked.file, asked.at)
    names = _names(state.setup)
    seat = seat_called(asked.player, names)
    found = lawful(game, state, seat)
    if asked.json:
        return _print_json({"seat": seat, "lawful": msgspec.to_builtins(found)})
    print(*told(Report(game.name, "", _language(asked), names), state, seat, found), sep="\n")
    return 0


def position(file: Path, at: int | None) -> tuple[Any, Any]:
    """The game and the position a case leads to, or a record ends with or had after entry `at`."""
    from companion.arbiter.judging import after, judge_file
    from companion.titles import title_of

    if file.suffix == ".toml":
        found = judge_file(file)
        return title_of(found.case.game).game, found.state
    journal = _journal(file)
    journal = journal if at is None else after(journal, at)
    return journal.game, journal.state


def _journal(file: Path) -> Any:
    """The game of a record, or of a text in notation."""
    from companion.arbiter.gamescript import read_game
    from companion.play.record import read_record

    data = file.read_bytes()
    return read_game(data.decode()) if data.lstrip().startswith(b"[") else read_record(file)


def _names(setup: Any) -> dict[str, str]:
    return {place.colour: place.name for place in getattr(setup, "places", ())}


def seat_called(player: str, names: Mapping[str, str]) -> str:
    """The seat of a colour or a name; `ValueError` if there is none."""
    for seat, name in names.items():
        if player.lower() in (seat, name.lower()):
            return seat
    raise ValueError(f"no player is called {player!r}; there are {', '.join(filter(None, (*names, *names.values())))}")


def _notation(asked: argparse.Namespace) -> int:
    from companion.arbiter.gamescript import write_game
    from companion.play.record import write_record

    journal = _journal(asked.file)
    if asked.output is not None and asked.output.suffix == ".jsonl":
        write_record(journal, asked.output)
    else:
        _write(write_game(journal), asked.output)
    return 0


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")


def _print_json(found: Any) -> int:
    print(json.dumps(found, ensure_ascii=False))
    return 0
