"""What a tap can mean where a finished game is counted that was not followed."""

from __future__ import annotations

from msgspec import Struct


class CountOf(Struct, frozen=True):
    """Finished game: count what lies before this player."""

    seat: str


class CountLine(Struct, frozen=True):
    """Finished game: the keys are for this line."""

    line: str


class CountKey(Struct, frozen=True):
    """Finished game: a key of the number pad; ``<`` takes the last digit back."""

    digit: str


class CountStep(Struct, frozen=True):
    """Finished game: one more (`by` 1) or one fewer (−1) in a line."""

    line: str
    by: int


class CountCell(Struct, frozen=True):
    """Finished game: look at how a figure of the result comes about."""

    key: str
