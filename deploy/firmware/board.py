# The hardware layer of ESP32 and RP2040: which sensor is on which pin. Pins may be changed in settings.json.

import sys

import machine as chip

from devices.firmware.constants import NEEDS, PARTS
from hx711 import Scales
from knobs import Button, Dial
from oled import Display, lines_of
from slots import Slots

PINS = {
    "esp32": {
        "scale_clock": 4,
        "scales": [16, 17, 18, 19, 5],
        "slots": [25, 26, 27],
        "dial": [32, 33],
        "buttons": [13, 14, 23],
        "display": [21, 22],
        "lamps": 2,
        "card_pad": [18, 23, 19, 5],
    },
    "rp2": {
        "scale_clock": 2,
        "scales": [3, 4, 5, 6, 7],
        "slots": [8, 9, 10],
        "dial": [11, 12],
        "buttons": [13, 14, 15],
        "display": [16, 17],
        "lamps": 22,
        "card_pad": [18, 19, 20, 21],
    },
    "esp32s3": {
        "scale_clock": 4,
        "scales": [5, 6, 7, 15, 16],
        "slots": [17, 18, 8],
        "dial": [9, 10],
        "buttons": [11, 12, 13],
        "display": [1, 2],
        "lamps": 14,
        "card_pad": [39, 40, 41, 42],
    },
    "esp32c3": {  # has pins for one of scales, slots, dial and buttons with display and lamps, or card pad
        "scale_clock": 7,
        "scales": [6, 5, 4, 1, 10],
        "slots": [0, 1, 3],
        "dial": [0, 1],
        "buttons": [3, 4, 5],
        "display": [6, 7],
        "lamps": 10,
        "card_pad": [4, 5, 6, 7],
    },
}
CHIPS = ("esp32s3", "esp32c3")  # MicroPython calls each of them esp32, and names it only beside its board
BUTTONS = ("confirm", "pass", "call")
LAMPS = 8
# Raw HX711 counts per gram of a 100 g cell of 1 mV/V (by the data sheet: half the supply over 128 is 2^23), and the
# weight of a coin and of a cube of 8 mm in grams: a first guess, only until it is calibrated.
COUNTS_PER_GRAM = 21_500.0
GRAMS = {"coins": 2.0, "stored": 0.4}
WATCHDOG_MS = 8000
TAG_EVERY_MS = 300


def family():
    """Whose pins these are: a name in PINS."""
    board = getattr(sys.implementation, "_machine", "").lower().replace("-", "")
    for name in CHIPS:
        if name in board:
            return name
    return sys.platform


def able(settings):
    """The capabilities of a device with these settings."""
    without = settings.get("without", ())
    parts = list(PARTS[settings.get("device", "seat-tray")]) + list(settings.get("with", ()))
    return [part for part in parts if part not in without]


def _counted(settings):
    """Zones whose pieces lie in slots although others weigh them."""
    return [zone for zone in ("coins", "stored") if settings.get(zone) == "slots"]


def _chain(capabilities, settings):
    """(zone, slots in a column) in the order of the shift registers."""
    counted = [(zone, settings.get("coin_depth", 12)) for zone in _counted(settings)]
    slots = counted + [(zone, settings.get("depth", 4)) for zone in ("bought", "sold", "used")]
    return [(zone, depth) for zone, depth in slots if NEEDS[zone] in capabilities]


