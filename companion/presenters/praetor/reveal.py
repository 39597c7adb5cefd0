"""What is turned up in the update: city tiles for the display, and the next wall section."""

from __future__ import annotations

from random import Random

from companion.presenters.common.steps import back, undo
from companion.presenters.praetor import words
from companion.presenters.praetor.common import sheet
from companion.presenters.praetor.face_up import apart, section_line, sections_apart, tile_line
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.praetor.reveal import PraetorReveal
from companion.wording import _, n_
from engine.praetor.commands import Reveal, Unveil
from engine.praetor.zones import FIRST_ERA, SECOND_ERA, WALLS


def revealing(scene: Scene) -> Sheet:
    """Which tiles were turned up?"""
    book, due = scene.state.book, scene.phase.due
    found = [tile for tile in scene.look.cards if tile in _pool(scene)]
    there = sorted((tile for tile in _pool(scene) if tile not in found), key=lambda t: (words.tile_name(t), t))
    heading = n_("Which tile was turned up?", "Which {n} tiles were turned up?", due)
    body = PraetorReveal(
        heading=heading,
        note=_("Tap what lies there: the plazas and the price tell tiles of one name apart."),
        found=tuple(tile_line(book, tile, acts.Card(tile, -1), scene.ours) for tile in found),
        there=tuple(
            tile_line(book, tile, acts.Card(tile) if len(found) < due else None, scene.ours)
            for tile in apart(book, there)
        ),
    )
    take = scene.button(Reveal("", dict.fromkeys(found, 1)), _("These are it"), look="primary")
    if len(found) < due:
        take = Button(_("These are it"), reason=n_("{n} to come", "{n} to come", due - len(found)))
    draw = Button(_("Draw for us"), _("nobody has a deck"), "history", command=_drawn(scene, due))
    bar = Bar(sentence=heading, undo=undo(scene), choices=(back(), draw), primary=take)
    return sheet(scene, body, bar, "")


def _pool(scene: Scene) -> list[str]:
    """The tiles that may lie on top: all of the First Era come before any of the Second."""
    upper, lower = sorted(scene.table[FIRST_ERA]), sorted(scene.table[SECOND_ERA])
    return upper if len(upper) >= scene.phase.due else [*upper, *lower]


def _drawn(scene: Scene, due: int) -> Reveal:
    upper, lower = sorted(scene.table[FIRST_ERA]), sorted(scene.table[SECOND_ERA])
    chance = Random(_fate(scene))
    first = chance.sample(upper, min(due, len(upper)))
    return Reveal("", dict.fromkeys((*first, *chance.sample(lower, due - len(first))), 1))


def _fate(scene: Scene) -> str:
    """What decides a draw the app makes: the record so far, so that looking twice shows the same."""
    return scene.source.journal[-1].digest


def unveiling(scene: Scene) -> Sheet:
    """Which wall section was turned up?"""
    book, sections = scene.state.book, sorted(scene.table[WALLS])
    there = tuple(
        section_line(book, section, Unveil("", section), scene.ours) for section in sections_apart(book, sections)
    )
    heading = _("Which wall section was turned up?")
    body = PraetorReveal(heading=heading, note=_("Tap it."), found=(), there=there)
    drawn = Unveil("", Random(_fate(scene)).choice(sections))
    draw = Button(_("Draw for us"), _("nobody has a deck"), "history", command=drawn)
    return sheet(scene, body, Bar(sentence=heading, undo=undo(scene), choices=(back(), draw)), "")
