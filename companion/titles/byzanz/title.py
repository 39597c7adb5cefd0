"""Byzanz as the companion knows it."""

from pathlib import Path
from random import Random

from companion.titles.title import Setting, Title
from engine.byzanz.game import BYZANZ
from engine.byzanz.phases import Over
from engine.byzanz.setup import Setup
from engine.byzanz.zones import COLOURS


def agree(setting: Setting, chance: Random, _copy: Path | None = None) -> Setup:
    """The set-up a setting asks for; the dealer is drawn unless the table has named one."""
    seats = tuple(place.seat for place in setting.places)
    names = tuple(place.name for place in setting.places)
    (dealer,) = setting.drawn.get("dealer") or (chance.choice(seats),)
    made = Setup(seats, names, dealer)
    BYZANZ.box(made)
    return made


TITLE = Title(
    game=BYZANZ,
    setup=Setup,
    colours=COLOURS,
    home="companion.titles.byzanz",
    rules="engine.byzanz",
    agree=agree,
    over=lambda state: isinstance(state.phase, Over),
)
