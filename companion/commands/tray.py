"""`companion tray test`: every part of a tray tried in turn, with the person who built it; `tray update` beside it."""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from companion.commands.output import print_json, printable, say, whisper
from companion.host.data_folder import data_folder
from companion.wording import wording

if TYPE_CHECKING:
    from companion.host.wiring import Wiring
    from devices.bench import Answer, Bench
    from devices.bench_checks import Check
    from devices.finding import Finding

SIGNS = {"ok": "✓", "warn": "!", "bad": "✗"}
YES, NO = "ysj", "n"
"""How yes and no begin in the languages there are."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "test: go through every sensor, one after the other; update: put the program of this version onto it"
    parser.add_argument("what", choices=("test", "update"), help=about)
    parser.add_argument("tray", nargs="?", default="", metavar="TRAY", help="its id, or its port; else the first found")
    parser.add_argument("--slots", type=int, default=4, metavar="N", help="slots in each column of the ledger")
    parser.add_argument("--patience", type=float, default=60.0, metavar="SECONDS", help="for one part, then the next")
    parser.add_argument("--json", action="store_true", help="one JSON array; what to do goes to the error output")
    parser.add_argument("--program", type=Path, metavar="DIR", help="update: the folder deploy/firmware of a release")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="update: also a new settings.json")


def run(asked: argparse.Namespace) -> int:
    if asked.what == "test":
        return _test(asked)
    from companion.commands.tray_update import update
    from companion.host.wiring import read_wiring

    return update(asked, lambda: _cables(read_wiring(data_folder(asked))))


def _test(asked: argparse.Namespace) -> int:
    from devices.bench_checks import finding
    from devices.errors import NotPresent

    try:
        bench = _open(asked)
    except NotPresent:
        nobody = finding("nobody", where=f" ({asked.tray})" if asked.tray else "")
        _tell(nobody, asked.json)
        if asked.json:
            print_json([_data(nobody, None)])
        return 1
    try:
        return _walk(bench, asked)
    finally:
        bench.close()


def _open(asked: argparse.Namespace) -> Bench:
    from companion.host.wiring import read_wiring
    from devices.bench import open_bench

    wiring = read_wiring(data_folder(asked))
    broker = (wiring.broker.address, wiring.broker.table) if wiring.broker else None
    return open_bench(asked.tray, _cables(wiring), broker)


def _cables(wiring: Wiring) -> list[str]:
    """The ports at which trays may be."""
    from devices.finder import BOARDS, ports

    known = [port.device for port in ports() if (port.vid, port.pid) in BOARDS] if wiring.usb else []
    return [*wiring.serial, *known]


def _walk(bench: Bench, asked: argparse.Namespace) -> int:
    """Say what to do, and what was found; 1 if anything is wrong."""
    from devices.bench_checks import words

    found: list[dict[str, Any]] = []
    typed = _Typed()
    for finding in bench.about():
        _tell(finding, asked.json)
        found.append(_data(finding, None))
    whisper(words("keys", wording.language))
    for check, finding in bench.walk(_ask, typed.answer, asked.slots, asked.patience):
        _tell(finding, asked.json)
        found.append(_data(finding, check))
    if asked.json:
        print_json(found)
    return 1 if any(one["level"] == "bad" for one in found) else 0


def _ask(check: Check) -> None:
    from devices.bench_checks import words

    whisper(f"\n→ {words(check.kind, wording.language, **check.facts)}")


def _tell(finding: Finding, quietly: bool) -> None:
    sentences = finding.what(wording.language), finding.remedy(wording.language)
    line = printable("  ".join(filter(None, (SIGNS[finding.level], *sentences))))
    (whisper if quietly else say)(line)


def _data(finding: Finding, check: Check | None) -> dict[str, Any]:
    """A finding for a program."""
    words = {"what": finding.what(wording.language), "do": finding.remedy(wording.language)}
    return {"id": finding.id, "level": finding.level, "part": check.kind if check else "tray", **finding.facts, **words}


class _Typed:
    """What a person types, line by line, without waiting for it."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        threading.Thread(target=self._read, name="answers", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line.strip().lower())

    def answer(self) -> Answer:
        try:
            line = self._lines.get_nowait()
        except Empty:
            return ""
        if not line:
            return "skip"
        if line.startswith("q"):
            return "stop"
        return True if line[0] in YES else False if line[0] in NO else ""
