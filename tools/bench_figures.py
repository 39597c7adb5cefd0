"""A figure of the trays' benches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

ME: dict[str, Any] = {"device": "seat-tray", "capabilities": ["coins"], "calibration": "good", "firmware": [1, 0, 0]}


class Figure(NamedTuple):
    """One measured ratio or value, what it must be, and whether it is."""

    id: str
    what: str
    value: float
    target: str
    reached: bool


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of them are."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
