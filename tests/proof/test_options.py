"""Every value of every option has a test that fails where another value stands in its place."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.constantinopolis.editions import OPTIONS
from tests.proof.swapped import tells_apart


@pytest.mark.parametrize("option", OPTIONS)
def test_each_value_of_an_option_is_told_from_the_others(option: str) -> None:
    alike = [pair for pair in permutations(OPTIONS[option], 2) if not tells_apart(option, *pair)]
    assert alike == []


def test_a_value_is_not_told_from_itself() -> None:
    assert tells_apart("auction_coins", "stay", "stay") == ""
