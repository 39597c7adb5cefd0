"""The drivers of the boards, under MicroPython, with pins that play the chips."""

from __future__ import annotations

import subprocess

from devices import topics
from tests.devices.micropython import FIRMWARE, ROOT

PINS = """
class Pin:
    def __init__(self, level=0): self.level = level
    def value(self, *level):
        if level: self.level = level[0]
        return self.level
"""


def said_by(program: str, script: str) -> list[str]:
    """What a script prints."""
    environment = {"MICROPYPATH": f"{FIRMWARE}:{ROOT}"}
    done = subprocess.run([program, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


CELLS = """
from hx711 import Scales
class Cell(Pin):
    "Shifts out 24 bits, highest first, at each rise of the clock."
    def __init__(self, raw): self.raw, self.at = raw & 0xFFFFFF, 0
    def rise(self): self.at += 1
    def value(self):
        if self.at == 0: return 0
        return self.raw >> (24 - self.at) & 1
class Clock(Pin):
    def value(self, level):
        if level:
            self.count = getattr(self, "count", 0) + 1
            for cell in cells: cell.rise()
cells = [Cell(raw) for raw in (0, 1, -1, 8388607, -8388608)]
clock = Clock()
"""


def test_five_load_cells_are_read_at_once_with_their_signs(program: str) -> None:
    script = PINS + CELLS + "print(Scales(clock, cells).read(), clock.count)"
    assert said_by(program, script) == ["[0, 1, -1, 8388607, -8388608] 25"]


def test_one_spike_of_a_load_cell_does_not_show(program: str) -> None:
    script = (
        PINS
        + CELLS
        + """
scales = Scales(clock, cells)
for raw in (100, 101, 90000, 99, 100):
    for cell in cells: cell.raw, cell.at = raw, 0
    seen = scales.read()
print(seen)
"""
    )
    assert said_by(program, script) == ["[100, 100, 100, 100, 100]"]


def test_a_load_cell_that_is_not_ready_gives_nothing(program: str) -> None:
    script = PINS + "from hx711 import Scales\nprint(Scales(Pin(), [Pin(1)]).read())"
    assert said_by(program, script) == ["None"]


def test_cubes_in_the_slots_are_counted_by_colour_and_zone(program: str) -> None:
    script = (
        PINS
        + """
from slots import Slots
class Chain(Pin):
    bits = [1,1,0,0] + [0]*12 + [1,0,0,0] + [0]*16 + [1,1,1,1]
    at = 0
    def value(self): return self.bits[self.at] if self.at < len(self.bits) else 0
class Clock(Pin):
    def value(self, level): chain.at += level
chain = Chain()
slots = Slots(Pin(), Clock(), chain, (("bought", 4), ("sold", 4))).read()
print(slots["bought"], slots["sold"])
"""
    )
    assert said_by(program, script) == ["[2, 0, 0, 0, 1] [0, 0, 0, 0, 4]"]


def test_a_bouncing_button_is_one_press(program: str) -> None:
    script = (
        PINS
        + """
from knobs import Button
pin = Pin(1); button = Button(pin); presses = 0
for now, level in enumerate([1,1,0,1,0,0,1] + [0]*60 + [1,0,1] + [1]*60):
    pin.value(level); presses += button.pressed(now)
print(presses)
"""
    )
    assert said_by(program, script) == ["1"]


def test_the_dial_counts_whole_steps_both_ways_and_bounces_cancel_out(program: str) -> None:
    script = (
        PINS
        + """
from knobs import Dial
a, b = Pin(), Pin(); dial = Dial(a, b)
def turn(*states):
    for state in states:
        a.value(state >> 1); b.value(state & 1); dial.turn()
turn(1, 3, 2, 0, 1, 3, 2, 0); print(dial.steps())
turn(2, 3, 1, 0); print(dial.steps())
turn(1, 0, 1, 0, 1, 3, 1, 3, 2, 0); print(dial.steps())
turn(1, 3); print(dial.steps())
"""
    )
    assert said_by(program, script) == ["2", "-1", "1", "0"]


def test_the_text_of_a_sticker_is_read_and_foreign_ones_are_none(program: str) -> None:
    script = r"""
from rc522 import text_of
text = b"contract:GB.7.112"
record = b"\xd1\x01" + bytes([len(text) + 3]) + b"T\x02en" + text
print(text_of(b"\x03" + bytes([len(record)]) + record + b"\xfe"))
print(text_of(b"\x01\x03\xa0\x0c\x34\x03" + bytes([len(record)]) + record + b"\xfe"))
print(text_of(b"\x03\x00\xfe"), text_of(b""), text_of(b"\xff" * 64), text_of(b"\x03\x05\xd1\x01\x01U\x04"))
"""
    assert said_by(program, script) == ["contract:GB.7.112"] * 2 + ["None None None None"]


def test_the_display_shows_the_books_gold_where_it_differs(program: str) -> None:
    script = """
import sys
class framebuf: pass
sys.modules["framebuf"] = framebuf
from oled import lines_of
from devices.firmware.core import Machine
machine = Machine({"id": "t", "capabilities": ["coins", "dial"]}, 1)
machine.zones[0].settled = [0, 1, 1, 0, 2]
machine.receive({"type": "truth", "sequence": 1, "gold": 19}, 1)
machine.receive({"type": "range", "sequence": 2, "about": 1, "least": 4, "most": 9, "title": "Bid"}, 1)
machine.turn(1)
print(lines_of(machine))
machine.press("confirm", 2)
print(lines_of(machine)[:2])
"""
    shown = ["['17 gold  book 19', 'Bid', '> 5']", "['list changed -', 'press again']"]
    assert said_by(program, script) == shown


def test_the_chain_of_slots_is_as_long_as_the_device_is_able(program: str) -> None:
    script = (
        PINS
        + """
import sys
class machine: pass
class framebuf: pass
class Port(Pin):
    IN, OUT, PULL_UP = 0, 1, 2
    def __init__(self, *a): pass
    def value(self, *level): return 1
class WDT:
    def __init__(self, timeout): pass
machine.Pin, machine.WDT = Port, WDT
sys.modules.update({"machine": machine, "framebuf": framebuf})
import board
board.PINS["linux"] = board.PINS["rp2"]
def made(**settings):
    tray = board.Board(settings)
    print(tray.capabilities, sorted(tray.readings().items()), tray.calibration)
made(device="ledger-tray", without=["storage"])
made(device="ledger-tray", without=["storage", "buildings"], depth=3)
made(device="coin-tray", coins="slots", without=["display"])
"""
    )
    four, used = "('bought', [4, 4, 4, 4, 4]), ('sold', [4, 4, 4, 4, 4])", "('used', [4, 4, 4, 4, 4])"
    assert said_by(program, script) == [
        f"['ledger', 'buildings'] [{four}, {used}] good",
        f"['ledger'] [{four.replace('4', '3')}] good",
        "['coins'] [('coins', [12, 12, 12, 12, 12])] good",
    ]


def test_a_tray_without_a_table_joins_the_one_every_document_names(program: str) -> None:
    script = """
from mqtt_link import MqttLink
print(MqttLink({"id": "tray-1"})._base)
"""
    assert said_by(program, script) == [topics.device(topics.TABLE, "tray-1", "")]


def test_a_board_without_a_name_is_called_by_its_chips_number(program: str) -> None:
    script = """
import sys
class machine:
    unique_id = staticmethod(lambda: b"\\x24\\x6f\\x28\\xae\\x7c\\x9f")
sys.modules["machine"] = machine
from main import serial_number
print(serial_number())
"""
    assert said_by(program, script) == ["ae7c9f"]
