"""One file to attach to a report: versions, the doctor, the log, crashes and the last game; never a password."""

from __future__ import annotations

import json
import platform
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import distributions
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from msgspec import to_builtins

from companion.host.doctor import as_data, examine
from companion.host.log_file import FILE as LOG
from companion.host.wiring import WIRING, Wiring
from companion.play.games_file import GAMES
from companion.play.record import record_bytes
from companion.play.storage import Store
from companion.sharing.nameless import nameless
from companion.titles.title import named
from devices.finding import Finding
from engine.errors import WrongInput
from engine.files import read_toml, write_whole
from engine.journal import Journal

ENDING = ".zip"
CRASHES = "crashes"
LAST_CRASHES = 5
MOST = 500_000
"""Bytes of a log or of a report of a crash that are taken, its end."""
HIDDEN = "•••"
"""Stands for whatever is secret."""
SHORTEST = 3
"""A secret of fewer letters is left out where it stands, but not looked for everywhere."""


def write_diagnostics(
    folder: Path, path: Path, findings: Iterable[Finding] | None = None, *, names: bool = False
) -> list[str]:
    """Write the file; the names of what is in it. With `names` people are named as they are.

    `findings` are what the doctor found; without them it examines the machine now. `WrongInput` for another ending or
    a file that is there and is none of this kind, `OSError`.
    """
    _check(path)
    journal = _last(folder)
    parts = dict(_parts(folder, list(examine(folder) if findings is None else findings)))
    hidden = secrets(folder) | (set() if names or journal is None else people(journal))
    parts = {name: scrubbed(data, hidden) for name, data in parts.items()} | _game(journal, names=names)
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    write_whole(path, out.getvalue())
    return list(parts)


def _check(path: Path) -> None:
    if path.suffix != ENDING:
        raise WrongInput(f"{str(path)!r}: such a file ends in {ENDING!r}")
    if path.exists() and not _is_ours(path):
        raise WrongInput(f"{str(path)!r} is there already and is no such file of ours; name another file")


def _is_ours(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as file:
            return "about.json" in file.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def _parts(folder: Path, findings: list[Finding]) -> Iterator[tuple[str, bytes]]:
    yield "about.json", _json(_about(folder))
    yield "doctor.json", _json([as_data(finding, "en") for finding in findings])
    yield "devices.json", _json(_wiring(folder))
    yield from _texts([folder / LOG, folder / f"{LOG}.1"])
    yield from _texts(sorted((folder / CRASHES).glob("*.txt"))[-LAST_CRASHES:])


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def _about(folder: Path) -> Mapping[str, object]:
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return {
        "python": sys.version,
        "platform": platform.platform(),
        "machine": platform.machine(),
        "packages": {found.metadata["Name"]: found.version for found in distributions()},
        "files": {file.name: file.stat().st_size for file in files if file.is_file()},
    }


def _wiring(folder: Path) -> object:
    """What `devices.toml` names, without user, password and whatever else a camera's address may hide."""
    try:
        data = read_toml(folder / WIRING) if (folder / WIRING).exists() else to_builtins(Wiring())
    except (ValueError, OSError) as error:
        return {"wrong": str(error)}
    return _veiled(data)


def _veiled(data: object, key: str = "") -> object:
    if isinstance(data, dict):
        return {name: _veiled(value, str(name)) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_veiled(each) for each in data]
    if isinstance(data, str) and data:
        if key in ("password", "user"):
            return HIDDEN
        parts = urlsplit(data)
        if parts.query or parts.username:
            return f"{parts.scheme}://{parts.hostname or ''}{parts.path}?{HIDDEN}"
    return data


def _texts(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for file in files:
        if file.is_file():
            yield f"{file.parent.name}/{file.name}" if file.parent.name == CRASHES else file.name, _end(file)


def _end(file: Path) -> bytes:
    try:
        return file.read_bytes()[-MOST:]
    except OSError as error:
        return str(error).encode()


def _last(folder: Path) -> Journal | str | None:
    """The game played last, why it cannot be had, or None where no game was played."""
    if not (folder / GAMES).exists():
        return None
    try:
        with Store(folder / GAMES) as store:
            last = next(iter(store.games()), None)
            return store.open(last[0]) if last else None
    except (ValueError, LookupError, OSError) as error:
        return str(error)


def _game(journal: Journal | str | None, *, names: bool) -> dict[str, bytes]:
    """The record of the last game, without names unless they are wanted; why it is not there."""
    if journal is None:
        return {}
    try:
        if isinstance(journal, str):
            raise WrongInput(journal)
        return {"game.jsonl": record_bytes(journal if names else nameless(journal))}
    except ValueError as error:
        return {"game.txt": f"not included: {error}".encode()}


def people(journal: Journal | str) -> set[str]:
    """The names of those who played, as far as they are long enough to be looked for in other texts."""
    seats = {} if isinstance(journal, str) else named(journal.setup)
    return {name for seat, name in seats.items() if name != seat and len(name) >= SHORTEST}


# --- what must not be in it ---


def secrets(folder: Path) -> set[str]:
    """Every password of `devices.toml`, however it is written, and the folder of this person."""
    found = {str(Path.home())} if len(str(Path.home())) > len("/root") else set()
    try:
        data = read_toml(folder / WIRING) if (folder / WIRING).exists() else {}
    except (ValueError, OSError):
        return found
    for key, text in _strings(data):
        if key in ("password", "user"):
            found.add(text)
        parts = urlsplit(text) if "://" in text else None
        if parts is not None:
            found |= {parts.username or "", parts.password or "", unquote(parts.password or "")}
            found |= {value for _name, value in parse_qsl(parts.query)} | {parts.query}
    return {secret for secret in found if len(secret) >= SHORTEST}


def _strings(data: object, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, str):
        yield key, data
    elif isinstance(data, dict):
        for name, value in data.items():
            yield from _strings(value, str(name))
    elif isinstance(data, list):
        for each in data:
            yield from _strings(each)


def scrubbed(data: bytes, secret: Iterable[str]) -> bytes:
    """The same text with every secret and every name hidden, wherever it stands, also as JSON writes it."""
    for one in sorted(secret, key=len, reverse=True):
        for written in (one, json.dumps(one)[1:-1]):
            data = data.replace(written.encode(), HIDDEN.encode())
    return data
