"""Finds, names and explains what is wrong before a game: data folder, camera and mat, ports, broker, trays."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from companion.record import Damaged
from companion.storage import Store
from companion.wiring import Wiring, read_wiring

LOOKS = 4.0
"""Seconds a camera has to show the mat."""


class Said(Protocol):
    """A finding: its id, its level ``ok``, ``warn`` or ``bad``, what is the matter and what to do."""

    @property
    def id(self) -> str: ...

    @property
    def level(self) -> str: ...

    def what(self, language: str = "en") -> str: ...

    def remedy(self, language: str = "en") -> str: ...


class Finding(Struct, frozen=True):
    """One thing found here; `facts` fill its sentences."""

    id: str
    facts: dict[str, str] = {}

    @property
    def level(self) -> str:
        return str(_words()[self.id]["level"])

    def what(self, language: str = "en") -> str:
        """What is the matter, in a sentence; `language` en, it or es."""
        return str(_words()[self.id]["what"][language]).format(**self.facts)

    def remedy(self, language: str = "en") -> str:
        """What to do about it; nothing when all is well."""
        return str(_words()[self.id].get("do", {}).get(language, "")).format(**self.facts)


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(files("companion").joinpath("doctor.toml").read_text(encoding="utf-8"))


def examine(folder: Path) -> Iterator[Said]:
    """Everything there is to check, one finding after the other; it changes nothing and books nothing."""
    yield from examine_data(folder)
    try:
        wiring = read_wiring(folder)
    except ValueError as error:
        yield Finding("wiring-wrong", {"reason": str(error)})
        return
    yield from examine_camera(wiring.camera)
    yield from _examine_trays(wiring)


def examine_data(folder: Path) -> Iterator[Finding]:
    """Can games be kept here, and are those kept whole?"""
    try:
        with Store(folder / "games.db") as store:
            games = store.games()
            yield Finding("data-good", {"games": str(len(games)), "folder": str(folder)})
            yield from _damaged(store, [game for game, *_ in games])
    except (OSError, Damaged) as error:
        yield Finding("data-unwritable", {"folder": str(folder), "reason": str(error)})


def _damaged(store: Store, games: list[str]) -> Iterator[Finding]:
    for game in games:
        try:
            store.open(game)
        except Damaged as error:
            yield Finding("game-damaged", {"reason": str(error)})


def examine_camera(address: str, seconds: float = LOOKS) -> Iterator[Finding]:
    """Does the camera give pictures, and is the whole mat in them?"""
    if not address:
        yield Finding("camera-none")
        return
    from vision.source import Camera

    with Camera(address) as camera:
        yield _mat_in(lambda: camera.newest(0.2), address, seconds)


def _mat_in(newest: Callable[[], Any], address: str, seconds: float) -> Finding:
    from vision.mat import load_mat
    from vision.pose import MatFinder

    finder, end, seen, size = MatFinder(load_mat()), time.monotonic() + seconds, -1, ""
    while time.monotonic() < end and seen < 4:
        shot = newest()
        if shot is not None:
            pose = finder.find(_grey(shot.picture))
            seen = max(seen, len(pose.markers) if pose else 0)
            size = f"{shot.picture.shape[1]} × {shot.picture.shape[0]}"
    if seen < 0:
        return Finding("camera-missing", {"camera": address})
    kind = "mat-good" if seen == 4 else "mat-partly" if seen >= 2 else "mat-missing"
    return Finding(kind, {"markers": str(seen), "size": size})


def _grey(picture: Any) -> Any:
    """Luminance of a BGR picture (ITU-R BT.601)."""
    return (picture @ [0.114, 0.587, 0.299]).astype("uint8")


def _examine_trays(wiring: Wiring) -> Iterator[Said]:
    from devices.broker import find_mosquitto
    from devices.doctor import examine_broker, examine_ports
    from devices.finder import BOARDS, ports

    found = [port.device for port in ports() if (port.vid, port.pid) in BOARDS]
    yield from examine_ports([*wiring.serial, *(port for port in found if port not in wiring.serial)])
    if wiring.broker is not None:
        yield from examine_broker(wiring.broker.address, wiring.broker.table)
    elif find_mosquitto() is None:
        yield Finding("broker-absent")


def as_data(said: Said, language: str) -> dict[str, str]:
    """A finding for programs."""
    return {"id": said.id, "level": said.level, "what": said.what(language), "do": said.remedy(language)}
