"""What a table of Byzanz has agreed on beside its seats: the printed rulebook it plays by."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from engine.errors import WrongInput

FILE = Path(__file__).with_name("editions.toml")


class Edition(Struct, frozen=True, omit_defaults=True):
    """The printed rulebook on the table; only the Italian one states the rules."""

    printed: Literal["it"] = "it"


ITALIAN = Edition()


def edition(options: Mapping[str, str]) -> Edition:
    """The edition with these options; `ValueError` names one that does not exist, and so far there is none."""
    for name in options:
        raise WrongInput(f"option {name!r} does not exist")
    return ITALIAN


@cache
def presets() -> dict[str, Edition]:
    """The editions worth offering, by name."""
    text = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: edition(preset["options"]) for name, preset in text["presets"].items()}
