"""The trays of a real table: found by themselves, kept while games come and go, each before the seat it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from queue import Empty, SimpleQueue

from companion.host.wiring import Wiring
from companion.play.ledger_places import tiles_of
from companion.play.reports import Device
from companion.play.sensors import Value
from companion.play.session import Session
from companion.tasks.tray_calibration import MutedSources
from companion.wording import wording
from devices.hub import Hub
from devices.menu import Menu
from devices.reading import Tile
from engine.sighting import Found, Lost


class Trays:
    """Runs the hub of a table and hands its sightings to the session that watches; `pump` and the rest in one thread.

    A tray the wiring names is before that seat; any other before the first seat that neither has one nor waits for one.
    A strip of lamps that is not named stays in the middle.
    """

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._queue: SimpleQueue[Value] = SimpleQueue()
        self._there: dict[str, Found] = {}
        self._seats: dict[str, str] = {}
        self._tiles: dict[str, tuple[Tile, ...]] = {}
        self._language = ""
        self._session: Session | None = None
        self.deaf = MutedSources(self._queue.put)
        self._hub = Hub(self.deaf)
        for port in wiring.serial:
            self._hub.add_serial(port)
        if wiring.broker is not None:
            self._hub.add_mqtt(wiring.broker.address, wiring.broker.table, wiring.broker.home_assistant)
        self._hub.find_serial()

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
        """From now on the trays are those of this game's seats."""
        self._session, self._seats = session, {}
        session.changed.append(self._lay_tiles)
        self._speak()
        for found in self._there.values():
            self._seat(found)
            session.put(found)

    def pump(self) -> None:
        """Hand on what the trays have said since; a language chosen meanwhile is theirs too."""
        self._speak()
        try:
            while True:
                self._hear(self._queue.get_nowait())
        except Empty:
            return

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

    def _hear(self, value: Value) -> None:
        if isinstance(value, Found):
            self._there[value.source] = value
            self._seat(value)
        elif isinstance(value, Lost):
            self._there.pop(value.source, None)
        if self._session is not None:
            self._session.put(value)

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
