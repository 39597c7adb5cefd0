"""One file that holds what a data folder keeps, to carry to another machine or to put away; and the way back.

A zip whose first member says what the others must be, each with its length and SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.host.data_form import FILE as FORM_FILE
from companion.host.data_form import FORM, check_form
from companion.host.owner_values import FILE as VALUES
from companion.host.owner_values import OTHERS as OTHER_VALUES
from companion.host.preferences import FILE as SCREEN
from companion.host.wiring import WIRING
from companion.play.games_file import APPLICATION, GAMES, check
from companion.play.storage import Store
from companion.tasks.base import ENROLLED
from devices.calibrations import FILE as CALIBRATIONS
from engine.errors import NotWritten, WrongFile, WrongInput
from engine.files import MODE

ENDING = ".zip"
ABOUT = "companion-backup.json"
"""The first member of an archive."""
VERSION = 1
"""The form of the archive itself; `data` in it is the form of the data folder."""
FILES = (GAMES, VALUES, WIRING, SCREEN, CALIBRATIONS, FORM_FILE)
FOLDERS = ("cameras", ENROLLED)
PATTERNS = ("games.backup-*.db", OTHER_VALUES.format(game="*"), "*.crt", "*.pem")
"""The daily copies of the games, the owner's values of other games than the first, and what certifies a broker."""
MOST_ABOUT = 10_000_000
"""Bytes of the first member: a line for each enrolled picture."""
SPARE = 50_000_000
"""Bytes that stay free on the disk after a restore."""
BESIDE = ("-wal", "-shm")


class Member(Struct, frozen=True):
    """A file of the archive: bytes, and their SHA-256 in hexadecimal digits."""

    size: Annotated[int, Meta(ge=0)]
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class About(Struct, frozen=True, kw_only=True):
    """The first member: the archive's own version, the data folder's form, the program, when, and the files."""

    companion_backup: int
    data: int
    program: str
    made: str
    files: Mapping[str, Member]


class Restored(Struct, frozen=True, kw_only=True):
    """What an archive was, and the folder to which what was there before was moved; None if there was nothing."""

    about: About
    before: Path | None


def usual_name() -> str:
    """The name of an archive made now."""
    return f"companion-backup-{time.strftime('%Y%m%d-%H%M%S')}{ENDING}"


def write_archive(folder: Path, path: Path) -> About:
    """Write all that a data folder keeps to `path`, whole or not at all; also while the app goes on.

    `WrongInput` where `path` has another ending, is there and is no such archive, or the folder keeps nothing;
    `Damaged` for a games' file in which nothing can be read, `OSError`.
    """
    _check_target(path)
    form = check_form(folder)
    if not set(_kept(folder)) - {FORM_FILE}:
        raise WrongInput(f"{str(folder)!r} keeps nothing yet: there is nothing to back up")
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".companion-backup-", dir=path.parent) as space:
        sources = {name: _copied(folder, name, Path(space)) for name in _kept(folder)}
        files = {name: _member(source) for name, source in sources.items()}
        about = About(companion_backup=VERSION, data=form, program=version("companion"), made=_now(), files=files)
        _write(path, about, sources)
    return about


def read_archive(path: Path) -> About:
    """What an archive says it holds, every byte checked; `WrongFile` for a foreign, damaged or newer one, `OSError`."""
    try:
        with zipfile.ZipFile(path) as archive:
            about = _about(archive, path)
            for name, member in about.files.items():
                _check_member(archive, name, member, path)
            return about
    except (zipfile.BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError, ValueError) as error:
        if isinstance(error, WrongFile):
            raise
        raise _refused(path, error) from error


def restore_archive(folder: Path, path: Path) -> Restored:
    """Put what an archive holds in the place of what a data folder keeps; that is moved aside, not deleted.

    `WrongFile` as `read_archive`; `WrongInput` while a program has the games open; `OSError`. Then nothing is changed.
    """
    about = read_archive(path)
    folder.mkdir(parents=True, exist_ok=True)
    need = sum(member.size for member in about.files.values()) + SPARE
    if shutil.disk_usage(folder).free < need:
        raise NotWritten(
            f"{str(folder)!r}: the disk has less than the {need // 1_000_000} MB free that this backup needs"
        )
    with TemporaryDirectory(prefix=".restoring-", dir=folder) as space:
        _unpack(path, about, Path(space))
        _check_games(Path(space) / GAMES, path)
        _let_go(folder / GAMES)
        return Restored(about=about, before=_exchange(folder, Path(space)))


def _check_target(path: Path) -> None:
    if path.suffix != ENDING:
        raise WrongInput(f"{str(path)!r}: a backup ends in {ENDING!r}")
    if path.exists() and not _begins_as_ours(path):
        raise WrongInput(f"{str(path)!r} is there already and is no backup of the companion; name another file")


def _begins_as_ours(path: Path) -> bool:
    """Is it an archive of ours, if only a damaged one?"""
    with path.open("rb") as file:
        begins = file.read(30 + len(ABOUT))
    return begins[:4] == b"PK\x03\x04" and begins[30:] == ABOUT.encode()


def _kept(folder: Path) -> Iterator[str]:
    """The names of all files that a data folder keeps and a backup takes, as paths below it with `/`."""
    yield from (name for name in FILES if (folder / name).is_file())
    for pattern in PATTERNS:
        yield from sorted(path.name for path in folder.glob(pattern) if path.is_file())
    for name in FOLDERS:
        found = (path for path in (folder / name).rglob("*") if path.is_file() and not path.name.startswith("."))
        yield from sorted(path.relative_to(folder).as_posix() for path in found)


