"""`companion update`: which version this is, which is the newest, what is new in it, and how to get it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.commands.output import print_json, printable, say
from engine.errors import WrongInput

if TYPE_CHECKING:
    from companion.host.installed import Installed
    from companion.host.releases import Release

WAYS = {
    "deb": "as a Debian package",
    "install.sh": "by deploy/install.sh",
    "portable": "as a folder, {place}",
    "checkout": "from the checkout {place}",
    "pipx": "by pipx",
    "pip": "by pip in {place}",
}

OF_ITS_FILE = "in the folder of its file, which {} makes in the folder of its sources"
WHERE = {
    "deb": OF_ITS_FILE.format("`make deb`"),
    "install.sh": "in the folder of its sources, once `make deb` has made the package there",
    "portable": OF_ITS_FILE.format("`make portable`"),
    "pipx": OF_ITS_FILE.format("`python -m pip wheel --no-deps .`"),
    "pip": OF_ITS_FILE.format("`python -m pip wheel --no-deps .`"),
}
"""Where the command is typed, and what makes what it takes; a checkout needs nothing made."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.commands.options import add_json

    help = "where to look: the address or file of a changelog, or a checkout; else the checkout this runs from"
    parser.add_argument("source", nargs="?", default="", metavar="SOURCE", help=help)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    from companion.host.installed import command_to, installed
    from companion.host.releases import number, releases

    here = installed()
    if not asked.json:
        say(printable(f"Installed: {here.version}, {WAYS[here.how].format(place=here.place)}"))
    known = releases(asked.source or _own(here))
    newer = [release for release in known if release.number > number(here.version)]
    command = command_to(newer[0].version, here) if newer else ""
    if asked.json:
        return print_json(_data(here, known, newer, command))
    _tell(known, newer)
    if newer:
        _tell_how(here, command)
    return 0


def _own(here: Installed) -> str:
    """Where to look when no place is given: only a checkout knows of other versions."""
    if here.how != "checkout":
        raise WrongInput(
            "say where to look: companion update SOURCE, with the folder of newer sources (an unpacked archive, a "
            "checkout), or the address or file of a newer CHANGELOG.md"
        )
    return str(here.place)


def _tell(known: Sequence[Release], newer: Sequence[Release]) -> None:
    say(f"Newest:    {_dated(known[0]) if known else 'no version is published there yet'}")
    if not newer:
        say("There is nothing newer.")
    for release in newer:
        say(f"\nNew in {_dated(release)}:")
        say("\n".join(map(printable, release.news.splitlines())) or "(nothing is written about it)")


def _tell_how(here: Installed, command: str) -> None:
    where = f", {WHERE[here.how]}" if here.how in WHERE else ""
    say(f"\nTo get it, make a backup first (companion backup), then{where}:\n  {command}")


def _dated(release: Release) -> str:
    return printable(f"{release.version} of {release.day}" if release.day else release.version)


def _data(here: Installed, known: Sequence[Release], newer: Sequence[Release], command: str) -> dict[str, object]:
    return {
        "installed": here.version,
        "how": here.how,
        "newest": known[0].version if known else "",
        "news": {release.version: release.news for release in newer},
        "command": command,
    }
