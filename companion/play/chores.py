"""Chores: what everyone does with their hands and nobody decides."""

from __future__ import annotations

from msgspec.structs import replace

from engine.event import State
from engine.game import Command, Game, Offer, Pick, legal


def chore_due(game: Game, state: State) -> Command | None:
    """What is due, if hands do it without a decision and without chance."""
    items = legal(game, state, "")
    if len(items) != 1:
        return None
    item = items[0]
    if not isinstance(item, Offer):
        return item
    if isinstance(item.over, Pick) and item.over.least == sum(item.over.pool.values()):
        return replace(item.least, **{item.vary: dict(item.over.pool)})
    return None
