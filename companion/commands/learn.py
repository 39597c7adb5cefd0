"""`companion learn`: how well a camera's clips read, and whether colours learnt from them are used from now on."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.commands.output import printable, say, whisper
from companion.commands.progress import progress_if_long
from companion.host.data_folder import data_folder
from companion.wording import _
from engine.errors import NotFound, WrongFile

if TYPE_CHECKING:
    from companion.tasks.clip_learning import Figures
    from companion.tasks.clips import Clip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "camera", nargs="?", default="", help="only this one, by the name its clips give; else every one"
    )


def run(asked: argparse.Namespace) -> int:
    from companion.tasks.clip_learning import learn_from

    folder, status = data_folder(asked), 0
    cameras = _by_camera(asked)
    if not cameras:
        raise NotFound("there are no clips to learn from: `companion record-camera --on` keeps some")
    for camera, clips in cameras.items():
        try:
            with progress_if_long("Reading the clips"):
                found = learn_from(clips, folder / "cameras" / f"{camera}.json")
        except NotFound as error:
            whisper(printable(f"{camera}: {error}"))
            status = 1
            continue
        say(printable(_("{camera}: {n} clips were measured").format(camera=camera, n=found.clips)))
        for name, figures in (
            (_("printed colours"), found.printed),
            (_("colours kept before"), found.kept),
            (_("colours learnt now"), found.learnt),
        ):
            if figures is not None:
                say(f"  {name}: {_told(figures)}")
        words = {"printed": _("printed colours"), "kept": _("colours kept before"), "learnt": _("colours learnt now")}
        say("  " + _("Used from now on: {what}").format(what=words[found.used]))
    return status


def _told(figures: Figures) -> str:
    words = _("right {right}, asked {asked}, wrong {wrong}")
    return words.format(right=figures.right, asked=figures.asked, wrong=figures.wrong)


def _by_camera(asked: argparse.Namespace) -> dict[str, list[tuple[Clip, list[bytes]]]]:
    """The clips by the camera that saw them; one that cannot be read is reported and left out."""
    from companion.tasks.clips import kept, unpacked

    found: dict[str, list[tuple[Clip, list[bytes]]]] = {}
    for path in kept(data_folder(asked)):
        try:
            clip, pictures = unpacked(path)
        except WrongFile as error:
            whisper(printable(str(error)))
            continue
        if asked.camera in ("", clip.camera):
            found.setdefault(clip.camera, []).append((clip, pictures))
    return found
