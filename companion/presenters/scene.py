"""Everything a view is computed from: the running game, what people look at, and the game's own screens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

from msgspec import Struct

from companion.play.challenges import before
from companion.presenters.game_words import BeforeGameScreens, GameWords, Stop
from companion.presenters.look import Look
from companion.presenters.source import Source
from companion.titles import title_of
from companion.titles.title import initials
from companion.views.common.hands import Art
from companion.views.common.overview import Overview
from companion.views.common.own_gold import OwnGold
from companion.views.common.parts import TURNS, Bar, Button, Line, Person, Sheet, Top
from companion.views.common.phone import Belongings
from companion.views.common.turn_list import Turns
from engine.event import Event, State
from engine.game import Command, Offer, check, legal
from engine.journal import Entry, Learn
from engine.rule import Illegal
from engine.table import Table, Tally

SIDES = {
    2: ("south", "north"),
    3: ("south", "west", "north"),
    4: ("south", "west", "north", "east"),
    5: ("south", "south", "west", "north", "east"),
    6: ("south", "south", "west", "north", "north", "east"),
}
"""Where people sit, clockwise from the near side, unless they chose otherwise."""
HOUSE_SET = "house set"
"""The source (`Learn.source`) of a value of the printed game that is unknown and was taken from our own set."""


class HandWords(Protocol):
    """A game's words for what hands do; its screens may give them as `HANDS`."""

    def hand_words(self, tally: Mapping[str, int], /) -> str:
        """Pieces as hands know them, such as cubes by their colour."""
        ...

    def hand_art(self, tally: Mapping[str, int], /) -> Art:
        """The same, drawn."""
        ...

    def place_words(self, scene: Scene, source: str, target: str, /) -> str:
        """Where pieces go, after them in a sentence: "to the harbour"; where from, if hands need it."""
        ...

    def mark_words(self, piece: str, value: int, /) -> str:
        """Where the marker goes that counts a piece; nothing for pieces that are moved one by one."""
        ...


class Screens(GameWords, BeforeGameScreens, Protocol):
    """What the screens around a game ask of the module that computes its own; `Title.screens` names that module."""

    @property
    def STAYING(self) -> Collection[str]:
        """The smaller screens, by what they are about, that stay open after something was done there."""
        ...

    # --- whole screens ---

    def play(self, scene: Scene, /) -> Sheet | Overview:
        """The screen of the phase."""
        ...

    def overview(self, scene: Scene, /) -> Overview:
        """The table at a glance."""
        ...

    def verb(self, scene: Scene, seat: str, /) -> str:
        """What a seat is doing, in a word, as it stands at the table at a glance."""
        ...

    def score(self, scene: Scene, /) -> Sheet:
        """The score so far, or the final one."""
        ...

    def large(self, scene: Scene, /) -> Sheet:
        """The final result to be read from across the table."""
        ...

    def sheet(self, scene: Scene, body: Struct, bar: Bar | None, seat: str | None = None, /) -> Sheet:
        """A screen around a body, turned to a seat: the one it speaks to if none is named."""
        ...

    def top(self, scene: Scene, /) -> Top:
        """Round, phases, devices and menu."""
        ...

    def turns(self, scene: Scene, /) -> Turns:
        """Whose turn it is, who comes next, and what the rest of the round brings."""
        ...

    # --- commands, entries and rules in words ---

    def command_line(self, scene: Scene, command: Command, events: Sequence[Event], /) -> Line:
        """A command as a sentence with icons; the person stands before it."""
        ...

    def command_words(self, scene: Scene, command: Command, /) -> str:
        """A command in words alone; nothing for None."""
        ...

    def entry_line(self, scene: Scene, entry: Entry, /) -> Line:
        """What an entry of the journal records."""
        ...

    def brought(self, scene: Scene, entry: Entry, /) -> Line:
        """What an entry brought the seat that made it."""
        ...

    def points_moved(self, scene: Scene, events: Sequence[Event], seat: str, /) -> int:
        """By how much events change the points of a seat."""
        ...

    def points_words(self, name: str, points: int, /) -> str:
        """So many more or fewer points of somebody, by the game's own word for them."""
        ...

    def purse(self, scene: Scene, seat: str, /) -> Button | None:
        """A seat's covered treasury, held by its owner to look; None where nothing is hidden."""
        ...

    def hides_gold(self, scene: Scene, /) -> bool:
        """Does each seat keep its gold to itself just now?"""
        ...

    def own_gold(self, scene: Scene, /) -> OwnGold | None:
        """The gold of the seat that holds it open to look, at its own side; None where none is hidden."""
        ...

    def belongings(self, scene: Scene, seat: str, /) -> Belongings:
        """What a seat has, for its own phone."""
        ...

    def owned(self, scene: Scene, seat: str, /) -> Collection[str]:
        """The zones of a seat from which nothing may be taken without its consent."""
        ...

    def value_words(self, scene: Scene, name: str, value: object, /) -> str:
        """The value of a fact."""
        ...

    # --- pieces and places ---

    def value_line(self, scene: Scene, value: object, /) -> Line:
        """A value that an offer leaves open, such as a place and a turn; nothing where a tray's words say it well."""
        ...

    def zone_words(self, scene: Scene, zone: str, /) -> str:
        """A place on the table."""
        ...

    def zone_icon(self, zone: str, /) -> str:
        """The icon of what is read in a place on the table."""
        ...

    # --- printed values of the owner's copy ---

    def asks(self, scene: Scene, key: str, /) -> Sheet:
        """The card that asks for a printed value."""
        ...

    def missing_leaf(self, scene: Scene, key: str, /) -> str:
        """The first value still missing under a key; nothing if none is."""
        ...

    # --- before a game ---

    def options_of(self, scene: Scene, option: str, /) -> tuple[tuple[str, bool], ...]:
        """The readings of a house rule, and which one this table plays."""
        ...


