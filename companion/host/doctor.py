"""Finds, names and explains what is wrong before a game: data folder, camera and mat, ports, broker, trays."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomlkit

from companion.host.data_folder import open_store
from companion.host.owner_values import file_of
from companion.host.saved_games import damaged_games
from companion.host.wiring import WIRING, Broker, Wiring, read_wiring
from companion.tasks.base import ENROLLED
from companion.titles import known, title_of
from companion.wording import LANGUAGES
from devices.finding import Finding
from engine.errors import WrongFile, WrongInput
from engine.files import write_whole

if TYPE_CHECKING:
    from vision.camera.address import Source
    from vision.camera.tuning import View

LOOKS = 4.0
"""Seconds a camera has to show the mat."""
UNNAMED = 2.0
"""Seconds a camera that was not named has to show anything."""
SLOW = 5.0
"""Pictures a second below which hands and pieces are seen too late."""


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("doctor.toml").read_text(encoding="utf-8"))


def found(kind: str, /, **facts: object) -> Finding:
    """A finding in the words of `doctor.toml`."""
    return Finding(kind, {name: str(fact) for name, fact in facts.items()}, _words()[kind])


def examine(folder: Path) -> Iterator[Finding]:
    """Everything there is to check, one finding after the other; it changes nothing and books nothing."""
    yield from examine_data(folder)
    yield from examine_values(folder)
    yield from examine_enrolled(folder)
    try:
        wiring = read_wiring(folder)
    except ValueError as error:
        yield found("wiring-wrong", reason=error)
        return
    yield from examine_camera(wiring.camera)
    yield from _examine_trays(wiring)


def examined(folder: Path, *, watched: bool) -> tuple[Finding, ...]:
    """What can be checked from within the app: where a game or a task has camera and trays, these are left alone."""
    found_here = [*examine_data(folder), *examine_values(folder), *examine_enrolled(folder)]
    try:
        wiring = read_wiring(folder)
    except ValueError as error:
        return (*found_here, found("wiring-wrong", reason=error))
    if watched:
        return tuple(found_here)
    broker = _examine_broker(wiring.broker) if wiring.broker is not None else ()
    return (*found_here, *examine_camera(wiring.camera), *broker)


def _examine_broker(broker: Broker) -> Iterator[Finding]:
    from devices.doctor import examine_broker

    yield from examine_broker(broker.address, broker.table)


def examine_data(folder: Path) -> Iterator[Finding]:
    """Can games be kept here, and are those kept whole?"""
    try:
        with open_store(folder) as store:
            if store.read_only:
                yield found("data-unwritable", folder=folder, reason=store.read_only)
            else:
                yield found("data-good", games=len(store.games()), folder=folder)
            if store.damaged_file is not None:
                yield found("data-mended", file=store.damaged_file)
            for _, reason in damaged_games(store):
                yield found("game-damaged", reason=reason)
    except (OSError, WrongFile) as error:
        yield found("data-unwritable", folder=folder, reason=error)


def examine_values(folder: Path) -> Iterator[Finding]:
    """Can the owner's files of printed values be read, and do they fit the box and the printed examples?"""
    for game in known():
        path = folder / file_of(game)
        try:
            if path.exists():
                title_of(game).lacking(path)
                said = (title_of(game).doubts(path, language) for language in LANGUAGES)
                for each in zip(*said, strict=True):
                    yield found("values-doubtful", file=path.name, **dict(zip(LANGUAGES, each, strict=True)))
        except (ValueError, OSError) as error:
            yield found("values-wrong", reason=error)


def examine_enrolled(folder: Path) -> Iterator[Finding]:
    """Can the pieces be read that were shown to the camera?"""
    if not (folder / ENROLLED).is_dir():
        return  # nothing to read, and no reason to load what reads it
    from companion.tasks.albums import damaged_albums

    for error in damaged_albums(folder):
        yield found("enrolled-damaged", reason=error)


