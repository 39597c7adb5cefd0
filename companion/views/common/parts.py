"""The small things every screen shows: words, icons, people, buttons that hold their command."""

from __future__ import annotations

from msgspec import Struct

MARK = "*"
"""Stands behind what is of our own set of values, because no rulebook states it."""


class Glyph(Struct, frozen=True):
    """An icon in a line, with a figure beside it if there is one."""

    icon: str
    figure: str = ""
    tone: str = "ink"


class Word(Struct, frozen=True):
    """Words in a line; `strong` ones carry the meaning."""

    text: str
    strong: bool = False
    tone: str = ""


Line = tuple[Glyph | Word, ...]


TURNS = {"south": 0, "east": 90, "north": 180, "west": 270}
"""Degrees, anticlockwise, by which something is turned to be read from a side of the table."""


class Person(Struct, frozen=True):
    """A person at the table: the seat's colour, the name, and the letters on the disc."""

    seat: str
    name: str
    initial: str


class Labelled(Struct, frozen=True):
    """What stands on a button: its label, a note below it, an icon."""

    label: str
    note: str = ""
    icon: str = ""


class Button(Labelled, frozen=True, kw_only=True):
    """Something to tap: it holds its command (or act), or the reason why not.

    `look` is `plain`, `primary`, `tab` or `quiet`; a closed one keeps in `about` the command the `rule` forbids.
    """

    command: object = None
    reason: str = ""
    rule: str = ""
    look: str = "plain"
    chosen: bool = False
    key: str = ""
    about: object = None

    @property
    def open(self) -> bool:
        return self.command is not None


class Holding(Struct, frozen=True):
    """How many of a good, by its letter."""

    good: str
    count: int


class Stepper(Struct, frozen=True):
    """A number to choose: − value +. `at` goes from `least` up to `most`, if that may be known to all."""

    value: int
    least: int
    most: int | None = None


class Tag(Struct, frozen=True):
    """A small word on its tint; `tone` is `sea`, `porphyry`, `gold`, `verdigris`, `saffron`, `alarm`."""

    text: str
    tone: str = "sea"
    icon: str = ""


class Step(Struct, frozen=True):
    """One phase on the rail; `state` is `past`, `now` or `coming`."""

    icon: str
    word: str
    state: str
    button: Button | None = None


class Chip(Struct, frozen=True):
    """Cameras or trays in the top bar; `mark` is `check`, `question`, `disagree` or `lost`."""

    icon: str
    count: str
    mark: str
    button: Button


class Turn(Struct, frozen=True):
    """A seat in the turn order; `state` is `acts`, `waits` or `passed`."""

    person: Person
    state: str


class Top(Struct, frozen=True, kw_only=True):
    """The top bar: round and phases, or a title, then the devices and the menu.

    `note` stands below the title, `order` beside it: the seats in turn order where that matters.
    """

    title: str
    note: str = ""
    order: tuple[Turn, ...] = ()
    round: int = 0
    rounds: int = 0
    steps: tuple[Step, ...] = ()
    chips: tuple[Chip, ...] = ()
    menu: Button | None = None


class Bar(Struct, frozen=True, kw_only=True):
    """The action bar: who, one sentence, a reason, the choices, and the next step at the far right.

    `secret` is the seat whose gold shows while the person's disc is held; empty where nothing is hidden.
    """

    sentence: str
    note: str = ""
    person: Person | None = None
    undo: Button | None = None
    choices: tuple[Button | Stepper, ...] = ()
    primary: Button | None = None
    secret: str = ""


class Toast(Struct, frozen=True):
    """What was just booked, with a way back."""

    icon: str
    line: Line
    undo: Button | None = None


class Row(Struct, frozen=True, kw_only=True):
    """One line of a list: words at the left, effects at the right."""

    line: Line
    note: str = ""
    person: Person | None = None
    right: Line = ()
    icon: str = ""
    tone: str = ""


class Hint(Struct, frozen=True, kw_only=True):
    """A step of a guided game, above the screen: which of how many, what to do, on to the next, out of the lesson.

    `at` are the buttons of this screen that it speaks of: they wear a ring.
    """

    count: str
    text: str
    on: Button
    leave: Button
    at: tuple[Button, ...] = ()


class Sheet(Struct, frozen=True, kw_only=True):
    """A whole screen that speaks to one seat: top bar, one subject, action bar, and the seat's edge band.

    `turn` is by how many degrees, anticlockwise, the screen is turned towards that seat.
    """

    body: Struct
    top: Top
    bar: Bar | None = None
    band: str = ""
    turn: int = 0
    toast: Toast | None = None
    hint: Hint | None = None
