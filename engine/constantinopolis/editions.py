"""The 33 points on which tables differ, as values; the first value of each is the default (C-GEN-01)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from engine.errors import WrongInput

FILE = Path(__file__).with_name("editions.toml")
YesNo = Literal["yes", "no"]


class Edition(Struct, frozen=True, omit_defaults=True):
    """The options a table has agreed on; a name is the rules file's, A-nn its ambiguity; defaults by C-GEN-01."""

    free_trade: Literal["off", "on"] = "off"
    auction_coins: Literal["stay", "sweep", "refund"] = "stay"
    auction_failed_challenger: Literal["chooses_again", "turn_over"] = "chooses_again"
    auction_rebid: YesNo = "no"
    auction_free_move: Literal["conqueror_only", "any_just_vacated"] = "conqueror_only"
    auction_free_move_lasts: YesNo = "no"
    auction_wall_step: Literal["open_and_raise", "raise_only", "open_absolute"] = "open_and_raise"
    auction_poor: Literal["pays_all", "rightmost_free"] = "pays_all"
    auction_overbid: Literal["forbid", "forfeit"] = "forbid"
    pretorio_missed: Literal["most_valuable", "lost", "choice"] = "most_valuable"
    able_to_produce: Literal["round_start", "owned_now", "split"] = "round_start"
    licence_chain: YesNo = "yes"
    walls_per_round: Literal["1", "any"] = "1"
    utility_at_once: YesNo = "yes"
    public_fp: Literal["at_once", "at_end"] = "at_once"
    wall_exchange: Literal["build_accept", "plus_donate", "any_time"] = "build_accept"
    wall_swap_given: Literal["any", "producible"] = "any"
    consul_limits: Literal["bind", "waive"] = "bind"
    declare_binding: YesNo = "yes"
    redemptor_scope: Literal["all", "no_walls"] = "all"
    taberna: Literal["any_types", "one_type"] = "any_types"
    reshuffle_always: YesNo = "yes"
    draw_optional: YesNo = "no"
    loaded_contracts: Literal["closed", "open"] = "closed"
    accept_order: Literal["interleaved", "turn_order"] = "interleaved"
    redraw_time: Literal["before_loading", "any"] = "before_loading"
    redraw_saved: YesNo = "yes"
    supply: Literal["unlimited", "limited"] = "unlimited"
    future_market: Literal["top_open", "down_after_shuffle", "all_open"] = "top_open"
    store_round_before_last: YesNo = "yes"
    tie_gold: Literal["total", "remainder"] = "total"
    trade_gifts: YesNo = "no"
    leaver: Literal["board_count", "total_count", "end_game"] = "board_count"


OPTIONS: dict[str, tuple[str, ...]] = {
    field.name: (field.default, *(value for value in get_args(field.type) if value != field.default))
    for field in msgspec.structs.fields(Edition)
}
"""Every option with its values, default first."""


def edition(options: Mapping[str, Any]) -> Edition:
    """The edition with these options; `ValueError` names an option or a value that does not exist."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise WrongInput(f"option {name!r} does not exist")
        if value not in OPTIONS[name]:
            raise WrongInput(f"option {name} is {value!r}, not one of {OPTIONS[name]}")
    return Edition(**options)


@cache
def presets() -> dict[str, Edition]:
    """The editions worth offering, by name."""
    text = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: edition(preset.get("options", {})) for name, preset in text["presets"].items()}
