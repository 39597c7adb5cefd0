"""Contracts at sea, in a finished game that was not followed."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button


class Paper(Struct, frozen=True):
    """A contract on a ship at sea; tapping it takes it off again."""

    cargo: tuple[str, ...]
    gold: int
    button: Button


class Loader(Struct, frozen=True):
    """Contracts at sea: those counted, and for the next one its cargo and its gold."""

    title: str
    papers: tuple[Paper, ...]
    cargo: tuple[Button, ...]
    hint: str
    gold: tuple[Button, ...]
