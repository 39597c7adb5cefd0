# Slots for cubes: a light barrier each, read through a chain of 74HC165 shift registers.
# Order in the chain: coins 30 10 5 2 1, where they are counted and not weighed; bought G B R K Y; sold G B R K Y; on a
# ledger tray the five places for buildings. A 1 is a piece.


class Slots:
    """`load`, `clock` are output pins, `data` an input pin; `zones` are (name, slots in a column), as in the chain."""

    def __init__(self, load, clock, data, zones):
        self._load, self._clock, self._data, self._zones = load, clock, data, zones

    def read(self):
        """Zone → cubes in each of its five columns."""
        self._load.value(0)
        self._load.value(1)
        return {zone: [self._column(depth) for _ in range(5)] for zone, depth in self._zones}

    def _column(self, depth):
        cubes = 0
        for _ in range(depth):
            cubes += self._data.value()
            self._clock.value(1)
            self._clock.value(0)
        return cubes
