"""A tray's behaviour: settles what its sensors read, repeats what nobody accepted, obeys the host.

Time is in milliseconds and only ever grows; readings are in pieces (a scale's may be fractional), five columns a zone.
Messages are dictionaries as in protocol.toml. Runs under MicroPython and CPython.
"""

# ruff: noqa: ARG002, B905, RUF005, RUF015, UP031  (MicroPython: zip is never strict, no stars in lists, no f-strings)

from .constants import ENUMS, GIVE_UP_MS, HEARTBEAT_MS, MOVING_MS, RESEND_MS, SETTLE_MS

try:
    from typing import Any
except ImportError:  # MicroPython knows no typing, and never looks at annotations
    Any = None  # type: ignore[assignment, misc]

ODD = 0.3  # a settled reading further than this from whole pieces is not explained by pieces
DUE = 0.18  # columns that are this far off on average need calibrating
STEADY = 0.002  # share of each look in that average
CREEP = 0.05  # share of a small settled deviation that is taken up as drift each time it is seen
EMPTY = (0, 0, 0, 0, 0)


class Column:
    """One scale or slot: raw reading → pieces, with zero, unit and slow drift."""

    def __init__(self) -> None:
        self.zero = 0.0
        self.unit = 1.0

    def pieces(self, raw: float) -> float:
        """Raw reading in pieces, not rounded."""
        return (raw - self.zero) / self.unit

    def creep(self, off: float) -> None:
        """Take up a little of a small deviation: scales wander, pieces don't come in hundredths."""
        self.zero += CREEP * off * self.unit


