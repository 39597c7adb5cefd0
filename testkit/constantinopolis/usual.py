"""A whole random game by the usual options."""

from __future__ import annotations

from engine.journal import Journal
from testkit.constantinopolis.players import LIVELY, game


def played() -> Journal:
    """Of three."""
    return game(3, seed=4, weights=LIVELY)
