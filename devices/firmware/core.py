"""A tray's behaviour: settles its sensors' readings, repeats presses until they are accepted, obeys the host.

Time is in milliseconds and only ever grows; readings are in pieces (a scale's may be fractional), five columns a zone.
Messages are dictionaries as in protocol.toml. Runs under MicroPython and CPython.
"""

# ruff: noqa: ARG002, B905, RUF005, UP031  (MicroPython: zip is never strict, no stars in lists, no f-strings)

from .constants import (
    ENUMS,
    FRAMES,
    GIVE_UP_MS,
    GUARD_MS,
    HEARTBEAT_MS,
    MOVING_MS,
    NEEDS,
    NOTICE_LINE,
    NOTICE_MS,
    RESEND_MS,
    SETTLE_MS,
    VERSION,
)
from .measure import Measure
from .zone import DUE, EMPTY, ODD, Zone

try:
    from typing import Any
except ImportError:  # MicroPython knows no typing, and never looks at annotations
    Any = None  # type: ignore[assignment, misc]

OF_THIS_POWER_UP = [name for name, fields, _, _ in FRAMES.values() if "boot" in [field[0] for field in fields]]
CHANGED = "list changed - press again"  # until the host sends it in the players' language
ALL = (1 << len(EMPTY)) - 1
QUARTER = 4  # lamps of lines not under the dial have one part in so many of their light


