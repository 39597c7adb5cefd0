# Five load cells, each on an HX711; all share one clock line, so they are read at the same moment.
# Source of the timing and of the pulse counts: the HX711 data sheet (channel A, gain 128: 25 pulses).

import time

MIDDLE_OF = 5  # a spike of up to two readings in five does not show


class Scales:
    """`clock` is an output pin, `data` the input pins, one per column. Readings are raw, 24 bits signed."""

    def __init__(self, clock, data, quiet=lambda: None, loud=lambda _: None):
        self._clock, self._data = clock, data
        self._quiet, self._loud = quiet, loud  # interrupts off and on: a long pulse would switch the chip off
        self._past = [[] for _ in data]

    def read(self):
        """The middle of the latest readings of each column; None until every column has one."""
        if not any(pin.value() for pin in self._data):  # low: a conversion is ready
            for past, raw in zip(self._past, self._shift()):
                past.append(raw)
                del past[:-MIDDLE_OF]
        if not all(self._past):
            return None
        return [sorted(past)[len(past) // 2] for past in self._past]

    def _shift(self):
        values = [0] * len(self._data)
        for _ in range(24):
            self._pulse()
            for i, pin in enumerate(self._data):
                values[i] = values[i] << 1 | pin.value()
        self._pulse()
        return [value - (1 << 24) if value >> 23 else value for value in values]

    def _pulse(self):
        state = self._quiet()
        self._clock.value(1)
        self._clock.value(0)
        self._loud(state)

    def wait(self, ms=1000):
        """The first reading, or None when no conversion comes: a cell is not connected."""
        for _ in range(ms):
            first = self.read()
            if first:
                return first
            time.sleep_ms(1)
        return None
