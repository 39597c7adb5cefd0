# Buttons and the dial, freed of the bouncing of their contacts.

STILL_MS = 20
# from (old a, old b, new a, new b) to a quarter of a step; what cannot happen in one move is a bounce
QUARTERS = (0, 1, -1, 0, -1, 0, 0, 1, 1, 0, 0, -1, 0, -1, 1, 0)


class Button:
    """`pin` reads 0 while pressed."""

    def __init__(self, pin):
        self._pin = pin
        self._down = False
        self._seen = False
        self._since = 0

    def pressed(self, now):
        """True once for each press, as soon as the contact has been still."""
        seen = not self._pin.value()
        if seen != self._seen:
            self._seen, self._since = seen, now
        if self._seen == self._down or now - self._since < STILL_MS:
            return False
        self._down = self._seen
        return self._down


class Dial:
    """A rotary encoder; `a` and `b` are its pins, four quarters make a step."""

    def __init__(self, a, b):
        self._a, self._b = a, b
        self._last = self._look()
        self._quarters = 0

    def _look(self):
        return self._a.value() << 1 | self._b.value()

    def turn(self, pin=None):
        """Take note of a change; also to be called from the pins' interrupts."""
        new = self._look()
        self._quarters += QUARTERS[self._last << 2 | new]
        self._last = new

    def steps(self):
        """Whole steps since the last time, to the right positive."""
        self.turn()
        steps = int(self._quarters / 4)
        self._quarters -= 4 * steps
        return steps
