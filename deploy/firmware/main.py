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


def _chip():
    """The board's own module; None on a computer."""
    try:
        import machine

        return machine
    except ImportError:
        return None


def serial_number():
    """The end of the chip's serial number, so that two boards differ in their ids."""
    number = getattr(_chip(), "unique_id", None)  # a computer has none
    return binascii.hexlify(number()).decode()[-6:] if number else "new"


def stop(store):
    """Start the board again without the program: its watchdog, which nothing switches off, resets one that waits."""
    store.save("stopped", {"once": True})
    print("stopped: the board starts without its program; the next start runs it again")
    restart = getattr(_chip(), "reset", None)
    if restart:
        restart()


def held_back(store):
    """Was it stopped? That counts for one start."""
    if not store.load("stopped", {"once": False})["once"]:
        return False
    store.save("stopped", {"once": False})
    return True


def main():
    store = Store()
    if held_back(store):
        return
    settings = store.load("settings", {})
    settings.setdefault("id", "tray-" + serial_number())
    try:
        run(make_board(settings), make_link(settings), store, settings)
    except KeyboardInterrupt:
        stop(store)


if __name__ == "__main__":
    main()
