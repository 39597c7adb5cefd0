# Slots for cubes: a light barrier each, read through a chain of 74HC165 shift registers.
# Order in the chain: bought G B R K Y, then sold G B R K Y, then, on a ledger tray, the five places for buildings;
# `depth` slots each; a 1 is a cube.

LEDGER = ("bought", "sold")


class Slots:
    """`load`, `clock` are output pins, `data` an input pin."""

    def __init__(self, load, clock, data, depth=4, zones=LEDGER):
        self._load, self._clock, self._data, self._depth = load, clock, data, depth
        self._zones = zones

    def read(self):
        """Zone → cubes in each of its five columns."""
        self._load.value(0)
        self._load.value(1)
        return {zone: [self._column() for _ in range(5)] for zone in self._zones}

    def _column(self):
        cubes = 0
        for _ in range(self._depth):
            cubes += self._data.value()
            self._clock.value(1)
            self._clock.value(0)
        return cubes
