"""What the rest of the companion may ask of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Never, Protocol

import msgspec
from msgspec import Struct

from companion.notation.case import Case
from companion.titles.chronicle import Chronicle
from companion.titles.showing import Showing
from engine.errors import NotFound
from engine.event import State
from engine.game import Command, Game, Setup, Standing
from engine.journal import Journal
from engine.rule import Sentence
from engine.sighting import Sighting
from engine.table import Table, Tally, Zone

if TYPE_CHECKING:
    from vision.printing.cards import Print
    from vision.printing.flats import TilePrint
    from vision.printing.plates import Plate

Seat = str
LONGEST_NAME = 60
Head = tuple[str, str]
"""A line at the beginning of a written game: its name and its text."""


class Place(Struct, frozen=True):
    """One person at the table: seat colour, name, and the side of the table (`south`, `west`, `north`, `east`)."""

    seat: str
    name: str
    side: str = "south"


class Setting(Struct, frozen=True, kw_only=True):
    """What a new game starts from: places in seating order, options by name, values `house` or `copy`.

    `drawn` holds what chance has decided before the game, by the title's own names, such as `markets`, the market cards
    that are seen. What is left out is drawn by the title. `told` are values of this game alone by their keys, beside
    those of the copy.
    """

    game: str
    edition: str
    places: tuple[Place, ...]
    options: Mapping[str, str] = {}
    values: str = "house"
    drawn: Mapping[str, tuple[str, ...]] = {}
    told: Mapping[str, object] = {}


class Built(Struct, frozen=True):
    """A tile in a cell of a field, turned by so many quarter turns clockwise, and the dice that stand on it.

    A die is its paint, its upper face, and the side it stands on: 0 for the far one, clockwise; None for the middle.
    """

    tile: str
    cell: tuple[int, int]
    turn: int = 0
    dice: tuple[tuple[str, int, int | None], ...] = ()


class TableLayout(Struct, frozen=True, kw_only=True):
    """What lies where on the table as people see it.

    By seat: `gold` and the cubes bought and sold (`ledgers`) on its tray; by field of the mat: `cubes`, `cards` and
    what is `built` in its cells. Fields that are not named are left as they are.
    """

    gold: Mapping[Seat, int] = {}
    ledgers: Mapping[Seat, tuple[Tally, Tally]] = {}
    cubes: Mapping[str, Tally] = {}
    cards: Mapping[str, tuple[str, ...]] = {}
    built: Mapping[str, tuple[Built, ...]] = {}


class ShownCards(Struct, frozen=True):
    """Cards that are laid in a field of the mat, so that the camera sees what chance gave.

    Those `beside` them may lie there on, if they were laid there before.
    """

    field: str
    faces: tuple[str, ...]
    beside: tuple[str, ...] = ()


class Advice(Struct, frozen=True):
    """What a seat would do best, as data to be written as JSON and as lines for people."""

    data: Mapping[str, object]
    lines: tuple[str, ...]


class VirtualPlayers(Protocol):
    """The people of a virtual table: they know their game and hold all that is hidden."""

    def chance(self, state: State, seat: Seat, random: Random) -> Command | None:
        """What chance gives a seat now, or the table where it is ``""``; None where a person decides."""

    def decide(self, state: State, seat: Seat, away: Collection[Seat] = ()) -> Command:
        """What a seat chooses to do, or another that may act out of turn, but none of those `away` from this table.

        Raises `LookupError` if it may do nothing.
        """

    def by_hand(self, state: State, command: Command) -> bool:
        """Do people give this by their pieces alone? For every other one they use the dial of their tray."""

    def hand(self, state: State, seat: Seat) -> Tally | None:
        """The cards that a seat holds in secret; None in a game without them."""

    def shows(self, command: Command) -> ShownCards | None:
        """The cards a command is shown by; None if pieces are only moved."""

    def layout(self, state: State) -> TableLayout:
        """What lies where in a state."""

    def count(self, state: State) -> dict[Seat, dict[str, int]]:
        """The score of each seat counted by hand before it is scored: its lines, and `total`."""


Tell = Callable[[str, Any], None]
"""Keep a value in the owner's file, by its key; raises `ValueError` for a damaged file, `OSError`."""
Recorder = Callable[[Journal, Path | None, Tell], Callable[[], None] | None]
"""For a game and the owner's file: what to call after every entry, None where there is nothing to keep."""


