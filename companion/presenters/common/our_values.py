"""What the mark behind a value means: it is of our own set, because no rulebook states it."""

from __future__ import annotations

from companion.presenters.common.back_bar import way_back
from companion.presenters.scene import Scene
from companion.views.common.newgame import Help, Point
from companion.views.common.parts import MARK, Sheet
from companion.wording import _


def our_values(scene: Scene) -> Sheet:
    """Which values are ours, and how to play with those of the printed game."""
    points = (
        Point("rule", _("What the rulebooks print stands here as it is, without a mark.")),
        Point(
            "question",
            _("Some values stand on the printed pieces alone. They are marked {mark} where they are ours.").format(
                mark=MARK
            ),
        ),
        Point(
            "kind-production", _("They fit the pieces printed from this app, and may differ from a box from a shop.")
        ),
        Point(
            "contract",
            _("With a box from a shop begin a new game with “My own box”: its values are asked for and kept."),
        ),
    )
    return scene.title.sheet(scene, Help(_("Our own values"), points), way_back(_("Our own values")), "")