def _may_keep(name: str) -> bool:
    """May a data folder have a file of this name from an archive?"""
    place = PurePosixPath(name)
    if place.is_absolute() or ".." in place.parts or str(place) != name or "\\" in name or "\0" in name:
        return False
    if len(place.parts) == 1:
        return name in FILES or any(place.match(pattern) for pattern in PATTERNS)
    return place.parts[0] in FOLDERS


def _copied(folder: Path, name: str, space: Path) -> Path:
    """A copy of one file, which is no longer written; of the games one that SQLite made."""
    target = space / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if name == GAMES:
        with Store(folder / GAMES) as store:
            store.copy_to(target)
        return target
    return Path(shutil.copyfile(folder / name, target))


def _member(source: Path) -> Member:
    with source.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Member(size=source.stat().st_size, sha256=digest)


def _now() -> str:
    return time.strftime("%Y-%m-%d %H:%M")


def _write(path: Path, about: About, sources: Mapping[str, Path]) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with (
            os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, MODE), "w+b") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            archive.writestr(ABOUT, json.dumps(msgspec.to_builtins(about), indent=1, ensure_ascii=False))
            for name, source in sources.items():
                archive.write(source, name)
            archive.close()
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _about(archive: zipfile.ZipFile, path: Path) -> About:
    names = archive.namelist()
    if not names or names[0] != ABOUT:
        raise WrongFile(f"{str(path)!r} is no backup of the companion")
    if archive.getinfo(ABOUT).file_size > MOST_ABOUT:
        raise WrongFile(f"{str(path)!r} is a damaged backup: {ABOUT} is too long")
    found = msgspec.json.decode(archive.read(ABOUT), type=About)
    if found.companion_backup > VERSION or found.data > FORM:
        raise WrongFile(f"{str(path)!r} was made by a newer companion ({found.program}): install that version first")
    if sorted(found.files) != sorted(names[1:]):
        raise WrongFile(f"{str(path)!r} is a damaged backup: it does not hold the files that it names")
    for name in found.files:
        if not _may_keep(name):
            raise WrongFile(
                f"{str(path)!r} holds {name!r}, which is no file of a data folder: nothing is taken from it"
            )
    return found


def _check_member(archive: zipfile.ZipFile, name: str, member: Member, path: Path) -> None:
    if archive.getinfo(name).file_size != member.size:
        raise WrongFile(f"{str(path)!r} is a damaged backup: {name} has another length")
    with archive.open(name) as file:
        digest = hashlib.sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    if digest.hexdigest() != member.sha256:
        raise WrongFile(f"{str(path)!r} is a damaged backup: {name} holds other bytes")


def _refused(path: Path, error: Exception) -> WrongFile:
    """What is wrong with a file that is no archive, or one that cannot be read to its end."""
    if _begins_as_ours(path):
        return WrongFile(f"{str(path)!r} is a damaged backup: {error}")
    return WrongFile(f"{str(path)!r} is no backup of the companion")


def _unpack(path: Path, about: About, space: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        for name in about.files:
            target = space / name
            target.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE)
            with archive.open(name) as file, os.fdopen(handle, "wb") as copied:
                shutil.copyfileobj(file, copied)
                copied.flush()
                os.fsync(copied.fileno())


def _check_games(games: Path, path: Path) -> None:
    """Raise `WrongFile` unless the games of an archive are a sound file of ours."""
    if not games.exists():
        return
    try:
        with closing(sqlite3.connect(games)) as base:
            check(base, games)
            (application,) = base.execute("PRAGMA application_id").fetchone()
    except (sqlite3.Error, WrongFile) as error:
        raise WrongFile(f"{str(path)!r}: its {GAMES} cannot be read: {error}") from error
    if application != APPLICATION:
        raise WrongFile(f"{str(path)!r}: its {GAMES} is no file of games")


def _let_go(games: Path) -> None:
    """Fold what SQLite keeps beside the games into their file; `WrongInput` while another program has them open."""
    if not games.exists():
        return
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(games, timeout=0.5)) as base:
        try:
            (mode,) = base.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.OperationalError as error:
            mode = str(error)
        if mode == "wal" or "locked" in mode:
            raise WrongInput(
                "the companion has these games open: close it, and every command of it, then restore again"
            )


def _exchange(folder: Path, fresh: Path) -> Path | None:
    """Move what the folder keeps aside and what is fresh in its place; all of it or nothing."""
    aside = _free(folder / f"before-restore-{time.strftime('%Y%m%d-%H%M%S')}")
    old, new = _tops(folder, BESIDE), _tops(fresh)
    if old:
        aside.mkdir(mode=0o700)
    moves = [(folder / name, aside / name) for name in old] + [(fresh / name, folder / name) for name in new]
    done: list[tuple[Path, Path]] = []
    try:
        for source, target in moves:
            source.rename(target)
            done.append((source, target))
    except BaseException:
        for source, target in reversed(done):
            target.rename(source)
        with suppress(OSError):
            aside.rmdir()
        raise
    return aside if old else None


def _tops(folder: Path, beside: Sequence[str] = ()) -> list[str]:
    """The files and folders directly below a data folder that a backup takes, and what SQLite left beside the games."""
    names = {name.split("/")[0] for name in _kept(folder)} | {GAMES + end for end in beside}
    return sorted(name for name in names if (folder / name).exists())


def _free(path: Path) -> Path:
    names = (path.with_name(f"{path.name}{f'-{number}' if number else ''}") for number in range(1000))
    return next(name for name in names if not name.exists())