def all_actors(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: who is awaited, in a game that does not tell them from who may act."""
    return tuple(seat for seat in state.phase.actors if seat)


def no_rounds(_state: State) -> int:
    """A game that is not played in rounds."""
    return 0


def nothing(_argument: object) -> Mapping[str, Never]:
    """A title that has none of these."""
    return {}


def no_needs(_setup: Setup) -> tuple[Sentence, ...]:
    """A game whose unopened box refuses by itself what cannot be played."""
    return ()


def as_it_is(state: State, _viewer: Seat) -> State:
    """A game in which lists of what is lawful reveal nothing that is hidden."""
    return state


def as_written(_state: State, command: Command) -> Command:
    """A command in which people leave nothing out."""
    return command


def no_names(_state: State, _command: Command) -> tuple[tuple[str, str, Iterable[str]], ...]:
    """A game whose commands name nothing that is not refused by a rule."""
    return ()


def no_deck(_values: str, _copy: Path | None) -> None:
    """A game without a deck whose cards are enrolled."""


def as_seen(_state: State, sighting: Sighting) -> Iterable[Sighting]:
    """A game in which each field of the mat is one zone of the table."""
    return (sighting,)


def no_ledger(_journal: Journal, _seat: Seat) -> Sequence[tuple[str, Tally]]:
    """A game in which no cubes are laid on tiles."""
    return ()


def complete(_copy: Path | None) -> tuple[str, ...]:
    """A game that prints no value its rules do not state."""
    return ()


def no_doubts(_copy: Path | None, _language: str) -> tuple[str, ...]:
    """A game whose printed values nothing can be held against."""
    return ()


def nothing_needed(_copy: Path | None, _setting: Setting) -> tuple[str, ...]:
    """A game that can be set up whatever the owner's file says."""
    return ()


class Title(Struct, frozen=True, kw_only=True):
    """A game as the companion knows it. Whatever has a default may be left out: the game then does without it.

    `home` is the package with `notation.toml`, `labels.toml` and `sensing.toml`, `rules` the one with `rulebook/`;
    `screens` the module that computes the views and `widgets` the package of the widgets, by name, because they are
    loaded only where something is shown.
    """

    game: Game
    setup: type
    """The struct a set-up is read into; it has `places` (colour and name, clockwise) and `edition`."""
    colours: tuple[Seat, ...]
    home: str
    rules: str
    agree: Callable[[Setting, Random, Path | None], Setup]
    """The set-up a setting asks for; chance draws what it leaves open, the path is the owner's values."""
    over: Callable[[State], bool]
    """Has the game ended?"""
    edition: str = ""
    """The edition that is played unless people choose another."""
    screens: str = ""
    widgets: str = ""
    sound: Callable[[Setup], Iterable[Sentence]] = no_needs
    """The rules a set-up must keep, each with whether it does, as in `Action.needs`."""
    round: Callable[[State], int] = no_rounds
    due: Callable[[State], tuple[Seat, ...]] = all_actors
    """The seats the game waits for."""
    lacking: Callable[[Path | None], tuple[str, ...]] = complete
    """The keys of the printed values that the owner's file does not say."""
    needed: Callable[[Path | None, Setting], tuple[str, ...]] = nothing_needed
    """Those of them without which the game of a setting cannot be set up."""
    doubts: Callable[[Path | None, str], tuple[str, ...]] = no_doubts
    """What of the owner's file fits neither the box nor the printed examples, in the words of a language; these are
    warnings: the owner's copy decides."""
    begun: Callable[[Setting, Path | None], Setup] | None = None
    """The set-up as far as a setting says it, for screens that ask what lies on the table; raises `ValueError` for
    what does not fit; None where no screen asks."""
    kept: Callable[[Setting], Mapping[str, object]] = nothing
    """What a setting says of the owner's copy: it is kept there for later games, by its keys."""
    ours: Callable[[Setup], Collection[str]] = nothing
    """The keys of the printed values that are of the house set, in a game whose box is ours."""
    known: Callable[[State, Seat], Table] | None = None
    """The table as a seat may know it; None where the game does not say."""
    listed: Callable[[State, Seat], State] = as_it_is
    """The position from which a list of what is lawful is made that this seat sees, everybody where it is ``""``: what
    they may not know or are not reminded of lies covered, so that the list does not tell it."""
    private: Mapping[str, str] = {}
    """Rule → the fact of its refusals that only the seat that asked may know."""
    passes: tuple[str, ...] = ()
    """Commands the pass button of a tray stands for: the first lawful one. One that leaves something open is opened."""
    shows: Mapping[str, str] = {}
    """Zone of the mat → layout of what is shown there."""
    faces: Callable[[Setup], Mapping[str, Sequence[str]]] = nothing
    """Set-up → layout of cards → the faces they may show; those of a layout that is left out stand in `prints`."""
    prints: Callable[[], Mapping[str, Print]] = dict
    """What is printed on the cards that lie open, by piece."""
    tiles: Callable[[], Mapping[str, TilePrint | Plate]] = dict
    """What is printed on the tiles, by piece."""
    plates: Callable[[], Mapping[str, Sequence[tuple[object, object]]]] = dict
    """Printed pieces that are no cards, front and back (`vision.printing.plates`), by the name of their file."""
    markers: tuple[str, ...] = ()
    """Cards that are printed too and never read, such as those that mark an order: their pieces."""
    marked: tuple[str, ...] = ()
    """The layouts of those."""
    deck: Callable[[str, Path | None], Mapping[str, int] | None] = no_deck
    """The cards that are enrolled, `house` or `copy` (the owner's file): how many of a face; None while unknown."""
    enrolled: str = ""
    """The layout of those cards; of one that lists its faces (`vision.layouts`) each face is shown once."""
    enrolled_at: str = "draw"
    """The field of the mat in which they are shown."""
    deck_key: str = ""
    """Where that deck stands in the owner's file."""
    recorder: Recorder | None = None
    """Keeps what is learnt in a game about the owner's copy."""
    places: Callable[[Setup], Mapping[Zone, Zone]] = nothing
    """Set-up → zone of the mat → zone of the table."""
    told: Callable[[State, Sighting], Iterable[Sighting]] = as_seen
    """What a sighting of a field of the mat says of the zones of the table, where several of them lie in it."""
    ledger: Callable[[Journal, Seat], Sequence[tuple[str, Tally]]] = no_ledger
    """The tiles of a seat on which cubes are laid, in the order in which it came by them, each with what it takes."""
    anew: Callable[[State], Collection[Zone]] = nothing
    """The zones whose cards are laid anew now, and not added to, where cards stay in the field they were read in."""
    dice: Callable[[], Mapping[str, str]] = dict
    """The paints of the dice that stand on its tiles, ``#RRGGBB`` by name; none where no dice are read."""
    printed: tuple[str, ...] = ("en", "it", "es")
    """The languages of its printed rulebooks; the first is meant where none is named."""
    publishers: Mapping[str, str] = {}
    """Language of a printed rulebook → who published it."""
    setup_of: Callable[[Case, Path], Setup] | None = None
    """What was agreed before a case read from a file; raises `Wrong` naming the key that cannot be."""
    lay_out: Callable[[Case, Setup], State] | None = None
    """The situation of a case laid on the table of a set-up; raises `Wrong` naming the key that cannot lie so."""
    completed: Callable[[State, Command], Command] = as_written
    """A command with what people leave out of it, such as which of two small ships is meant."""
    names: Callable[[State, Command], Iterable[tuple[str, str, Iterable[str]]]] = no_names
    """What a command names that must be known: each a name, what it names, and all that are known."""
    leaves: Callable[[Seat], Command] | None = None
    """The command by which a player leaves the game for good; None where the rules know of no such thing."""
    heads: Callable[[Setup], Sequence[Head]] | None = None
    """The heads of a written game that hold its set-up; None where the set-up is written as JSON."""
    from_heads: Callable[[Sequence[Head]], Setup] | None = None
    """The set-up those heads hold; raises `KeyError` for a missing one, `ValueError` for a wrong one."""
    advise: Callable[[State, Seat], Advice] | None = None
    """The best a seat can make of what it has (`companion load`); None in a game that has no such question."""
    untracked: Callable[[Mapping[str, object], Mapping[str, str]], tuple[Standing, ...]] | None = None
    """The order of the seats from what lies before each at the end, and the options the table played by; raises
    `ValueError` for what does not fit."""
    showings: tuple[Showing, ...] = ()
    """What of a finished game is counted in pictures; nothing where the camera cannot read its pieces."""
    ties: tuple[str, ...] = ()
    """What breaks a tie, in the order of `Standing.ties`."""
    chronicle: Chronicle = Chronicle()
    """What a report of a game may tell beside its places: figures by round, where points came from, auctions."""
    table: Callable[[Sequence[Seat], int], VirtualPlayers] | None = None
    """The people of the virtual table, for its seats and a seed; None where this game is not played there."""

    @property
    def seats(self) -> range:
        """How many may play."""
        return self.game.seats

    @property
    def asks_values(self) -> bool:
        """Are there printed values that only the box on the table says?"""
        return self.lacking is not complete

    def read_setup(self, data: bytes) -> Setup:
        """The set-up `data` holds as JSON; raises `ValueError` naming what does not fit."""
        return msgspec.json.decode(data, type=self.setup)

    def file(self, name: str) -> Path:
        """A data file of the game beside its title; it may not exist."""
        return folder_of(self.home) / name

    def rulebook_files(self) -> list[Path]:
        """The files of the game's rulebook, in order."""
        return sorted((folder_of(self.rules) / "rulebook").glob("*.toml"))


def folder_of(package: str) -> Path:
    """The folder of a package's files."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise NotFound(f"no package is called {package!r}")
    return Path(found.origin).parent


def named(setup: Setup) -> dict[Seat, str]:
    """Who sits where, clockwise: colour → name, the colour itself where no name was given.

    A name has at most `LONGEST_NAME` letters, and none that steer a terminal or turn the order of what follows.
    """
    return {place.colour: printable(place.name) or place.colour for place in setup.places}


def printable(name: str) -> str:
    """A name as it is kept: not too long, and without what steers a terminal."""
    return "".join(filter(str.isprintable, name[:LONGEST_NAME])).strip()


def initials(names: Mapping[Seat, str]) -> dict[Seat, str]:
    """The letters that stand for each person; those with the same initial get the first other letter that differs."""
    found = {}
    for seat, name in names.items():
        alike = [other for other in names.values() if other[:1].upper() == name[:1].upper()]
        found[seat] = name[:1].upper() + (_telling(name, alike) if len(alike) > 1 else "")
    return found


def _telling(name: str, alike: Sequence[str]) -> str:
    """The first letter behind the initial that is another one in each of these names; the second if none is."""
    for place in range(1, max(map(len, alike))):
        if len({other[place : place + 1].lower() for other in alike}) == len(alike):
            return name[place : place + 1].lower()
    return name[1:2].lower()
