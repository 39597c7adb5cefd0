# The tray: reads its board, runs the state machine, sends and receives over its link.
# It runs on ESP32, RP2040 and a computer.
#
# On a board this file, its neighbours and devices/firmware/ lie in flash (the build guide says how to put them there).

import binascii
import sys
import time

from devices.firmware.core import Machine
from store import Store

FIRMWARE = [1, 1, 0]
LOOK_MS = 5  # between two looks at the sensors


class Clock:
    """Milliseconds since start that never wrap around, although the board's do."""

    def __init__(self):
        self._last = time.ticks_ms()
        self._now = 1

    def now(self):
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


def power_up(board, store, settings):
    """The state machine with what flash holds: its columns, and how often it has been started."""
    kept = store.load("tray", {"boot": 0, "columns": board.columns, "calibration": board.calibration})
    kept["boot"] = (kept["boot"] + 1) & 0xFFFFFFFF
    me = {
        "device": settings.get("device", "seat-tray"),
        "capabilities": board.capabilities,
        "calibration": kept["calibration"],
        "firmware": FIRMWARE,
        "id": settings["id"],
    }
    machine = Machine(me, kept["boot"], settings.get("settle_ms", 600))
    machine.recall(kept["columns"])
    store.save("tray", kept)
    return machine


def remember(machine, store):
    """Keep a new calibration."""
    kept = {"boot": machine.boot, "columns": machine.columns(), "calibration": machine.me["calibration"]}
    store.save("tray", kept)
    machine.calibrated = False


def turn(machine, board, link, now):
    """One pass over sensors, buttons and link."""
    machine.sense(board.readings(), now)
    steps = board.turned()
    if steps:
        machine.turn(steps)
    for button in board.pressed(now):
        machine.press(button, now)
    label = board.tag(now)
    if label:
        machine.tag(label)
    machine.poll(now)
    for message in link.receive(machine, LOOK_MS):
        machine.receive(message, now)
    messages, machine.out = machine.out, []
    link.send(messages, machine, now)
    board.show(machine)


def run(board, link, store, settings):
    """Run forever: a fault in one pass is reported and the next follows; the watchdog restarts a board that hangs."""
    clock = Clock()
    machine = power_up(board, store, settings)
    reported = ""
    while True:
        try:
            turn(machine, board, link, clock.now())
        except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
            if repr(error) != reported:  # a part that has come off fails at each pass
                reported = repr(error)
                machine.report(reported[:80])
        if machine.calibrated:
            remember(machine, store)
        board.feed()


def make_link(settings):
    """The link the settings name: a cable, or a broker."""
    if settings.get("broker"):
        from mqtt_link import MqttLink

        return MqttLink(settings)
    from usb_link import UsbLink

    return UsbLink()


def make_board(settings):
    """The board this runs on."""
    if sys.platform == "esp32" or sys.platform == "rp2":
        from board import Board
    else:
        from computer import Board
    return Board(settings)


def serial_number():
    """The end of the chip's serial number, so that two boards differ in their ids."""
    try:
        import machine

        return binascii.hexlify(machine.unique_id()).decode()[-6:]
    except (ImportError, AttributeError):  # a computer has none
        return "new"


def main():
    store = Store()
    settings = store.load("settings", {})
    settings.setdefault("id", "tray-" + serial_number())
    run(make_board(settings), make_link(settings), store, settings)


if __name__ == "__main__":
    main()
