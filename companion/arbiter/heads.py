"""The heads of a written game: its title's own, or one that holds the set-up as JSON."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.notation.tokens import NotationError
from companion.titles.title import Head, Title
from engine.game import Setup

SETUP = "Setup"


def heads_of(title: Title, setup: Setup) -> Sequence[Head]:
    """What stands in a game's head about its set-up."""
    if title.heads is not None:
        return title.heads(setup)
    return [(SETUP, msgspec.json.encode(setup, order="deterministic").decode())]


def setup_of(title: Title, heads: Sequence[Head]) -> Setup:
    """The set-up that a game's heads hold; raises `NotationError` naming the head."""
    found = dict(heads)
    try:
        if SETUP in found or title.from_heads is None:
            return title.read_setup(found[SETUP].encode())
        return title.from_heads(heads)
    except KeyError as error:
        raise NotationError(f"the head {error.args[0]!r} is missing") from error
    except ValueError as error:
        raise NotationError(f"in the head: {error}") from error
