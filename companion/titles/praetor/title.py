"""Praetor as the companion knows it."""

from collections.abc import Sequence

from companion.titles.praetor import heads, opening, situation
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


def known(state: State, _seat: Seat) -> Table:
    """The whole table: only the order of the decks is hidden, and no seat knows that."""
    return state.table.copy()


def people(seats: Sequence[Seat], seed: int) -> VirtualPlayers:
    """The people of the virtual table."""
    from companion.titles.praetor.table import People

    return People(seats, seed)


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
    known=known,
    passes=("Pass", "Close", "Wait", "Decline"),
    printed=("it",),
    setup_of=situation.setup_of,
    lay_out=situation.lay_out,
    names=names,
    heads=heads.heads,
    from_heads=heads.from_heads,
    chronicle=CHRONICLE,
    table=people,
    showings=SHOWINGS,
    ties=("morale", "sections", "tiles", "youngest"),
)
