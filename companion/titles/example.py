"""A game that lies ready to be gone on with while no game is kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).parent


class ExampleState(Struct, frozen=True, kw_only=True):
    """How an example game stands: its round, the seat that is due, and the name and points of each seat.

    A small file describes it, so that the first screen waits for no game to be read.
    """

    round: int
    due: str
    names: Mapping[str, str]
    points: Mapping[str, int]


@cache
def example_of(game: str) -> ExampleState | None:
    """How the example of a built-in game stands; None where it brings none."""
    file = FOLDER / game / "example.toml"
    return msgspec.toml.decode(file.read_bytes(), type=ExampleState) if file.exists() else None


def record_of(game: str) -> Path:
    """The record of that example."""
    return FOLDER / game / "example.jsonl"
