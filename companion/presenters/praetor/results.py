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
    at = next((at for at, (x, y) in enumerate(zip(a.ties, b.ties, strict=True)) if x != y), -1)
    if at < 0:
        return _("{a} and {b} both have {n}, and everything else alike: they share the place.").format(**pair)
    which = (
        _("Higher morale decides"),
        _("More wall sections decide"),
        _("More tiles decide"),
        _("The younger player wins"),
    )[at]
    each = {"x": figure(a.ties[at]), "y": figure(b.ties[at])}
    return _("{a} and {b} both have {n}. {which}: {x} to {y}.").format(**pair, which=which, **each)
