"""How ties were broken, in words; for a game that was followed and for one that was not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.wording import _, figure
from engine.game import Standing


def tied(standings: Sequence[Standing], names: Mapping[str, str]) -> str:
    """How ties were broken, or that they were not."""
    return " ".join(_tie(a, b, names) for a, b in pairwise(standings) if a.score == b.score)


def _tie(a: Standing, b: Standing, names: Mapping[str, str]) -> str:
    pair = {"a": names[a.seat], "b": names[b.seat], "n": figure(a.score)}
    if a.ties == b.ties:
        return _("{a} and {b} both have {n}, and as much gold and goods: they share the place.").format(**pair)
    at = 0 if a.ties[0] != b.ties[0] else 1
    which = _("More goods decide") if at else _("More gold decides")
    return _("{a} and {b} both have {n}. {which}: {x} to {y}.").format(**pair, which=which, x=a.ties[at], y=b.ties[at])
