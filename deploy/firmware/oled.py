# A 128 × 64 display with an SSD1306 over I²C. Source: the SSD1306 data sheet.

import framebuf

from devices.firmware.constants import COLUMNS, NOTICE_LINE

WIDTH, HEIGHT = 128, 64
COLUMNS_WIDE = 16  # characters of 8 pixels
START = b"\xae\x20\x00\x40\xa1\xa8\x3f\xc8\xd3\x00\xda\x12\xd5\x80\xd9\xf1\xdb\x30\x81\x8f\xa4\xa6\x8d\x14\xaf"
WHOLE = b"\x21\x00\x7f\x22\x00\x07"


class Display:
    """Shows lines of text; sends only what has changed."""

    def __init__(self, i2c, address=0x3C):
        self._i2c, self._address = i2c, address
        self._pixels = bytearray(WIDTH * HEIGHT // 8)
        self._picture = framebuf.FrameBuffer(self._pixels, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self._shown = None
        self._say(START)

    def _say(self, commands):
        for command in commands:
            self._i2c.writeto(self._address, bytes((0x80, command)))

    def show(self, lines):
        """Up to six lines."""
        if lines == self._shown:
            return
        self._shown = list(lines)
        self._picture.fill(0)
        for row, line in enumerate(lines[:6]):
            self._picture.text(line[:COLUMNS_WIDE], 0, row * 11)
        self._say(WHOLE)
        self._i2c.writeto(self._address, b"\x40" + self._pixels)


def lines_of(machine):
    """What a tray shows: the book's gold beside its own, the host's lines, and the choice on the dial or a notice."""
    lines = _gold(machine) + [machine.lines[number] for number in sorted(machine.lines) if number != NOTICE_LINE]
    menu = machine.menu
    if machine.notice:
        return _broken(machine.notice) + lines
    if menu and ("least" in menu or menu["items"]):
        choice = str(machine.dial) if "least" in menu else menu["items"][machine.dial]
        lines += [menu["title"], "> " + choice]
    return lines


def _gold(machine):
    coins = [zone.settled for zone in machine.zones if zone.name == "coins"]
    if not coins:
        return []
    own = sum([value * count for value, count in zip(COLUMNS["coins"], coins[0])])
    return ["%d gold" % own + ("  book %d" % machine.truth if machine.truth not in (None, own) else "")]


def _broken(words):
    """Into lines of the display's width, between words."""
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) < COLUMNS_WIDE:
            lines[-1] = (lines[-1] + " " + word) if lines[-1] else word
        else:
            lines.append(word)
    return lines
