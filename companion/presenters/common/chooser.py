"""A file is chosen, folder by folder: a game that is brought in, or a picture in which pieces are counted."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from companion.play.reports import Device
from companion.presenters.common.newgame import top_of
from companion.presenters.handling import At, Handlers
from companion.presenters.look import Look
from companion.views.common import acts
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.common.shown_pieces import OpenPicture
from companion.wording import _
from engine.errors import CompanionError

MOST = 60
"""So many folders and files of a folder are shown; the newest files come first."""


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of file that is chosen on a `screen`: its endings with the icon of each, and what choosing one means."""

    screen: str
    icons: Mapping[str, str]
    chosen: Callable[[str], object]
    back: str


GAMES = Kind(screen="import", icons={".jsonl": "record", ".txt": "notation"}, chosen=acts.TakeIn, back="games")
PICTURES = Kind(
    screen="pictures",
    icons=dict.fromkeys((".jpg", ".jpeg", ".png", ".webp", ".bmp"), "camera"),
    chosen=OpenPicture,
    back="shown",
)


class _Words(Struct, frozen=True):
    """What the screen says: what is chosen, which files, that none is there, its title, and the way back."""

    sentence: str
    files: str
    nothing: str
    title: str
    back: str


def _words(kind: Kind) -> _Words:
    if kind is PICTURES:
        return _Words(
            _("Open a picture"),
            _("A photo: JPEG, PNG, WebP or BMP."),
            _("{folder}: no folder and no picture in here"),
            _("A finished game"),
            _("Back"),
        )
    return _Words(
        _("Bring in a game"),
        _("A record (.jsonl), or a game written as text (.txt)."),
        _("{folder}: no folder and no game in here"),
        _("Games"),
        _("Games"),
    )


def choosing(look: Look, places: Sequence[Path], devices: Sequence[Device], kind: Kind = GAMES) -> Sheet:
    """What lies in the folder that is looked at; without one, the `places` where files usually lie."""
    folder, words = Path(look.about) if look.about else None, _words(kind)
    try:
        options = tuple(_inside(folder, kind)) if folder else tuple(_folder(one, str(one), kind) for one in places)
        note = str(folder) if folder else words.files
    except OSError as error:
        options, note = (), str(error)
    if folder and not options and note == str(folder):
        note = words.nothing.format(folder=folder)
    leave = Button(words.back, command=acts.Open(kind.back), look="primary")
    bar = Bar(sentence=words.sentence, note=look.said, choices=_up(folder, places, kind), primary=leave)
    return Sheet(body=Options(_("Which file?"), note, options), top=top_of(words.title, devices), bar=bar)


def _up(folder: Path | None, places: Sequence[Path], kind: Kind) -> tuple[Button, ...]:
    if folder is None:
        return ()
    above = "" if folder in places or folder == folder.parent else str(folder.parent)
    return (Button(_("One folder up"), icon="undo", command=acts.Open(kind.screen, above)),)


def _inside(folder: Path, kind: Kind) -> Iterator[Button]:
    there = [each for each in sorted(folder.iterdir(), key=lambda path: path.name.lower()) if each.name[:1] != "."]
    yield from [_folder(each, "", kind) for each in there if each.is_dir()][:MOST]
    files = sorted((each for each in there if each.suffix.lower() in kind.icons and each.is_file()), key=_age)
    yield from (_file(each, kind) for each in files[:MOST])


def _age(file: Path) -> float:
    return -file.stat().st_mtime


def _folder(path: Path, note: str, kind: Kind) -> Button:
    return Button(path.name or str(path), note, "next", command=acts.Open(kind.screen, str(path)))


def _file(path: Path, kind: Kind) -> Button:
    about = os.stat(path)
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(about.st_mtime))
    note = f"{when}, {max(1, round(about.st_size / 1000))} kB"
    return Button(path.name, note, kind.icons[path.suffix.lower()], command=kind.chosen(str(path)))


def _take_in(desk: At, act: acts.TakeIn) -> None:
    """Keep the game of a file; what is wrong with it is reported where it was chosen."""
    if desk.host is None:
        return
    try:
        id, new = desk.host.take_in(Path(act.file))
    except (CompanionError, OSError) as error:
        desk.see(said=_("Not brought in. {why}").format(why=error))
    else:
        said = _("Kept as {id}. It stands in the list of games.") if new else _("Kept already, as {id}.")
        desk.see(said=said.format(id=id))


HANDLERS: Handlers = {acts.TakeIn: _take_in}
