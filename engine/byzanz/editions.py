"""What a table of Byzanz has agreed on beside its seats: the printed rulebook, twelve options, and the memory aid."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from engine.errors import WrongInput

FILE = Path(__file__).with_name("editions.toml")
YesNo = Literal["yes", "no"]
SEVEN_OR_MORE = r"^([7-9]|[1-9][0-9]|10[0-9]|11[0-2])$"
"""A whole number from 7 to 112, the number of cards there are; options are texts in every game."""


class Edition(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The printed rulebook (only the Italian one states the rules) and the options; the defaults are its reading."""

    printed: Literal["it"] = "it"
    pass_is_final: YesNo = "yes"
    raise_mode: Literal["add_only", "recompose"] = "add_only"
    market_pick_optional: YesNo = "no"
    offer1_card: Literal["to_market", "to_player"] = "to_market"
    hand_limit: Annotated[str, Meta(pattern=SEVEN_OR_MORE)] = "7"
    hand_limit_timing: Literal["immediate", "end_of_round"] = "immediate"
    discard_below_limit: YesNo = "no"
    limit_discard_visibility: Literal["face_up", "face_down"] = "face_up"
    sell_window: Literal["any_time", "own_decision"] = "any_time"
    tiebreak_counts_merchants: YesNo = "yes"
    final_tie: Literal["shared", "best_single_profit", "ask_table"] = "shared"
    profit_totals_shown: Literal["end_only", "owner_only", "always"] = "end_only"
    memory_aid: YesNo = "no"


ITALIAN = Edition()
OPTIONS: dict[str, tuple[str, ...]] = {
    name: tuple(item["values"]) for name, item in tomllib.loads(FILE.read_text(encoding="utf-8"))["options"].items()
}
"""Every option with its values, default first; of the hand limit the common ones."""


def edition(options: Mapping[str, Any]) -> Edition:
    """The edition with these options, numbers also as such; `WrongInput` names what does not exist."""
    for name in options:
        if name not in Edition.__struct_fields__:
            raise WrongInput(f"option {name!r} does not exist")
    values = {name: str(value) if type(value) is int else value for name, value in options.items()}
    try:
        return msgspec.convert(values, Edition)
    except msgspec.ValidationError as error:
        raise WrongInput(f"options {dict(options)!r}: {error}") from error


@cache
def presets() -> dict[str, Edition]:
    """The editions worth offering, by name."""
    text = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: edition(preset["options"]) for name, preset in text["presets"].items()}
