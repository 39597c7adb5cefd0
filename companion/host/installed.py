"""How this program came onto this machine, and so how a newer version takes its place."""

from __future__ import annotations

import json
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path
from shlex import quote
from typing import Literal
from urllib.parse import urlsplit
from urllib.request import url2pathname

from msgspec import Struct

NAME = "companion"
MARK = "installed-by"
"""A file of the environment or of the folder, written by what made it: `deb`, `install.sh` (over that of the package it
puts in) or `portable`."""
How = Literal["deb", "install.sh", "portable", "checkout", "pipx", "pip"]
MARKS: dict[str, How] = {"deb": "deb", "install.sh": "install.sh", "portable": "portable"}


class Installed(Struct, frozen=True, kw_only=True):
    """The version, how it was installed, and the folder of the checkout or of the environment it runs in."""

    version: str
    how: How
    place: Path


def installed(prefix: Path | None = None, found: Distribution | None = None) -> Installed:
    """How the program in the environment `prefix` was installed; else the one that runs."""
    prefix = prefix or Path(sys.prefix)
    found = found or distribution(NAME)
    for place in (prefix, Path(str(found.locate_file(""))).parent):
        how = _marked(place)
        if how is not None:
            return Installed(version=found.version, how=how, place=place)
    checkout = _checkout(found)
    if checkout is not None:
        return Installed(version=found.version, how="checkout", place=checkout)
    return Installed(version=found.version, how="pipx" if "pipx" in prefix.parts else "pip", place=prefix)


def brought_along(name: str) -> Path | None:
    """A folder that came with this program: `firmware`, `mosquitto`, `trays` or `cases`; None where none did."""
    checkout = Path(__file__).resolve().parents[2]
    of_checkout = "docs" if name == "cases" else "deploy"
    places = (
        checkout / of_checkout / name,
        checkout.parent / "share" / name,
        Path(sys.prefix) / "share" / NAME / name,
        Path("/usr/share") / NAME / name,
    )
    return next((place for place in places if place.is_dir()), None)


def _marked(prefix: Path) -> How | None:
    try:
        word = (prefix / MARK).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return MARKS.get(word)


def _checkout(found: Distribution) -> Path | None:
    """The folder of an editable installation."""
    told = json.loads(found.read_text("direct_url.json") or "{}")
    if not told.get("dir_info", {}).get("editable"):
        return None
    return Path(url2pathname(urlsplit(told["url"]).path))


def command_to(version: str, here: Installed) -> str:
    """What to type in a terminal to get `version`, in the folder that its files were put into."""
    wheel = f"{NAME}-{version}-py3-none-any.whl"
    place = quote(str(here.place))
    commands: dict[How, str] = {
        "deb": f"sudo apt install ./{NAME}_{version}_*.deb",
        "install.sh": "sudo deploy/install.sh",
        "portable": f"tar -xf {NAME}-{version}-py*.tar.gz -C {quote(str(here.place.parent))}",
        "checkout": f"git -C {place} fetch --tags; git -C {place} checkout v{version} && make -C {place} setup",
        "pipx": f"pipx install --force ./{wheel}",
        "pip": f"{quote(str(here.place / 'bin' / 'python'))} -m pip install --upgrade ./{wheel}",
    }
    return commands[here.how]
