"""A player has to go: who, and whether it is meant. Anybody may, in anybody's turn, where the rules know of it."""

from __future__ import annotations

from companion.presenters.common.steps import undo
from companion.presenters.scene import Scene
from companion.titles import title_of
from companion.views.common import acts
from companion.views.common.newgame import Segment
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet
from companion.wording import _


def who_leaves(scene: Scene) -> tuple[Segment, ...]:
    """Every player who may leave the game now, for the menu; empty where none may."""
    leaves = title_of(scene.source.game.name).leaves
    seats = [seat for seat in scene.source.names if leaves and scene.stop(leaves(seat)) is None]
    buttons = tuple(Button(scene.name(seat), command=acts.Open("leave", seat)) for seat in seats)
    return (Segment(_("Somebody leaves"), buttons),) if buttons else ()


def leaving(scene: Scene) -> Sheet:
    """Is it meant? It lies before the player who goes."""
    leaves, seat = title_of(scene.source.game.name).leaves, scene.look.about
    if leaves is None or seat not in scene.source.names:
        return _nobody(scene)
    name = scene.name(seat)
    go = scene.button(leaves(seat), _("{name} leaves").format(name=name), _("from the next round on"), icon="close")
    stay = Button(_("Stays"), icon="check", command=acts.Open("play"))
    note = _("The others go on. Undo is possible.")
    body = Options(_("Does {name} leave the game?").format(name=name), note, (go, stay), columns=2)
    return scene.title.sheet(scene, body, Bar(sentence=_("Leaving"), person=scene.person(seat), undo=undo(scene)), seat)


def _nobody(scene: Scene) -> Sheet:
    """The rules of this game do not say that a player may leave."""
    heading = _("Nobody can leave this game")
    note = _("Its rules do not provide for it. Somebody else may go on playing for them.")
    bar = Bar(sentence=heading, primary=Button(_("Back to the game"), command=acts.Open("play"), look="primary"))
    return scene.title.sheet(scene, Options(heading, note, ()), bar, "")
