"""What a sensor saw: a place, a moment and a reading that may be doubtful."""

from __future__ import annotations

from msgspec import Struct


class Guess(Struct, frozen=True, gc=False):
    """One possible reading of one object and its probability, 0 to 1."""

    value: str
    share: float


class Seen(Struct, frozen=True, gc=False):
    """One object: its likely readings, best first, and where it lies.

    `guesses` name what is printed on the object (a contract's face such as
    ``contract:GB.7.112``, a market card, a die's pips), never a decision.
    `corners` are in pixels of the frame, clockwise from the object's own top left.
    `turn` is how far a square tile is turned on the table, 0, 90, 180 or 270
    degrees clockwise, where that was told.
    """

    guesses: tuple[Guess, ...]
    corners: tuple[tuple[float, float], ...] = ()
    turn: int | None = None

    @property
    def best(self) -> str:
        return self.guesses[0].value if self.guesses else "?"

    @property
    def share(self) -> float:
        return self.guesses[0].share if self.guesses else 0.0


class Pieces(Struct, frozen=True, gc=False, tag="pieces"):
    """The separate objects in a zone (cards, dice), each with its probable readings."""

    objects: tuple[Seen, ...]


class Count(Struct, frozen=True, gc=False, tag="count"):
    """How many of which piece lie in a zone; `doubt` is the largest standard deviation of a count.

    `doubts` gives the deviations of single counts that are not sure, and `number` that of how many lie there whatever
    they are, where the source can tell: a piece may be seen clearly and its colour not.
    """

    tally: dict[str, int]
    doubt: float = 0.0
    doubts: dict[str, float] = {}
    number: float | None = None


class Weight(Struct, frozen=True, gc=False, tag="weight"):
    """Gold in a zone as a scale reads it: whole gold, and the error in gold it admits."""

    gold: int
    doubt: float = 0.0


class Tag(Struct, frozen=True, gc=False, tag="tag"):
    """An electronic label was read."""

    label: str


class Press(Struct, frozen=True, gc=False, tag="press"):
    """A button: ``confirm``, ``pass``, ``call``.

    `choice` is the position of the dial in the list the host had sent (or the
    number chosen in a range); `about` the entry number that list was made for.
    """

    button: str
    choice: int = 0
    about: int = 0


Reading = Pieces | Count | Weight | Tag | Press


class Sighting(Struct, frozen=True, gc=False):
    """What `source` (``camera``, ``serial:<id>``, ``mqtt:<id>``) saw in `zone` at time `at` (seconds, monotonic)."""

    source: str
    zone: str
    at: float
    reading: Reading


class Lost(Struct, frozen=True, gc=False):
    """A source fell silent at time `at`; nothing it said before counts until it speaks again."""

    source: str
    at: float
    reason: str = ""


class Found(Struct, frozen=True, gc=False):
    """A source is there (again); its snapshot follows."""

    source: str
    at: float
    what: str = ""
