"""Why a figure is what it is, what one may do now, and rules by a word: each by one tap, in the language in force."""

from __future__ import annotations

from random import Random

import pytest

from companion.presenters.common.answers import _may
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.wording import wording
from testkit.taps import labelled, tap, wander
from tests.presenters.byzanz_taps import Tapper


@pytest.fixture
def played(desk: Desk) -> Desk:
    """A desk some way into the first round."""
    wander(desk, Random(3), "Drawing")
    return desk


def asked(desk: Desk, seat: str, topic: str) -> Desk:
    """The answer about a seat."""
    desk.do(acts.Open("answers", seat))
    desk.do(acts.Tab(topic))
    return desk


def test_why_lists_every_entry_that_moved_the_figure_with_its_rule(played):
    seat = next(iter(played.source.names))
    lines = asked(played, seat, "gold").view().body.lines
    total = sum(int(line.right[0].figure.replace("−", "-")) for line in lines)
    scene = played.scene()
    assert total == scene.table[scene.zones(seat).treasury]["gold"]
    assert all(line.note.startswith("C-") for line in lines)


def test_a_line_of_an_answer_opens_its_rule(played):
    seat = next(iter(played.source.names))
    line = asked(played, seat, "gold").view().body.lines[-1]
    played.press(line.button)
    assert line.note.startswith(played.view().body.rule)


def test_what_has_been_taken_back_is_told_and_the_sum_is_right_again(played):
    seat = next(iter(played.source.names))
    played.source.undo(1)
    lines = asked(played, seat, "gold").view().body.lines
    assert sum(int(line.right[0].figure.replace("−", "-")) for line in lines) == 30
    assert any(line.note.startswith("taken back, C-") for line in lines)
    assert not lines[0].button.open


def test_another_player_is_asked_about_with_the_same_question(played):
    first, second = list(played.source.names)[:2]
    asked(played, first, "fame")
    tap(played, played.source.names[second])
    assert played.view().body.heading.startswith(f"{played.source.names[second]}: why so much fame")


def test_what_one_may_do_is_covered_until_its_owner_looks(desk):
    seat = desk.scene().me
    desk.do(acts.Open("answers", seat))
    assert desk.view().body.lines == ()
    desk.press(desk.view().body.cover)
    assert len(desk.view().body.lines) == len(desk.scene().offers(seat))


def test_bids_are_told_with_their_range(desk):
    seat = desk.scene().me
    desk.do(acts.Open("answers", seat))
    desk.press(desk.view().body.cover)
    ranges = [part.text for line in desk.view().body.lines for part in line.right]
    assert any(text.endswith(" to 30") for text in ranges)


def test_a_count_that_is_one_number_is_told_as_one():
    tapper = Tapper(4, 1)
    scene = tapper.desk.scene()
    ranges = [part.text for seat in scene.source.names for line in _may(scene, seat) for part in line.right]
    assert any(text.startswith("3 of: ") for text in ranges), ranges
    assert not any(text.startswith("3 to 3") for text in ranges)


def test_the_card_of_whoever_waits_opens_their_answers(desk):
    other = next(seat for seat in desk.source.names if seat != desk.scene().me)
    desk.do(acts.Open("table"))
    card = next(card for card in desk.view().seats if card.person.seat == other)
    desk.press(card.button)
    assert desk.view().body.heading == f"What may {card.person.name} do now?"


@pytest.mark.parametrize(("language", "word"), [("en", "auction"), ("it", "asta"), ("es", "subasta")])
def test_rules_are_found_by_a_word_of_each_language(desk, language, word):
    wording.speak(language)
    desk.do(acts.Open("search"))
    for letter in word:
        desk.do(acts.Letter(letter))
    found = desk.view().body.lines
    assert len(found) > 3
    desk.press(found[0].button)
    assert desk.view().body.rule == found[0].line[0].text


def test_letters_are_typed_and_taken_back_by_taps(desk):
    tap_menu(desk, "Find a rule")
    tap(desk, "Q")
    tap(desk, "W")
    assert desk.view().body.none == "No rule has this word."
    desk.do(acts.Letter("<"))
    assert desk.view().body.text == "q"


def test_menu_leads_to_the_referee(desk):
    tap_menu(desk, "Referee")
    assert labelled(desk, "What now?").chosen


def tap_menu(desk: Desk, label: str) -> None:
    """Tap something in the menu."""
    desk.do(acts.Open("menu"))
    tap(desk, label)
