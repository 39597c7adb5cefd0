"""A session follows pieces, presses and taps; what nothing explains it locates, and every way out ends it."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pytest

from companion.play.questions import Questions
from companion.play.reports import Refusal
from companion.play.session import Session
from companion.sensing.explain import Explained
from companion.sensing.judge import Ask
from companion.sensing.latest import Latest
from companion.sensing.likelihood import score
from companion.sensing.policy import read_policy
from companion.wording import wording
from devices.menu import Menu, Span
from engine.journal import Correct, Entry, Journal, Remark, Undo
from engine.sighting import Count, Found, Guess, Lost, Pieces, Press, Seen, Sighting
from testkit.nim import NIM, POLICY, Draw, Grow, Setup, Skip, Take


class Room:
    """A session of Nim with a clock that tests turn, and what its trays were told."""

    def __init__(self) -> None:
        self.now = 100.0
        self.menus: dict[str, Menu] = {}
        self.session = Session(
            Journal(NIM, Setup()),
            {"red": "Anna", "blue": "Bruno"},
            POLICY,
            places={"mat/stones": "stones/red"},
            show=self.menus.__setitem__,
            passes=("Skip",),
            seconds=lambda: self.now,
            clock=lambda: self.now,
        )

    def see(self, zone: str, stones: int, source: str = "serial:red") -> None:
        self.session.put(Sighting(source, zone, self.now, Count({"stone": stones})))
        self.session.poll()

    def cards(self, *shares: dict[str, float]) -> None:
        seen = tuple(Seen(tuple(Guess(face, share) for face, share in each.items())) for each in shares)
        self.session.put(Sighting("camera", "mat/draw", self.now, Pieces(seen)))
        self.session.poll()

    def press(self, seat: str, button: str = "confirm", choice: int = 0, about: int | None = None) -> None:
        about = self.menus[seat].about if about is None else about
        self.session.put(Sighting(f"mqtt:{seat}", f"console/{seat}", self.now, Press(button, choice, about)))
        self.session.poll()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.session.poll()

    @property
    def commands(self) -> list[object]:
        return [entry.command for entry in self.session.journal]


@pytest.fixture(autouse=True)
def latest_is_as_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all of these games, what was kept of the readings is what would be worked out anew."""
    kept = Latest.of

    def checked(self: Latest[object], key: Hashable, make: Callable[[], object]) -> object:
        before = kept(self, key, make)
        assert make() == before
        return before

    monkeypatch.setattr(Latest, "of", checked)


@pytest.fixture
def room() -> Room:
    return Room()


def test_chores_are_entered_as_soon_as_they_are_due(room: Room) -> None:
    assert room.session.journal[0].origin == "table"
    room.session.submit(Skip("red"))
    assert room.commands[-1] == Grow("")
    assert room.session.offers("blue")


def test_a_refusal_is_a_value_with_the_rule_and_its_facts(room: Room) -> None:
    refused = room.session.submit(Take("red", 4))
    assert refused == Refusal("N-01", {}, (4,))
    assert room.session.book.last == 1


def test_pieces_that_one_lawful_command_explains_are_entered_with_their_evidence(room: Room) -> None:
    room.see("mat/stones", 2)
    entry = room.session.journal[-1]
    assert (entry.command, entry.origin) == (Take("red", 2), "serial:red")
    assert "stones/red" in entry.evidence


def test_cards_on_the_mat_are_drawn_once_until_the_mat_is_cleared(room: Room) -> None:
    room.session.submit(Take("red", 1))
    room.cards({"card:b": 0.98, "card:c": 0.02})
    assert room.commands[-2:] == [Draw("red", {"card:b": 1}), Grow("")]
    room.session.submit(Take("blue", 1))
    room.wait(3)
    assert room.commands[-1] == Take("blue", 1)
    room.cards()
    room.cards({"card:a": 0.99})
    assert Draw("blue", {"card:a": 1}) in room.commands


def test_a_card_the_pile_no_longer_holds_is_not_believed(room: Room) -> None:
    room.session.submit(Take("red", 1))
    room.session.submit(Draw("red", {"card:b": 1}))
    room.session.submit(Take("blue", 1))
    room.cards({"card:b": 0.7, "card:c": 0.3})
    room.wait(3)
    (question,) = room.session.questions
    assert [proposed.command for proposed in question.readings] == [Draw("blue", {"card:c": 1})]


def test_a_question_is_the_same_in_every_language() -> None:
    ask, ids = Ask("mat", (Explained(Take("red", 2), 0.0, 1.0, "mat"),)), set()
    for language in ("en", "it", "es", "de"):
        wording.speak(language)
        questions = Questions("nim")
        questions.ask(3, ask)
        ids |= questions.standing.keys()
    wording.speak("en")
    assert len(ids) == 1