class Board:
    """What a device of its kind has; `settings["with"]` names what this one has more, `settings["without"]` less."""

    def __init__(self, settings):
        pins = dict(PINS[family()])
        pins.update(settings.get("pins", {}))
        self.capabilities = able(settings)
        has = self.capabilities.count
        weighed = [zone for zone in ("coins", "stored") if has(NEEDS[zone]) and zone not in _counted(settings)]
        self._weighed = weighed[0] if weighed else ""
        self._scales = self._make_scales(pins) if weighed else None
        zones = _chain(self.capabilities, settings)
        self._slots = self._make_slots(pins, zones) if zones else None
        self._dial = self._make_dial(pins) if has("dial") else None
        self._buttons = [Button(_input(pin)) for pin in pins["buttons"]] if has("buttons") else []
        self._display = self._make_display(pins) if has("display") else None
        self._lamps = self._make_lamps(pins) if has("lamps") else None
        self._pad = self._make_pad(pins) if has("tags") else None
        self._lit = None
        self._looked = 0
        self._label = None
        self.columns = self._first_columns()
        self.calibration = "none" if weighed else "good"  # who only counts has nothing to calibrate
        self._watchdog = chip.WDT(timeout=WATCHDOG_MS)

    def _first_columns(self):
        """What lies on it at the first start is taken for nothing; a piece for an average one."""
        first = self._scales and self._scales.wait()
        if not first:
            return {}
        return {self._weighed: [[raw, COUNTS_PER_GRAM * GRAMS[self._weighed]] for raw in first]}

    # --- parts ---

    def _make_scales(self, pins):
        data = [chip.Pin(pin, chip.Pin.IN) for pin in pins["scales"]]
        return Scales(chip.Pin(pins["scale_clock"], chip.Pin.OUT), data, chip.disable_irq, chip.enable_irq)

    def _make_slots(self, pins, zones):
        load, clock, data = pins["slots"]
        load, clock = chip.Pin(load, chip.Pin.OUT), chip.Pin(clock, chip.Pin.OUT)
        return Slots(load, clock, chip.Pin(data, chip.Pin.IN), zones)

    def _make_dial(self, pins):
        dial = Dial(_input(pins["dial"][0]), _input(pins["dial"][1]))
        for pin in pins["dial"]:
            _input(pin).irq(dial.turn, chip.Pin.IRQ_RISING | chip.Pin.IRQ_FALLING)
        return dial

    def _make_display(self, pins):
        data, clock = pins["display"]
        i2c = chip.I2C(0, scl=chip.Pin(clock), sda=chip.Pin(data), freq=400_000)
        return Display(i2c) if 0x3C in i2c.scan() else None

    def _make_lamps(self, pins):
        import neopixel

        return neopixel.NeoPixel(chip.Pin(pins["lamps"], chip.Pin.OUT), LAMPS)

    def _make_pad(self, pins):
        from rc522 import CardPad

        clock, out, into, select = pins["card_pad"]
        number = {"rp2": 0, "esp32c3": 1}.get(family(), 2)
        spi = chip.SPI(number, baudrate=1_000_000, sck=chip.Pin(clock), mosi=chip.Pin(out), miso=chip.Pin(into))
        return CardPad(spi, chip.Pin(select, chip.Pin.OUT, value=1))

    # --- what the firmware asks ---

    def readings(self):
        """Raw readings of the zones it has."""
        readings = self._slots.read() if self._slots else {}
        weighed = self._scales.read() if self._scales else None
        if weighed:
            readings[self._weighed] = weighed
        return readings

    def pressed(self, now):
        return [name for name, button in zip(BUTTONS, self._buttons) if button.pressed(now)]

    def turned(self):
        return self._dial.steps() if self._dial else 0

    def tag(self, now):
        """A label when a new sticker lies there."""
        if self._pad is None or now - self._looked < TAG_EVERY_MS:
            return None
        self._looked = now
        label, before = self._pad.label(), self._label
        self._label = label
        return label if label != before else None

    def show(self, machine):
        if self._display:
            self._display.show(lines_of(machine))
        if self._lamps:
            self._light(self._lamps, machine.lights())

    def _light(self, lamps, lights):
        if lights == self._lit:
            return
        self._lit = lights
        for index in range(LAMPS):
            lamps[index] = lights.get(index, (0, 0, 0))
        lamps.write()

    def feed(self):
        self._watchdog.feed()


def _input(pin):
    return chip.Pin(pin, chip.Pin.IN, chip.Pin.PULL_UP)
