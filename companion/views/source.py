"""What the screens need from a session and from the house that opens sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.told import Device, Disagreement, Frame, Question, Saved, Setting


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
    def book(self) -> Any:
        """The journal itself: `live` numbers, `last`, `put_back(to)`."""
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

    def amend(self, number: int, instead: Any) -> Any:
        """Let entry `number` have been `instead` (nothing, if None); the last entry this makes, or a `Refusal`."""
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


class House(Protocol):
    """Where games are opened and found again."""

    @property
    def devices(self) -> Sequence[Device]: ...

    @property
    def setting(self) -> bool:
        """The table of the game just opened is still being set; until then there is nothing to do."""
        ...

    @property
    def saved(self) -> Sequence[Saved]: ...

    def open(self, setting: Setting) -> Source:
        """Start a new game; ValueError when the setting is not a game, LookupError for a value nobody has read."""
        ...

    def resume(self, id: str) -> Source:
        """Go on with a saved game from its journal."""
        ...
