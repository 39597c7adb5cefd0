"""`companion record-camera`: whether short clips of games are kept on this machine, and what becomes of them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.output import printable, say
from companion.host.data_folder import data_folder
from companion.wording import _
from engine.errors import NotFound, WrongInput

MOST_MB = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--on", action="store_true", help="keep clips from the next game on, once the table says yes")
    what.add_argument("--off", action="store_true", help="keep none from the next game on")
    what.add_argument("--erase", action="store_true", help="erase all clips, and keep none from now on")
    help = "write one clip as a file for a test; it shows the mat, nothing beside it"
    what.add_argument("--export", nargs=2, metavar=("CLIP", "FILE.zip"), help=help)
    parser.add_argument("--with-game", metavar="ID", default="", help="put the record of this game into that file, too")
    agreed = "everybody whose hands may be seen has said yes (else it is asked)"
    parser.add_argument("--everybody-agrees", action="store_true", help=agreed)
    parser.add_argument("--megabytes", type=int, default=MOST_MB, help="that all clips together may take")


def run(asked: argparse.Namespace) -> int:
    from companion.tasks import clips

    folder = data_folder(asked)
    if asked.on:
        return _on(asked, folder)
    if asked.erase:
        clips.end(folder)
        say(_("Clips erased: {n}. None are kept from the next game on.").format(n=clips.erase(folder)))
    elif asked.off:
        clips.end(folder)
        say(_("No clips are kept from the next game on; those that are there stay."))
    elif asked.export:
        _export(folder, asked)
    else:
        _list(folder)
    return 0


def _on(asked: argparse.Namespace, folder: Path) -> int:
    from companion.tasks import clips

    if not 1 <= asked.megabytes <= 100_000:
        raise WrongInput(f"--megabytes is 1 to 100000, not {asked.megabytes}")
    if not (asked.everybody_agrees or _says_yes()):
        say(_("Nothing is kept."))
        return 1
    clips.agree(folder, asked.megabytes)
    say(_("From the next game on clips of the mat are kept in {folder}, up to {n} MB.").format(
        folder=printable(str(folder / clips.FOLDER)), n=asked.megabytes
    ))  # fmt: skip
    return 0


def _says_yes() -> bool:
    """Ask the table; without an answer it has not agreed."""
    if not sys.stdin.isatty():
        raise WrongInput("nobody can be asked here: say --everybody-agrees once everybody at the table has said yes")
    say(_("Short clips of the mat, hands over it included, will be kept on this machine and go nowhere by themselves."))
    return input(_("Does everybody at the table agree? Type yes: ")).strip().casefold() in ("yes", _("yes").casefold())


def _list(folder: Path) -> None:
    from companion.tasks import clips

    agreed, found = clips.consent(folder), clips.kept(folder)
    say(_("Clips are kept since {day}, up to {n} MB.").format(day=agreed.since, n=agreed.most_mb) if agreed
        else _("No clips are kept."))  # fmt: skip
    for path in found:
        clip, pictures = clips.unpacked(path)
        words = [f"{number} {good}" for good, number in clip.truth.items()] or ["–"]
        say(printable(f"{path.name}  {clip.game}  {clip.place}  {', '.join(words)}  ({len(pictures)})"))


def _export(folder: Path, asked: argparse.Namespace) -> None:
    from companion.play.record import check_replaceable, record_bytes
    from companion.tasks import clips
    from engine.files import write_whole

    name, file = asked.export
    source = next((path for path in clips.kept(folder) if path.name == name), None)
    if source is None:
        raise NotFound(f"there is no clip {name!r}; `companion record-camera` lists them")
    clip, pictures = clips.unpacked(source)
    others = {}
    if asked.with_game:
        from companion.host.data_folder import store_of

        with store_of(asked) as store:
            others["record.jsonl"] = record_bytes(store.open(asked.with_game))
    target = Path(file)
    if target.exists():
        check_replaceable(target)
    write_whole(target, clips.packed(clip, pictures, others))
    say(printable(str(target)))
