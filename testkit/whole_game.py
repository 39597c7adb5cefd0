"""Whole games of any built-in title: for what is tested of every title alike."""

from __future__ import annotations

from importlib import import_module

from engine.journal import Journal, Undo


def whole_game(title: str, seed: int) -> Journal:
    """A random game by any options.

    It is the one `testkit/TITLE/laws.py` plays with this seed, without the last entry, which takes all of it back.
    """
    played: Journal = import_module(f"testkit.{title}.laws").a_lawful_game(seed)
    *entries, last = played.entries
    assert isinstance(last.command, Undo)
    journal = Journal(played.game, played.setup)
    for entry in entries:
        journal.append(entry)
    return journal


def usual_game(title: str) -> Journal:
    """A random game by the usual options of three or four people: the one of `testkit/TITLE/usual.py`."""
    played: Journal = import_module(f"testkit.{title}.usual").played()
    return played
