"""How people like this screen – language, light or dark, size of words, turning, speech – kept between starts."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from engine.files import write_whole

FILE = "screen.json"
log = logging.getLogger("companion")


class Preferences(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was chosen for this screen; None is what was never chosen. Words are `scale` times as large."""

    language: Literal["en", "it", "es", "de"] | None = None
    dark: bool = False
    scale: Annotated[float, Meta(ge=1, le=1.5)] = 1.0
    turns: bool | None = None
    speech: Literal["off", "short", "full"] = "off"
    sounds: bool = False
    clock: bool = False


PLAIN = Preferences()


def load(folder: Path) -> Preferences:
    """What was chosen last in a data folder; nothing where nothing was, or the file is damaged (logged)."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Preferences)
    except FileNotFoundError:
        return PLAIN
    except (msgspec.MsgspecError, UnicodeDecodeError, OSError) as error:
        log.warning("the screen looks as it does at first: %s: %s", FILE, error)
        return PLAIN


def keep(folder: Path, preferences: Preferences) -> None:
    """Keep what was chosen, whole or not at all; a disk that refuses is logged, and it holds until the app ends."""
    try:
        write_whole(folder / FILE, msgspec.json.encode(preferences))
    except OSError as error:
        log.warning("the look of this screen is not kept: %s", error)