def no_hand(_seat: str) -> None:
    """The cards of real people are in their hands."""


class Scene:
    """One look at a running game; `title` are the game's own screens and words.

    `counts` are the seats whose gold the camera may count; `turns` says whether it turns to the seat it speaks to.
    `hand` tells the cards of a seat that is played at a drawn table before the screen, and None of any other.
    """

    def __init__(
        self,
        source: Source,
        look: Look,
        sides: Mapping[str, str],
        title: Screens,
        counts: frozenset[str] = frozenset(),
        turns: bool = True,
        hand: Callable[[str], Tally | None] = no_hand,
    ) -> None:
        self.source = source
        self.look = look
        self.title = title
        self.counts = counts
        self.turns = turns
        self.hand = hand
        places = SIDES[len(source.names)] if len(source.names) in SIDES else ("south",) * len(source.names)
        self.sides = {seat: sides.get(seat, place) for seat, place in zip(source.names, places, strict=True)}

    @property
    def state(self) -> State:
        return self.source.state

    @property
    def phase(self) -> Any:
        """Where the game stands: one of its own structs, each with its `actors`."""
        return self.source.state.phase

    @property
    def table(self) -> Table:
        return self.source.state.table

    def zones(self, seat: str) -> Any:
        """The zones of a seat by name."""
        return self.source.state.seats[seat]

    @property
    def me(self) -> str:
        """The seat this screen speaks to: the only one the game waits for, or the one whose card is open."""
        due = self.due
        if self.look.seat in due:
            return self.look.seat
        return due[0] if len(due) == 1 else ""

    @property
    def due(self) -> tuple[str, ...]:
        """The seats the game waits for; others may act too where the rules let them."""
        return title_of(self.source.game.name).due(self.state)

    def turn(self, seat: str) -> int:
        """By how many degrees, anticlockwise, a screen is turned that speaks to a seat; the near side without one."""
        return TURNS[self.sides.get(seat, "south")]

    @property
    def angles(self) -> frozenset[int]:
        """By how many degrees the screen is turned to one seat or another."""
        return frozenset(map(self.turn, self.sides))

    def person(self, seat: str) -> Person | None:
        """The person who sits there; None for the table itself."""
        return people(self.source.names).get(seat)

    def player(self, seat: str) -> Person:
        """The person at a player's seat."""
        return people(self.source.names)[seat]

    def name(self, seat: str) -> str:
        return self.source.names.get(seat, "")

    def offers(self, seat: str) -> list[Command | Offer]:
        """What the seat may do now, families of commands as one item."""
        shown = title_of(self.source.game.name).listed(self.state, seat)
        return legal(self.source.game, shown, seat)

    def offer(self, seat: str, kind: type) -> Offer | None:
        """The family of commands of one kind, if the seat has it."""
        for item in self.offers(seat):
            if isinstance(item, Offer) and isinstance(item.least, kind):
                return item
        return None

    def commands(self, seat: str, kind: type) -> list[Command]:
        """The single commands of one kind the seat may give."""
        return [item for item in self.offers(seat) if isinstance(item, kind)]

    def stop(self, command: Command) -> Stop | None:
        """What forbids a command, as far as everybody may know: hidden gold closes no button."""
        try:
            check(self.source.game, self.state, command)
        except Illegal as refusal:
            secret = refusal.rule in self.title.SECRET
            return None if secret else Stop(refusal.rule, refusal.facts, refusal.untimely is not None)
        return None

    def button(self, command: Command, label: str, note: str = "", **more: Any) -> Button:
        """A button that holds the command, or the reason why not."""
        stop = self.stop(command)
        if stop is None:
            return Button(label, note, command=command, **more)
        more.pop("chosen", None)
        return Button(label, reason=self.title.short(stop), rule=stop.rule, about=command, **more)

    def ours(self, *keys: str) -> bool:
        """Is one of these printed values, by its dotted key or part of one, of our own set and not of the printed game?

        All a box of ours says is; in any other game what somebody took from the house set when it was asked for.
        """
        return any(key in self._house or key in self._taken for key in keys)

    @cached_property
    def _house(self) -> Collection[str]:
        return title_of(self.source.game.name).ours(self.source.book.setup)

    @cached_property
    def _taken(self) -> frozenset[str]:
        """The keys of values taken from the house set, and all that holds them."""
        learnt = [entry.command for entry in self.live() if isinstance(entry.command, Learn)]
        paths = [command.key.split(".") for command in learnt if command.source == HOUSE_SET]
        return frozenset(".".join(path[:end]) for path in paths for end in range(1, len(path) + 1))

    @property
    def any_ours(self) -> bool:
        """Does this game play with any value of our own set?"""
        return bool(self._house or self._taken)

    def before(self, number: int) -> int:
        """The entry that stands before entry `number`; 0 before the first."""
        return before(self.source.book, number)

    def live(self) -> list[Entry]:
        """The entries that stand, oldest first."""
        return [self.source.journal[number - 1] for number in self.source.book.live]


def people(names: Mapping[str, str]) -> dict[str, Person]:
    """Seat → person; equal initials get a letter that tells them apart."""
    return dict(_people(tuple(names.items())))


@lru_cache(1000)
def _people(names: tuple[tuple[str, str], ...]) -> Mapping[str, Person]:
    letters = initials(dict(names))
    return {seat: Person(seat, name, letters[seat]) for seat, name in names}
