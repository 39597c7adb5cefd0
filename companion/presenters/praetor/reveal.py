"""What is turned up in the update: city tiles for the display, and the next wall section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

from companion.presenters.common.steps import back, undo
from companion.presenters.praetor import words
from companion.presenters.praetor.common import sheet
from companion.presenters.praetor.map import turned
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.praetor.city import CityLine
from companion.views.praetor.reveal import PraetorReveal
from companion.wording import _, n_
from engine.catalogue import Unknown
from engine.praetor.commands import Reveal, Unveil
from engine.praetor.zones import FIRST_ERA, SECOND_ERA, WALLS

Figure = TypeVar("Figure")


def revealing(scene: Scene) -> Sheet:
    """Which tiles were turned up?"""
    due, found = scene.phase.due, [tile for tile in scene.look.cards if tile in _pool(scene)]
    there = sorted((tile for tile in _pool(scene) if tile not in found), key=lambda t: (words.tile_name(t), t))
    heading = n_("Which tile was turned up?", "Which {n} tiles were turned up?", due)
    body = PraetorReveal(
        heading=heading,
        note=_("Tap what lies there: the plazas and the price tell tiles of one name apart."),
        found=tuple(_line(scene, tile, acts.Card(tile, -1)) for tile in found),
        there=tuple(_line(scene, tile, acts.Card(tile) if len(found) < due else None) for tile in _apart(scene, there)),
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


def _apart(scene: Scene, tiles: Sequence[str]) -> list[str]:
    """The tiles that can be told apart: of those of one name of which nothing is known, the first."""
    blank = {words.tile_name(tile): tile for tile in reversed(tiles) if not _figures(scene, tile)}
    return [tile for tile in tiles if _figures(scene, tile) or blank[words.tile_name(tile)] == tile]


def _figures(scene: Scene, tile: str) -> bool:
    """Is anything known that is printed on a tile?"""
    book = scene.state.book
    return any(_told(figures, tile) is not None for figures in (book.corners, book.cost, book.favor))


def _told(figures: Mapping[str, Figure], piece: str) -> Figure | None:
    """What is printed on a piece; None where nobody has entered it: it is asked when the piece has been turned up."""
    try:
        return figures[piece]
    except Unknown:
        return None


def _line(scene: Scene, tile: str, act: object) -> CityLine:
    book = scene.state.book
    corners, favor = _told(book.corners, tile), _told(book.favor, tile)
    return CityLine(
        name=words.tile_name(tile),
        icon=words.tile_icon(tile),
        plazas=turned(corners, 0) if corners is not None else (),
        price=words.price(_told(book.cost, tile) or {}),
        right=() if favor is None else (("fame", favor),),
        button=Button(words.tile_name(tile), command=act),
        house=scene.ours(f"city.{tile}"),
    )


def unveiling(scene: Scene) -> Sheet:
    """Which wall section was turned up?"""
    book, sections = scene.state.book, sorted(scene.table[WALLS])
    there = tuple(
        CityLine(
            name=words.section_name(section),
            icon="kind-wall",
            note="" if (favor := _told(book.back, section)) is None else _("back: {n} favor").format(n=favor),
            price=words.price(_told(book.price, section) or {}),
            right=() if (worth := _told(book.worth, section)) is None else (("fame", worth),),
            button=Button(words.section_name(section), command=Unveil("", section)),
            house=scene.ours(f"sections.{section}"),
        )
        for section in sections
    )
    heading = _("Which wall section was turned up?")
    body = PraetorReveal(heading=heading, note=_("Tap it."), found=(), there=there)
    drawn = Unveil("", Random(_fate(scene)).choice(sections))
    draw = Button(_("Draw for us"), _("nobody has a deck"), "history", command=drawn)
    return sheet(scene, body, Bar(sentence=heading, undo=undo(scene), choices=(back(), draw)), "")
