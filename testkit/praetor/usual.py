"""A whole random game by the usual options."""

from __future__ import annotations

from engine.journal import Journal
from testkit.praetor.players import game


def played() -> Journal:
    """Of three."""
    return game(3, seed=4)
