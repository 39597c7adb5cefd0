"""A new game: who sits where, which rulebook, which values, which devices; games to go on with."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.devices import DeviceRow
from companion.views.common.parts import Button, Person, Tag


class Chair(Struct, frozen=True, kw_only=True):
    """A place at the table: a person with the number drawn for them, 0 for none; or an empty colour to add."""

    seat: str
    person: Person | None
    number: int
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
    """Everything to agree before a game; `rows` lead to more of it, house rules first."""

    title: str
    chairs: tuple[Chair, ...]
    screen: str
    segments: tuple[Segment, ...]
    rows: tuple[Button, ...]
    found: str
    devices: tuple[DeviceRow, ...]
    naming: Naming | None = None


class SavedLine(Struct, frozen=True):
    """A game that can be resumed."""

    title: str
    note: str
    people: tuple[Person, ...]
    button: Button


class Invitation(Struct, frozen=True, kw_only=True):
    """A card of the first screen, a button as a whole: what one may do, and what it looks like.

    `drawn` is written into a small picture of the drawn table; `icons` stand in squares; `tags` say how it is done.
    """

    icon: str
    note: str
    button: Button
    drawn: str = ""
    icons: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()


class FreshGame(Struct, frozen=True, kw_only=True):
    """The largest card: a new game, a button as a whole; `people` sit round the table that is drawn on it."""

    note: str
    word: str
    people: tuple[Person, ...]
    button: Button


class Standing(Struct, frozen=True):
    """Somebody in a game that waits, with the points so far."""

    person: Person
    points: str


class ExampleGame(Struct, frozen=True, kw_only=True):
    """A game that lies ready while none is kept: how it stands, and a tap to go on with it."""

    title: str
    tag: Tag
    standings: tuple[Standing, ...]
    button: Button


class GoOnWith(Struct, frozen=True, kw_only=True):
    """The games that wait, newest first; `troubles` are damaged or lost ones; an `example` while there is none."""

    title: str
    note: str
    games: tuple[SavedLine, ...] = ()
    troubles: tuple[Button, ...] = ()
    example: ExampleGame | None = None


class FirstChoice(Struct, frozen=True, kw_only=True):
    """What one may do while no game is open: begin one, watch, learn, score, get help, go on.

    `above` stands over the games that wait, `beside` in the column next to them.
    """

    title: str
    note: str
    help: Button
    fresh: FreshGame
    above: tuple[Invitation, ...]
    waiting: GoOnWith
    beside: tuple[Invitation, ...]


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
    """The first question of a new game: which game, and which box; or which game alone, a card each."""

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
