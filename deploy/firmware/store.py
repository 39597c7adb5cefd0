# Settings and calibration in flash. A power cut at any moment leaves either the old or the new, never half.

import json
import os

from devices.firmware.wire import crc_hqx  # pyright: ignore  # our own where the board has none


def folder():
    """Where they are kept: the root of the flash, or TRAY_FOLDER on a computer."""
    getenv = getattr(os, "getenv", None)
    return (getenv and getenv("TRAY_FOLDER")) or ""


class Store:
    """Small named records, each a file with its checksum in front."""

    def __init__(self, where=None):
        self._where = folder() if where is None else where

    def _path(self, name):
        return (self._where + "/" if self._where else "") + name + ".json"

    def load(self, name, otherwise):
        """The record, from the file or from the one that was being written; `otherwise` if neither is whole."""
        for path in (self._path(name), self._path(name) + ".new"):
            try:
                with open(path, "rb") as file:
                    return self._read(file.read())
            except (OSError, ValueError):
                continue
        return otherwise

    def _read(self, raw):
        if raw[:1] == b"{":  # written by hand, as settings are
            return json.loads(raw)
        if int(raw[:5]) != crc_hqx(raw[6:], 0xFFFF):
            raise ValueError("damaged")
        return json.loads(raw[6:])

    def save(self, name, record):
        """Write beside, then put in place."""
        raw = json.dumps(record).encode()
        with open(self._path(name) + ".new", "wb") as file:
            file.write(b"%05d " % crc_hqx(raw, 0xFFFF) + raw)
            file.flush()
        if hasattr(os, "sync"):
            os.sync()
        os.rename(self._path(name) + ".new", self._path(name))
