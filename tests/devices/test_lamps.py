"""Lamps follow the list of moves."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from devices import lamps
from devices.firmware.core import Machine
from devices.hub import Hub
from devices.menu import Menu, Span
from tests.devices.conftest import eventually
from tests.devices.micropython import FIRMWARE, ROOT

RED, BLUE = lamps.colour("red"), lamps.colour("blue")
LIST = Menu(7, "Your turn", ("build", "trade", "pass"))


def lit(strip: Any) -> list[tuple[int, ...]]:
    """The lamps of a strip that are not dark, in order."""
    rows = [strip.colours[i : i + 3] for i in range(0, len(strip.colours), 3)]
    assert len(rows) == lamps.LAMPS
    return [row for row in rows if any(row)]


def test_each_line_of_a_seats_list_has_a_lamp_in_its_colour() -> None:
    assert lit(lamps.for_seat(LIST, "red")) == [RED] * 3


@pytest.mark.parametrize(
    ("menu", "count"), [(Menu(0, ""), 0), (Menu(1, "", ("a",) * 20), 8), (Menu(1, "", Span(3, 9)), 8)]
)
def test_no_choice_is_dark_and_more_than_eight_are_all(menu: Menu, count: int) -> None:
    assert len(lit(lamps.for_seat(menu, "red"))) == count


def test_the_strip_in_the_middle_shows_whose_turn_it_is() -> None:
    assert lit(lamps.for_table([("red", LIST), ("green", Menu(7, "")), ("blue", LIST)])) == [RED, BLUE]


def test_seats_can_be_distinguished() -> None:
    seats = ("black", "blue", "green", "red", "yellow")
    assert len({lamps.colour(seat) for seat in seats}) == len(seats)
    assert lamps.colour("purple") == lamps.colour("")


def test_the_lamps_of_a_tray_follow_its_list(trays, hub: Hub) -> None:
    tray = trays()
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card("tray-red"))
    hub.show("tray-red", LIST)
    assert eventually(lambda: hub.result("tray-red", "strip") == (1, "done"))
    assert [colour for colour in tray.lamps.values() if any(colour)] == [RED] * 3
    hub.clear("tray-red")
    assert eventually(lambda: not any(map(any, tray.lamps.values())))


def test_a_strip_that_is_before_no_seat_shows_all_of_them(trays, hub: Hub) -> None:
    red, blue, strip = trays(), trays("blue"), trays("table", device="lamp-strip")
    for tray in (red, blue, strip):
        hub.add_serial(tray.serve_pty())
    assert eventually(lambda: len([card for card in hub.cards if card.id]) == 3)
    hub.show("tray-red", LIST)
    hub.show("tray-blue", LIST)
    assert eventually(lambda: [colour for colour in strip.lamps.values() if any(colour)] == [RED, BLUE])
    hub.clear("tray-red")
    assert eventually(lambda: [colour for colour in strip.lamps.values() if any(colour)] == [BLUE])


def test_the_line_under_the_dial_stands_out() -> None:
    machine = Machine({"id": "t", "capabilities": ["dial", "lamps"]}, 1)
    machine.receive({"type": "list", "sequence": 1, "about": 7, "title": "", "items": ["a", "b"]}, 1)
    machine.receive({"type": "strip", "sequence": 2, "about": 7, "colours": [80, 0, 0] * 2 + [0] * 18}, 1)
    machine.turn(1)
    assert [machine.lights()[i] for i in range(3)] == [(20, 0, 0), (80, 0, 0), (0, 0, 0)]


def test_lamps_of_an_older_list_are_left_as_they_are() -> None:
    machine = Machine({"id": "t", "capabilities": ["dial", "lamps"]}, 1)
    machine.receive({"type": "strip", "sequence": 2, "about": 6, "colours": [80, 0, 0] * 2 + [0] * 18}, 1)
    machine.receive({"type": "list", "sequence": 1, "about": 7, "title": "", "items": ["a", "b"]}, 1)
    assert machine.lights()[1] == (80, 0, 0)


STRIP = """
import sys
class Pin:
    OUT = 1
    def __init__(self, *a): pass
class NeoPixel:
    def __init__(self, pin, count): self.lamps, self.written = [(0, 0, 0)] * count, []
    def __setitem__(self, index, colour): self.lamps[index] = colour
    def write(self): self.written.append(list(self.lamps))
class machine: pass
class neopixel: pass
class framebuf: pass
class WDT:
    def __init__(self, timeout): pass
machine.WDT = WDT
machine.Pin, neopixel.NeoPixel = Pin, NeoPixel
sys.modules.update({"machine": machine, "neopixel": neopixel, "framebuf": framebuf})
import board
from devices.firmware.core import Machine
board.PINS["linux"] = board.PINS["esp32"]
board = board.Board({"device": "lamp-strip"})
assert board.capabilities == ["lamps"]
tray = Machine({"id": "t", "capabilities": ["dial", "lamps"]}, 1)
tray.receive({"type": "list", "sequence": 1, "about": 7, "title": "", "items": ["a", "b"]}, 1)
tray.receive({"type": "strip", "sequence": 2, "about": 7, "colours": [80, 0, 0] * 2 + [0] * 18}, 1)
for _ in range(3): board.show(tray)
tray.turn(1)
board.show(tray)
print(len(board._lamps.written), [frame[:2] for frame in board._lamps.written])
"""


def test_the_firmware_writes_the_strip_only_when_it_changes(program: str) -> None:
    environment = {"MICROPYPATH": f"{FIRMWARE}:{ROOT}"}
    done = subprocess.run([program, "-c", STRIP], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "2 [[(80, 0, 0), (20, 0, 0)], [(20, 0, 0), (80, 0, 0)]]\n", done.stderr
