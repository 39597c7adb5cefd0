"""How many lawful sequences there are from a table to a depth, counted from the lists and from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from engine.constantinopolis import commands as c
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import State, revert
from engine.game import Bounds, Offer, Pick, decide, legal
from engine.rule import Illegal
from tests.engine.constantinopolis.imaginable import commands

ASIDE = (c.Leave, c.Trade)


def opened(item: Any) -> Iterator[Any]:
    """Every command an item of the lawful list stands for."""
    if not isinstance(item, Offer):
        yield item
    elif isinstance(item.over, Bounds):
        for number in range(item.over.least, item.over.most + 1):
            yield replace(item.least, **{item.vary: number})
    elif isinstance(item.over, Pick):
        for tally in _sets(item.over):
            yield replace(item.least, **{item.vary: tally})


def _sets(over: Pick) -> Iterator[dict[str, int]]:
    pool = list(over.pool.items())
    for counts in product(*(range(count + 1) for _, count in pool)):
        if over.least <= sum(counts) <= over.most:
            yield {piece: count for (piece, _), count in zip(pool, counts, strict=True) if count}


def by_lists(state: State, depth: int) -> int:
    """Sequences of `depth` commands, from the lists of what is lawful."""
    if depth == 0:
        return 1
    found = 0
    for seat in state.phase.actors:
        for item in legal(CONSTANTINOPOLIS, state, seat):
            for command in opened(item):
                if not isinstance(command, ASIDE):
                    events = decide(CONSTANTINOPOLIS, state, command)
                    found += by_lists(state, depth - 1)
                    revert(state, events)
    return found


def by_rules(state: State, depth: int) -> int:
    """The same, by trying every command a person might think of against the rules."""
    if depth == 0:
        return 1
    found = 0
    for seat in state.phase.actors:
        for command in _different(commands(state, seat)):
            if isinstance(command, ASIDE):
                continue
            try:
                events = decide(CONSTANTINOPOLIS, state, command)
            except Illegal:
                continue
            found += by_rules(state, depth - 1)
            revert(state, events)
    return found


def _different(tried: Iterator[Any]) -> list[Any]:
    found: dict[str, Any] = {}
    for command in tried:
        found.setdefault(_name(command), command)
    return list(found.values())


def _name(command: Any) -> str:
    parts = [getattr(command, field) for field in command.__struct_fields__]
    return repr([type(command).__name__, *(sorted(p.items()) if isinstance(p, dict) else p for p in parts)])
