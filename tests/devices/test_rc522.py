"""The card pad's driver under MicroPython, against a model of the chip and a sticker (rc522_model.py)."""

from __future__ import annotations

import subprocess

from tests.devices.micropython import FIRMWARE, ROOT

START = """
from rc522 import CardPad
from rc522_model import Chip, Select, Sticker, crc_a
def pad_with(text):
    chip = Chip(Sticker(text) if text else None)
    return chip, CardPad(chip, Select(chip))
"""


def said_by(program: str, script: str) -> list[str]:
    """What a script prints."""
    environment = {"MICROPYPATH": f"{FIRMWARE}:{ROOT}:{ROOT / 'tests' / 'devices'}"}
    done = subprocess.run([program, "-c", START + script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_model_has_the_standards_own_checksum(program: str) -> None:
    """ISO/IEC 14443-3, annex B: 00 00 gives A0 1E, 12 34 gives 26 CF."""
    assert said_by(program, r"print(crc_a(b'\0\0') == b'\xa0\x1e', crc_a(b'\x12\x34') == b'\x26\xcf')") == ["True True"]


def test_a_contracts_sticker_is_woken_chosen_at_both_levels_and_read(program: str) -> None:
    script = """
chip, pad = pad_with(b"contract:GB.7.112")
print(pad.label(), chip.sticker.state, chip.sticker.reads)
"""
    assert said_by(program, script) == ["contract:GB.7.112 active 4"]


def test_a_sticker_that_stays_is_read_again_and_again(program: str) -> None:
    script = """
chip, pad = pad_with(b"contract:P.5.-12")
print([pad.label() for _ in range(3)])
"""
    assert said_by(program, script) == [str(["contract:P.5.-12"] * 3)]


def test_a_pad_with_nothing_on_it_reads_nothing(program: str) -> None:
    assert said_by(program, "print(pad_with(b'')[1].label())") == ["None"]


def test_a_sticker_taken_away_while_it_is_read_is_none_and_the_next_is_read(program: str) -> None:
    script = """
chip, pad = pad_with(b"contract:GB.7.112")
answer = chip.sticker.answer
def gone(frame, bits): return None if frame[:1] == b"\\x30" else answer(frame, bits)
chip.sticker.answer = gone
print(pad.label())
chip.sticker = Sticker(b"contract:R.4.111")
print(pad.label())
"""
    assert said_by(program, script) == ["None", "contract:R.4.111"]


def test_two_stickers_at_once_are_none_until_one_is_gone(program: str) -> None:
    script = """
chip, pad = pad_with(b"contract:GB.7.112")
chip.spoilt = 1
print(pad.label(), pad.label(), pad.label())
"""
    assert said_by(program, script)[0].split()[-1] == "contract:GB.7.112"
    assert said_by(program, script)[0].split()[0] == "None"


def test_a_chip_that_hears_nothing_is_survived(program: str) -> None:
    script = """
chip, pad = pad_with(b"contract:GB.7.112")
chip.deaf = True
print(pad.label())
chip.deaf = False
print(pad.label())
"""
    assert said_by(program, script) == ["None", "contract:GB.7.112"]
