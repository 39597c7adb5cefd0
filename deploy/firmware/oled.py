# A 128 × 64 display with an SSD1306 over I²C. Source: the SSD1306 data sheet.

import framebuf

WIDTH, HEIGHT = 128, 64
START = b"\xae\x20\x00\x40\xa1\xa8\x3f\xc8\xd3\x00\xda\x12\xd5\x80\xd9\xf1\xdb\x30\x81\x8f\xa4\xa6\x8d\x14\xaf"
WHOLE = b"\x21\x00\x7f\x22\x00\x07"


class Display:
    """Shows lines of 16 characters; sends only what has changed."""

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
            self._picture.text(line[:16], 0, row * 11)
        self._say(WHOLE)
        self._i2c.writeto(self._address, b"\x40" + self._pixels)


def lines_of(machine):
    """What a tray shows: the book's gold beside its own, the host's lines, and the choice on the dial."""
    own = sum([value * count for value, count in zip((30, 10, 5, 2, 1), machine.zones[0].settled)])
    first = "%d gold" % own
    if machine.truth is not None and machine.truth != own:
        first += "  book %d" % machine.truth
    lines = [first] + [machine.lines[number] for number in sorted(machine.lines)]
    menu = machine.menu
    if menu and ("least" in menu or menu["items"]):
        choice = str(machine.dial) if "least" in menu else menu["items"][machine.dial]
        lines += [menu["title"], "> " + choice]
    return lines