class Machine:
    """The state of one tray. `out` collects its messages; the transport takes them from there."""

    def __init__(self, me: dict[str, Any], boot: int, settle: int = SETTLE_MS, guard: int = GUARD_MS) -> None:
        """`me`: device, capabilities, calibration, firmware, id; `boot` differs with every power-up."""
        self.me = me
        self.boot = boot
        self.settle = settle
        self.guard = guard
        self.sequence = 0
        self.zones = [Zone(name) for name in ENUMS["zone"] if NEEDS[name] in me["capabilities"]]
        self.out: list[Any] = []
        self.menu: dict[str, Any] | None = None
        self.dial = 0
        self.lines: dict[int, Any] = {}
        self.lamps: dict[int, Any] = {}
        self.truth: int | None = None
        self.calibrated = False
        self.notice = ""  # shown to a player who pressed too soon after the list had changed
        self._now = self._changed = self._noticed = self._measuring = 0
        self._menu_number = self._lit_about = 0
        self._measure: Any = None
        self._pending: dict[str, Any] | None = None
        self._presses: list[Any] = []
        self._number = 0
        self._beat = -HEARTBEAT_MS
        self._done: list[Any] = []  # the latest commands and how they went
        self._introduce(0)

    # --- messages to the host ---

    def _send(self, kind: str, **fields: Any) -> None:
        message: dict[str, Any] = {"type": kind, "sequence": self.sequence}
        if kind in OF_THIS_POWER_UP:
            message["boot"] = self.boot
        message.update(fields)
        self.out.append(message)

    def _introduce(self, nonce: int) -> None:
        """A frame has the version in its head; where there are no frames it is a field."""
        self._send("hello", nonce=nonce, protocol=VERSION, **self.me)

    @property
    def ready(self) -> bool:
        """Whether every zone has settled once since power-up."""
        return all(zone.ready for zone in self.zones)

    def snapshot(self) -> dict[str, Any]:
        """The settled counts of all zones."""
        message: dict[str, Any] = {"type": "snapshot", "sequence": self.sequence, "boot": self.boot}
        for name in ENUMS["zone"]:
            message[name] = list(EMPTY)
        for zone in self.zones:
            message[zone.name] = list(zone.settled)
        return message

    def columns(self) -> dict[str, Any]:
        """Zero and unit of every column, to keep over a power cut."""
        return {zone.name: [[column.zero, column.unit] for column in zone.columns] for zone in self.zones}

    def recall(self, columns: dict[str, Any]) -> None:
        """Use the zeros and units that `columns` returned, or a board's own first guess."""
        for zone in self.zones:
            for column, (zero, unit) in zip(zone.columns, columns.get(zone.name, ())):
                column.zero, column.unit = zero, unit

    def report(self, line: str) -> None:
        """One line of diagnosis for the host's log."""
        self._send("report", line=line)

    # --- sensing ---

    def sense(self, readings: dict[str, Any], now: int) -> bool:
        """Take readings by zone (raw, five columns each); True while anything is about to settle."""
        busy = False
        self._now = now
        for zone in self.zones:
            if zone.name in readings:
                busy = self._sense(zone, readings[zone.name], now) or busy
                busy = self._measured(zone) or busy
        return busy

    def _measured(self, zone: Zone) -> bool:
        """Continue a measurement for tare or calibrate; True until it is done."""
        measure = self._measure
        if measure is None or measure.zone is not zone:
            return False
        if not measure.take(zone.raw):
            return True
        self._measure = None
        result = measure.finish()
        if result == "done":
            for fields in measure.found:
                self._send("measured", **fields)
            if measure.pieces:
                zone.measured |= 1 << measure.columns[0]
            self._calibrated(zone, measure.pieces and (zone.measured == ALL or self.me["calibration"] != "none"))
        self._answer(measure.number, result)
        return False

    def _calibrated(self, zone: Zone, whole: bool) -> None:
        """There is a calibration to keep in flash; `whole` if all of the zone is calibrated now."""
        self.calibrated = True
        if whole:
            self.me["calibration"] = "good"
            zone.quality = 0.0
            self._introduce(0)  # the host then asks, and learns of it

    def _sense(self, zone: Zone, raw: Any, now: int) -> bool:
        moved = zone.read(raw, now)
        still = now - zone.since >= self.settle
        column, off = zone.worst()
        if still and abs(off) >= ODD:
            return self._odd(zone, column, off)
        if still:
            zone.follow_drift()
            self._check_quality(zone)
        if still and (moved or zone.odd[0] >= 0):  # also when a reading that was odd is explained again
            zone.odd = (-1, 0)
            self._settle(zone)
        elif moved and now - zone.reported >= MOVING_MS:
            zone.reported = now
            self._send("moving", zone=zone.name, now=list(zone.now))
        return moved and not still

    def _check_quality(self, zone: Zone) -> None:
        if zone.quality > DUE and self.me["calibration"] == "good":
            self.me["calibration"] = "due"
            self._introduce(0)

    def _settle(self, zone: Zone) -> None:
        if not zone.ready:  # the pieces present at power-up are no change
            zone.ready, zone.settled = True, list(zone.now)
            if self.ready:
                self.out.append(self.snapshot())
            return
        self.sequence = (self.sequence + 1) & 0xFFFF
        change = [new - old for new, old in zip(zone.now, zone.settled)]
        zone.settled = list(zone.now)
        self._send("settled", zone=zone.name, change=change, now=list(zone.now))

    def _odd(self, zone: Zone, column: int, off: float) -> bool:
        seen = (column, int((zone.now[column] + off) * 20))  # twentieths: reported again only when it really changed
        if abs(seen[1] - zone.odd[1]) > 1 or seen[0] != zone.odd[0]:
            zone.odd = seen
            self.sequence = (self.sequence + 1) & 0xFFFF
            self._send("odd", zone=zone.name, column=column, hundredths=int((zone.now[column] + off) * 100))
        return False

    def tag(self, label: str) -> None:
        """An electronic label was read."""
        self.sequence = (self.sequence + 1) & 0xFFFF
        self._send("tag", label=label)

    # --- buttons and dial ---

    def turn(self, steps: int) -> None:
        """The dial was turned; it stops at the ends of the menu."""
        self.notice = ""
        least, most = self._reach()
        self.dial = min(most, max(least, self.dial + steps))

    def _reach(self) -> tuple[int, int]:
        if self.menu is None:
            return 0, 0
        if "least" in self.menu:
            return self.menu["least"], self.menu["most"]
        return 0, max(0, len(self.menu["items"]) - 1)

    def press(self, button: str, now: int) -> None:
        """A button was pressed: this is repeated until the host accepts it or it is too old.

        In the first moment of a new list a press may be meant for the one before: it is refused, and a notice shown.
        """
        self._now = now
        if button != "call" and self._changed and now - self._changed < self.guard:
            self._show_changed()
            return
        self.notice = ""
        self._number = (self._number + 1) & 0xFFFF
        about = self.menu["about"] if self.menu else 0
        press = {"number": self._number, "button": button, "choice": self.dial, "about": about}
        press["menu"] = self._menu_number
        self._presses.append([press, now, now - RESEND_MS])

    def _show_changed(self) -> None:
        self.notice, self._noticed = self.lines.get(NOTICE_LINE, CHANGED), self._now

    # --- time ---

    def poll(self, now: int) -> None:
        """Do what is due at `now`: repeat a press that was not accepted, send a heartbeat, end a notice."""
        self._now = now
        if self.notice and now - self._noticed >= NOTICE_MS:
            self.notice = ""
        self._presses = [waiting for waiting in self._presses if now - waiting[1] < GIVE_UP_MS]
        if self._presses and now - self._presses[0][2] >= RESEND_MS:  # in order: the next waits for the first
            self._presses[0][2] = now
            self._send("press", **self._presses[0][0])
        if now - self._beat >= HEARTBEAT_MS:
            self._beat = now
            self._send("heartbeat", uptime=now & 0xFFFFFFFF)

    @property
    def waiting(self) -> bool:
        """Whether a press still waits to be accepted."""
        return bool(self._presses)

    # --- messages from the host ---

    def receive(self, message: dict[str, Any], now: int) -> None:
        """Obey the host; a command is done once, and acknowledged every time it arrives."""
        self._now = now
        try:
            self._handle(message, message["type"])
        except (KeyError, TypeError, ValueError, IndexError) as error:  # a hostile or foreign message changes nothing
            self.report("not understood: %r" % (error,))

    def _handle(self, message: dict[str, Any], kind: str) -> None:
        if kind == "identify":
            self._done = []  # it may be another host that counts from the start
            self._introduce(message["nonce"])
        elif kind == "recount":
            if self.ready:  # else it follows without being asked
                self.out.append(self.snapshot())
            for zone in self.zones:  # report odd readings again: the host may not know of them
                zone.odd = (-1, 0)
        elif kind == "accepted":
            self._presses = [waiting for waiting in self._presses if waiting[0]["number"] != message["number"]]
            if message.get("fate") == "stale":
                self._show_changed()
        elif kind == "item":
            self._item(message)
        elif kind == "list" and "items" not in message and message["count"]:
            self._start(message)
        else:
            self._command(message)

    def _command(self, message: dict[str, Any]) -> None:
        number = message["sequence"]
        results = [result for done, result in self._done if done == number]
        if results:
            self._send("ack", of=number, result=results[0])
        elif message["type"] in ("tare", "calibrate"):
            self._start_measure(message)
        else:
            act = getattr(self, "_do_" + message["type"], None)
            self._answer(number, "unknown" if act is None else "refused" if act(message) is False else "done")

    def _answer(self, number: int, result: str) -> None:
        self._done = self._done[-7:] + [(number, result)]
        self._send("ack", of=number, result=result)

    def _start_measure(self, message: dict[str, Any]) -> None:
        """Begin a measurement; it takes some readings and is acknowledged after the last."""
        if self._measure is not None and self._now - self._measuring < GIVE_UP_MS:
            return  # one at a time: the host repeats the command
        zones = [zone for zone in self.zones if zone.name == message["zone"]]
        if message["type"] == "calibrate" and not message["pieces"]:
            self._answer(message["sequence"], "refused")
        elif zones:
            self._measure, self._measuring = Measure(message, zones[0]), self._now
        else:
            self._answer(message["sequence"], "unknown")

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
        self._offer({"about": message["about"], "title": message["title"], "items": items}, message, 0)

    def _do_range(self, message: dict[str, Any]) -> None:
        menu = {key: message[key] for key in ("about", "title", "least", "most")}
        self._offer(menu, message, message["least"])

    def _offer(self, menu: dict[str, Any], message: dict[str, Any], dial: int) -> None:
        """Show a menu; the same one sent again leaves the dial as it is."""
        self._menu_number = message["sequence"]
        if menu != self.menu:
            self.menu, self.dial, self._changed = menu, dial, self._now

    def _do_text(self, message: dict[str, Any]) -> None:
        self.lines[message["line"]] = message["text"]

    def _do_truth(self, message: dict[str, Any]) -> None:
        self.truth = message["gold"]

    def _do_lamp(self, message: dict[str, Any]) -> None:
        self.lamps[message["index"]] = (message["red"], message["green"], message["blue"])

    def _do_strip(self, message: dict[str, Any]) -> None:
        colours = message["colours"]
        self.lamps = {i: tuple(colours[3 * i : 3 * i + 3]) for i in range(len(colours) // 3)}
        self._lit_about = message["about"]

    def lights(self) -> dict[int, Any]:
        """The lamps as they shine: of those for the lines of a list, the one under the dial is brighter."""
        menu = self.menu
        listed = menu is not None and "items" in menu and menu["about"] == self._lit_about
        if not listed or not self.lamps or "dial" not in self.me["capabilities"]:
            return dict(self.lamps)
        chosen = min(self.dial, len(self.lamps) - 1)
        return {i: c if i == chosen else tuple([part // QUARTER for part in c]) for i, c in self.lamps.items()}

    def _do_restore(self, message: dict[str, Any]) -> bool:
        zones = [zone for zone in self.zones if zone.name == message["zone"]]
        if not zones or not message["unit"]:
            return False
        zone = zones[0]
        column = zone.columns[message["column"]]
        column.zero, column.unit = message["zero"], message["unit"]
        self._calibrated(zone, message["column"] == len(EMPTY) - 1)
        return True

    def _do_diagnose(self, message: dict[str, Any]) -> None:
        for zone in self.zones:
            column, off = zone.worst()
            self.report("%s %s off %.2f in %d, %.2f" % (zone.name, zone.settled, off, column, zone.quality))
