"""The first screen, what is agreed before a game, set-up cards of real games, and a step of the guided one."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_game
from companion.play.reports import Device, Saved
from companion.presenters.common.first_screen import first_screen, which_box
from companion.presenters.common.lesson import LESSON
from companion.presenters.common.newgame import new_draft, new_game
from companion.presenters.common.which_game import LEARN, which_game
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.parts import Sheet

SEEN = 9
"""So many lines are ticked."""
DEVICES = (
    Device(id="camera", kind="camera", state="ok"),
    Device(id="mqtt:tray-red", kind="mqtt", seat="red", state="ok", detail="seat-tray"),
)
"""A camera and a tray that were found."""


def boxes() -> Sheet:
    """The first question of a new game, answered; a copy still lacks some values."""
    draft = replace(new_draft("constantinopolis", Random(1)), values="copy")
    return which_box(draft, SimpleNamespace(lacking=lambda _game: 23, devices=DEVICES))


def seating(naming: str = "") -> Sheet:
    """Who sits where in a new game, with the person of a seat being named."""
    draft = replace(new_draft("constantinopolis", Random(1)), values="copy", naming=naming)
    return new_game(draft, DEVICES)


def laying_out(game: str, players: int) -> Sheet:
    """The card of a game that has just begun."""
    desk = Desk(source=new_session(shuffled_game(game, players, 1)))
    desk.do(acts.Open("setup"))
    view = desk.view()
    assert isinstance(view, Sheet)
    lines = [cell.button.command.lines[0] for row in view.body.rows for cell in row.cells]  # type: ignore[attr-defined]
    desk.source.set_up.see(dict.fromkeys(lines[:3], "camera"))  # type: ignore[union-attr]
    desk.do(acts.TickSetUp(tuple(lines[3:SEEN]), True))
    view = desk.view()
    assert isinstance(view, Sheet)
    return view


def games() -> Sheet:
    """The games that can be learnt."""
    return which_game(LEARN, DEVICES)


def learning(game: str = "constantinopolis") -> Sheet:
    """The second step of a guided first game."""
    desk = Desk(source=new_session(shuffled_game(game, 4, 1)))
    assert desk.source is not None
    desk.source.set_up.tick((LESSON,))
    desk.do(acts.LessonOn())
    view = desk.view()
    assert isinstance(view, Sheet)
    return view


def opened(kept: bool) -> Sheet:
    """The first screen on a new tablet, or where games are `kept`, one of which is damaged."""
    names = ("Anna", "Bruno", "Carla", "Dario")
    saved = (
        Saved(id="c-0004", game="constantinopolis", names=names, round=4, entries=144, when="2026-11-23 20:15"),
        Saved(id="p-0002", game="praetor", names=names[:3], round=0, entries=88, when="2026-11-21 18:02"),
        Saved(id="b-0001", game="byzanz", names=names[::2], round=0, entries=61, when="2026-11-20 21:40", over=True),
    )
    troubles = (("constantinopolis-0003", "entry 44 does not fit what stands there"),)
    devices = DEVICES[:1]
    bare = {"read_only": "", "saved": (), "troubles": (), "devices": ()}
    there = bare | ({"saved": saved, "troubles": troubles, "devices": devices} if kept else {})
    return first_screen(SimpleNamespace(**there), False)
