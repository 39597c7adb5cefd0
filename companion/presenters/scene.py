"""Everything a view is computed from: the running game, and what the people at this screen are looking at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.presenters.look import Look
from companion.presenters.source import Source
from companion.views.common.parts import Button, Person
from engine.game import Offer, check, legal
from engine.rule import Illegal

SIDES = {
    2: ("south", "north"),
    3: ("south", "west", "north"),
    4: ("south", "west", "north", "east"),
    5: ("south", "south", "west", "north", "east"),
}
"""Where people sit, clockwise from the near side, unless they said otherwise."""


TURNS = {"south": 0, "east": 90, "north": 180, "west": 270}
"""Degrees, anticlockwise, by which something is turned to be read from a side of the table."""


class Stop(Struct, frozen=True):
    """What forbids a command: the rule and its facts, in the rulebook's order; or that it is `untimely`."""

    rule: str
    facts: tuple[Any, ...]
    untimely: bool = False


class Scene:
    """One look at a running game; `title` is the module with the game's own screens and words.

    Its `SECRET` are the rules that tell of somebody's gold (C-INF-06). `counts` are the seats whose gold the camera may
    count.
    """

    def __init__(
        self, source: Source, look: Look, sides: Mapping[str, str], title: Any, counts: frozenset[str] = frozenset()
    ) -> None:
        self.source = source
        self.look = look
        self.title = title
        self.counts = counts
        places = SIDES[len(source.names)] if len(source.names) in SIDES else ("south",) * len(source.names)
        self.sides = {seat: sides.get(seat, place) for seat, place in zip(source.names, places, strict=True)}

    @property
    def state(self) -> Any:
        return self.source.state

    @property
    def phase(self) -> Any:
        return self.source.state.phase

    @property
    def table(self) -> Any:
        return self.source.state.table

    def zones(self, seat: str) -> Any:
        """The zones of a seat by name."""
        return self.source.state.seats[seat]

    @property
    def me(self) -> str:
        """The seat this screen speaks to: the only one who may act, or who has opened his card."""
        actors = [seat for seat in self.phase.actors if seat]
        if self.look.seat in actors:
            return self.look.seat
        return actors[0] if len(actors) == 1 else ""

    def turn(self, seat: str) -> int:
        """By how many degrees, anticlockwise, a screen is turned that speaks to a seat; the near side for nobody."""
        return TURNS[self.sides.get(seat, "south")]

    def person(self, seat: str) -> Person | None:
        """Who sits there; nobody for the table itself."""
        return people(self.source.names).get(seat)

    def somebody(self, seat: str) -> Person:
        """Who sits there, for a seat that is a player's."""
        return people(self.source.names)[seat]

    def name(self, seat: str) -> str:
        return self.source.names.get(seat, "")

    def offers(self, seat: str) -> list[Any]:
        """What the seat may do now, families of commands as one item."""
        return legal(self.source.game, self.state, seat)

    def offer(self, seat: str, kind: type) -> Offer | None:
        """The family of commands of one kind, if the seat has it."""
        for item in self.offers(seat):
            if isinstance(item, Offer) and isinstance(item.least, kind):
                return item
        return None

    def commands(self, seat: str, kind: type) -> list[Any]:
        """The single commands of one kind the seat may give."""
        return [item for item in self.offers(seat) if isinstance(item, kind)]

    def stop(self, command: Any) -> Stop | None:
        """What forbids a command, as far as everybody may know: nobody's gold closes a button."""
        try:
            check(self.source.game, self.state, command)
        except Illegal as refusal:
            secret = refusal.rule in self.title.SECRET
            return None if secret else Stop(refusal.rule, refusal.facts, refusal.untimely is not None)
        return None

    def button(self, command: Any, label: str, note: str = "", **more: Any) -> Button:
        """A button that holds the command, or the reason why not."""
        stop = self.stop(command)
        if stop is None:
            return Button(label, note, command=command, **more)
        more.pop("chosen", None)
        return Button(label, reason=self.title.short(stop), rule=stop.rule, about=command, **more)

    def before(self, number: int) -> int:
        """The entry that stands before entry `number`; 0 before the first."""
        return max((each for each in self.source.book.live if each < number), default=0)

    def live(self) -> list[Any]:
        """The entries that stand, oldest first."""
        return [self.source.journal[number - 1] for number in self.source.book.live]


def people(names: Mapping[str, str]) -> dict[str, Person]:
    """Seat → person; two equal initials get their second letter."""
    firsts = [name[:1].upper() for name in names.values()]
    return {
        seat: Person(seat, name, name[:1].upper() if firsts.count(name[:1].upper()) == 1 else name[:2].capitalize())
        for seat, name in names.items()
    }
