"""Names and words as long as they come, in large letters: what does not fit beside each other is scrolled to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.presenters.common.consent import must_agree
from companion.presenters.desk import Desk
from companion.titles import title_of
from companion.ui import offscreen
from companion.views.common import acts
from companion.views.common.answers import Answers
from companion.views.common.options import Bargain
from companion.views.praetor.board import PraetorBoard
from companion.wording import LANGUAGES, wording
from engine.praetor.phases import Actions
from testkit.constantinopolis.moments import sensible
from testkit.moments import moments_of
from testkit.people import People
from testkit.praetor.desks import desk_in
from testkit.taps import hands_done
from testkit.window.faults import dotted, faults
from testkit.window.same_look import unlike
from tests.ui.finger import touch
from tests.ui.looks import Look, Wrong
from tests.ui.test_fit import NAMES


def of_all(game: str) -> Desk:
    """A game of as many as can play it, with large words on a screen that stays on its side."""
    return of(game, max(title_of(game).seats))


def of(game: str, players: int) -> Desk:
    """The same of so many."""
    return named(Desk(source=new_session(unkept(game, shuffled_setup(game, players, 1)))))


def named(desk: Desk) -> Desk:
    """The same for people with long names."""
    desk.source.names.update(zip(desk.source.names, NAMES, strict=False))
    desk.do(acts.Prefer(scale=1.5, turns=False))
    return desk


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", ["constantinopolis", "byzanz", "praetor"])
@pytest.mark.parametrize("size", [(800, 1280), (1280, 800)], ids=["upright", "lying"])
def test_everybody_can_be_asked_about(
    face: Any, sized: Callable[[int, int], None], game: str, size: tuple[int, int]
) -> None:
    sized(*size)
    window = face(of_all(game))
    touch(window, "Menu")
    touch(window, "Referee")
    assert isinstance(window.desk.view().body, Answers)
    assert faults(window) == []


@pytest.mark.one_in(6)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(800, 1280), (1024, 600)], ids=["upright", "small"])
@pytest.mark.parametrize("game", ["constantinopolis", "praetor"])
def test_what_is_asked_of_a_long_name_is_told_whole(
    face: Any, sized: Callable[[int, int], None], game: str, size: tuple[int, int], language: str
) -> None:
    sized(*size)
    desk = of_all(game)
    desk.do(acts.Prefer(scale=1.25, turns=False))
    wording.speak(language)
    window, wrong = face(desk), []
    for seat in desk.source.names:
        for topic in desk.scene().title.figures():
            desk.do(acts.Open("answers", seat))
            desk.do(acts.Tab(topic))
            offscreen.settle(4)
            wrong += [(seat, topic, each) for each in (*faults(window), *dotted(window))]
    assert wrong == []


@pytest.mark.parametrize(
    "names",
    [("Bartolommeo", "Maximilienne"), ("Massimiliano", "Mommom"), ("Bruno", "Anna")],
    ids=["letters", "longest", "short"],
)
def test_who_must_agree_is_whole_on_one_button(
    face: Any, sized: Callable[[int, int], None], names: tuple[str, str]
) -> None:
    """By name, or by the letters on their discs where that is too long for large words."""
    sized(2560, 1600)
    desk = of("byzanz", 4)
    People(desk.source, 1).play(10)
    lines = range(desk.source.book.last, 0, -1)
    to, asked = next((to, seats) for to in lines if len(seats := must_agree(desk.scene(), to)) == 2)
    desk.source.names.update(zip(asked, names, strict=True))
    wording.speak("it")
    window = face(desk)
    desk.do(acts.BackTo(to))
    offscreen.settle(8)
    assert desk.view().body.back.all is not None
    assert [*faults(window), *dotted(window)] == []


@pytest.mark.parametrize(
    ("words", "in_row"),
    [(NAMES[:3], 2), (("×1", "×1.25", "×1.5"), 3), (("English", "Italiano", "Español", "Deutsch"), 2)],
    ids=["names", "sizes", "languages"],
)
def test_answers_stand_in_as_many_rows_as_their_words_need(words: tuple[str, ...], in_row: int) -> None:
    from companion.ui.screens import register

    register()
    from companion.ui.screens.common.newgame import SegmentBox

    assert SegmentBox.room(words, 348, 33) == in_row


def test_everybody_can_be_let_go(face: Any, sized: Callable[[int, int], None]) -> None:
    sized(1280, 800)
    window = face(named(Desk(source=sensible(3, 4, "Acceptance"))))
    touch(window, "Menu")
    assert faults(window) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_is_whole_in_every_language(face: Any, sized: Callable[[int, int], None], language: str) -> None:
    sized(1280, 800)
    desk = named(desk_in(Actions, 5, 1, 8))
    wording.speak(language)
    window = face(desk)
    desk.do(acts.Open("choose", "board"))
    offscreen.settle(12)
    assert isinstance(desk.view().body, PraetorBoard)
    assert faults(window) == []


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5])
def test_how_many_ships_more_lie_in_the_harbour_is_told_in_one_piece(
    face: Any, sized: Callable[[int, int], None], scale: float
) -> None:
    sized(1280, 800)
    desk = Desk(source=sensible(5, 4, "Acceptance"))
    desk.do(acts.Prefer(scale=scale, turns=False))
    hands_done(desk)
    window = face(desk)
    desk.do(acts.Open("table"))
    harbour = next(each for each in window.walk() if type(each).__name__ == "LaneBox" and len(each.view.ships) == 5)
    harbour.view = replace(harbour.view, ships=(*harbour.view.ships, *harbour.view.ships[:2]))
    offscreen.settle(12)
    assert any(getattr(each, "text", "") == "+3" for each in harbour.walk())
    assert faults(window) == []


def test_a_score_that_was_slim_looks_like_a_new_one_when_it_is_wide(
    face: Any, sized: Callable[[int, int], None]
) -> None:
    sized(1280, 800)
    window = face(of("byzanz", 3))
    window.desk.do(acts.Open("score"))
    offscreen.settle(8)
    screen = window.screen
    for wide, high in ((800, 1000), (1280, 700)):
        screen.size = wide, high
        offscreen.settle(12)
        twin = type(screen)(view=screen.view, size=screen.size, pos=screen.pos)
        offscreen.settle(12)
        assert unlike(screen, twin) == ""


def test_everybody_can_be_bargained_with(face: Any, sized: Callable[[int, int], None]) -> None:
    sized(1024, 600)
    desk = named(Desk(source=sensible(5, 4, "Acceptance", free_trade="on")))
    hands_done(desk)
    desk.do(acts.Sit(desk.scene().phase.actors[0]))
    desk.do(acts.Open("choose", "bargain"))
    window = face(desk)
    assert isinstance(desk.view().body, Bargain)
    assert faults(window) == []


ONCE_WRONG = (
    ("byzanz", "Picking", Look((1280, 800), 1.5, "es", False)),
    ("byzanz", "Bidding", Look((2560, 1600), 1.5, "en", False)),
    ("byzanz", "table-Picking", Look((1024, 600), 1.5, "it", False)),
    ("byzanz", "table-Selling", Look((800, 1280), 1.0, "de", False)),
    ("byzanz", "Bidding-side-sale", Look((2560, 1600), 1.5, "en", True, "west")),
    ("byzanz", "Tax", Look((2560, 1600), 1.5, "en", True, "west")),
    ("constantinopolis", "Activation", Look((2560, 1600), 1.5, "en", False, "east")),
    ("praetor", "table", Look((800, 1280), 1.25, "es", False)),
    ("praetor", "differ", Look((800, 1280), 1.25, "es", False)),
    ("constantinopolis", "large", Look((1280, 800), 1.5, "en", False)),
    ("constantinopolis", "Over", Look((1280, 800), 1.5, "de", False)),
    ("constantinopolis", "vote", Look((2560, 1600), 1.5, "de", True)),
    ("constantinopolis", "vote", Look((1024, 600), 1.5, "de", False)),
    ("constantinopolis", "back", Look((2560, 1600), 1.5, "es", True)),
    ("byzanz", "Bidding-laid", Look((2124, 1668), 1.5, "it", True, "west")),
    ("byzanz", "Bidding-side-sale", Look((2124, 1668), 1.5, "de", False, "west")),
    ("byzanz", "Picking-sale", Look((2124, 1668), 1.25, "de", True, "east")),
    ("byzanz", "Lot-sale", Look((1280, 1984), 1.5, "it", True, "west")),
    ("constantinopolis", "Construction", Look((2432, 1612), 1.5, "es", False, "east")),
    ("constantinopolis", "table-silent", Look((932, 1276), 1.25, "en", False)),
    ("praetor", "score", Look((1324, 1952), 1.5, "es", True, "north")),
    ("praetor", "table-silent", Look((1324, 1952), 1.5, "de", True, "east")),
    ("praetor", "update-late", Look((2048, 1536), 1.5, "de", False, "south")),
    ("praetor", "update-late", Look((1080, 1920), 1.5, "de", False, "south")),
)
"""Moments of games in looks in which words had no room."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("game", "moment", "look"), ONCE_WRONG)
def test_words_have_room_where_they_once_had_none(wrong: Wrong, game: str, moment: str, look: Look) -> None:
    assert wrong(moments_of(game)[moment].desk(look.side), look) == []


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
def test_the_ways_out_of_a_refusal_stay_on_their_sheet(
    face: Any, sized: Callable[[int, int], None], size: tuple[int, int]
) -> None:
    sized(*size)
    desk = named(moments_of("praetor")["rule"].desk())
    wording.speak("de")
    window = face(desk)
    offscreen.settle(8)
    asks = next(each for each in window.walk() if getattr(each, "text", "") == "Den Tisch fragen")
    way = next(each for each in window.walk() if getattr(each, "view", None) in desk.view().body.buttons)
    sheet = way.parent.parent
    assert max(each.right for each in way.parent.children) <= sheet.right - sheet.padding[2] + 1
    assert asks.font_size > 0.8 * asks.full
    assert faults(window) == []