def test_only_the_colour_a_source_doubts_is_weighed_with_doubt() -> None:
    reading, policy = Count({"R": 3, "K": 3}, 1.0, {"R": 1.0}), read_policy("constantinopolis")
    doubtful, sure = score(reading, {"R": 2, "K": 3}, policy), score(reading, {"R": 3, "K": 2}, policy)
    assert doubtful > -1 > sure
    assert score(Count({"R": 3, "K": 3}, 1.0), {"R": 3, "K": 2}, policy) == doubtful


def test_a_doubtful_card_is_asked_and_the_answer_is_a_tap(room: Room) -> None:
    room.session.submit(Take("red", 1))
    room.cards({"card:b": 0.55, "card:c": 0.45})
    assert room.session.questions == ()
    room.wait(3)
    (question,) = room.session.questions
    assert [round(proposed.share, 2) for proposed in question.readings] == [0.55, 0.45]
    entry = room.session.answer(question.id, 1)
    assert isinstance(entry, Entry)
    assert (entry.command, entry.origin) == (Draw("red", {"card:c": 1}), "tap")
    assert room.session.questions == ()


def test_none_of_these_is_not_asked_again_and_looking_again_reads_anew(room: Room) -> None:
    room.session.submit(Take("red", 1))
    room.cards({"card:b": 0.55, "card:c": 0.45})
    room.wait(3)
    room.session.look_again(room.session.questions[0].id)
    room.wait(3)
    assert room.session.questions == ()
    room.cards({"card:b": 0.55, "card:c": 0.45})
    room.wait(3)
    room.session.answer(room.session.questions[0].id, None)
    room.wait(3)
    assert room.session.questions == ()


def test_a_tray_offers_what_is_lawful_and_its_press_is_the_command(room: Room) -> None:
    assert room.menus["red"] == Menu(1, "red", ("take …", "skip"))
    room.press("red", choice=0)
    assert room.menus["red"].items == Span(1, 3)
    room.press("red", choice=3)
    entry = room.session.journal[1]
    assert (entry.command, entry.origin) == (Take("red", 3), "mqtt:red")


def test_the_pass_button_leads_back_out_of_a_number_and_else_passes(room: Room) -> None:
    room.press("red", choice=0)
    room.press("red", "pass")
    assert room.menus["red"].items == ("take …", "skip")
    room.press("red", "pass")
    assert Skip("red") in room.commands


def test_a_press_for_an_older_menu_is_refused_and_the_menu_sent_again(room: Room) -> None:
    room.session.submit(Skip("red"))
    room.menus.clear()
    room.press("blue", choice=1, about=1)
    assert room.session.stale == 1
    assert room.menus["blue"].about == 3
    assert room.commands[-1] == Grow("")


def test_a_call_is_a_challenge_in_the_journal(room: Room) -> None:
    room.press("blue", "call")
    assert room.commands[-1] == Remark("blue", "challenge")


def test_hands_get_time_to_follow_the_book(room: Room) -> None:
    room.see("stones/blue", 0, "mqtt:blue")
    room.see("mat/stones", 0)
    room.press("red", choice=0)
    room.press("red", choice=2)
    room.wait(4)
    assert room.session.pending == ["stones/red"]
    assert room.session.disagreements == ()
    room.see("mat/stones", 2)
    room.wait(10)
    assert (list(room.session.pending), room.session.disagreements) == ([], ())


def differing(room: Room) -> Room:
    room.see("mat/stones", 0)
    room.session.submit(Skip("red"))
    room.see("mat/stones", 7)
    room.wait(7)
    return room


def test_what_nothing_explains_is_located_with_both_values(room: Room) -> None:
    (found,) = differing(room).session.disagreements
    assert (found.zone, found.seat, found.source) == ("stones/red", "red", "serial:red")
    assert (found.table, found.book) == ({"stone": 7}, {})
    assert found.agreed == 3


def test_a_disagreement_clears_by_itself_when_the_table_is_put_right(room: Room) -> None:
    differing(room).see("mat/stones", 0)
    assert room.session.disagreements == ()
    assert [how for _, how in room.session.ended] == ["put right"]


def test_the_table_is_right_books_a_correction(room: Room) -> None:
    differing(room).session.settle("stones/red", "table")
    assert isinstance(room.commands[-1], Correct)
    assert room.session.state.table["stones/red"] == {"stone": 7}
    assert room.session.disagreements == ()
    assert [how for _, how in room.session.ended] == ["table"]


