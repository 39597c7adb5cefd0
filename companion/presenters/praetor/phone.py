"""What a seat of Praetor has, for its own phone: gold, resources, workers, favor and morale."""

from __future__ import annotations

from companion.presenters.praetor import words
from companion.presenters.scene import Scene
from companion.views.common.parts import Glyph, Line, Word
from companion.views.common.phone import Belongings, CoveredSum, Pile
from companion.wording import _, figure
from engine.praetor import readings
from engine.praetor.zones import GOODS


def belongings(scene: Scene, seat: str) -> Belongings:
    """Everything of it lies open, and is read here from one's own hand."""
    me, state = scene.zones(seat), scene.state
    held = readings.purse(state.zones, me)
    goods = tuple((Glyph(words.piece_icon(piece), str(held.get(piece, 0))),) for piece in GOODS)
    standing: tuple[Line, ...] = (
        (Glyph("fame", figure(readings.favor(state.zones, me)), "porphyry"), Word(_("favor"))),
        (Glyph("morale", figure(readings.morale(state, me))), Word(_("morale"))),
        (Glyph("citizen", str(readings.active_workers(state, me))), Word(_("workers"))),
    )
    return Belongings(
        purse=CoveredSum(heading=_("Your gold"), icon="coin", amount=str(held.get("gold", 0))),
        piles=(Pile(heading=_("In hand"), items=goods), Pile(heading=_("Standing"), items=standing, look="standing")),
    )
