"""The files a game can be saved as: what each holds, how its name ends, and how one of ours is known again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.arbiter.gamescript import write_game
from companion.play.record import OUR_HEADS, record_bytes
from companion.sharing import bgg, bgstats, page, sheet
from companion.sharing.report import Report, report_now
from engine.errors import NotFound, WrongInput
from engine.files import write_whole
from engine.journal import Journal


class Format(Struct, frozen=True, kw_only=True):
    """A kind of file: the ending of its name, what a file of ours begins with, and what makes its bytes."""

    ending: str
    begins: tuple[bytes, ...]
    made: Callable[[Journal, Report], bytes]


class ReportFile(Struct, frozen=True, kw_only=True):
    """The report as JSON."""

    companion_report: int
    report: Report


FORM = 1
BEGINNING = 256
"""So many bytes of a file tell whether it is ours."""
FORMATS: Mapping[str, Format] = {
    "record": Format(ending=".jsonl", begins=OUR_HEADS, made=lambda journal, _report: record_bytes(journal)),
    "notation": Format(ending=".txt", begins=(b'[Game "',), made=lambda journal, _report: write_game(journal).encode()),
    "csv": Format(
        ending=".csv", begins=(sheet.BEGINS.encode(),), made=lambda _journal, report: sheet.sheet(report).encode()
    ),
    "html": Format(
        ending=".html", begins=(page.BEGINS.encode(),), made=lambda _journal, report: page.page(report).encode()
    ),
    "bgg": Format(
        ending=".txt", begins=(bgg.BEGINS.encode(),), made=lambda _journal, report: bgg.bgg_text(report).encode()
    ),
    "bgstats": Format(
        ending=".txt",
        begins=(bgstats.LINK.encode(),),
        made=lambda _journal, report: f"{bgstats.bgstats_link(report)}\n".encode(),
    ),
    "json": Format(
        ending=".json",
        begins=(b'{"companion_report":',),
        made=lambda _journal, report: msgspec.json.encode(ReportFile(companion_report=FORM, report=report)) + b"\n",
    ),
}
"""Every kind of file by the name it is asked for; of two with one ending the first is meant."""


def format_for(path: Path, name: str = "") -> Format:
    """The kind of file called `name`, or the one a file's ending stands for.

    `WrongInput` where name and ending do not fit each other, or no kind has that ending; a pipe or a device may have
    any name.
    """
    if name:
        found = FORMATS[name]
        if path.suffix != found.ending and not _device(path):
            raise WrongInput(f"{str(path)!r}: a file of the kind {name!r} ends in {found.ending!r}")
        return found
    for found in FORMATS.values():
        if path.suffix == found.ending:
            return found
    if _device(path):
        return FORMATS["record"]
    endings = ", ".join(dict.fromkeys(each.ending for each in FORMATS.values()))
    raise WrongInput(f"{str(path)!r}: no kind of file ends so; there are {endings}, or name one with --as")


def save(journal: Journal, path: Path, kind: Format) -> None:
    """Write a game to `path`, whole; `WrongInput` for a file that is there already and is none of this kind."""
    check_ours(path, kind)
    if not (path.parent.is_dir() or _device(path)):
        raise NotFound(f"there is no folder {str(path.parent)!r}")
    write_whole(path, kind.made(journal, report_now(journal)))


def check_ours(path: Path, kind: Format) -> None:
    """Raise `WrongInput` where a file of another kind would be lost; an empty one may go."""
    if path.is_dir():
        raise WrongInput(f"{str(path)!r} is a folder; name a file in it")
    if not path.is_file():
        return
    with path.open("rb") as file:
        begins = file.read(BEGINNING)
    if begins and not begins.replace(b'": ', b'":').startswith(kind.begins):
        raise WrongInput(f"{str(path)!r} is there already and is no such file of ours; name another file")


def _device(path: Path) -> bool:
    return path.exists() and not (path.is_file() or path.is_dir())
