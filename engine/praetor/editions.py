"""The 20 points on which tables differ, as values; the first value of each is the default."""

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
YesNo = Literal["no", "yes"]
NO_CAP = "none"
UNLIMITED = "unlimited"


class Edition(Struct, frozen=True, omit_defaults=True):
    """The options a table has agreed on; a name is the rules file's; defaults are its recommended rulings.

    `temple_cap` and `apprentice_capacity` are a number in digits, or their default for no limit.
    """

    tie_stack: Literal["last_on_top", "last_below"] = "last_on_top"
    forced_pass: Literal["no_active_workers", "no_legal_action"] = "no_active_workers"
    adjacency: Literal["edge", "edge_or_corner"] = "edge"
    empty_activation: Literal["variable_only", "always", "never"] = "variable_only"
    labor_counts_active: YesNo = "no"
    count_active: Literal["all", "on_board_only"] = "all"
    venus_negative: Literal["zero", "lose"] = "zero"
    temple_cap: str = NO_CAP
    market_limit: Literal["none", "worker_level"] = "none"
    apprentice_capacity: str = UNLIMITED
    update_order: Literal["player_by_player", "step_by_step"] = "player_by_player"
    academy_scope: Literal["all", "each"] = "all"
    emergency_hire_floor: Literal["allow_to_zero", "need_5"] = "allow_to_zero"
    last_round_upkeep: YesNo = "yes"
    expert: YesNo = "no"
    expert_zero_ranks: YesNo = "yes"
    hard: YesNo = "no"
    hard_start_gap: Literal["leave", "close_up"] = "leave"
    marker_limit: Literal["enforce", "substitute"] = "enforce"
    youngest_known: Literal["ask", "shared"] = "ask"


NUMBERED: dict[str, tuple[str, ...]] = {
    "temple_cap": (NO_CAP, "22"),
    "apprentice_capacity": (UNLIMITED, "1", "2", "3", "4", "5"),
}
"""Options that also take a number, with the values worth offering."""


def _values(field: msgspec.structs.FieldInfo) -> tuple[str, ...]:
    if field.name in NUMBERED:
        return NUMBERED[field.name]
    return (field.default, *(value for value in get_args(field.type) if value != field.default))


OPTIONS: dict[str, tuple[str, ...]] = {field.name: _values(field) for field in msgspec.structs.fields(Edition)}
"""Every option with its values, default first."""


def edition(options: Mapping[str, Any]) -> Edition:
    """The edition with these options; `ValueError` names an option or a value that does not exist."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise WrongInput(f"option {name!r} does not exist")
        if value not in OPTIONS[name] and not (name in NUMBERED and _is_number(value)):
            raise WrongInput(f"option {name} is {value!r}, not one of {OPTIONS[name]}")
    return Edition(**options)


def _is_number(value: Any) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 2


def limit(value: str) -> int | None:
    """The number an option holds, or None where there is no limit."""
    return int(value) if value.isdigit() else None


@cache
def presets() -> dict[str, Edition]:
    """The editions worth offering, by name."""
    text = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: edition(preset.get("options", {})) for name, preset in text["presets"].items()}
