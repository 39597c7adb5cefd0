"""A whole random game of any built-in title, by any options: for what is tested of every title alike."""

from __future__ import annotations

from importlib import import_module

from engine.journal import Journal, Undo


def whole_game(title: str, seed: int) -> Journal:
    """The game `testkit/TITLE/laws.py` plays with this seed, without the last entry, which takes all of it back."""
    played: Journal = import_module(f"testkit.{title}.laws").a_lawful_game(seed)
    *entries, last = played.entries
    assert isinstance(last.command, Undo)
    journal = Journal(played.game, played.setup)
    for entry in entries:
        journal.append(entry)
    return journal
