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
        return print_json(_data(here, known[0], newer, command))
    _tell(known[0], newer, command)
    return 0


def _own(here: Installed) -> str:
    """Where to look when no place is given: only a checkout knows of other versions."""
    if here.how != "checkout":
        raise WrongInput(
            "say where to look: companion update SOURCE, with the address or the file of a newer CHANGELOG.md"
        )
    return str(here.place)


def _tell(newest: Release, newer: Sequence[Release], command: str) -> None:
    say(f"Newest:    {_dated(newest)}")
    if not newer:
        say("There is nothing newer.")
        return
    for release in newer:
        say(f"\nNew in {_dated(release)}:")
        say("\n".join(map(printable, release.news.splitlines())) or "(nothing is written about it)")
    say(f"\nTo get it, make a backup first (companion backup), then:\n  {command}")


def _dated(release: Release) -> str:
    return printable(f"{release.version} of {release.day}" if release.day else release.version)


def _data(here: Installed, newest: Release, newer: Sequence[Release], command: str) -> dict[str, object]:
    return {
        "installed": here.version,
        "how": here.how,
        "newest": newest.version,
        "news": {release.version: release.news for release in newer},
        "command": command,
    }
