"""The doors: what good bytes look like, and what must hold of any bytes. A door raises what is a mistake of ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tools.fuzz import club, devices, games, pictures

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "corpus"
"""What was found, one folder a door; `make test` puts each file to its door."""


class Door(NamedTuple):
    """How good bytes look, and what is done with any; in a folder of its own, empty each time."""

    seeds: Callable[[], list[bytes]]
    enter: Callable[[bytes, Path], None]


DOORS: dict[str, Door] = {
    "serial": Door(devices.frames, devices.serial),
    "mqtt": Door(devices.payloads, devices.mqtt),
    "record": Door(games.records, games.record),
    "notation": Door(games.texts, games.notation),
    "case": Door(partial(games.cases, ROOT / "docs/cases"), games.case),
    "values": Door(games.owners, games.values),
    "wiring": Door(partial(games.wirings, ROOT / "docs/command-line.md"), games.wiring),
    "picture": Door(pictures.seeds, pictures.enter),
    "desk": Door(club.payloads, club.tables),
    "phone": Door(club.bodies, club.phone),
}


def enter(door: str, data: bytes) -> None:
    """Put bytes to a door."""
    with TemporaryDirectory(prefix="companion-fuzz-") as folder:
        DOORS[door].enter(data, Path(folder))


def found(door: str) -> list[Path]:
    """What was found at a door before."""
    return sorted(path for path in (CORPUS / door).glob("*") if path.is_file())


def seeds(door: str) -> list[bytes]:
    """Good bytes, and what was found before, in an order that is the same every time."""
    there = [*DOORS[door].seeds(), *(path.read_bytes() for path in found(door))]
    Random(door).shuffle(there)
    return there
