"""A game's words and pictures that need no running game: its pieces, what is read on them, before and after a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from companion.presenters.draft import Draft, HouseRule, Preset
from companion.titles.showing import Counts
from companion.views.common.card_enrolment import CardPair
from companion.views.common.parts import Holding, Line, Sheet, Top
from engine.event import State
from engine.journal import Entry

Values = tuple[tuple[str, str], ...]
"""What is known of a printed card: its regions and what stands there."""


class CountSoFar(Protocol):
    """What has been counted of a finished game so far: a struct of the game, whose screens alone read more of it."""

    @property
    def found(self) -> Mapping[str, tuple[str, ...]]:
        """What pictures showed (`shown_pieces.Found`)."""
        ...


class Stop(Struct, frozen=True):
    """What forbids a command: the rule and its facts, in the rulebook's order; or that it is `untimely`."""

    rule: str
    facts: tuple[object, ...]
    untimely: bool = False


class GameWords(Protocol):
    """A game's words for its pieces and rules, and the cards and tiles that are read or typed in."""

    @property
    def SECRET(self) -> Collection[str]:
        """The rules whose refusal would reveal what only one player may know."""
        ...

    @property
    def REVEALING(self) -> Collection[str]:
        """The names of the commands that let a player see what was hidden."""
        ...

    @property
    def POINTS_ICON(self) -> str:
        """The icon of the points that are counted at the end."""
        ...

    # --- commands, entries and rules in words ---

    def origin(self, entry: Entry, /) -> str:
        """The person or sensor that brought an entry."""
        ...

    def short(self, stop: Stop, /) -> str:
        """A reason that fits below a button."""
        ...

    def fact_words(self, name: str, /) -> str:
        """A fact of a refusal by its name in the rulebook."""
        ...

    def chapters(self) -> tuple[tuple[str, str, str], ...]:
        """The chapters of the rules: a word, a rule to begin with, an icon."""
        ...

    def figures(self) -> Mapping[str, tuple[str, str, tuple[str, ...]]]:
        """The figures people may ask about: a word, an icon, and the pieces they count."""
        ...

    # --- pieces and places ---

    def spaces(self, state: State, seat: str, piece: str, /) -> tuple[int, ...]:
        """What is printed along the track of a piece of a seat, from its first space; nothing for what is counted."""
        ...

    def amount_words(self, piece: str, count: int, /) -> str:
        """So many of a piece, in words."""
        ...

    def piece_line(self, piece: str, /) -> Line:
        """A piece with its face."""
        ...

    def piece_icon(self, piece: str, /) -> str:
        """The icon of a piece that is counted."""
        ...

    def holdings_of(self, tally: Mapping[str, int], /) -> tuple[Holding, ...]:
        """The goods of a reading."""
        ...

    # --- what the camera reads ---

    def mark_line(self, label: str, /) -> Line:
        """What was read on one thing."""
        ...

    def exact_line(self, label: str, /) -> Line:
        """The same in full, where two readings look alike; nothing where there is no more to add."""
        ...

    def cube(self, label: str, /) -> tuple[str, int] | None:
        """The good and how many of it, if cubes were read."""
        ...

    def count_line(self, counts: Mapping[str, int], /) -> Line:
        """So many cubes of each good."""
        ...

    def cube_word(self, good: str, /) -> str:
        """The name of a good's cubes."""
        ...

    def cube_icon(self, good: str, /) -> str:
        """The icon of a good's cubes."""
        ...

    def tile_kinds(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Each kind of tile: its key, a word, and the names of its tiles."""
        ...

    def tile_title(self, name: str, /) -> str:
        """A tile's name for people."""
        ...

    # --- what is printed on a card, typed in by a person ---

    def values_of(self, face: str, /) -> Values:
        """What stands on a card; nothing for one that was not read."""
        ...

    def face_of(self, values: Values, /) -> str:
        """The face typed in so far."""
        ...

    def printed(self, values: Values, region: str, value: str, /) -> Values:
        """What stands on the card after one more tap."""
        ...

    def facing(self, pair: CardPair, values: Values, act: Callable[[str, str], object], /) -> Struct:
        """A card, and what may stand on it as buttons; `act` makes what a button holds from region and value."""
        ...

    # --- printed values of the owner's copy ---

    def box(self, counted: Mapping[str, tuple[int, str]], needed: tuple[str, ...], top: Top, /) -> Sheet:
        """How many of each piece the owner's box holds; `counted` by key: number and layer."""
        ...

    def house_value(self, key: str, /) -> Any:
        """What the house set has under a key."""
        ...


class BeforeGameScreens(Protocol):
    """What is asked before a game, and the final count of a game that was not followed."""

    @property
    def SEATS(self) -> tuple[str, ...]:
        """The colours in the order in which they are offered before a game."""
        ...

    # --- before a game ---

    def presets(self) -> tuple[Preset, ...]:
        """The sets of options worth offering, the usual one first."""
        ...

    def house_rules(self) -> tuple[HouseRule, ...]:
        """Every point on which tables differ, in the order of the rules."""
        ...

    def draw(self, seats: tuple[str, ...], chance: Random, /) -> Mapping[str, tuple[str, ...]]:
        """What chance decides before a game, by the names of the title."""
        ...

    def place_drawn(self, drawn: Mapping[str, tuple[str, ...]], seat: str, /) -> int:
        """The number drawn for a seat, shown at its chair; 0 for none."""
        ...

    def drawn_words(self) -> str:
        """What was drawn, as a sentence."""
        ...

    # --- a finished game that was not followed ---

    @property
    def COUNTS(self) -> Collection[type]:
        """The taps that count."""
        ...

    def empty_count(self) -> CountSoFar:
        """Nothing counted yet."""
        ...

    def counted(self, draft: Draft, count: Any, act: object, /) -> CountSoFar:
        """The count after a tap; `count` is one that this game has made, so its own struct."""
        ...

    def count_screen(self, screen: str, draft: Draft, count: Any, /) -> Sheet:
        """`count`, `counted` or `podium`."""
        ...

    def showing_words(self, name: str, /) -> tuple[str, str]:
        """What a player shows to the camera, by the name of a showing, and what of it is read."""
        ...

    def shown_line(self, label: str, /) -> Line:
        """A piece by what was read on it, or as far as a person has named it."""
        ...

    def counted_rows(self, lines: Counts, /) -> tuple[tuple[str, str, str], ...]:
        """Lines of the final count as icon, words and figure."""
        ...
