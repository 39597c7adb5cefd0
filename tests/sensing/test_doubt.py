"""Of a zone's counts only those in doubt are asked for; the others are taken as read."""

from __future__ import annotations

import pytest

from companion.sensing.doubt import Answers, Counted, how_many, in_doubt, named_as
from companion.sensing.likelihood import score
from companion.sensing.policy import Doubt, read_policy
from engine.journal import Entry
from engine.sighting import Count, Pieces, Sighting
from engine.table import Tally
from testkit.nim import Take
from tests.play.test_session import Room

ASKS = 0.1


@pytest.fixture
def room() -> Room:
    return Room()


def see(room: Room, stones: int, doubt: float, **more: int) -> None:
    doubts = {"stone": doubt} if doubt else {}
    room.session.put(Sighting("camera", "mat/stones", room.now, Count({"stone": stones, **more}, doubt, doubts)))
    room.session.poll()


def test_only_what_differs_and_is_unsure_is_in_doubt() -> None:
    reading = Count({"G": 3, "R": 2, "K": 1}, 0.5, {"G": 0.5, "R": 0.5})
    assert in_doubt(reading, {"G": 2, "R": 2, "K": 2}, ASKS) == ["G"]
    assert in_doubt(reading, {"G": 3, "R": 2, "K": 1}, ASKS) == []


def test_a_source_that_does_not_tell_which_counts_it_doubts_doubts_them_all() -> None:
    assert in_doubt(Count({"G": 3, "R": 1}, 0.5), {"G": 2, "R": 2}, ASKS) == ["G", "R"]
    assert in_doubt(Pieces(()), {"G": 2}, ASKS) == []


def test_the_numbers_asked_about_add_up_and_none_is_below_nothing() -> None:
    numbers = how_many("goods/red", Count({}, 0.7, {"G": 0.7}), "G", 1).numbers
    assert [number for number, _ in numbers] == [0, 1]
    assert sum(share for _, share in numbers) == pytest.approx(1)


def test_a_source_that_counts_less_than_nothing_is_asked_about_too() -> None:
    assert [number for number, _ in how_many("goods/red", Count({"G": -2}, 1.0), "G", 0).numbers] == [0, 1]


def test_the_number_in_the_book_is_offered_however_far_it_is_from_what_was_read() -> None:
    asked = how_many("market", Count({}, 1.0, {"card:CL1": 1.0}), "card:CL1", 4)
    assert [number for number, _ in asked.numbers] == [0, 1, 4]


def test_an_answer_takes_the_place_of_what_was_in_doubt() -> None:
    answers, reading = Answers(ASKS), Count({"G": 3, "R": 1}, 0.5, {"G": 0.5, "R": 0.2})
    answers.take(Counted("goods/red", "G", 2), reading)
    assert answers.in_place("goods/red", reading) == Count({"G": 2, "R": 1}, 0.2, {"R": 0.2})
    assert answers.in_place("goods/blue", reading) == reading


@pytest.mark.parametrize(
    ("read", "answered", "now", "kept"),
    [
        ({"B": 1}, 1, {"B": 1, "K": 1}, True),  # a piece of another kind is laid to it
        ({"B": 1}, 1, {"B": 2}, False),  # one more of that kind
        ({"B": 1, "K": 1}, 1, {"B": 1}, False),  # a blue or a black one was taken away: which of them?
        ({"B": 1, "G": 1}, 1, {"B": 1}, True),  # the green one was taken away, surely
        ({"B": 1, "G": 1}, 2, {"B": 1}, True),
        ({"B": 1}, 2, {"B": 1, "K": 1}, False),  # the camera was wrong, so it may be otherwise wrong now
        ({"B": 1, "G": 1}, 2, {"B": 1, "K": 1}, False),
        ({"B": 1}, None, {"B": 1, "K": 1}, False),
        ({"B": 1}, 2, {"B": 1}, True),  # nothing changed
    ],
)
def test_what_was_answered_holds_while_surely_nothing_else_changed_of_it(
    read: Tally, answered: int | None, now: Tally, kept: bool
) -> None:
    answers, doubts = Answers(ASKS), {"B": 0.5, "K": 0.5}
    answers.take(Counted("goods/red", "B", answered), Count(read, 0.5, doubts))
    answers.follow("goods/red", Count(now, 0.5, doubts))
    shown = answers.in_place("goods/red", Count(now, 0.5, doubts))
    assert isinstance(shown, Count)
    assert ("B" not in shown.doubts) == kept


def test_a_count_in_doubt_is_asked_for_before_anything_is_entered(room: Room) -> None:
    see(room, 2, 1.5)
    assert not [entry for entry in room.session.journal if isinstance(entry.command, Take)]
    room.wait(3)
    (question,) = room.session.questions
    assert [each.command for each in question.readings] == [Counted("stones/red", "stone", n) for n in (2, 1, 3, 0)]


def test_the_number_a_person_chooses_is_what_lies_there(room: Room) -> None:
    see(room, 2, 1.5)
    room.wait(3)
    (question,) = room.session.questions
    assert room.session.answer(question.id, 2) is None
    room.wait(0)
    entry: Entry = room.session.journal[-1]
    assert entry.command == Take("red", 3)
    assert room.session.questions == ()


