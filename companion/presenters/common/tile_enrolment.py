"""Enrolling one's own tiles: which lie there, and saying what they are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.presenters.common.card_enrolment import tabs, trouble_words
from companion.tasks.tile_enrolment import LaidTile, TileEnrolment
from companion.views.common import task_acts as t
from companion.views.common.card_enrolment import CardPair, Enrolling
from companion.views.common.parts import Bar, Button, Sheet, Tag, Top, Word
from companion.views.common.tile_enrolment import TileNames
from companion.wording import _

Kinds = Sequence[tuple[str, str, Sequence[str]]]
"""The kinds of tiles of a game: a key that is an icon's name, a word, and the names of its tiles."""


def tiling(
    work: TileEnrolment, tending: t.Tending, kinds: Kinds, named: Callable[[str], str], top: Top, camera: str
) -> Sheet:
    """The screen of tiles of these `kinds`; `named` gives a tile's name for people."""
    if 0 <= tending.fixing < len(work.cards):
        return _naming(work, work.cards[tending.fixing], tending, kinds, named, top)
    names = frozenset(name for _kind, _word, some in kinds for name in some)
    known = len(work.known & names)
    pairs = tuple(_pair(tile, named) for tile in work.cards)
    body = Enrolling(
        _("Your own tiles"),
        _("One of each building is enough. You may stop and go on another day."),
        _("{n} of {all}").format(n=known, all=len(names)),
        known / max(1, len(names)),
        pairs,
        "" if pairs else camera or _("Lay up to eight tiles right way up in the drawing field of the mat."),
        tabs("tiles"),
    )
    return Sheet(body, top, _tiles_bar(work))


def _pair(tile: LaidTile, named: Callable[[str], str]) -> CardPair:
    name = tile.filed or tile.name
    line = (Word(named(name) if name else _("not read"), True),)
    return CardPair(tile.crop, None, line, _tag(tile), Button("", command=t.Fix(tile.place), key=str(tile.place)))


def _tag(tile: LaidTile) -> Tag:
    if tile.filed:
        return Tag(_("filed"), "verdigris", "check")
    return Tag(_("known"), "sea", "") if tile.name else Tag(_("what is it?"), "saffron", "question")


def _tiles_bar(work: TileEnrolment) -> Bar:
    undo = Button(_("Undo"), icon="undo", command=t.NotFiled()) if work.fresh else None
    again, leave = Button(_("Look again"), command=t.Afresh()), Button(_("Stop here"), command=t.Leave())
    if not work.cards:
        return Bar(_("Lay tiles on the mat"), _("Right way up as you see them, not overlapping."), None, undo, (leave,))
    if work.all_filed:
        return Bar(_("Take these away"), _("Then lay the next ones."), None, undo, (again, leave))
    note = trouble_words(work.trouble) or _("Tap a tile and say what it is called.")
    return Bar(_("What is it?"), note, None, undo, (again, leave))


def _naming(
    work: TileEnrolment, tile: LaidTile, tending: t.Tending, kinds: Kinds, named: Callable[[str], str], top: Top
) -> Sheet:
    here = tile.filed or tile.name
    kind = tending.kind or _kind_of(here, kinds)
    buttons = tuple(Button(word, command=t.Kind(key), look="tab", chosen=key == kind) for key, word, _names in kinds)
    names = next(names for key, _word, names in kinds if key == kind)
    body = TileNames(
        _("What is this tile called?"),
        _("It is kept with its picture under the name you tap."),
        _pair(tile, named),
        buttons,
        tuple(_name(name, here, work.known, named) for name in names),
    )
    back = Button(_("Back"), command=t.Fix(-1))
    return Sheet(body, top, Bar(_("Tile {n}").format(n=tile.place + 1), "", None, None, (back,)))


def _kind_of(name: str, kinds: Kinds) -> str:
    return next((key for key, _word, names in kinds if name in names), kinds[0][0])


def _name(name: str, here: str, known: Iterable[str], named: Callable[[str], str]) -> Button:
    icon = "check" if name in known else ""
    return Button(named(name), icon=icon, command=t.Call(name), chosen=name == here)