class Zone:
    """Five columns that settle together."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.columns = [Column() for _ in EMPTY]
        self.settled = list(EMPTY)
        self.now = list(EMPTY)
        self.raw: Any = list(EMPTY)
        self.since = -1
        self.told = -MOVING_MS
        self.odd = (-1, 0)
        self.ready = False
        self.quality = 0.0  # how far off whole pieces it is on average: 0 is perfect

    def read(self, raw: Any, now: int) -> bool:
        """Take a reading; True while pieces move."""
        self.raw = raw
        whole = [int(column.pieces(value) + 1000.5) - 1000 for column, value in zip(self.columns, raw)]
        whole = [min(255, max(0, count)) for count in whole]
        if whole != self.now or self.since < 0:
            self.now, self.since = whole, now
        return self.now != self.settled or not self.ready

    def worst(self) -> tuple[int, float]:
        """(column, how far it is from whole pieces) of the column that is furthest."""
        offs = [c.pieces(value) - count for c, value, count in zip(self.columns, self.raw, self.now)]
        sizes = [abs(off) for off in offs]
        index = sizes.index(max(sizes))
        return index, offs[index]

    def follow_drift(self) -> None:
        """Only what no piece can weigh is drift."""
        self.quality += STEADY * (abs(self.worst()[1]) - self.quality)
        for column, value, count in zip(self.columns, self.raw, self.now):
            off = column.pieces(value) - count
            if abs(off) < ODD:
                column.creep(off)


class Machine:
    """The state of one tray. `out` collects what it wants to say; the transport takes it from there."""

    def __init__(self, me: dict[str, Any], boot: int, settle: int = SETTLE_MS) -> None:
        """`me`: device, capabilities, calibration, firmware, id; `boot` differs with every power-up."""
        self.me = me
        self.boot = boot
        self.settle = settle
        self.sequence = 0
        self.zones = [Zone(name) for name in ENUMS["zone"]]
        self.out: list[Any] = []
        self.menu: dict[str, Any] | None = None
        self.dial = 0
        self.lines: dict[int, Any] = {}
        self.lamps: dict[int, Any] = {}
        self.truth: int | None = None
        self.calibrated = False
        self._pending: dict[str, Any] | None = None
        self._presses: list[Any] = []
        self._number = 0
        self._beat = -HEARTBEAT_MS
        self._done: list[Any] = []  # the latest commands and how they went
        self._say("hello", nonce=0, **me)

    # --- saying ---

    def _say(self, kind: str, **fields: Any) -> None:
        message: dict[str, Any] = {"type": kind, "sequence": self.sequence}
        if kind in ("hello", "snapshot", "settled", "press", "heartbeat", "odd"):
            message["boot"] = self.boot
        message.update(fields)
        self.out.append(message)

    @property
    def ready(self) -> bool:
        """Whether every zone has settled once since power-up."""
        return all(zone.ready for zone in self.zones)

    def snapshot(self) -> dict[str, Any]:
        """What lies here now, settled."""
        message: dict[str, Any] = {"type": "snapshot", "sequence": self.sequence, "boot": self.boot}
        for zone in self.zones:
            message[zone.name] = list(zone.settled)
        return message

    def columns(self) -> dict[str, Any]:
        """Zero and unit of every column, to be kept over a power cut."""
        return {zone.name: [[column.zero, column.unit] for column in zone.columns] for zone in self.zones}

    def recall(self, columns: dict[str, Any]) -> None:
        """Take up what `columns` gave, or a board's own first guess."""
        for zone in self.zones:
            for column, (zero, unit) in zip(zone.columns, columns.get(zone.name, ())):
                column.zero, column.unit = zero, unit

    def report(self, line: str) -> None:
        """One line of diagnosis for the host's log."""
        self._say("report", line=line)

    # --- sensing ---

    def sense(self, readings: dict[str, Any], now: int) -> bool:
        """Readings by zone (raw, five columns each); True while anything is about to settle."""
        busy = False
        for zone in self.zones:
            if zone.name in readings:
                busy = self._sense(zone, readings[zone.name], now) or busy
        return busy

    def _sense(self, zone: Zone, raw: Any, now: int) -> bool:
        moved = zone.read(raw, now)
        still = now - zone.since >= self.settle
        column, off = zone.worst()
        if still and abs(off) >= ODD:
            return self._odd(zone, column, off)
        if still:
            zone.follow_drift()
            self._check_quality(zone)
        if still and (moved or zone.odd[0] >= 0):  # a reading that was odd and is explained again is told too
            zone.odd = (-1, 0)
            self._settle(zone)
        elif moved and now - zone.told >= MOVING_MS:
            zone.told = now
            self._say("moving", zone=zone.name, now=list(zone.now))
        return moved and not still

    def _check_quality(self, zone: Zone) -> None:
        if zone.quality > DUE and self.me["calibration"] == "good":
            self.me["calibration"] = "due"
            self._say("hello", nonce=0, **self.me)

    def _settle(self, zone: Zone) -> None:
        if not zone.ready:  # what lay here before power-up is no change
            zone.ready, zone.settled = True, list(zone.now)
            if self.ready:
                self.out.append(self.snapshot())
            return
        self.sequence = (self.sequence + 1) & 0xFFFF
        change = [new - old for new, old in zip(zone.now, zone.settled)]
        zone.settled = list(zone.now)
        self._say("settled", zone=zone.name, change=change, now=list(zone.now))

    def _odd(self, zone: Zone, column: int, off: float) -> bool:
        seen = (column, int((zone.now[column] + off) * 20))  # twentieths: said again only when it really changed
        if abs(seen[1] - zone.odd[1]) > 1 or seen[0] != zone.odd[0]:
            zone.odd = seen
            self.sequence = (self.sequence + 1) & 0xFFFF
            self._say("odd", zone=zone.name, column=column, hundredths=int((zone.now[column] + off) * 100))
        return False

    def tag(self, label: str) -> None:
        """An electronic label was read."""
        self.sequence = (self.sequence + 1) & 0xFFFF
        self._say("tag", label=label)

    # --- buttons and dial ---

    def turn(self, steps: int) -> None:
        """The dial was turned; it stops at the ends of the menu."""
        least, most = self._reach()
        self.dial = min(most, max(least, self.dial + steps))

    def _reach(self) -> tuple[int, int]:
        if self.menu is None:
            return 0, 0
        if "least" in self.menu:
            return self.menu["least"], self.menu["most"]
        return 0, max(0, len(self.menu["items"]) - 1)

    def press(self, button: str, now: int) -> None:
        """A button was pressed: it is said until the host accepts it or it is too old to mean anything."""
        self._number = (self._number + 1) & 0xFFFF
        about = self.menu["about"] if self.menu else 0
        press = {"number": self._number, "button": button, "choice": self.dial, "about": about}
        self._presses.append([press, now, now - RESEND_MS])

    # --- time ---

    def tick(self, now: int) -> None:
        """Say again what was not accepted, and that we are alive."""
        self._presses = [waiting for waiting in self._presses if now - waiting[1] < GIVE_UP_MS]
        if self._presses and now - self._presses[0][2] >= RESEND_MS:  # in order: the next waits for the first
            self._presses[0][2] = now
            self._say("press", **self._presses[0][0])
        if now - self._beat >= HEARTBEAT_MS:
            self._beat = now
            self._say("heartbeat", uptime=now & 0xFFFFFFFF)

    @property
    def waiting(self) -> bool:
        """Whether a press still waits to be accepted."""
        return bool(self._presses)

    # --- hearing ---

    def hear(self, message: dict[str, Any], now: int) -> None:
        """Obey the host; a command is done once, and acknowledged every time it is heard."""
        try:
            self._heed(message, message["type"])
        except (KeyError, TypeError, ValueError, IndexError) as error:  # a hostile or foreign message changes nothing
            self.report("not understood: %r" % (error,))

    def _heed(self, message: dict[str, Any], kind: str) -> None:
        if kind == "identify":
            self._done = []  # a host that asks may be another, and count from the start
            self._say("hello", nonce=message["nonce"], **self.me)
        elif kind == "recount":
            if self.ready:  # else it follows by itself
                self.out.append(self.snapshot())
        elif kind == "accepted":
            self._presses = [waiting for waiting in self._presses if waiting[0]["number"] != message["number"]]
        elif kind == "item":
            self._item(message)
        elif kind == "list" and "items" not in message and message["count"]:
            self._start(message)
        else:
            self._command(message)

    def _command(self, message: dict[str, Any]) -> None:
        number = message["sequence"]
        results = [result for done, result in self._done if done == number]
        if not results:
            act = getattr(self, "_do_" + message["type"], None)
            results = ["unknown" if act is None else "refused" if act(message) is False else "done"]
            self._done = self._done[-7:] + [(number, results[0])]
        self._say("ack", of=number, result=results[0])

    def _start(self, message: dict[str, Any]) -> None:
        if self._pending is None or self._pending["sequence"] != message["sequence"]:
            pending = {key: message[key] for key in ("type", "sequence", "about", "title")}
            pending["items"] = [None] * message["count"]
            self._pending = pending

    def _item(self, message: dict[str, Any]) -> None:
        list_ = self._pending
        if list_ is None or list_["sequence"] != message["sequence"] or message["index"] >= len(list_["items"]):
            return
        list_["items"][message["index"]] = message["label"]
        if None not in list_["items"]:
            self._command(list_)

    def _do_list(self, message: dict[str, Any]) -> None:
        items = list(message.get("items", ()))
        self.menu = {"about": message["about"], "title": message["title"], "items": items}
        self.dial = 0

    def _do_range(self, message: dict[str, Any]) -> None:
        self.menu = {key: message[key] for key in ("about", "title", "least", "most")}
        self.dial = message["least"]

    def _do_text(self, message: dict[str, Any]) -> None:
        self.lines[message["line"]] = message["text"]

    def _do_truth(self, message: dict[str, Any]) -> None:
        self.truth = message["gold"]

    def _do_lamp(self, message: dict[str, Any]) -> None:
        self.lamps[message["index"]] = (message["red"], message["green"], message["blue"])

    def _zone(self, name: str) -> Zone:
        return [zone for zone in self.zones if zone.name == name][0]

    def _do_tare(self, message: dict[str, Any]) -> None:
        zone = self._zone(message["zone"])
        for column, raw in zip(zone.columns, zone.raw):
            column.zero = raw
        self.calibrated = True

    def _do_calibrate(self, message: dict[str, Any]) -> bool:
        zone = self._zone(message["zone"])
        column, raw = zone.columns[message["column"]], zone.raw[message["column"]]
        if not message["pieces"] or raw == column.zero:
            return False
        column.unit = (raw - column.zero) / message["pieces"]
        self.me["calibration"] = "good"
        zone.quality = 0.0
        self.calibrated = True
        self._say("hello", nonce=0, **self.me)  # so that the host asks, and learns of it
        return True

    def _do_diagnose(self, message: dict[str, Any]) -> None:
        for zone in self.zones:
            column, off = zone.worst()
            self.report("%s %s off %.2f in %d, %.2f" % (zone.name, zone.settled, off, column, zone.quality))
