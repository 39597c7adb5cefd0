"""Typing what is printed on a card that was not read, where a past line is corrected."""

from __future__ import annotations

from companion.presenters.scene import Scene
from companion.tasks.faces import drawn, is_face
from companion.titles import title_of
from companion.views.common import acts
from companion.views.common.card_enrolment import CardPair
from companion.views.common.parts import Bar, Button, Line, Sheet, Word
from companion.wording import _

UNREAD = ":?"
"""How a piece ends whose face was not read."""


def opening(scene: Scene) -> acts.Pick:
    """Opens, and closes, the card for the next piece of the line that is corrected."""
    return acts.Pick(f"{UNREAD} {sum(dict(scene.look.amounts).values())}")


def printing(scene: Scene) -> Sheet | None:
    """One card's face is typed in: region by region; None while no card is open."""
    look, shut = scene.look, opening(scene)
    if not look.mend or not look.about or look.picked != shut.what:
        return None
    face, family = scene.title.face_of(look.printed), title_of(scene.source.game.name).enrolled
    right = Button(_("That is right"), reason=_("not complete"))
    if is_face(family, face):
        right = Button(_("That is right"), command=acts.Amount(face, 1), look="primary")
    pair = CardPair(None, drawn(family, face), _line(scene, family, face), None, Button(""))
    title = _("Line {n}: which pieces?").format(n=look.mend)
    bar = Bar(sentence=title, choices=(Button(_("Back"), command=shut),), primary=right)
    return scene.title.sheet(scene, scene.title.facing(pair, look.printed, acts.Face), bar, "")


def _line(scene: Scene, family: str, face: str) -> Line:
    return scene.title.piece_line(face) if is_face(family, face) else (Word(_("not complete"), True),)