@pytest.mark.parametrize("scale", [1.25, 1.5])
def test_what_many_coins_are_for_is_told_in_whole_words_beside_them(
    face: Any, sized: Callable[[int, int], None], scale: float
) -> None:
    sized(800, 1280)
    desk = moments_of("constantinopolis")["hands-Acceptance"].desk()
    desk.do(acts.Prefer(scale=scale, turns=False))
    window = face(desk)
    task = next(each for each in window.walk() if type(each).__name__ == "CompactTap")
    art = replace(task.view.art, icon="", cubes=(), coins=(10, 10, 2, 1))
    task.view = replace(task.view, label="Nimm 23 Gold", art=art)
    offscreen.settle(12)
    assert faults(window) == []


@pytest.mark.parametrize("look", [Look((800, 1280), 1.0, "de", False), Look((800, 1280), 1.5, "it", False)], ids=str)
def test_wages_of_everybody_stay_on_their_card(wrong: Wrong, look: Look) -> None:
    desk = moments_of("praetor")["board"].desk()
    for seat in desk.view().body.seats:
        desk.press(seat)
        assert (seat.label, wrong(desk, look)) == (seat.label, [])


def test_what_everybody_has_after_an_update_stays_on_its_card(wrong: Wrong) -> None:
    look = Look((2560, 1600), 1.5, "es", False)
    desk = moments_of("praetor")["update-pay"].desk()
    for seat in desk.view().body.seats:
        desk.press(seat.button)
        assert (seat.person.name, wrong(desk, look)) == (seat.person.name, [])
