"""Cards of Byzanz as they lie: goods, merchants, backs, and the faces one may tap."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Glyph, Line, Person, Word


class Ware(Struct, frozen=True):
    """A card: its good's icon and its value, the `word` below it; `look` is `plain`, `new`, `back` or `gap`.

    With a `button` a tap takes it up again, or chooses it.
    """

    icon: str
    figure: str
    look: str = "plain"
    word: str = ""
    button: Button | None = None


class Faces(Struct, frozen=True):
    """Every face one may lay, to be tapped: the goods in the order of their values, and the merchant if allowed."""

    goods: tuple[Button, ...]
    merchant: Button | None = None


class PlayerLine(Struct, frozen=True, kw_only=True):
    """A player in the list: what they do, cards in hand and profits by number, their offer card (0 for none)."""

    person: Person
    verb: str
    hand: int
    profit: int
    offer: int
    due: bool
    button: Button


class Players(Struct, frozen=True):
    """Everybody at the table, in the order that counts just now."""

    heading: str
    lines: tuple[PlayerLine, ...]
    note: str = ""


class Edge(Struct, frozen=True, kw_only=True):
    """What one player does at their own edge while the screen speaks to another.

    `side` is where that edge lies on this screen, `turn` by how many degrees it is turned; `chosen` are the cards that
    lie there, `result` what comes of them.
    """

    person: Person
    side: str
    turn: int
    title: str
    note: str
    chosen: tuple[Ware, ...]
    result: Line
    faces: Faces
    leave: Button
    primary: Button


class Notice(Struct, frozen=True):
    """A sentence about what was just laid or what holds here, with the button that opens the rule."""

    icon: str
    line: tuple[Glyph | Word, ...]
    why: Button | None = None
