"""What the screens need from a session and from the house that opens sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct


class Proposed(Struct, frozen=True):
    """One reading a question offers: the piece's face or the choice in words, its share 0 to 1, and its command."""

    label: str
    share: float
    command: Any = None


class Question(Struct, frozen=True):
    """A reading nobody can decide but a person; `why` says which rule or box count favours the first reading."""

    id: str
    seat: str
    zone: str
    asks: str
    readings: tuple[Proposed, ...]
    why: str = ""


class Disagreement(Struct, frozen=True):
    """A zone where table and book differ; tallies by piece, `since` and `agreed` are entry numbers, `quiet` in s."""

    zone: str
    seat: str
    source: str
    table: Mapping[str, int]
    book: Mapping[str, int]
    since: int
    agreed: int
    quiet: float = 0.0
    rule: str = ""


class Device(Struct, frozen=True):
    """A camera or tray; `state` is `ok`, `asks`, `differs`, `lost` or `off`, `detail` a sentence for a person."""

    id: str
    kind: str
    seat: str = ""
    state: str = "ok"
    detail: str = ""


class Mark(Struct, frozen=True):
    """One thing the camera read: its piece or label and its corners in px of the frame, clockwise from top left."""

    label: str
    corners: tuple[tuple[float, float], ...]
    sure: bool = True


class Frame(Struct, frozen=True):
    """The latest camera picture, RGBA bytes row by row from the top, with what was read on it."""

    pixels: bytes
    width: int
    height: int
    marks: tuple[Mark, ...] = ()
    corners: int = 0
    note: str = ""


class Refusal(Struct, frozen=True):
    """Why a command or an undo was not carried out: the rule's id, its facts by name, and a sentence for a person.

    `private` means that only the acting player may read it, because it tells of his gold.
    """

    rule: str
    sentence: str
    facts: Mapping[str, Any] = {}
    private: bool = False


class Source(Protocol):
    """A running game as the screens see it; every method belongs to the thread that owns the session."""

    changed: list[Callable[[], None]]

    @property
    def game(self) -> Any: ...

    @property
    def state(self) -> Any: ...

    @property
    def names(self) -> Mapping[str, str]:
        """Seat colour → the person's name, in the order round the table."""
        ...

    @property
    def journal(self) -> Sequence[Any]:
        """The entries, oldest first: `number`, `seat` or the command's seat, `origin`, `command`, `events`."""
        ...

    @property
    def questions(self) -> Sequence[Question]: ...

    @property
    def disagreements(self) -> Sequence[Disagreement]: ...

    @property
    def devices(self) -> Sequence[Device]: ...

    @property
    def frame(self) -> Frame | None: ...

    def submit(self, command: Any, origin: str = "tap") -> Any:
        """Carry out a command; the new entry, or a `Refusal`."""
        ...

    def undo(self, to: int) -> Any:
        """Take back every entry after number `to`; the new entry, or a `Refusal`."""
        ...

    def answer(self, question: str, choice: int | None) -> Any:
        """Answer a question by the position of its reading, or None for neither of them."""
        ...

    def look_again(self, question: str) -> None:
        """Forget what was read for this question and read once more."""
        ...

    def settle(self, zone: str, exit: str) -> Any:
        """End a disagreement: `table` is right, `book` is right, or `back` to the last agreed state."""
        ...


class Place(Struct, frozen=True):
    """One person at the table: seat colour, name, and the side of the table (`south`, `west`, `north`, `east`)."""

    seat: str
    name: str
    side: str


class Setting(Struct, frozen=True):
    """What a new game starts from; places in seating order, options by name, values `house` or `copy`."""

    game: str
    edition: str
    places: tuple[Place, ...]
    options: Mapping[str, str] = {}
    values: str = "house"
    first: tuple[str, ...] = ()


class Saved(Struct, frozen=True):
    """A game that can be resumed."""

    id: str
    game: str
    names: tuple[str, ...]
    round: int
    entries: int
    when: str
    over: bool = False


class House(Protocol):
    """Where games are opened and found again."""

    @property
    def devices(self) -> Sequence[Device]: ...

    @property
    def saved(self) -> Sequence[Saved]: ...

    def open(self, setting: Setting) -> Source:
        """Start a new game; ValueError when the setting is not a game (too few seats, two of a colour)."""
        ...

    def resume(self, id: str) -> Source:
        """Go on with a saved game from its journal."""
        ...
