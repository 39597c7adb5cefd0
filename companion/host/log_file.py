"""What the app logs, kept in the data folder: the newest lines only, for a report about the program."""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

from engine.files import MODE

FILE = "companion.log"
MOST = 200_000
"""Bytes, after which the older half is put aside."""
FORM = "%(asctime)s %(levelname)s %(message)s"


class _OwnersAlone(RotatingFileHandler):
    """A log only its owner may read."""

    def _open(self):  # type: ignore[no-untyped-def]
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT, MODE))
        return super()._open()


def keep_log(folder: Path) -> logging.Handler | None:
    """From now on warnings and notes of the program are kept in `folder`; None where it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = _OwnersAlone(folder / FILE, maxBytes=MOST, backupCount=1, encoding="utf-8")
    except OSError:
        return None
    handler.setFormatter(logging.Formatter(FORM))
    handler.setLevel(logging.INFO)
    logging.getLogger("companion").addHandler(handler)
    return handler
