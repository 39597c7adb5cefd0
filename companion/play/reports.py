"""What a running game reports to the people round the table: questions, disagreements, devices, refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.wording import _
from engine.game import Command


class Proposed(Struct, frozen=True):
    """One reading a question offers: the piece's face or the choice in words, its share 0 to 1, and its command."""

    label: str
    share: float
    command: Command = None


ASKS: Mapping[str, Callable[[], str]] = {
    "back": lambda: _("The pieces lie as they did before: is it taken back?"),
    "turned": lambda: _("Does it lie like this now?"),
    "done": lambda: _("Which of these was done?"),
    "many": lambda: _("How many of these lie here?"),
    "substitutes": lambda: _("Are there substitutes on the table?"),
}
"""What is asked, by the kind of question, in the language of the moment."""
WHY: Mapping[str, Callable[[], str]] = {
    "turned": lambda: _("No action explains it."),
    "substitutes": lambda: _("That is more {piece} than the box holds."),
}
"""What favours the first reading, by the kind of question."""


class Question(Struct, frozen=True, kw_only=True):
    """A reading only a person can decide; `kind` is one of `ASKS`, `piece` what there is too much of."""

    id: str
    seat: str
    zone: str
    kind: str
    readings: tuple[Proposed, ...]
    piece: str = ""

    @property
    def asks(self) -> str:
        """The question, in the language that is spoken now."""
        return ASKS[self.kind]()

    @property
    def why(self) -> str:
        """The rule or box count that favours the first reading; empty where nothing does."""
        return WHY[self.kind]().format(piece=self.piece) if self.kind in WHY else ""


class Disagreement(Struct, frozen=True, kw_only=True):
    """A zone where table and book differ; tallies by piece, `since` and `agreed` are entry numbers, `quiet` in s.

    Where the pieces are `private`, `table` holds only the difference to the book and `book` nothing.
    """

    zone: str
    seat: str
    source: str
    table: Mapping[str, int]
    book: Mapping[str, int]
    since: int
    agreed: int
    quiet: float = 0.0
    rule: str = ""
    private: bool = False


class Device(Struct, frozen=True, kw_only=True):
    """A camera or tray; `state` is `ok`, `asks`, `differs`, `lost` or `off`.

    `detail` is what it says it is, or why it is lost: `companion.presenters.common.devices` has words for both.
    """

    id: str
    kind: str
    seat: str = ""
    state: str = "ok"
    detail: str = ""


class Mark(Struct, frozen=True, kw_only=True):
    """One thing the camera read: its piece or label and its corners in px of the frame, clockwise from top left.

    `zone` is the place on the table it lies in, as far as it is known; `runner_up` what it may be instead.
    """

    label: str
    corners: tuple[tuple[float, float], ...]
    sure: bool = True
    zone: str = ""
    runner_up: str = ""


Caution = Mapping[str, str]
"""What spoils the picture and what to do about it: language → sentence."""


class Frame(Struct, frozen=True, kw_only=True):
    """The latest camera picture, RGBA bytes row by row from the top, with what was read on it."""

    pixels: bytes
    width: int
    height: int
    marks: tuple[Mark, ...] = ()
    corners: int = 0
    note: str = ""
    cautions: tuple[Caution, ...] = ()


class Crop(Struct, frozen=True):
    """A small picture for the screen, RGBA bytes row by row from the top."""

    pixels: bytes
    width: int
    height: int


class Refusal(Struct, frozen=True):
    """Why a command or an undo was not carried out: the rule's id, its facts by name, and all its `values` in order.

    `reason` says which of the rule's reasons it is, where it has several.

    What only one player may know, such as their gold, is in neither; then there are no `values`.
    """

    rule: str
    facts: Mapping[str, object] = {}
    values: tuple[object, ...] = ()
    reason: str = ""


class Holder(Struct, frozen=True, kw_only=True):
    """Another host that plays a game: its name, its process, since when, and whether it is `gone`."""

    name: str
    process: int
    since: str
    gone: bool = False


class Saved(Struct, frozen=True, kw_only=True):
    """A game that can be resumed; `names` in the order of their `seats`. It may be played elsewhere by its `holder`."""

    id: str
    game: str
    names: tuple[str, ...]
    round: int
    entries: int
    when: str
    over: bool = False
    seats: tuple[str, ...] = ()
    holder: Holder | None = None
