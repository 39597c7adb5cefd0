"""A file is chosen, folder by folder: the game of a record, or of a text in notation, is brought in."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.play.reports import Device
from companion.presenters.common.newgame import top_of
from companion.presenters.handling import At, Handlers
from companion.presenters.look import Look
from companion.views.common import acts
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet
from companion.wording import _

ENDINGS = (".jsonl", ".txt")
"""The endings of files that may hold a game."""
MOST = 60
"""So many folders and files of a folder are shown; the newest files come first."""


def choosing(look: Look, places: Sequence[Path], devices: Sequence[Device]) -> Sheet:
    """What lies in the folder that is looked at; without one, the `places` where files usually lie."""
    folder = Path(look.about) if look.about else None
    try:
        options = tuple(_inside(folder)) if folder else tuple(_folder(place, str(place)) for place in places)
        note = str(folder) if folder else _("A record (.jsonl), or a game written as text (.txt).")
    except OSError as error:
        options, note = (), str(error)
    if folder and not options and note == str(folder):
        note = _("{folder}: no folder and no game in here").format(folder=folder)
    bar = Bar(sentence=_("Bring in a game"), note=look.said, choices=_up(folder, places), primary=_leave())
    return Sheet(body=Options(_("Which file?"), note, options), top=top_of(_("Games"), devices), bar=bar)


def _leave() -> Button:
    return Button(_("Games"), command=acts.Open("games"), look="primary")


def _up(folder: Path | None, places: Sequence[Path]) -> tuple[Button, ...]:
    if folder is None:
        return ()
    above = "" if folder in places or folder == folder.parent else str(folder.parent)
    return (Button(_("One folder up"), icon="undo", command=acts.Open("import", above)),)


def _inside(folder: Path) -> Iterator[Button]:
    there = [each for each in sorted(folder.iterdir(), key=lambda path: path.name.lower()) if each.name[:1] != "."]
    yield from [_folder(each, "") for each in there if each.is_dir()][:MOST]
    files = sorted((each for each in there if each.suffix in ENDINGS and each.is_file()), key=_age)
    yield from (_file(each) for each in files[:MOST])


def _age(file: Path) -> float:
    return -file.stat().st_mtime


def _folder(path: Path, note: str) -> Button:
    return Button(path.name or str(path), note, "next", command=acts.Open("import", str(path)))


def _file(path: Path) -> Button:
    about = os.stat(path)
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(about.st_mtime))
    note = f"{when}, {max(1, round(about.st_size / 1000))} kB"
    icon = "record" if path.suffix == ENDINGS[0] else "notation"
    return Button(path.name, note, icon, command=acts.TakeIn(str(path)))


def _take_in(desk: At, act: acts.TakeIn) -> None:
    """Keep the game of a file; what is wrong with it is said where it was chosen."""
    if desk.host is None:
        return
    try:
        id, new = desk.host.take_in(Path(act.file))
    except (ValueError, LookupError, OSError) as error:
        desk.see(said=_("Not brought in. {why}").format(why=error))
    else:
        said = _("Kept as {id}. It stands in the list of games.") if new else _("Kept already, as {id}.")
        desk.see(said=said.format(id=id))


HANDLERS: Handlers = {acts.TakeIn: _take_in}
