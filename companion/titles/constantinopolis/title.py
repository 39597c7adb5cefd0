"""Constantinopolis as the companion knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.notation.case import Case
from companion.titles.constantinopolis import face_recorder, heads, opening
from companion.titles.constantinopolis.chronicle import CHRONICLE
from companion.titles.constantinopolis.ledger import ledger
from companion.titles.constantinopolis.names import names
from companion.titles.constantinopolis.shorthand import completed
from companion.titles.constantinopolis.showing import SHOWINGS
from companion.titles.constantinopolis.tiles import tile_prints
from companion.titles.title import Advice, Seat, Title, VirtualPlayers
from engine.constantinopolis.commands import Leave
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.information import PRIVATE, known
from engine.constantinopolis.phases import Over
from engine.constantinopolis.setup import Setup, sound
from engine.constantinopolis.zones import COLOURS
from engine.errors import WrongInput
from engine.event import State
from engine.game import Standing


def setup_of(case: Case, file: Path) -> Setup:
    """What was agreed before a case; its module is loaded where cases are read."""
    from companion.titles.constantinopolis import situation

    return situation.setup_of(case, file)


def lay_out(case: Case, setup: Setup) -> State:
    """The situation of a case laid on the table."""
    from companion.titles.constantinopolis import situation

    return situation.lay_out(case, setup)


def advise(state: State, seat: Seat) -> Advice:
    """The best loading for each aim."""
    from companion.titles.constantinopolis import advice

    return advice.loadings(state, seat)


def untracked(finals: Mapping[str, Any], options: Mapping[str, str]) -> tuple[Standing, ...]:
    """The order of the seats from what lies before each at the end, which no option changes."""
    if options:
        raise WrongInput(f"no option changes how a finished game is scored: {', '.join(options)}")
    from companion.titles.constantinopolis import advice

    return advice.untracked(finals)


def people(seats: Sequence[Seat], seed: int) -> VirtualPlayers:
    """The people of the virtual table."""
    from companion.titles.constantinopolis.table import People

    return People(seats, seed)


TITLE = Title(
    game=CONSTANTINOPOLIS,
    setup=Setup,
    colours=COLOURS,
    home="companion.titles.constantinopolis",
    rules="engine.constantinopolis",
    screens="companion.presenters.constantinopolis.screens",
    widgets="companion.ui.screens.constantinopolis",
    edition="reconciled",
    agree=opening.agree,
    over=lambda state: isinstance(state.phase, Over),
    sound=sound,
    round=lambda state: getattr(getattr(state.phase, "round", None), "number", 0),
    lacking=opening.lacking,
    needed=opening.needed,
    ours=lambda setup: setup.ours,
    known=known,
    private=PRIVATE,
    passes=("Concede", "Decline", "EndTurn", "Done", "Keep", "Stay"),
    shows={"draw": "contract", "market": "market"},
    faces=opening.faces,
    prints=opening.market_prints,
    tiles=tile_prints,
    deck=opening.deck,
    enrolled="contract",
    deck_key=face_recorder.KEY,
    recorder=face_recorder.recorder,
    places=opening.places,
    ledger=ledger,
    publishers={"it": "Homo Ludens", "en": "Fantasy Flight", "es": "Edge"},
    setup_of=setup_of,
    lay_out=lay_out,
    completed=completed,
    names=names,
    leaves=Leave,
    heads=heads.heads,
    from_heads=heads.from_heads,
    advise=advise,
    untracked=untracked,
    showings=SHOWINGS,
    ties=("gold", "goods"),
    chronicle=CHRONICLE,
    table=people,
)