def test_the_book_is_right_takes_the_sensor_to_be_off_from_now_on(room: Room) -> None:
    differing(room).session.settle("stones/red", "book")
    room.wait(20)
    assert room.session.disagreements == ()
    room.session.submit(Skip("blue"))
    room.see("mat/stones", 9)
    assert Take("red", 2) in room.commands


def test_back_to_the_last_agreed_state_is_an_undo(room: Room) -> None:
    room.see("mat/stones", 0)
    room.session.submit(Take("red", 3))
    room.wait(10)
    assert room.session.disagreements[0].agreed == 1
    room.session.settle("stones/red", "back")
    assert room.commands[-1] == Undo("", 1)
    assert (list(room.session.pending), room.session.disagreements) == ([], ())


def test_an_unknown_way_out_is_an_error_and_leaves_the_disagreement(room: Room) -> None:
    with pytest.raises(ValueError, match="'ignore'"):
        differing(room).session.settle("stones/red", "ignore")
    assert len(room.session.disagreements) == 1


def test_pieces_put_back_propose_an_undo(room: Room) -> None:
    room.see("mat/stones", 0)
    room.see("mat/stones", 2)
    room.now += 1
    room.see("mat/stones", 0)
    room.wait(3)
    (question,) = room.session.questions
    assert question.readings[0].command == Undo("", 1)


def test_more_pieces_than_the_box_holds_are_booked_only_when_a_person_says_so(room: Room) -> None:
    room.see("mat/stones", 0)
    room.see("stones/blue", 31, "mqtt:blue")
    room.wait(7)
    assert room.session.settle("stones/blue", "table") is None
    assert room.session.book.last == 1
    room.session.answer(room.session.questions[0].id, 0)
    assert room.session.state.table["stones/blue"] == {"stone": 31}
    assert room.session.disagreements == ()


def test_what_is_known_to_differ_does_not_hide_what_is_done_meanwhile(room: Room) -> None:
    differing(room)
    room.session.submit(Take("blue", 1))
    room.session.submit(Draw("blue", {"card:b": 1}))
    room.see("mat/stones", 9)
    assert room.commands[-1] == Take("red", 2)
    assert [dict(found.table) for found in room.session.disagreements] == [{"stone": 7}]


def test_what_explains_a_disagreement_after_all_ends_it(room: Room) -> None:
    differing(room).session.submit(Skip("blue"))
    room.see("mat/stones", 3)
    assert room.commands[-1] == Take("red", 3)
    assert room.session.disagreements == ()


def test_who_forgot_to_say_that_they_skip_is_asked_when_the_next_has_acted(room: Room) -> None:
    room.see("stones/blue", 0, "mqtt:blue")
    room.see("stones/blue", 2, "mqtt:blue")
    room.wait(3)
    (question,) = room.session.questions
    assert question.readings[0].command == Skip("red")
    room.session.answer(question.id, 0)
    room.wait(0)
    assert room.commands[-3:] == [Skip("red"), Grow(""), Take("blue", 2)]


def test_a_silent_source_says_nothing_any_more(room: Room) -> None:
    differing(room).session.put(Lost("serial:red", room.now, "cable out"))
    room.session.poll()
    assert room.session.disagreements == ()
    assert [device.state for device in room.session.devices] == ["lost"]


def test_a_tray_is_the_seats_whose_pieces_it_tells_of(room: Room) -> None:
    room.session.put(Found("serial:red", room.now, "seat-tray"))
    differing(room)
    assert [(device.seat, device.state) for device in room.session.devices] == [("red", "differs")]


def test_nonsense_from_a_device_changes_nothing(room: Room) -> None:
    room.press("red", choice=99)
    room.press("red", choice=-1)
    room.session.put(Sighting("mqtt:x", "console/green", room.now, Press("confirm", 0, 1)))
    room.session.put(Sighting("mqtt:x", "nowhere", room.now, Count({"stone": 3})))
    room.session.poll()
    room.wait(20)
    assert room.session.book.last == 1
    assert room.session.disagreements == ()


def test_undo_waits_for_a_person_before_the_chore_is_done_again(room: Room) -> None:
    room.session.submit(Skip("red"))
    room.session.undo(2)
    assert room.session.state.phase.actors == ("",)
    room.session.submit(Grow(""))
    assert room.session.state.phase.actors == ("blue",)


def test_everybody_is_told_of_a_change(room: Room) -> None:
    told: list[int] = []
    room.session.changed.append(lambda: told.append(room.session.book.last))
    room.session.submit(Skip("red"))
    assert told[-1] == 3
