"""Byzanz as the companion knows it."""

from pathlib import Path
from random import Random

from msgspec.structs import asdict

from companion.titles.byzanz import heads, situation
from companion.titles.byzanz.chronicle import CHRONICLE
from companion.titles.title import Seat, Setting, Title
from engine.byzanz.editions import edition, presets
from engine.byzanz.game import BYZANZ
from engine.byzanz.information import known, round_of
from engine.byzanz.phases import Over, Selling
from engine.byzanz.setup import Setup
from engine.byzanz.zones import COLOURS
from engine.errors import WrongInput
from engine.event import State


def agree(setting: Setting, chance: Random, _copy: Path | None = None) -> Setup:
    """The set-up a setting asks for; the dealer is drawn unless the table has named one.

    Raises `ValueError` if it is none (too few seats, an unknown edition or option).
    """
    seats = tuple(place.seat for place in setting.places)
    names = tuple(place.name for place in setting.places)
    if setting.edition not in presets():
        raise WrongInput(f"edition {setting.edition!r} is not one of {', '.join(presets())}")
    agreed = edition(asdict(presets()[setting.edition]) | dict(setting.options))
    (dealer,) = setting.drawn.get("dealer") or (chance.choice(seats) if seats else "",)
    made = Setup(seats, names, dealer, agreed)
    BYZANZ.box(made)
    return made


def due(state: State) -> tuple[Seat, ...]:
    """The seats the game waits for; all others may sell meanwhile, and none of them has to."""
    phase = state.phase
    if isinstance(phase, Selling):
        return phase.waiting
    seat = getattr(phase, "due", "")
    return (seat,) if seat else ()


TITLE = Title(
    game=BYZANZ,
    setup=Setup,
    colours=COLOURS,
    home="companion.titles.byzanz",
    rules="engine.byzanz",
    agree=agree,
    over=lambda state: isinstance(state.phase, Over),
    round=round_of,
    due=due,
    known=known,
    passes=("Pass", "Done"),
    printed=("it",),
    setup_of=situation.setup_of,
    lay_out=situation.lay_out,
    heads=heads.heads,
    from_heads=heads.from_heads,
    chronicle=CHRONICLE,
)
