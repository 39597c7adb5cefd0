# Reads the text of an NTAG sticker (a sleeved contract) through an MFRC522 over SPI.
# Sources: the MFRC522 data sheet (registers, commands), ISO/IEC 14443-3 (REQA, anticollision), the NTAG213 data sheet
# (READ), NFC Forum's text record. Not yet tried on hardware; the tests run it against a model of chip and sticker.

import time

COMMAND, IRQ, ERROR, FIFO, LEVEL, CONTROL, FRAMING = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0C, 0x0D
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK, CRC_HIGH, CRC_LOW = 0x11, 0x12, 0x13, 0x14, 0x15, 0x21, 0x22
TIMER_MODE, PRESCALER, RELOAD_HIGH, RELOAD_LOW = 0x2A, 0x2B, 0x2C, 0x2D
IDLE, CALC_CRC, TRANSCEIVE, RESET = 0x00, 0x03, 0x0C, 0x0F
REQA, READ = 0x26, 0x30
SELECT = (0x93, 0x95)
FIRST_PAGE, PAGES = 4, 16


class CardPad:
    """`spi` at most 10 MHz, `select` the chip's select pin."""

    def __init__(self, spi, select):
        self._spi, self._select = spi, select
        self._write(COMMAND, RESET)
        time.sleep_ms(50)
        settings = (
            (TIMER_MODE, 0x80),  # a timer that starts by itself after sending: 25 ms without an answer is none
            (PRESCALER, 0xA9),
            (RELOAD_HIGH, 0x03),
            (RELOAD_LOW, 0xE8),
            (TX_ASK, 0x40),
            (MODE, 0x3D),
        )
        for register, value in settings:
            self._write(register, value)
        self._write(TX_CONTROL, self._read(TX_CONTROL) | 0x03)

    def _write(self, register, value):
        self._select.value(0)
        self._spi.write(bytes((register << 1, value)))
        self._select.value(1)

    def _read(self, register):
        self._select.value(0)
        self._spi.write(bytes((register << 1 | 0x80,)))
        value = self._spi.read(1)[0]
        self._select.value(1)
        return value

    def _exchange(self, data, bits=0):
        """Send, and return what answers, or None."""
        self._write(COMMAND, IDLE)
        self._write(IRQ, 0x7F)
        self._write(LEVEL, 0x80)
        for byte in data:
            self._write(FIFO, byte)
        self._write(COMMAND, TRANSCEIVE)
        self._write(FRAMING, 0x80 | bits)
        for _ in range(40):
            happened = self._read(IRQ)
            if happened & 0x31:  # received, idle, or the timer
                break
            time.sleep_ms(1)
        self._write(FRAMING, 0)
        if happened & 0x01 or self._read(ERROR) & 0x1B:
            return None
        return bytes([self._read(FIFO) for _ in range(self._read(LEVEL))])

    def _with_crc(self, data):
        self._write(COMMAND, IDLE)
        self._write(LEVEL, 0x80)
        for byte in data:
            self._write(FIFO, byte)
        self._write(COMMAND, CALC_CRC)
        time.sleep_ms(2)
        self._write(COMMAND, IDLE)
        return bytes(data) + bytes((self._read(CRC_LOW), self._read(CRC_HIGH)))

    def _choose(self):
        """Wake one sticker and select it; False when none lies there."""
        # one that was read before and stays falls back to idle at the first call, and answers the second
        if self._exchange((REQA,), 7) is None and self._exchange((REQA,), 7) is None:
            return False
        for level in SELECT:
            part = self._exchange((level, 0x20))
            if part is None or len(part) < 5:
                return False
            if self._exchange(self._with_crc(bytes((level, 0x70)) + part[:5])) is None:
                return False
            if part[0] != 0x88:  # not a cascade tag: that was the whole number
                return True
        return True

    def label(self):
        """The text of the sticker that lies there, or None."""
        if not self._choose():
            return None
        memory = b""
        for page in range(FIRST_PAGE, FIRST_PAGE + PAGES, 4):
            part = self._exchange(self._with_crc((READ, page)))
            if part is None or len(part) < 16:
                return None
            memory += part[:16]
        return text_of(memory)


def text_of(memory):
    """The first text record in an NFC sticker's memory, or None."""
    at = 0
    while at + 1 < len(memory):
        kind, size = memory[at], memory[at + 1]
        if kind == 0x03:
            return _text(memory[at + 2 : at + 2 + size])
        if kind == 0xFE:
            return None
        at += 1 if kind == 0 else 2 + size
    return None


def _text(record):
    """A short, well-known record of type T: flags, 1, length, 'T', language length, language, text."""
    if len(record) < 5 or record[0] & 0x17 != 0x11 or record[1] != 1 or record[3:4] != b"T":
        return None
    skip = record[4] & 0x3F
    try:
        return str(record[5 + skip : 4 + record[2]], "utf-8")
    except UnicodeError:
        return None
