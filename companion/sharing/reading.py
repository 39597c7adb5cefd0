"""A file that holds a game, read back: its record, or the game written as text."""

from __future__ import annotations

from pathlib import Path

from companion.arbiter.gamescript import read_game
from companion.notation.tokens import NotationError
from companion.play.record import MOST_BYTES, read_record
from engine.errors import WrongFile
from engine.files import read_whole
from engine.journal import Journal


def journal_of(file: Path) -> Journal:
    """The game of a record, or of a text in notation; `WrongFile` naming the file, the line and what is wrong."""
    data = read_whole(file, MOST_BYTES)
    if not data.lstrip().startswith(b"["):
        return read_record(file)
    try:
        return read_game(data.decode())
    except UnicodeDecodeError as error:
        raise WrongFile(f"{file.name}: is no text in UTF-8: {error.reason}") from error
    except NotationError as error:
        raise WrongFile(f"{file.name}: {error}") from error
