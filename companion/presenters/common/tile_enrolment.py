"""Enrolling one's own tiles: which lie there, and saying what they are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from companion.presenters.common.task_screen import (
    TaskScene,
    TaskScreen,
    at_camera,
    look_again,
    piece_tabs,
    take_back,
    trouble_words,
)
from companion.tasks.tile_enrolment import LaidTile, TileEnrolment
from companion.views.common import task_acts as t
from companion.views.common.card_enrolment import CardPair, LaidPieces
from companion.views.common.parts import Bar, Button, Sheet, Tag, Word
from companion.views.common.tile_enrolment import TileNames
from companion.wording import _

Kinds = Sequence[tuple[str, str, Sequence[str]]]
"""The kinds of tiles of a game: a key that is an icon's name, a word, and the names of its tiles."""


def view(at: TaskScene[TileEnrolment]) -> Sheet:
    """The screen of the task, in the words of a game."""
    work, kinds, named = at.task, at.title.tile_kinds(), at.title.tile_title
    if 0 <= at.entered.fixing < len(work.cards):
        return _naming(at, work.cards[at.entered.fixing], kinds, named)
    names = frozenset(name for _kind, _word, some in kinds for name in some)
    known = len(work.known & names)
    empty = _("Lay up to eight tiles right way up in the drawing field of the mat.")
    pairs = tuple(_pair(tile, named) for tile in work.cards)
    body = LaidPieces(
        heading=_("Your own tiles"),
        note=_("One of each building is enough. You may stop and go on another day."),
        count=_("{n} of {all}").format(n=known, all=len(names)),
        share=known / max(1, len(names)),
        cards=pairs,
        empty="" if pairs else at.camera_trouble or empty,
        tabs=piece_tabs(at, "tile_enrolment"),
    )
    return Sheet(body=body, top=at.top, bar=_bar(work))


def _pair(tile: LaidTile, named: Callable[[str], str]) -> CardPair:
    name = tile.filed or tile.name
    line = (Word(named(name) if name else _("not read"), True),)
    button = Button("", command=t.CorrectPiece(tile.place), key=str(tile.place))
    return CardPair(tile.crop, None, line, _tag(tile), button)


def _tag(tile: LaidTile) -> Tag:
    if tile.filed:
        return Tag(_("filed"), "verdigris", "check")
    return Tag(_("known"), "sea", "") if tile.name else Tag(_("what is it?"), "saffron", "question")


def _bar(work: TileEnrolment) -> Bar:
    undo = Button(_("Undo"), icon="undo", command=t.TakeBackLast()) if work.fresh else None
    again, leave = Button(_("Look again"), command=t.LookAgain()), Button(_("Stop here"), command=t.LeaveTask())
    if not work.cards:
        return Bar(
            sentence=_("Lay tiles on the mat"),
            note=_("Right way up as you see them, not overlapping."),
            undo=undo,
            choices=(leave,),
        )
    if work.all_filed:
        return Bar(sentence=_("Take these away"), note=_("Then lay the next ones."), undo=undo, choices=(again, leave))
    note = trouble_words(work.trouble) or _("Tap a tile and say what it is called.")
    return Bar(sentence=_("What is it?"), note=note, undo=undo, choices=(again, leave))


def _naming(at: TaskScene[TileEnrolment], tile: LaidTile, kinds: Kinds, named: Callable[[str], str]) -> Sheet:
    here = tile.filed or tile.name
    kind = at.entered.kind or _kind_of(here, kinds)
    tabs = tuple(Button(word, command=t.ShowKind(key), look="tab", chosen=key == kind) for key, word, _names in kinds)
    names = next(names for key, _word, names in kinds if key == kind)
    body = TileNames(
        _("What is this tile called?"),
        _("It is kept with its picture under the name you tap."),
        _pair(tile, named),
        tabs,
        tuple(_name(name, here, at.task.known, named) for name in names),
    )
    back = Button(_("Back"), command=t.CorrectPiece(-1))
    return Sheet(body=body, top=at.top, bar=Bar(sentence=_("Tile {n}").format(n=tile.place + 1), choices=(back,)))


def _kind_of(name: str, kinds: Kinds) -> str:
    return next((key for key, _word, names in kinds if name in names), kinds[0][0])


def _name(name: str, here: str, known: Iterable[str], named: Callable[[str], str]) -> Button:
    icon = "check" if name in known else ""
    return Button(named(name), icon=icon, command=t.NameTile(name), chosen=name == here)


# --- taps ---


def _correct(_at: TaskScene[TileEnrolment], act: t.CorrectPiece) -> t.Entered:
    return t.Entered(fixing=act.place)


def _show_kind(at: TaskScene[TileEnrolment], act: t.ShowKind) -> t.Entered:
    return replace(at.entered, kind=act.kind)


def _name_tile(at: TaskScene[TileEnrolment], act: t.NameTile) -> t.Entered:
    if 0 <= at.entered.fixing < len(at.task.cards):
        at.task.name(at.entered.fixing, act.name)
    return t.Entered()


SCREEN = TaskScreen(
    kind=TileEnrolment,
    begin=at_camera(TileEnrolment),
    view=view,
    handlers={
        t.CorrectPiece: _correct,
        t.ShowKind: _show_kind,
        t.NameTile: _name_tile,
        t.LookAgain: look_again,
        t.TakeBackLast: take_back,
    },
)
