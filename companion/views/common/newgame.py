"""A new game: who sits where, which rulebook, which values, which devices; games to go on with; the menu."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.devices import DeviceRow
from companion.views.common.parts import Button, Person


class Chair(Struct, frozen=True, kw_only=True):
    """A place at the table: a person with the first office, or an empty colour to add."""

    seat: str
    person: Person | None
    office: int
    side: str
    word: str
    button: Button


class Segment(Struct, frozen=True):
    """A question with a few answers side by side."""

    heading: str
    buttons: tuple[Button, ...]


class Naming(Struct, frozen=True, kw_only=True):
    """A person is being named: the letters so far, the keys, the colours and sides to choose."""

    person: Person
    text: str
    keys: tuple[tuple[Button, ...], ...]
    sides: tuple[Button, ...]
    colours: tuple[Button, ...]
    remove: Button


class RuleRow(Struct, frozen=True):
    """A point on which tables differ: the question, what this table plays, and whether that is not its set's."""

    question: str
    answer: str
    rule: str
    changed: bool
    button: Button


class HouseRules(Struct, frozen=True):
    """Every point on which tables differ; a tap goes on to the next reading."""

    heading: str
    note: str
    presets: tuple[Button, ...]
    rows: tuple[RuleRow, ...]


class NewGame(Struct, frozen=True, kw_only=True):
    """Everything to agree before a game."""

    title: str
    chairs: tuple[Chair, ...]
    screen: str
    segments: tuple[Segment, ...]
    house: Button
    found: str
    devices: tuple[DeviceRow, ...]
    naming: Naming | None = None


class SavedLine(Struct, frozen=True):
    """A game that can be resumed."""

    title: str
    note: str
    people: tuple[Person, ...]
    button: Button


class FirstChoice(Struct, frozen=True, kw_only=True):
    """What one may do while no game is open: begin one, look, score, get help, go on; `troubles` are lost games."""

    title: str
    note: str
    fresh: Button
    ways: tuple[Button, ...]
    heading: str
    games: tuple[SavedLine, ...]
    troubles: tuple[Button, ...]
    empty: str


class Point(Struct, frozen=True):
    """One thing to know, with its icon."""

    icon: str
    text: str


class BoxCard(Struct, frozen=True, kw_only=True):
    """A box that may lie on the table, and what choosing it means."""

    icon: str
    title: str
    note: str
    points: tuple[Point, ...]
    button: Button


class WhichBox(Struct, frozen=True, kw_only=True):
    """The first question of a new game: which game, and which box."""

    title: str
    games: tuple[Button, ...]
    boxes: tuple[BoxCard, ...]


class Help(Struct, frozen=True):
    """What the companion does, in a few sentences."""

    title: str
    points: tuple[Point, ...]


class Waiting(Struct, frozen=True):
    """Something takes a moment: what, and what people may do meanwhile."""

    title: str
    note: str
    people: tuple[Person, ...]


class Menu(Struct, frozen=True):
    """Everything that is not the next step."""

    title: str
    buttons: tuple[Button, ...]
    segments: tuple[Segment, ...]
