"""Where games are opened and found again, with the sensors that watch them."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from companion.build import GAME, Running, connect_real, setup_of, virtual_game
from companion.record import Damaged
from companion.session import Session
from companion.storage import Store
from companion.told import Device, Saved, Setting
from engine.journal import Journal

COPY = "my-copy.toml"
WIRING = "devices.toml"
PACE = 1.2
"""Seconds the virtual table's people think, so that one can follow them."""


class Broker(Struct, frozen=True, forbid_unknown_fields=True):
    """The broker trays join; `table` tells this table's from others'."""

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    table: str = "table"


class Wiring(Struct, frozen=True, forbid_unknown_fields=True):
    """What watches the real table: a camera's address or number, serial ports, a broker, whose tray is which.

    Trays on USB are found by themselves; `trays` maps a tray's id to the seat's number at the table, from 1.
    """

    camera: str = ""
    serial: tuple[str, ...] = ()
    broker: Broker | None = None
    trays: dict[str, int] = {}


def read_wiring(folder: Path) -> Wiring:
    """The devices of this folder's `devices.toml`; `ValueError` names the file and what does not fit."""
    path = folder / WIRING
    if not path.exists():
        return Wiring()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Wiring)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{WIRING}: {error}") from error


class House:
    """Opens games in a data folder. `virtual` plays them on the drawn table; else real sensors watch.

    One game runs at a time; its owner calls `tick` often, and `close` at the end.
    """

    def __init__(self, folder: Path, *, virtual: bool = False, language: str = "en", pace: float = PACE) -> None:
        self.folder = folder
        self.virtual = virtual
        self.language = language
        self.pace = pace
        self.running: Running | None = None
        self._store = Store(folder / "games.db")
        self._chance = Random()
        self._wiring = Wiring() if virtual else read_wiring(folder)

    @property
    def devices(self) -> Sequence[Device]:
        """What watches the table just now."""
        if self.running is not None:
            return self.running.devices
        return ()

    @property
    def saved(self) -> Sequence[Saved]:
        """The games that can be gone on with, newest first; a damaged one is not listed, but stays in the file."""
        found = (self._saved(game, last, at) for game, _, last, at in self._store.games())
        return [saved for saved in found if saved is not None]

    def open(self, setting: Setting) -> Session:
        """Start a new game; `ValueError` when the setting is not a game (too few seats, two of a colour)."""
        setup = setup_of(setting, self._chance, self.folder / COPY)
        return self._run(self._store.begin(GAME, setup, time.time())[1])

    def resume(self, id: str) -> Session:
        """Go on with a saved game; `LookupError` for an unknown one, `Damaged` (a `ValueError`) naming the entry."""
        return self._run(self._store.open(id))

    def tick(self) -> None:
        """Let the running game take in what its sensors said, and the virtual table's people go on."""
        if self.running is not None:
            self.running.session.drain()
            if self.running.dealer is not None:
                self.running.dealer.step()

    def close(self) -> None:
        """Let go of everything; may be called twice."""
        self._end()
        self._store.close()

    def _run(self, book: Journal) -> Session:
        self._end()
        if self.virtual:
            self.running = virtual_game(book, self._chance.randrange(1 << 30), language=self.language, pause=self.pace)
        else:
            self.running = connect_real(book, self._wiring, self.language)
        return self.running.session

    def _end(self) -> None:
        if self.running is not None:
            self.running.close()
            self.running = None

    def _saved(self, game: str, last: int, at: float) -> Saved | None:
        try:
            book = self._store.open(game)
        except Damaged:
            return None
        phase = book.state.phase
        names = tuple(place.name or place.colour for place in book.setup.places)
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
        number = phase.round.number if hasattr(phase, "round") else 0
        return Saved(game, book.game.name, names, number, last, when, type(phase).__name__ == "Over")