def examine_camera(address: str, seconds: float = LOOKS) -> Iterator[Finding]:
    """Does the camera give pictures, is the whole mat in them, and which size and exposure show it best?"""
    if not address:
        yield from examine_unnamed(sorted(str(path) for path in Path("/dev").glob("video*")))
        return
    from vision.camera.address import read_address
    from vision.camera.source import Camera
    from vision.camera.tuning import look, tune

    source = read_address(address)
    if source.usb:
        best, view = tune(source, seconds=seconds)
        yield from _judged(source, view)
        if view.markers > 0 and best != source:
            yield _better(source, best)
        return
    with Camera(address) as camera:
        yield from _judged(source, look(camera, seconds))


def examine_unnamed(addresses: Sequence[str], seconds: float = UNNAMED) -> Iterator[Finding]:
    """No camera is named: those that are there and give pictures."""
    from vision.camera.source import Camera
    from vision.camera.tuning import look

    there = 0
    for address in addresses:
        with Camera(address) as camera:
            view = look(camera, seconds)
        if view.markers >= 0:
            there += 1
            yield found("camera-unused", camera=address, size=_size(view.size))
    if not there:
        yield found("camera-none")


def _judged(source: Source, view: View) -> Iterator[Finding]:
    """What a look at the mat came to."""
    if view.markers < 0:
        yield found("camera-missing" if source.live else "camera-empty", camera=source.shown)
        return
    kind = "mat-good" if view.markers == 4 else "mat-partly" if view.markers >= 2 else "mat-missing"
    yield found(kind, markers=view.markers, size=_size(view.size))
    if 0 < view.rate < SLOW:
        yield found("camera-slow", camera=source.shown, rate=f"{view.rate:.1f}")
    for complaint in view.spoilt:
        if complaint.kind != "corners":  # reported already
            yield found("picture-spoilt", **{language: complaint.sentence(language) for language in LANGUAGES})


def _better(source: Source, best: Source) -> Finding:
    return found("camera-setting", camera=source.place, size=_size(best.size or (0, 0)), address=best.address)


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]} × {size[1]}"


def keep(folder: Path, findings: Iterable[Finding]) -> str | None:
    """Write the best setting that was found into the folder's file; its line, or nothing when there was none."""
    best = next((each for each in findings if each.id == "camera-setting"), None)
    if best is None:
        return None
    path = folder / WIRING
    devices = tomlkit.parse(path.read_text(encoding="utf-8"))
    devices["camera"] = best.facts["address"]
    write_whole(path, tomlkit.dumps(devices).encode())
    return f'camera = "{best.facts["address"]}"'


def forget(folder: Path, tray: str) -> str:
    """Have the folder's broker and Home Assistant drop a tray that is gone for good; a sentence that says so."""
    from devices.errors import DeviceError
    from devices.mqtt import forget as drop

    broker = read_wiring(folder).broker
    if broker is None:
        raise WrongInput(f"{WIRING}: no broker is named, so none keeps anything of {tray!r}")
    try:
        drop(broker.address, broker.table, tray)
    except DeviceError as error:
        raise WrongInput(f"{tray!r} is not forgotten: {error}") from error
    return f"{tray} is forgotten at table {broker.table} until it speaks again."


def _examine_trays(wiring: Wiring) -> Iterator[Finding]:
    from devices.broker import find_mosquitto
    from devices.doctor import examine_ports
    from devices.finder import BOARDS, ports

    plugged = [port.device for port in ports() if (port.vid, port.pid) in BOARDS]
    yield from examine_ports([*wiring.serial, *(port for port in plugged if port not in wiring.serial)])
    if not plugged and not wiring.serial and wiring.broker is None:
        yield found("trays-none")
    if wiring.broker is not None:
        yield from _examine_broker(wiring.broker)
    elif find_mosquitto() is None:
        yield found("broker-absent")


def as_data(finding: Finding, language: str) -> dict[str, str]:
    """A finding for programs."""
    return {"id": finding.id, "level": finding.level, "what": finding.what(language), "do": finding.remedy(language)}
