"""The trays of a table: found by themselves, kept while games come and go, each before the seat it belongs to."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.host.wiring import Wiring
from companion.play.ledger_places import tiles_of
from companion.play.reports import Device
from companion.play.sensors import Value
from companion.play.session import Session
from companion.tasks.tray_calibration import MutedSources
from companion.titles import title_of
from companion.wording import wording
from devices.calibrations import Calibrations
from devices.hub import Hub
from devices.inventory import read_box
from devices.menu import Menu
from devices.message import Zone
from devices.reading import Tile
from engine.sighting import Found, Lost

WEIGHED: tuple[Zone, ...] = ("coins", "stored")
"""The zones of a tray that are calibrated."""
log = logging.getLogger("companion")


class Trays:
    """Runs the hub of a table and hands its sightings to the session that watches.

    One thread calls `poll` often, and the rest; `watch` may be called from any.
    A tray the wiring names is before that seat; any other before the first seat that neither has one nor waits for one.
    A strip of lamps that is not named stays in the middle. A board that has lost its calibration gets the one kept in
    `folder` back.
    """

    def __init__(self, wiring: Wiring, folder: Path | None = None) -> None:
        self._wiring = wiring
        self._folder = folder
        self._calibrations: Calibrations | None = None
        self._queue: SimpleQueue[Value | Session] = SimpleQueue()
        self._there: dict[str, Found] = {}
        self._seats: dict[str, str] = {}
        self._tiles: dict[str, tuple[Tile, ...]] = {}
        self._language = ""
        self._session: Session | None = None
        self.muted = MutedSources(self._queue.put)
        self._hub = Hub(self.muted)
        for port in wiring.serial:
            self._hub.add_serial(port)
        if wiring.broker is not None:
            self._hub.add_mqtt(wiring.broker.address, wiring.broker.table, wiring.broker.home_assistant)
        if wiring.usb:
            self._hub.find_serial()
        self._speak()

    @property
    def hub(self) -> Hub:
        """The hub of the table."""
        return self._hub

    @property
    def devices(self) -> Sequence[Device]:
        """The trays that are there."""
        return tuple(
            Device(id=source, kind=_kind(source), seat="", state="ok", detail=found.what)
            for source, found in self._there.items()
        )

    def watch(self, session: Session) -> None:
        """From the next `poll` on the trays are those of this game's seats."""
        self._hub.box.hold(read_box(title_of(session.game.name).file("box.toml")))
        self._queue.put(session)

    def poll(self) -> None:
        """Hand on what the trays have reported since; a language chosen meanwhile is theirs too."""
        self._speak()
        try:
            while True:
                self._take(self._queue.get_nowait())
        except Empty:
            return

    def advice(self, source: str, today: date, language: str) -> str:
        """Why a tray should be calibrated, in a sentence; nothing if it need not be."""
        card = self._hub.card(source.partition(":")[2])
        kept = self._kept()
        return kept.advice(card, today, language) if card is not None and kept is not None else ""

    def calibrated(self) -> None:
        """A tray has been calibrated: what is kept of it is read again."""
        self._calibrations = None

    def show(self, seat: str, menu: Menu) -> None:
        """Offer a choice on the dial of a seat's tray, if it has one."""
        for tray in self._of(seat):
            self._hub.show(tray, menu)

    def truth(self, seat: str, gold: int) -> None:
        """Let a seat's tray show the gold the book says lies on it."""
        for tray in self._of(seat):
            self._hub.truth(tray, gold)

    def close(self) -> None:
        """Let go of all trays; may be called twice."""
        self._hub.close()

    def _of(self, seat: str) -> list[str]:
        return [tray for tray, whose in self._seats.items() if whose == seat]

    def _speak(self) -> None:
        if self._language != wording.language:
            self._language = wording.language
            self._hub.speak(self._language)

    def _lay_tiles(self) -> None:
        """Tell each ledger tray which buildings lie on its places, where they are others than before."""
        if self._session is None:
            return
        for tray, seat in self._seats.items():
            card = self._hub.card(tray)
            if card is None or "buildings" not in card.capabilities:
                continue
            tiles = tiles_of(self._session.book, seat)
            if self._tiles.get(tray, ()) != tiles:
                self._tiles[tray] = tiles
                self._hub.lay_tiles(tray, tiles)

    def _take(self, value: Value | Session) -> None:
        if isinstance(value, Session):
            self._serve(value)
            return
        if isinstance(value, Found):
            self._there[value.source] = value
            self._restore(value)
            self._seat(value)
        elif isinstance(value, Lost):
            self._there.pop(value.source, None)
        if self._session is not None:
            self._session.put(value)

    def _serve(self, session: Session) -> None:
        self._session, self._seats = session, {}
        session.changed.append(self._lay_tiles)
        for found in self._there.values():
            self._seat(found)
            session.put(found)

    def _restore(self, found: Found) -> None:
        """Give a board that has lost its calibration back what is kept of it."""
        card = self._hub.card(found.source.partition(":")[2])
        if card is None or card.calibration != "none":
            return
        try:
            kept = self._kept()
        except ValueError as error:
            log.warning("no calibration is given back: %s", error)
            return
        for zone in WEIGHED:
            if kept is not None and kept.restore(self._hub, card.id, zone):
                log.info("%s gets its calibration of %s back", card.id, zone)

    def _kept(self) -> Calibrations | None:
        """The calibrations kept so far; a damaged file raises `ValueError` naming it."""
        if self._calibrations is None and self._folder is not None:
            self._calibrations = Calibrations(self._folder)
        return self._calibrations

    def _seat(self, found: Found) -> None:
        """Put a tray before its seat."""
        tray = found.source.partition(":")[2]
        in_the_middle = found.what == "lamp-strip" and tray not in self._wiring.trays
        if self._session is None or tray in self._seats or in_the_middle:
            return
        named = dict(enumerate(self._session.names, 1))
        kept = {*self._seats.values(), *(named.get(number) for number in self._wiring.trays.values())}
        free = [seat for seat in named.values() if seat not in kept]
        seat = named.get(self._wiring.trays.get(tray, 0)) or next(iter(free), "")
        if seat:
            self._seats[tray] = seat
            self._hub.assign(tray, seat)
            self._lay_tiles()


def _kind(source: str) -> str:
    return source.partition(":")[0]