def test_a_count_that_is_hardly_in_doubt_and_is_explained_is_entered(room: Room) -> None:
    see(room, 2, 0.3)
    assert room.commands[-1] == Take("red", 2)


def test_a_doubtful_count_that_agrees_with_the_book_is_no_question(room: Room) -> None:
    see(room, 0, 1.5)
    room.wait(10)
    assert (room.session.questions, room.session.disagreements) == ((), ())


def test_hands_get_time_to_follow_before_a_doubtful_count_is_asked_for(room: Room) -> None:
    see(room, 0, 0.5)
    room.session.submit(Take("red", 2))
    see(room, 0, 0.4)  # looked at once more: nothing was laid
    room.wait(3)
    assert room.session.questions == ()
    room.wait(4)
    assert [question.zone for question in room.session.questions] == ["stones/red"]


def test_a_count_that_is_seen_after_the_book_changed_is_asked_for_at_once(room: Room) -> None:
    see(room, 0, 0.5)
    room.session.submit(Take("red", 2))
    see(room, 1, 0.5)
    room.wait(3)
    assert [question.zone for question in room.session.questions] == ["stones/red"]


def test_none_of_the_numbers_makes_it_a_disagreement_and_is_not_asked_again(room: Room) -> None:
    see(room, 2, 1.5)
    room.wait(3)
    room.session.answer(room.session.questions[0].id, None)
    room.wait(10)
    assert room.session.questions == ()
    assert [found.zone for found in room.session.disagreements] == ["stones/red"]


def test_a_question_ends_when_the_table_is_put_right(room: Room) -> None:
    see(room, 2, 1.5)
    room.wait(3)
    assert room.session.questions
    see(room, 0, 0.0)
    assert room.session.questions == ()


def test_what_was_told_is_forgotten_when_other_pieces_lie_there(room: Room) -> None:
    see(room, 2, 1.5)
    room.wait(3)
    room.session.answer(room.session.questions[0].id, None)
    see(room, 3, 1.5)
    room.wait(3)
    (question,) = room.session.questions
    assert question.readings[0].command == Counted("stones/red", "stone", 3)


def test_looking_again_forgets_what_was_told(room: Room) -> None:
    see(room, 2, 1.5)
    room.wait(3)
    room.session.look_again(room.session.questions[0].id)
    assert room.session.questions == ()
    see(room, 1, 0.0)
    assert room.commands[-1] == Take("red", 1)


def test_pieces_read_surely_are_not_asked_for(room: Room) -> None:
    see(room, 2, 1.5, pebble=4)
    room.wait(3)
    (question,) = room.session.questions
    assert {each.command.piece for each in question.readings} == {"stone"}


LIMITS = Doubt(count=0.15, gold=0.2, asks=ASKS, number=0.2)


def _named(read: Tally, doubts: dict[str, float], book: Tally, number: float | None = 0.05) -> Tally:
    reading = Count(read, max(doubts.values(), default=0.0), doubts, number)
    named = named_as(reading, book, LIMITS)
    assert isinstance(named, Count)
    return {piece: count for piece, count in named.tally.items() if count}


def test_where_as_many_pieces_lie_there_the_book_tells_what_those_in_doubt_are() -> None:
    assert _named({"B": 1, "K": 2}, {"B": 1.0, "K": 1.0}, {"B": 3}) == {"B": 3}


def test_what_is_seen_for_sure_is_not_named_by_the_book() -> None:
    read, book = {"B": 1, "K": 2, "G": 1}, {"B": 3, "R": 1}
    assert _named(read, {"B": 1.0, "K": 1.0}, book) == {"B": 3, "G": 1}
    assert _named({"B": 3}, {}, {"K": 3}) == {"B": 3}


@pytest.mark.parametrize(
    ("doubts", "book", "number"),
    [
        ({"B": 1.0, "K": 1.0}, {"B": 2}, 0.05),  # one fewer lies there
        ({"B": 1.0, "K": 1.0}, {"B": 3}, 0.5),  # how many lie there is in doubt as well
        ({"B": 1.0, "K": 1.0}, {"B": 3}, None),  # nobody knows
        ({"B": 0.3, "K": 0.3}, {"B": 3}, 0.05),  # one of them may be blue, but not two
        ({"B": 1.0}, {"B": 3}, 0.05),  # that the two are black is sure
    ],
)
def test_else_what_was_read_stays(doubts: dict[str, float], book: Tally, number: float | None) -> None:
    assert _named({"B": 1, "K": 2}, doubts, book, number) == {"B": 1, "K": 2}


def test_the_number_of_pieces_counts_for_itself_where_their_colours_are_in_doubt() -> None:
    policy = read_policy("constantinopolis")
    reading = Count({"B": 1, "K": 1}, 1.0, {"B": 1.0, "K": 1.0}, 0.05)
    two, three = (score(reading, {"B": many}, policy) for many in (2, 3))
    assert two - three > policy.lead.others
