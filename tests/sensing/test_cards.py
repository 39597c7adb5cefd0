"""Cards are read by what the camera guesses and by what the pile can still hold."""

from __future__ import annotations

import pytest

from companion.sensing.cards import Hand, hands
from companion.sensing.likelihood import less, same, score, tally_of
from engine.sighting import Count, Guess, Pieces, Press, Seen, Weight
from testkit.nim import POLICY


def pieces(*shares: dict[str, float]) -> Pieces:
    return Pieces(tuple(Seen(tuple(Guess(face, share) for face, share in each.items())) for each in shares))


def test_a_sure_card_in_the_pile_is_itself() -> None:
    assert hands(pieces({"a": 1.0}), {"a": 2, "b": 1}, 0.01) == [Hand({"a": 1}, 1.0)]


def test_what_the_pile_no_longer_holds_is_left_out() -> None:
    (only,) = hands(pieces({"a": 0.9, "b": 0.1}), {"b": 1}, 0.01)
    assert only.cards == {"b": 1}
    assert only.share == pytest.approx(0.1)


def test_two_alike_need_two_in_the_pile() -> None:
    found = hands(pieces({"a": 0.8, "b": 0.2}, {"a": 0.8, "b": 0.2}), {"a": 1, "b": 5}, 0.01)
    assert [hand.cards for hand in found] == [{"a": 1, "b": 1}, {"b": 2}]


def test_ways_that_give_the_same_cards_add_up() -> None:
    best = hands(pieces({"a": 0.5, "b": 0.5}, {"a": 0.5, "b": 0.5}), {"a": 2, "b": 2}, 0.01)[0]
    assert best == Hand({"a": 1, "b": 1}, 0.5)


def test_cards_nobody_can_place_give_no_way() -> None:
    assert hands(pieces({"z": 1.0}), {"a": 1}, 0.01) == []


def test_thirteen_doubtful_cards_are_still_read_at_once() -> None:
    doubtful = dict.fromkeys("abcde", 0.2)
    assert hands(pieces(*[doubtful] * 13), dict.fromkeys("abcde", 13), 0.01)[0].share > 0


@pytest.mark.parametrize(
    ("reading", "right", "wrong"),
    [
        (Weight(17), {"gold": 17}, {"gold": 19}),
        (Count({"G": 2}), {"G": 2}, {"G": 3}),
        (Count({"G": 2}, doubt=0.4), {"G": 2}, {"G": 2, "B": 1}),
        (pieces({"a": 0.9, "b": 0.1}), {"a": 1}, {"b": 1}),
        (pieces({"a": 0.9}), {"a": 1}, {"a": 2}),
    ],
)
def test_a_reading_fits_what_lies_there_best(reading: object, right: dict[str, int], wrong: dict[str, int]) -> None:
    assert score(reading, right, POLICY) > score(reading, wrong, POLICY)  # type: ignore[arg-type]


def test_a_press_says_nothing_about_pieces() -> None:
    assert score(Press("confirm"), {"G": 1}, POLICY) == 0
    assert tally_of(Press("confirm")) == {}


def test_differences_of_tallies_go_both_ways_and_know_no_zeros() -> None:
    assert less({"G": 2, "B": 1}, {"G": 3, "B": 1}) == {"G": -1}
    assert same({"G": 2, "B": 0}, {"G": 2})
