"""`companion score`: a game that was not followed is scored from what lies before the players, typed or in pictures."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.commands.options import add_json
from companion.commands.output import print_json, whisper
from engine.errors import WrongFile, WrongInput
from engine.files import read_toml

if TYPE_CHECKING:
    from companion.titles.showing import Showing
    from companion.titles.title import Title
    from engine.game import Standing


NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.titles import DEFAULT, known

    add_json(parser)
    parser.add_argument("file", type=Path, metavar="END.toml", nargs="?", help="what was counted by hand")
    parser.add_argument(
        "--picture",
        action="append",
        default=[],
        metavar="SEAT[:SHOWING]=PHOTO",
        help="count what lies before a player in a photo, such as red=anna.jpg; again for more of them",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule of this table, such as final_tie=best_single_profit; again for more of them",
    )
    parser.add_argument("--data", type=Path, default=None, metavar="DIR", help="where coins and tiles were enrolled")
    parser.add_argument("--game", choices=tuple(known()), default=DEFAULT)


def run(asked: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from companion.titles import title_of

    title = title_of(asked.game)
    pictures = seen_in(title, asked.picture, asked.data)
    standings = scored(title, asked.file, pictures, agreed(asked.option))
    if asked.json:
        return print_json({"standings": to_builtins(standings), "pictures": to_builtins(pictures)})
    for picture in pictures:
        whisper(in_one_line(picture))
    for one in standings:
        parts = ", ".join(f"{part} {fame}" for part, fame in one.lines.items() if fame)
        ties = ", ".join(f"{count} {name}" for count, name in zip(one.ties, title.ties, strict=False))
        print(f"{one.place}. {one.seat}: {one.score} ({'; '.join(filter(None, (parts, ties)))})")
    return 0


def agreed(asked: Sequence[str]) -> dict[str, str]:
    """The options of ``NAME=VALUE``; `WrongInput` names what is not of that form."""
    found = dict[str, str]()
    for each in asked:
        name, equals, value = each.partition("=")
        if not name or not equals:
            raise WrongInput(f"--option {each!r} is not of the form NAME=VALUE")
        found[name] = value
    return found


class InPicture(Struct, frozen=True, kw_only=True):
    """What a picture adds to a player's count: the labels that were read for sure, and what may be one of several."""

    seat: str
    showing: str
    picture: str
    read: tuple[str, ...]
    doubtful: tuple[tuple[str, ...], ...]
    counts: Mapping[str, int | tuple[str, ...]]


def in_one_line(one: InPicture) -> str:
    """A picture in one line: what it came to, and what is left out because it is in doubt."""
    counts = ", ".join(f"{line} {_figure(value)}" for line, value in one.counts.items()) or "nothing that counts"
    doubts = "; ".join(" or ".join(likely) or "unknown" for likely in one.doubtful)
    left = f"; {len(one.doubtful)} in doubt, not counted: {doubts}" if doubts else ""
    return f"{one.picture}: {one.seat}: {counts}{left}"


def _figure(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def seen_in(title: Title, asked: Sequence[str], folder: Path | None) -> list[InPicture]:
    """What the pictures of ``SEAT[:SHOWING]=PHOTO`` show; those of one player and showing add up.

    `WrongInput`, `NotAPicture` or `OSError` names what is wrong.
    """
    found: list[InPicture] = []
    for each in asked:
        (seat, showing), photo = _meant(title, each)
        found.append(_looked(title, seat, showing, photo, folder))
    return found


def _meant(title: Title, asked: str) -> tuple[tuple[str, Showing], Path]:
    """The player, what is shown, and the photo."""
    who, equals, photo = asked.partition("=")
    seat, _colon, name = who.partition(":")
    if not equals or not photo:
        raise WrongInput(f"--picture {asked!r} is not of the form SEAT=PHOTO, such as red=anna.jpg")
    if seat not in title.colours:
        raise WrongInput(f"--picture {asked!r}: no player is {seat!r}: {', '.join(title.colours)} are known")
    if not title.showings:
        raise WrongInput(f"the camera cannot read the pieces of {title.game.name}: type what they come to")
    names = [showing.name for showing in title.showings]
    if name and name not in names:
        raise WrongInput(f"--picture {asked!r}: {name!r} is none of {', '.join(names)}")
    return (seat, title.showings[names.index(name) if name else 0]), Path(photo)


def _looked(title: Title, seat: str, showing: Showing, photo: Path, folder: Path | None) -> InPicture:
    from functools import partial

    from companion.host.piece_camera import wanted_of
    from companion.tasks.picture_count import PictureCount
    from vision.camera.load import load_picture
    from vision.pieces import pieces_in

    wanted = wanted_of(title, showing, folder, title.deck("copy", None))
    count = PictureCount(showing, partial(pieces_in, wanted=wanted))
    count.read(load_picture(photo))
    return InPicture(
        seat=seat,
        showing=showing.name,
        picture=photo.name,
        read=count.labels,
        doubtful=tuple(piece.likely for piece in count.doubtful),
        counts=showing.counts(count.labels),
    )


def scored(
    title: Title, file: Path | None, pictures: Sequence[InPicture] = (), options: Mapping[str, str] = NO_OPTIONS
) -> tuple[Standing, ...]:
    """The standings of a file with a table for each player, and of pictures, which count before the file does.

    `WrongFile` names file, player and what does not fit, `WrongInput` an option that does not exist.
    """
    if title.untracked is None:
        raise WrongInput(f"{title.game.name} is scored only where it was followed")
    if file is None and not pictures:
        raise WrongInput("nothing to score: name a file, END.toml, or a --picture")
    if options:
        title.untracked({}, options)  # an option there is not is no fault of the file
    try:
        return title.untracked(_with_pictures(title, read_toml(file) if file else {}, pictures), options)
    except WrongFile:
        raise
    except ValueError as error:
        raise WrongFile(f"{file.name if file else 'the pictures'}: {error}") from error


def _with_pictures(title: Title, typed: Mapping[str, object], pictures: Sequence[InPicture]) -> dict[str, object]:
    """What was typed for each player, with what the pictures of all of the player's pieces come to."""
    finals = dict(typed)
    for seat in dict.fromkeys(one.seat for one in pictures):
        final = finals.get(seat, {})
        if not isinstance(final, dict):
            raise WrongInput(f"{seat} is no table")
        for showing in title.showings:
            labels = [
                label for one in pictures if (one.seat, one.showing) == (seat, showing.name) for label in one.read
            ]
            finals[seat] = final = final | showing.counts(labels)
    return finals
