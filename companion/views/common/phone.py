"""What a seat's own phone shows: whose turn it is, what the seat has, what it may do, and what was done."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Line, Person


class Pile(Struct, frozen=True, kw_only=True):
    """Things of the seat under one heading, each a line, and a `note` below them.

    `look` is `figures`, `cards`, or `standing` for the score.
    """

    heading: str
    items: tuple[Line, ...]
    look: str = "figures"
    note: str = ""


class CoveredSum(Struct, frozen=True, kw_only=True):
    """What only its owner sees as a sum, and a tap covers."""

    heading: str
    icon: str
    amount: str


class StakeBid(Struct, frozen=True, kw_only=True):
    """One side's bid for what is at stake, with a word below it; one of them may lead."""

    person: Person
    amount: str
    word: str
    leads: bool = False


class Stake(Struct, frozen=True, kw_only=True):
    """What the bids are for, and the bids."""

    icon: str
    title: str
    note: str
    things: Line = ()
    bids: tuple[StakeBid, ...] = ()


class Belongings(Struct, frozen=True, kw_only=True):
    """What a seat has: `purse` is what a tap covers, if anything is, the rest in piles; `stake` is what it bids for."""

    purse: CoveredSum | None = None
    piles: tuple[Pile, ...] = ()
    stake: Stake | None = None


class Portion(Struct, frozen=True, kw_only=True):
    """What may be chosen for what a command leaves open: a listed value, or a piece and how many there are of it."""

    key: str
    line: Line
    count: int = 1


class PhoneOffer(Struct, frozen=True, kw_only=True):
    """A lawful command, or a family of them, by a `key` that holds for one entry number only.

    `asks` says what is left open: nothing, a `number` from `least` to `most`, one `value` of the portions, or from
    `least` to `most` `pieces` of them. `passes` marks what ends or passes.
    """

    key: str
    line: Line
    asks: str = ""
    least: int = 0
    most: int = 0
    portions: tuple[Portion, ...] = ()
    passes: bool = False


class PhoneKind(Struct, frozen=True, kw_only=True):
    """The offers of one kind of command under its word."""

    word: str
    offers: tuple[PhoneOffer, ...]


class Closed(Struct, frozen=True, kw_only=True):
    """What may not be done now, by the word of its kind and the `things` it would be done with: why not, and the rule
    with the places where it is printed. The `key` stays the same from view to view.
    """

    key: str
    word: str
    things: tuple[Line, ...]
    reason: str
    sentence: str
    places: tuple[str, ...]


class PhoneQuestion(Struct, frozen=True, kw_only=True):
    """A reading in doubt that this seat may decide: the readings as key, words and share in percent.

    It may be `pictured`, with what makes it hard to read, the `caution`, where that is known.
    """

    key: str
    pictured: bool
    caution: str
    asks: str
    why: str
    readings: tuple[tuple[str, str, int], ...]


class PhonePiece(Struct, frozen=True, kw_only=True):
    """A piece found in a picture: its field's choices, its corners as shares of the sides, what it is read as, the
    likeliest first by their places among the choices, and whether that is `sure`.
    """

    field: int
    corners: tuple[tuple[float, float], ...]
    line: Line
    likely: tuple[int, ...]
    sure: bool


class PhonePicture(Struct, frozen=True, kw_only=True):
    """What was found in a picture a seat has taken, by a `key` under which it is handed in.

    `choices` are what pieces may be named, by field. `meant` are the fields of the mat cards may be meant for, where
    that has to be said. `note` says what is wrong with the picture.
    """

    key: str
    pieces: tuple[PhonePiece, ...]
    choices: tuple[tuple[Line, ...], ...]
    meant: tuple[str, ...]
    note: str


class PhoneTurn(Struct, frozen=True, kw_only=True):
    """A seat in the order of play with what it does, in a word."""

    person: Person
    word: str
    note: str
    state: str


class PhoneLine(Struct, frozen=True, kw_only=True):
    """A public line of the history; `struck` was taken back."""

    number: int
    person: Person | None
    line: Line
    note: str
    struck: bool


class PhoneSeat(Struct, frozen=True, kw_only=True):
    """Everything one seat's phone shows after entry `number`; what lies open to all where `person` is None."""

    number: int
    language: str
    game: str
    person: Person | None
    where: str
    sentence: str
    note: str
    due: bool
    stake: Stake | None = None
    purse: CoveredSum | None = None
    piles: tuple[Pile, ...] = ()
    kinds: tuple[PhoneKind, ...] = ()
    closed: tuple[Closed, ...] = ()
    question: PhoneQuestion | None = None
    camera: str = ""
    """What the phone's camera may be used for: nothing, ``picture``, or also the table's ``stream``."""
    challenged: str = ""
    may_challenge: bool = False
    turns: tuple[PhoneTurn, ...] = ()
    history: tuple[PhoneLine, ...] = ()
