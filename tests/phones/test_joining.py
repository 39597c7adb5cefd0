"""A phone gets a seat by the same three goods on both screens, and by a yes at both."""

from __future__ import annotations

import pytest

from companion.web.phones.joining import GOODS, PATIENCE, SHOWN, Joining
from companion.web.phones.tokens import IDLE, LONGEST, WATCHER, Tokens
from companion.web.serving.limits import Limit


class Clock:
    """Seconds as the test tells them."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_token_is_for_one_seat(clock: Clock) -> None:
    tokens = Tokens(clock)
    red, blue = tokens.give("red"), tokens.give("blue")
    assert (tokens.seat_of(red), tokens.seat_of(blue)) == ("red", "blue")
    assert tokens.seat_of(red[:-1]) is tokens.seat_of("") is None


def test_a_second_phone_at_a_seat_ends_the_token_of_the_first(clock: Clock) -> None:
    tokens = Tokens(clock)
    first, second = tokens.give("red"), tokens.give("red")
    assert tokens.seat_of(first) is None
    assert tokens.seat_of(second) == "red"


def test_any_number_of_phones_may_watch(clock: Clock) -> None:
    tokens = Tokens(clock)
    assert {tokens.seat_of(tokens.give(WATCHER)) for _ in range(3)} == {WATCHER}


def test_a_token_nobody_uses_ends(clock: Clock) -> None:
    tokens = Tokens(clock)
    token = tokens.give("red")
    clock.now += IDLE + 1
    assert tokens.seat_of(token) is None
    assert tokens.seats() == frozenset()


def test_a_token_ends_however_often_it_is_used(clock: Clock) -> None:
    tokens = Tokens(clock)
    token = tokens.give("red")
    ends = clock.now + LONGEST
    while clock.now + IDLE / 2 < ends:
        clock.now += IDLE / 2
        assert tokens.seat_of(token) == "red"
    clock.now = ends
    assert tokens.seat_of(token) is None


HOUR = 3600


@pytest.mark.parametrize(("every", "ends"), [(2 * HOUR - 1, 12 * HOUR), (HOUR, 12 * HOUR), (2 * HOUR, 2 * HOUR)])
def test_a_token_ends_after_two_hours_unused_and_twelve_in_any_case(clock: Clock, every: int, ends: int) -> None:
    tokens, begun = Tokens(clock), clock.now
    token = tokens.give("red")
    while clock.now + every < begun + ends:
        clock.now += every
        assert tokens.seat_of(token) == "red"
    clock.now = begun + ends - 0.5
    assert "red" in tokens.seats()
    clock.now = begun + ends
    assert tokens.seat_of(token) is None


def test_a_revoked_token_is_none(clock: Clock) -> None:
    tokens = Tokens(clock)
    token, other = tokens.give("red"), tokens.give("blue")
    tokens.revoke("red")
    assert (tokens.seat_of(token), tokens.seat_of(other)) == (None, "blue")


def test_no_two_tokens_are_alike_and_none_is_kept_as_it_is(clock: Clock) -> None:
    tokens = Tokens(clock)
    given = {tokens.give(WATCHER) for _ in range(200)}
    assert len(given) == 200
    assert min(map(len, given)) >= 40
    assert not any(token in repr(vars(tokens)) for token in given)


def test_a_request_shows_three_different_goods(clock: Clock) -> None:
    joining = Joining(clock)
    shown = set()
    for _ in range(200):
        asked = joining.ask("red")
        assert asked is not None
        assert len(set(asked.goods)) == SHOWN
        shown.add(asked.goods)
        joining.end("red")
    assert len(shown) > 30
    assert {good for goods in shown for good in goods} == set(GOODS)


def test_one_phone_at_a_time_asks_for_a_seat(clock: Clock) -> None:
    joining = Joining(clock)
    first = joining.ask("red")
    assert first is not None
    assert joining.ask("red") is None
    assert joining.of(first.secret) is first
    assert joining.of("another") is None


def test_a_request_nobody_answers_ends(clock: Clock) -> None:
    joining = Joining(clock)
    asked = joining.ask("red")
    assert asked is not None
    clock.now += PATIENCE
    assert joining.of(asked.secret) is None
    assert joining.ask("red") is not None


def test_an_address_that_asks_too_often_waits(clock: Clock) -> None:
    limit = Limit(3, 1, clock)
    assert [limit.allows("guest") for _ in range(5)] == [True, True, True, False, False]
    assert limit.allows("neighbour")
    clock.now += 2
    assert [limit.allows("guest") for _ in range(3)] == [True, True, False]
