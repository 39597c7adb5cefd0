"""What was worked out last is kept exactly as long as nothing it was made from has changed."""

from __future__ import annotations

import pytest

from companion.sensing.latest import Latest


def test_the_same_key_makes_nothing_anew() -> None:
    latest: Latest[list[int]] = Latest()
    made = latest.of((1, 2), lambda: [7])
    assert latest.of((1, 2), lambda: [8]) is made


def test_another_key_makes_it_anew_and_the_one_before_is_forgotten() -> None:
    latest: Latest[int] = Latest()
    assert [latest.of(key, lambda made=made: made) for key, made in ((1, 7), (2, 8), (1, 9))] == [7, 8, 9]


def test_an_error_is_raised_each_time() -> None:
    latest: Latest[int] = Latest()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            latest.of(1, lambda: 1 // 0)
    assert latest.of(1, lambda: 5) == 5
