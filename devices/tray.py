"""The conversation with one device, on any transport: messages in, sightings out.

Nothing here reads a port or a clock. A message counts only after the device has answered our nonce, only if it is from
the power-up in which it answered, and only in the order of its sequence; after a gap a recount is asked for.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, MutableMapping, Sequence
from secrets import randbits
from typing import Literal

import msgspec
from msgspec import Struct

from devices.commands import Commands
from devices.duplicate_ids import PowerUps
from devices.inventory import Inventory
from devices.message import (
    Accepted,
    Ack,
    FromDevice,
    FromHost,
    Heartbeat,
    Hello,
    Identify,
    Measured,
    Moving,
    Odd,
    Pressed,
    Recount,
    Report,
    Settled,
    Snapshot,
    TagRead,
)
from devices.protocol import HOST, NEEDS, PLACES, VERSION, ZONES
from devices.reading import Tile, colours, gold, reading, used, worth
from engine.sighting import Found, Lost, Press, Reading, Sighting, Tag

Value = Sighting | Lost | Found
"""What a device reports to the host."""

log = logging.getLogger("devices")
NOTHING = (0,) * 5


class Card(Struct, frozen=True, kw_only=True):
    """The state of one device, for a screen.

    `moving` is the running gold while coins move, `why` what is wrong with the device, `refused` the reason for which
    it is not used; `answered` is the last command it acknowledged with the result ("menu done", "calibrate coins 3
    refused"), `answers` how many it acknowledged.
    """

    source: str
    id: str = ""
    seat: str = ""
    device: str = ""
    state: Literal["searching", "there", "refused"] = "searching"
    firmware: str = ""
    calibration: str = ""
    capabilities: tuple[str, ...] = ()
    gold: int | None = None
    moving: int | None = None
    why: str = ""
    refused: Literal["", "version", "id"] = ""
    answered: str = ""
    answers: int = 0


class Tray:
    """One device as the host knows it. `outgoing` are the messages to send; the transport empties it.

    `seats` maps device id → seat and `tiles` device id → the buildings on its places; both may change at any time.
    `claims` maps an id to the tray that has it; `box` counts the pieces on all trays.
    """

    def __init__(
        self,
        transport: str,
        seats: Mapping[str, str],
        claims: MutableMapping[str, Tray],
        box: Inventory | None = None,
        tiles: Mapping[str, Sequence[Tile]] | None = None,
    ) -> None:
        self.card = Card(source=f"{transport}:?")
        self.outgoing: list[FromHost] = []
        self._transport, self._seats, self._claims = transport, seats, claims
        self._box = box or Inventory()
        self.commands = Commands()
        self.measured: dict[tuple[str, int], Measured] = {}
        self._tiles = {} if tiles is None else tiles
        self._nonce = self._answered = 0
        self._asked_at = -1e9
        self._last_message = -1e9
        self._press = (-1, 0)  # power-up and number of the last press: not forgotten when the device is lost
        self._power_ups = PowerUps()
        self._forget()

    def _forget(self) -> None:
        self.known = False
        self._boot = self._sequence = -1
        self._counts: dict[str, tuple[int, ...]] = {}
        self._recounting = False
        self._doubted: dict[str, float] = {}

    @property
    def source(self) -> str:
        return self.card.source

    def ask(self, command: FromHost) -> None:
        """Send the device a command (any thread); it is repeated until acknowledged."""
        self.commands.ask(command)

    def recount(self) -> None:
        """Ask for all counts (any thread); they are reported even if nothing has changed."""
        self._recounting = True
        self.commands.ask(Recount())

    # --- time ---

    def poll(self, at: float) -> list[Value]:
        """What is due at a time (s): silence ends the connection, questions are repeated, commands are sent."""
        values = self.lost(at, "says nothing") if self.known and at - self._last_message > HOST["quiet"] else []
        if not self.known and at - self._asked_at >= HOST["identify"]:
            self._identify(at)
        values += [value for zone in self._eased() for value in self._zone(zone, at)]
        self._take_commands(at)
        self.outgoing += self.commands.overdue(at, self.source)
        return values

    def _eased(self) -> list[str]:
        """Zones in doubt because all trays together held more than the box, and less in doubt now."""
        return [z for z, doubt in self._doubted.items() if doubt and self._box.doubt(z, self._counts[z]) < doubt]

    def _identify(self, at: float) -> None:
        self._nonce, self._asked_at = self._nonce or randbits(31) + 1, at  # repeated, it is the same question
        self.outgoing.append(Identify(nonce=self._nonce))

    def _take_commands(self, at: float) -> None:
        for command in self.commands.take(self.known, at):
            if isinstance(command, Recount):
                self._recount()
            else:
                self.outgoing.append(command)

    def lost(self, at: float, reason: str) -> list[Value]:
        """The device is gone: nothing it reports counts until it is identified again."""
        was_known, source = self.known, self.source
        self._forget()
        self.commands.forget()
        self._nonce, self._asked_at = 0, -1e9
        if self._claims.get(self.card.id) is self:
            self._box.forget(self.card.id)
            del self._claims[self.card.id]
        self._show(state="searching", moving=None, why=reason, refused="")
        if not was_known:
            return []
        log.warning("%s lost: %s", source, reason)
        return [Lost(source, at, reason)]

    def refuse(self, reason: str, over: Literal["version", "id"]) -> None:
        """Something is there, but we cannot work with it; logged once."""
        if self.card.why != reason:
            log.warning("%s refused: %s", self.source, reason)
        self._show(state="there" if self.known else "refused", why=reason, refused=over)

    # --- messages from the device ---

    def receive(self, message: FromDevice, at: float) -> list[Value]:
        """The values that a message brings; none if it is doubled, late or from before a restart."""
        if isinstance(message, Hello):
            return self._hello(message, at)
        boot = getattr(message, "boot", self._boot)
        doubled = self._power_ups.returned(boot, at)
        if not self.known:
            return []
        if doubled:
            return self._doubled(self.card.id, at)
        if boot != self._boot:  # it has restarted since
            self._forget()
            self._identify(at)
            return []
        self._last_message = at
        return self._handle(message, at)

    def _handle(self, message: FromDevice, at: float) -> list[Value]:
        match message:
            case Snapshot():
                return self._snapshot(message, at)
            case Settled() | Odd() | TagRead():
                return self._change(message, at)
            case Pressed():
                return self._pressed(message, at)
            case Moving():
                self._moving(message)
            case Heartbeat():
                self._check_sequence(message.sequence)
            case Ack():
                self._acknowledged(message)
            case Measured():
                self.measured[message.zone, message.column] = message
            case Report():
                log.info("%s reports: %s", self.source, message.line)
        return []

    def _hello(self, hello: Hello, at: float) -> list[Value]:
        if hello.nonce and hello.nonce == self._answered and hello.boot != self._boot:
            self._power_ups.both(at)
        elif hello.nonce != self._nonce or not self._nonce:
            if hello.nonce == 0:  # it has just powered up
                self._identify(at)
            return []
        self._nonce, self._answered = 0, hello.nonce
        if hello.protocol not in (0, VERSION):
            self.refuse(f"{hello.id!r} speaks version {hello.protocol!r} of the protocol, not {VERSION!r}", "version")
            return []
        if self._claims.setdefault(hello.id, self) is not self:
            self.refuse(f"another device already says it is {hello.id!r}", "id")
            return []
        if self._power_ups.double(hello.boot, at):
            return self._doubled(hello.id, at)
        return self._identified(hello, at)

    def _doubled(self, id: str, at: float) -> list[Value]:
        values = self.lost(at, "there are two of it")
        self._asked_at = at
        self.refuse(f"two devices say they are {id!r}", "id")
        return values

    def _identified(self, hello: Hello, at: float) -> list[Value]:
        self._forget()
        self.known, self._boot, self._last_message = True, hello.boot, at
        self._introduce(hello)
        self._recount()
        self.outgoing += self.commands.all_again(at)
        return [Found(self.source, at, hello.device)]

    def _introduce(self, hello: Hello) -> None:
        log.info("%s:%s is there", self._transport, hello.id)
        self.card = Card(
            source=f"{self._transport}:{hello.id}",
            id=hello.id,
            seat=self._seats.get(hello.id, ""),
            device=hello.device,
            state="there",
            firmware=".".join(map(str, hello.firmware)),
            calibration=hello.calibration,
            capabilities=hello.capabilities,
            answered=self.card.answered,
            answers=self.card.answers,
        )

    def _snapshot(self, snapshot: Snapshot, at: float) -> list[Value]:
        if self._sequence >= 0 and _after(snapshot.sequence, self._sequence) < 0:
            return []
        counts = {zone: getattr(snapshot, zone) for zone in ZONES if NEEDS[zone] in self.card.capabilities}
        if counts == self._counts and not self._recounting:
            return []
        self._sequence, self._counts, self._recounting = snapshot.sequence, counts, False
        self._show(why="")
        return [value for zone in counts for value in self._zone(zone, at)]

    def _change(self, message: Settled | Odd | TagRead, at: float) -> list[Value]:
        if self._sequence < 0 and isinstance(message, Odd):
            self._show(why=f"something lies in {message.zone} that is no piece")
        if self._sequence < 0 or _after(message.sequence, self._sequence) <= 0:
            return []
        if _after(message.sequence, self._sequence) > 1:
            self._recount()
            return []
        self._sequence = message.sequence
        match message:
            case Settled():
                return self._settled(message, at)
            case Odd():
                return self._odd(message, at)
            case TagRead():
                return self._sighting("console", at, Tag(message.label))

    def _settled(self, settled: Settled, at: float) -> list[Value]:
        before = self._counts.get(settled.zone, NOTHING)
        if tuple(a + b for a, b in zip(before, settled.change, strict=True)) != settled.now:
            self._recount()
            return []
        self._counts[settled.zone] = settled.now
        return self._zone(settled.zone, at)

    def _odd(self, odd: Odd, at: float) -> list[Value]:
        counts = list(self._counts.get(odd.zone, NOTHING))
        counts[odd.column] = max(0, round(odd.hundredths / 100))
        off = abs(odd.hundredths / 100 - counts[odd.column])
        return self._readings(odd.zone, counts, off * worth(odd.zone, odd.column), at)

    def _zone(self, zone: str, at: float) -> list[Value]:
        counts = self._counts[zone]
        pieces = colours(self._buildings(), counts) if zone == "used" else counts
        self._box.note(self.card.id, zone, pieces)
        doubt = self._doubted[zone] = self._box.doubt(zone, pieces)
        if zone == "coins":
            self._show(gold=gold(counts), moving=None)
        return self._readings(zone, counts, doubt, at)

    def _readings(self, zone: str, counts: Sequence[int], doubt: float, at: float) -> list[Value]:
        """One sighting a zone; of used buildings one for each tile that lies there according to the session."""
        if zone != "used":
            return self._sighting(zone, at, reading(zone, counts, doubt))
        pairs = zip(self._buildings(), counts, strict=False)
        return [value for tile, n in pairs for value in self._sighting(zone, at, used(tile, n, doubt), tile.name)]

    def _buildings(self) -> Sequence[Tile]:
        """The buildings on this device's places, from the first."""
        return self._tiles.get(self.card.id, ())

    def _sighting(self, zone: str, at: float, seen: Reading, tile: str = "") -> list[Value]:
        seat = self._seats.get(self.card.id, "")
        if seat != self.card.seat:
            self._show(seat=seat)
        return [Sighting(self.source, PLACES[zone].format(seat=seat, tile=tile), at, seen)] if seat else []

    def _pressed(self, press: Pressed, at: float) -> list[Value]:
        stale = self.commands.stale(press)
        self.outgoing.append(Accepted(number=press.number, fate="stale" if stale else "taken"))
        self._check_sequence(press.sequence)
        boot, number = self._press
        if boot == press.boot and _after(press.number, number) <= 0:
            return []
        self._press = (press.boot, press.number)
        if stale:
            log.info("%s: a press of %r came after its list had changed", self.source, press.button)
            return []
        return self._sighting("console", at, Press(press.button, press.choice, press.about))

    def _moving(self, moving: Moving) -> None:
        if moving.zone == "coins":
            self._show(moving=gold(moving.now))

    def _check_sequence(self, sequence: int) -> None:
        if self._sequence < 0 or sequence != self._sequence:
            self._recount()

    def _recount(self) -> None:
        self._recounting = True
        if not any(isinstance(message, Recount) for message in self.outgoing):
            self.outgoing.append(Recount())

    def _acknowledged(self, ack: Ack) -> None:
        key = self.commands.acknowledged(ack)
        if key:
            self._show(answered=f"{key} {ack.result}", answers=self.card.answers + 1)
        if key and ack.result != "done":
            log.warning("%s answers %r to %s", self.source, ack.result, key)

    def _show(self, **fields: object) -> None:
        self.card = msgspec.structs.replace(self.card, **fields)


def _after(number: int, other: int) -> int:
    """How far `number` is after `other` on the circle of 65 536: −32 768 to 32 767."""
    return (number - other + 0x8000) % 0x10000 - 0x8000
