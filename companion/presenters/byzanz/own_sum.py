"""The sum of one's own profits, held to look, where the table has agreed that all players see their own."""

from __future__ import annotations

from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Button
from companion.wording import _
from engine.byzanz.information import totals


def purse(scene: Scene, seat: str) -> Button | None:
    """A covered sum; uncovered while its owner holds it. None where sums are shown to all or not at all."""
    mine = totals(scene.state, seat).get(seat)
    if mine is None or seat in totals(scene.state, ""):
        return None
    note = _("{name}’s profit").format(name=scene.name(seat))
    if scene.look.uncovered == seat:
        return Button(str(mine), note, "shown", command=acts.Uncover(seat), key=seat)
    return Button(_("hold to look"), note, "hidden", command=acts.Uncover(seat), key=seat)
