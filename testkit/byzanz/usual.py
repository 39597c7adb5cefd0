"""A whole random game by the usual options."""

from __future__ import annotations

from engine.journal import Journal
from testkit.byzanz.dealer import Dealer


def played() -> Journal:
    """Of four."""
    return Dealer(4, 3).play()
