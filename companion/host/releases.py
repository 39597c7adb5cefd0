"""The versions there are, and what is new in them: read from a changelog, or from the tags of a git repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from msgspec import Struct

from engine.errors import NotFound, WrongFile
from engine.files import read_whole

CHANGELOG = "CHANGELOG.md"
HEADING = re.compile(r"^## \[?v?(\d{1,6}\.\d{1,6}\.\d{1,6})\]?(?: - (\S+))?[^\n]*$", re.MULTILINE)
TAG = re.compile(r"v?(\d{1,6}\.\d{1,6}\.\d{1,6})")
UNRELEASED = re.compile(r"^## \[Unreleased\]", re.MULTILINE)
MOST = 5_000_000
"""Bytes of a changelog."""
PATIENCE = 10.0
"""Seconds that a server or git may take."""
WEB = ("http://", "https://")


class Release(Struct, frozen=True, kw_only=True):
    """A version, its day as it is written (may be empty), and what is new in it."""

    version: str
    day: str = ""
    news: str = ""

    @property
    def number(self) -> tuple[int, ...]:
        return number(self.version)


def number(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared; of `1.2.3rc1` those of 1.2.3."""
    return tuple(int(digits) for digits in re.findall(r"\d+", version)[:3])


def releases(source: str) -> list[Release]:
    """The versions that `source` knows, the newest first; none where nothing is published yet.

    It is the address or the file of a changelog, or a folder: a checkout with tags, or any other that holds one.
    `NotFound` where there is nothing, `WrongFile` where no version is named, `OSError`.
    """
    if source.startswith(WEB):
        return from_changelog(_fetched(source), source)
    path = Path(source)
    if not path.exists():
        raise NotFound(f"there is no file or folder {source!r}")
    if path.is_dir() and (path / ".git").exists() and (tagged := _tagged(path)):
        return tagged
    file = path / CHANGELOG if path.is_dir() else path
    return from_changelog(read_whole(file, MOST), str(file))


def from_changelog(data: bytes, name: str) -> list[Release]:
    """The versions of a changelog in the form of *Keep a Changelog*; `WrongFile` where it is none.

    One with nothing but a heading [Unreleased] has no version yet.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise WrongFile(f"{name!r} is no changelog: it is no text") from error
    found = list(HEADING.finditer(text))
    if not found and not UNRELEASED.search(text):
        raise WrongFile(f"{name!r} names no version: a changelog has lines such as '## [1.2.0] - 2026-12-01'")
    ends = [*(heading.start() for heading in found), len(text)][1:]
    made = [
        Release(version=heading[1], day=heading[2] or "", news=text[heading.end() : end].strip())
        for heading, end in zip(found, ends, strict=True)
    ]
    return sorted(made, key=lambda release: release.number, reverse=True)


def _fetched(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            data = bytes(answer.read(MOST + 1))
    except urllib.error.HTTPError as error:
        raise NotFound(f"{address!r} answers {error.code} {error.reason}") from error
    except (OSError, ValueError) as error:
        raise NotFound(f"{address!r} cannot be reached: {getattr(error, 'reason', error)}") from error
    if len(data) > MOST:
        raise WrongFile(f"{address!r} is longer than the {MOST} bytes that can be read")
    return data


def _tagged(checkout: Path) -> list[Release]:
    """The tags of a checkout that are versions, if any, the newest one's changelog read for what is new."""
    tags = {match[1]: tag for tag in _git(checkout, "tag").split() if (match := TAG.fullmatch(tag))}
    if not tags:
        return []
    newest = max(tags, key=number)
    try:
        written = from_changelog(_git(checkout, "show", f"{tags[newest]}:{CHANGELOG}").encode(), CHANGELOG)
    except (WrongFile, NotFound):
        written = []
    told = {release.version: release for release in written}
    return [told.get(version, Release(version=version)) for version in sorted(tags, key=number, reverse=True)]


def _git(checkout: Path, *words: str) -> str:
    """What git prints; `NotFound` where it is not installed or refuses."""
    git = shutil.which("git")
    if git is None:
        raise NotFound(f"git is not installed, and {str(checkout)!r} can be asked by it alone")
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "GIT_TERMINAL_PROMPT": "0"}
    command = [git, "-C", str(checkout), *words]
    try:
        said = subprocess.run(command, capture_output=True, timeout=PATIENCE, env=environment, check=False)
    except subprocess.TimeoutExpired as error:
        raise NotFound(f"git does not answer in {str(checkout)!r}") from error
    if said.returncode:
        raise NotFound(f"{str(checkout)!r}: {said.stderr.decode(errors='replace').strip()}")
    return said.stdout.decode(errors="replace")
