"""Who meets whom in the next round, by the Swiss system: equals meet, and as few as possible meet again.

No library fits: those for chess pair two by two. Here a table has any number of seats, so people are seated in the
order of the standings and swapped as long as that spares a meeting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

Pair = frozenset[str]
AGAIN = 1000.0
"""What a second meeting weighs against a place in the standings between two at a table."""
ROUNDS = 50
"""So often all swaps are tried; each time something was better."""


ALONE = 5
"""So many sit at one table where nobody else plays: two tables do not go up, and every game of ours has five seats."""


def sizes(people: int, seats: int = 4, least: int = 3) -> list[int]:
    """How many sit at each table: `seats` where that goes up, else one less at as many tables as needed.

    Five are one table. `ValueError` for too few people, or a number that cannot be seated so.
    """
    if people == ALONE:
        return [ALONE]
    tables = -(-people // seats)
    if people < least or tables * least > people:
        raise ValueError(f"{people} people cannot sit at tables of {least} to {seats}")
    whole, more = divmod(people, tables)
    return [whole + 1] * more + [whole] * (tables - more)


def met(tables: Iterable[Sequence[str]]) -> Counter[Pair]:
    """How often any two have met at these tables."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def swiss(order: Sequence[str], before: Mapping[Pair, int], seats: Sequence[int], seed: int = 0) -> list[list[str]]:
    """Tables of so many `seats`, the best of the standings `order` at the first; the same seed seats them the same."""
    places = iter(order)
    tables = [[next(places) for _ in range(count)] for count in seats]
    at = {name: number for number, name in enumerate(order)}
    chance = Random(seed)
    for _ in range(ROUNDS):
        if not _better(tables, before, at, chance):
            break
    for table in tables:
        chance.shuffle(table)  # who sits where is drawn
    return tables


def _better(tables: list[list[str]], before: Mapping[Pair, int], at: Mapping[str, int], chance: Random) -> bool:
    """Swap whatever two people make it better; true if any did."""
    found = False
    pairs = list(combinations(range(len(tables)), 2))
    chance.shuffle(pairs)
    for one, other in pairs:
        for mine in range(len(tables[one])):
            for theirs in range(len(tables[other])):
                found |= _swap(tables[one], mine, tables[other], theirs, before, at)
    return found


def _swap(
    one: list[str], mine: int, other: list[str], theirs: int, before: Mapping[Pair, int], at: Mapping[str, int]
) -> bool:
    """Swap two people if their tables are the better for it."""
    cost = _cost(one, before, at) + _cost(other, before, at)
    one[mine], other[theirs] = other[theirs], one[mine]
    if _cost(one, before, at) + _cost(other, before, at) < cost - 1e-9:
        return True
    one[mine], other[theirs] = other[theirs], one[mine]
    return False


def _cost(table: Sequence[str], before: Mapping[Pair, int], at: Mapping[str, int]) -> float:
    """How unlike each other those at a table are, and how often they have met."""
    pairs = list(combinations(table, 2))
    again = sum(before.get(frozenset(pair), 0) ** 2 for pair in pairs)
    return AGAIN * again + sum(abs(at[one] - at[other]) ** 2 for one, other in pairs) / len(at)
