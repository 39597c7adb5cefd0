"""An MFRC522 and an NTAG213 sticker as MicroPython sees them over SPI; runs under MicroPython.

After the MFRC522's data sheet (SPI addresses, registers, commands, FIFO; the antenna is off after a reset), ISO/IEC
14443-3 (short frame, anticollision with its check byte, SELECT, CRC_A, two cascade levels; whatever a sticker does not
expect makes it idle, and silent) and the NTAG213's (READ gives four pages).
"""

# ruff: noqa: UP031  (no f-strings on small boards)

NO_IRQ = 0x00


def crc_a(data):
    """ISO/IEC 14443-3 CRC_A: low byte first."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return bytes((crc & 0xFF, crc >> 8 & 0xFF))


class Sticker:
    """An NTAG213 with a number of seven bytes: idle, ready at two cascade levels, active."""

    def __init__(self, text, uid=b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"):
        record = b"\xd1\x01" + bytes([len(text) + 3]) + b"T\x02en" + text
        user = b"\x03" + bytes([len(record)]) + record + b"\xfe"
        self.memory = bytes(16) + user + bytes(180 - 16 - len(user))
        self.levels = (b"\x88" + uid[:3], uid[3:])
        self.state = "idle"
        self.reads = 0

    def answer(self, frame, bits):
        """What it sends back to a frame whose last byte has `bits` (0: all eight), or None."""
        if len(frame) == 1 and bits == 7:
            self.state = "ready 0" if frame[0] in (0x26, 0x52) and self.state == "idle" else "idle"
            return b"\x44\x00" if self.state == "ready 0" else None
        if bits:
            return self._fall()
        for level, code in enumerate((0x93, 0x95)):
            if frame[:1] == bytes((code,)) and self.state == "ready %d" % level:
                return self._choose(level, frame)
        if self.state == "active" and frame[:1] == b"\x30" and len(frame) == 4 and crc_a(frame[:2]) == frame[2:]:
            return self._read(frame[1])
        return self._fall()

    def _fall(self):
        self.state = "idle"

    def _choose(self, level, frame):
        part = self.levels[level]
        check = part[0] ^ part[1] ^ part[2] ^ part[3]
        whole = part + bytes((check,))
        if frame[1:] == b"\x20":
            return whole
        body = frame[:1] + b"\x70" + whole
        if frame != body + crc_a(body):
            return self._fall()
        self.state = "ready 1" if level == 0 else "active"
        sak = b"\x04" if level == 0 else b"\x00"
        return sak + crc_a(sak)

    def _read(self, page):
        self.reads += 1
        part = (self.memory + self.memory)[4 * page : 4 * page + 16]
        return part + crc_a(part)


class Chip:
    """The registers the driver may touch; anything the data sheet does not allow raises."""

    def __init__(self, sticker=None):
        self.sticker = sticker
        self.selected = False
        self.deaf = False
        self.spoilt = 0
        self.reset()

    def reset(self):
        self.registers = {0x14: 0x80, 0x11: 0x3F}
        self.fifo = b""
        self.irq = NO_IRQ
        self.error = 0
        self.crc = b"\xff\xff"
        self.command = 0
        self.address = None

    # --- SPI: the address byte is register << 1, its highest bit 1 for reading ---

    def write(self, data):
        if not self.selected:
            raise OSError("written without being selected")
        if data[0] & 0x80:
            if len(data) != 1:
                raise OSError("a read has one address")
            self.address = data[0] >> 1 & 0x3F
        else:
            for value in data[1:]:
                self._set(data[0] >> 1 & 0x3F, value)

    def read(self, count):
        if not self.selected or self.address is None:
            raise OSError("read without an address")
        return bytes([self._get(self.address) for _ in range(count)])

    def _get(self, register):
        if register == 0x09:
            first, self.fifo = self.fifo[:1], self.fifo[1:]
            return first[0] if first else 0
        known = {0x01: self.command, 0x04: self.irq, 0x06: self.error, 0x0A: len(self.fifo)}
        known[0x22], known[0x21] = self.crc[0], self.crc[1]
        return known[register] if register in known else self.registers.get(register, 0)

    def _set(self, register, value):
        self.registers[register] = value
        if register == 0x01:
            self._start(value & 0x0F)
        elif register == 0x04:  # Set1 in bit 7: 0 clears the marked bits
            self.irq = self.irq | value & 0x7F if value & 0x80 else self.irq & ~value
        elif register == 0x09:
            self.fifo = (self.fifo + bytes((value,)))[-64:]
        elif register == 0x0A and value & 0x80:
            self.fifo = b""
        elif register == 0x0D and value & 0x80 and self.command == 0x0C:
            self._transceive(value & 7)

    def _start(self, command):
        self.command = command
        if command == 0x0F:
            self.reset()
        elif command == 0x03:  # the CRC coprocessor, as ModeReg's preset says
            preset = self.registers.get(0x11, 0x3F) & 3
            self.crc = crc_a(self.fifo) if preset == 1 else b"\x00\x00"
            self.fifo, self.irq = b"", self.irq | 0x04

    def _transceive(self, bits):
        sent, self.fifo, self.error = self.fifo, b"", 0
        antenna = self.registers[0x14] & 3 == 3 and self.registers.get(0x15, 0) & 0x40
        answer = self.sticker.answer(sent, bits) if self.sticker and antenna and not self.deaf else None
        if answer is None:
            self.irq |= 0x01  # the timer, that must have been set to start by itself
            if not self.registers.get(0x2A, 0) & 0x80:
                raise OSError("nothing would ever end this wait")
            return
        if self.spoilt:
            self.spoilt -= 1
            self.error = 0x08  # two stickers answered at once
        self.fifo, self.irq = answer, self.irq | 0x20


class Select:
    """The select pin: low talks to the chip."""

    def __init__(self, chip):
        self._chip = chip

    def value(self, level):
        self._chip.selected = not level
        if level:
            self._chip.address = None
