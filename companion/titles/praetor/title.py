"""Praetor as the companion knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.titles.praetor import copy_check, heads, opening, situation, weighed
from companion.titles.praetor.chronicle import CHRONICLE
from companion.titles.praetor.names import names
from companion.titles.praetor.showing import SHOWINGS
from companion.titles.title import Seat, Title, VirtualPlayers
from engine.event import State
from engine.praetor.game import PRAETOR
from engine.praetor.phases import Over
from engine.praetor.setup import Setup
from engine.praetor.zones import COLOURS
from engine.table import Table

if TYPE_CHECKING:
    from vision.printing.plates import Plate


def known(state: State, _seat: Seat) -> Table:
    """The whole table: only the order of the decks is hidden, and no seat knows that."""
    return state.table.copy()


def people(seats: Sequence[Seat], seed: int) -> VirtualPlayers:
    """The people of the virtual table."""
    from companion.titles.praetor.table import People

    return People(seats, seed)


def tiles() -> Mapping[str, Plate]:
    """What is printed on each city tile; the module is loaded where something is drawn."""
    from companion.titles.praetor.prints import tile_plates

    return tile_plates()


def dice() -> Mapping[str, str]:
    """The paints of the workers."""
    from companion.titles.praetor.prints import PAINT

    return PAINT


def plates() -> Mapping[str, Sequence[tuple[Plate, Plate]]]:
    """Every printed piece."""
    from companion.titles.praetor import prints

    return prints.plates()


TITLE = Title(
    game=PRAETOR,
    setup=Setup,
    colours=COLOURS,
    home="companion.titles.praetor",
    rules="engine.praetor",
    edition=opening.USUAL,
    screens="companion.presenters.praetor.screens",
    widgets="companion.ui.screens.praetor",
    agree=opening.agree,
    over=lambda state: isinstance(state.phase, Over),
    round=lambda state: getattr(getattr(state.phase, "round", None), "number", 0),
    lacking=opening.lacking,
    needed=opening.needed,
    doubts=copy_check.doubts,
    begun=opening.begun,
    kept=opening.kept,
    ours=lambda setup: setup.ours,
    known=known,
    passes=("Pass", "Close", "Wait", "Decline"),
    printed=("it",),
    setup_of=situation.setup_of,
    lay_out=situation.lay_out,
    names=names,
    heads=heads.heads,
    from_heads=heads.from_heads,
    chronicle=CHRONICLE,
    tiles=tiles,
    told=weighed.told,
    dice=dice,
    plates=plates,
    table=people,
    showings=SHOWINGS,
    ties=("morale", "sections", "tiles", "youngest"),
)
