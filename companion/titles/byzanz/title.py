"""Byzanz as the companion knows it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import convert
from msgspec.structs import asdict

from companion.titles.byzanz import heads, situation
from companion.titles.byzanz.chronicle import CHRONICLE
from companion.titles.byzanz.names import names
from companion.titles.byzanz.showing import SHOWINGS
from companion.titles.title import Seat, Setting, Title, VirtualPlayers
from engine.byzanz.cards import PRINTED
from engine.byzanz.editions import edition, presets
from engine.byzanz.game import BYZANZ
from engine.byzanz.information import known, round_of
from engine.byzanz.phases import Bidding, Over, Selling
from engine.byzanz.setup import Setup
from engine.byzanz.untracked import Final, score
from engine.byzanz.zones import COLOURS
from engine.errors import WrongInput
from engine.event import State
from engine.game import Standing

LAYOUT = "byzanz"
"""The layout of the cards."""


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


def faces(_setup: Setup) -> Mapping[str, Sequence[str]]:
    """The faces of the cards, by the layout they are printed in."""
    return {LAYOUT: sorted(PRINTED)}


def deck(_values: str, _copy: Path | None) -> Mapping[str, int]:
    """All cards of the box: the rules state how many there are of each."""
    return dict(PRINTED)


def untracked(finals: Mapping[str, Any], options: Mapping[str, str]) -> tuple[Standing, ...]:
    """The order of the seats from what lies before each at the end, by the printed rules but for these options."""
    return score(convert(finals, dict[str, Final]), edition(options))


def listed(state: State, viewer: Seat) -> State:
    """The position a list of cards is made from: with the memory aid, too, it names what lies open and no more.

    Of a hand the book also keeps what only its owner entered; the aid counts what everybody has seen (remembered.py).
    """
    return State(state.setup, state.seats, known(state, viewer), state.phase)


def anew(state: State) -> tuple[str, ...]:
    """A raise is laid beside the bid, or where the table has agreed so it is the whole bid of other cards."""
    composed = state.setup.edition.raise_mode == "recompose" and isinstance(state.phase, Bidding)
    return (f"bid/{state.phase.due}",) if composed else ()


def people(seats: Sequence[Seat], seed: int) -> VirtualPlayers:
    """The people of the virtual table."""
    from companion.titles.byzanz.table import People

    return People(seats, seed)


TITLE = Title(
    game=BYZANZ,
    setup=Setup,
    colours=COLOURS,
    home="companion.titles.byzanz",
    rules="engine.byzanz",
    screens="companion.presenters.byzanz.screens",
    widgets="companion.ui.screens.byzanz",
    edition="reconciled",
    agree=agree,
    over=lambda state: isinstance(state.phase, Over),
    round=round_of,
    due=due,
    known=known,
    listed=listed,
    anew=anew,
    passes=("Pass", "Done", "Sell"),
    shows={"lot": LAYOUT, "set": LAYOUT, "bid": LAYOUT, "market": LAYOUT},
    markers=tuple(f"offer-{number}" for number in range(1, 7)),
    marked=("offer",),
    faces=faces,
    deck=deck,
    enrolled=LAYOUT,
    enrolled_at="bid",
    untracked=untracked,
    showings=SHOWINGS,
    ties=("cards in hand", "best card"),
    table=people,
    printed=("it",),
    setup_of=situation.setup_of,
    lay_out=situation.lay_out,
    names=names,
    heads=heads.heads,
    from_heads=heads.from_heads,
    chronicle=CHRONICLE,
)
