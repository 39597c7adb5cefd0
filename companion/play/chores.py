"""Chores: what hands do between two decisions, such as carrying all the goods of a market away."""

from __future__ import annotations

from engine.event import State
from engine.game import Command, Game, Offer, legal


def chore_due(game: Game, state: State) -> Command | None:
    """What is due, if hands do it without a decision and without chance."""
    items = legal(game, state, "")
    if len(items) != 1:
        return None
    item = items[0]
    if not isinstance(item, Offer):
        return item
    pool, (least, _) = item.over.pool, item.over.span
    return item.of(dict(pool)) if pool is not None and least == sum(pool.values()) else None
