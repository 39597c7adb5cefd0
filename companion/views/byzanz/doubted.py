"""What the eye doubts, as cards: each reading of a question with the cards it stands for, and the rule behind it."""

from __future__ import annotations

from msgspec import Struct

from companion.views.byzanz.cards import Ware
from companion.views.common.parts import Button
from companion.views.common.scan import QuestionCard, Scan


class ByzReading(Struct, frozen=True, kw_only=True):
    """One reading: the cards that tell it from the others, its name, its share from 0 to 1, and the button for it."""

    cards: tuple[Ware, ...]
    name: str
    share: float
    button: Button


class ByzQuestion(QuestionCard, frozen=True, kw_only=True):
    """A question about cards; `rule` opens the rule it is about, `printed` says where that is printed."""

    doubted: tuple[ByzReading, ...]
    rule: Button
    printed: str


class ByzScan(Scan, frozen=True, kw_only=True):
    """The camera's picture, with a question that is a `ByzQuestion`."""
