"""The score of a game that was not followed, from what lies before each player at its end (P-SCO-01 to P-SCO-06)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.game import Standing
from engine.praetor.editions import Edition
from engine.praetor.expert import shares
from engine.praetor.values import SIDE_A, Values
from engine.praetor.zones import GOODS


class Final(Struct, frozen=True, kw_only=True):
    """One player at the end: favor on the track, levels of the Active Workers together, apprentices, the value at the
    morale marker, resources; wall sections, tiles, the largest area and citizens count for ties and the expert variant.
    """

    favor: int = 0
    workers: int = 0
    apprentices: int = 0
    morale: int = 0
    gold: int = 0
    wood: int = 0
    stone: int = 0
    marble: int = 0
    weapons: int = 0
    sections: int = 0
    tiles: int = 0
    area: int = 0
    citizens: int = 0
    board: str = SIDE_A


def lines(final: Final, values: Values) -> dict[str, int]:
    """What one player scores without the rankings of the expert variant."""
    apprentices = final.apprentices * values.scoring.favor_per_apprentice
    before = final.favor + final.workers + apprentices
    return {
        "track": final.favor,
        "workers": final.workers,
        "apprentices": apprentices,
        "morale": max(-before, final.morale),
        "gold": purse(final, values) // values.scoring.gold_per_favor,
    }


def purse(final: Final, values: Values) -> int:
    """Gold, and what whole lots of the resources sell for on the player's own board."""
    market = values.board[final.board].market or {}
    sold = sum(getattr(final, good) // rate.sell[0] * rate.sell[1] for good, rate in market.items() if good in GOODS)
    return int(final.gold + sold)


def score(finals: Mapping[str, Final], values: Values, edition: Edition) -> tuple[Standing, ...]:
    """The seats in order: favor, then morale, wall sections and tiles (P-TIE-01 to P-TIE-04)."""
    found = {seat: lines(final, values) for seat, final in finals.items()}
    if edition.expert == "yes":
        _rank(found, finals, values, edition)
    ties = {seat: (final.morale, final.sections, final.tiles) for seat, final in finals.items()}
    ranked = sorted(finals, key=lambda seat: (sum(found[seat].values()), ties[seat]), reverse=True)
    keys = [(sum(found[seat].values()), ties[seat]) for seat in ranked]
    return tuple(
        Standing(seat, 1 + keys.index(key), key[0], found[seat], key[1]) for seat, key in zip(ranked, keys, strict=True)
    )


def _rank(found: dict[str, dict[str, int]], finals: Mapping[str, Final], values: Values, edition: Edition) -> None:
    """Largest area, wall sections and citizens left by rank (P-EXP-02 to P-EXP-04)."""
    zero, final = edition.expert_zero_ranks == "yes", values.scoring
    for line, field, points in (
        ("area", "area", final.expert_tiles),
        ("walls", "sections", final.expert_walls),
        ("citizens", "citizens", final.expert_citizens),
    ):
        counts = [getattr(one, field) for one in finals.values()]
        for seat, share in zip(finals, shares(counts, points, zero), strict=True):
            found[seat][line] = share
