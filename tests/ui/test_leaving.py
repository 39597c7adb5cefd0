"""A player leaves by touch: three times the finger, and never by one touch alone."""

from __future__ import annotations

import pytest

from companion.host.opening import new_session, shuffled_setup
from companion.presenters.desk import Desk
from companion.titles import title_of
from engine.journal import Journal
from tests.ui.finger import inside, showing, touch


def desk_of(game: str, players: int) -> Desk:
    return Desk(source=new_session(Journal(title_of(game).game, shuffled_setup(game, players, 1))))


@pytest.mark.rule("C-LEV-04")
@pytest.mark.parametrize("players", [2, 5])
def test_who_is_not_in_turn_leaves_by_three_touches(face, players):
    window = face(desk_of("constantinopolis", players))
    scene = window.desk.scene()
    seat = next(seat for seat in scene.source.names if seat != scene.me)
    touch(window, "Menu")
    touch(window, scene.name(seat))
    assert window.desk.scene().phase.round.leavers == ()
    touch(window, f"{scene.name(seat)} leaves")
    assert window.desk.scene().phase.round.leavers == (seat,)


def test_who_was_touched_by_mistake_stays(face):
    window = face(desk_of("constantinopolis", 3))
    touch(window, "Menu")
    touch(window, window.desk.scene().name(window.desk.scene().me))
    touch(window, "Stays")
    assert window.desk.source.book.last == 1


def test_every_name_can_be_touched(face, shoot):
    window = face(desk_of("constantinopolis", 5))
    touch(window, "Menu")
    shoot("menu-leaving")
    names = [showing(window, name) for name in window.desk.scene().source.names.values()]
    assert len({(tap.x, tap.y) for tap in names}) == 5
    assert all(inside(tap) for tap in names)


@pytest.mark.parametrize("game", ["byzanz", "praetor"])
def test_a_game_nobody_can_leave_says_so(face, game):
    window = face(desk_of(game, 3))
    touch(window, "Menu")
    touch(window, "Somebody leaves")
    last = window.desk.source.book.last
    assert window.desk.view().bar.sentence == "Nobody can leave this game"
    touch(window, "Back to the game")
    assert (window.desk.look.screen, window.desk.source.book.last) == ("play", last)
