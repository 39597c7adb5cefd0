"""A table without hardware: a drawn camera over the mat, and a tray before every seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from tempfile import TemporaryDirectory

from companion.titles.title import TableLayout, Title
from companion.virtual.camera import DrawnCamera, Pictures
from companion.virtual.hands import Hands
from companion.virtual.laying import Laying
from devices.broker import HOST_USER, start_broker
from devices.inventory import read_box
from devices.mqtt_client import Address
from devices.protocol import COINS
from devices.virtual import VirtualTray
from devices.virtual.coins import PLENTY, Bank
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.mat import load_mat, mat_file

WIRED = 2
"""So many seats have their tray on a serial cable; the others join the broker."""


class VirtualTable(Hands):
    """The pieces of one game and everything that watches them.

    The camera is at `camera_url`, trays are at `serial_ports` and at the broker `address`, table `name`.
    `slips` is gold left by mistake in a seat's treasury. `settle` is how long (s) a tray waits before it believes
    its coins, `rate` the camera's pictures a second, `painter` what makes them. The trays of the
    last `coinless` seats have no wells for coins.
    """

    def __init__(
        self,
        title: Title,
        seats: Sequence[str],
        seed: int,
        *,
        weather: str = "kind",
        settle: float = 0.05,
        rate: float = 30.0,
        name: str = "virtual",
        coinless: int = 0,
        painter: Callable[..., Pictures] = Scene,
    ) -> None:
        self.seats = tuple(seats)
        self.name = name
        self.slips: dict[str, int] = {}
        self._coinless = self.seats[len(self.seats) - coinless :]
        self._chance = Random(f"hands {seed}")
        self._mat = load_mat(mat_file(title.game.name))
        self._laying = Laying(self._mat, self._chance)
        self._families = title.shows
        self._stack = ExitStack()
        try:
            self._set_up(title, seed, settle)
            prints, tiles = dict(title.prints()), dict(title.tiles())
            scene = painter(self._mat, Weather.named(weather), seed, prints, dict(title.dice()), tiles)
            self.camera = DrawnCamera(scene, rate)
            self._stack.callback(self.camera.close)
        except BaseException:
            self._stack.close()
            raise

    def _set_up(self, title: Title, seed: int, settle: float) -> None:
        bank = Bank(read_box(title.file("box.toml")).coins or PLENTY)
        self.trays = {
            seat: VirtualTray(seat, settle=settle, travel=0.002, bank=bank, seed=seed, without=self._lacks(seat))
            for seat in self.seats
        }
        users = {user: token_urlsafe(12) for user in (HOST_USER, *(tray.id for tray in self.trays.values()))}
        self.broker = self._stack.enter_context(start_broker(users))
        self._ports = Path(self._stack.enter_context(TemporaryDirectory(prefix="companion-ports-")))
        for seat, tray in self.trays.items():
            self._stack.callback(tray.close)
            self.plug_in(seat)

    def _lacks(self, seat: str) -> tuple[str, ...]:
        return ("coins",) if seat in self._coinless else ()

    @property
    def serial_ports(self) -> tuple[str, ...]:
        """The ports of the wired trays."""
        return tuple(str(self._port(seat)) for seat in self.seats[:WIRED])

    def _port(self, seat: str) -> Path:
        return self._ports / self.trays[seat].id

    def plug_in(self, seat: str) -> None:
        """Connect a seat's tray, with its cable or to the broker."""
        tray = self.trays[seat]
        if seat in self.seats[:WIRED]:
            tray.serve_pty(self._port(seat))
        else:
            tray.serve_mqtt(self.broker.address(tray.id), self.name)

    @property
    def camera_url(self) -> str:
        """Where the camera's pictures are."""
        return self.camera.url

    @property
    def address(self) -> Address:
        """Where a host finds the broker."""
        return self.broker.address()

    @property
    def numbers(self) -> dict[str, int]:
        """Before which seat each tray stands: its id, and the number of the seat from 1."""
        return {tray.id: number for number, tray in enumerate(self.trays.values(), 1)}

    # --- hands ---

    def follow(self, layout: TableLayout) -> None:
        """Move pieces until everything lies so, but for the `slips`."""
        for seat in self.seats:
            self._follow_tray(seat, layout)
        moved = [field for field, tally in layout.cubes.items() if self._laying.goods(field, tally)]
        cards = layout.cards.items()
        moved += [field for field, faces in cards if self._laying.cards(field, self._families[field], faces)]
        moved += [field for field, built in layout.built.items() if self._laying.build(field, built)]
        if moved:
            self._show(moved[0])

    def coins_of(self, seat: str) -> dict[int, int]:
        """The coins a seat has in its hands: value, how many."""
        return {value: count for value, count in zip(COINS, self.trays[seat].coins, strict=True) if count}

    def _follow_tray(self, seat: str, layout: TableLayout) -> None:
        tray = self.trays[seat]
        gold = layout.gold.get(seat, 0) + self.slips.get(seat, 0)
        if gold > tray.gold:
            tray.drop(gold - tray.gold)
        elif gold < tray.gold:
            tray.take(tray.gold - gold)
        ledgers = layout.ledgers.get(seat, ({}, {}))
        if ledgers != (tray.ledger("bought"), tray.ledger("sold")):
            tray.set_ledger(*ledgers)

    def close(self) -> None:
        """Clear the table away; may be called twice."""
        self._stack.close()

    def __enter__(self) -> VirtualTable:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
