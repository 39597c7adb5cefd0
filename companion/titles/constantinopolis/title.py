"""Constantinopolis as the companion knows it."""

from companion.titles.constantinopolis import advice, face_recorder, heads, opening, situation
from companion.titles.constantinopolis.chronicle import CHRONICLE
from companion.titles.constantinopolis.shorthand import completed
from companion.titles.constantinopolis.table import People
from companion.titles.constantinopolis.tiles import tile_prints
from companion.titles.title import Title
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.information import PRIVATE, known
from engine.constantinopolis.phases import Over
from engine.constantinopolis.setup import Setup, sound
from engine.constantinopolis.zones import COLOURS

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
    known=known,
    private=PRIVATE,
    passes=("Concede", "Decline", "EndTurn", "Done", "Keep", "Stay"),
    shows={"draw": "contract", "market": "market"},
    faces=opening.faces,
    prints=opening.market_prints,
    tiles=tile_prints,
    deck=opening.deck,
    deck_key=face_recorder.KEY,
    recorder=face_recorder.recorder,
    places=opening.places,
    setup_of=situation.setup_of,
    lay_out=situation.lay_out,
    completed=completed,
    heads=heads.heads,
    from_heads=heads.from_heads,
    advise=advice.loadings,
    untracked=advice.untracked,
    ties=("gold", "goods"),
    chronicle=CHRONICLE,
    table=People,
)
