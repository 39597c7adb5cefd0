"""A rule is carried by code, not by a mention; and its tests must reach that code."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.titles import BUILT_IN, rulebook_of
from tools.rules import KEEPS, PRINTS, SAYS, Carrier, carried, holes, in_code, in_tests
from tools.rules_proof import Seen, proved, unproven, witnessed

FILE = Path("auction.py")


def how(text: str) -> list[tuple[str, str, str]]:
    return [(rule, carrier.name, carrier.how) for rule, carrier in carried(FILE, text)]


@pytest.mark.parametrize("text", ['"""C-AUC-01."""', "x = 1  # C-AUC-01", 'def f():\n    "why"\n    "C-AUC-01"'])
def test_a_mention_in_a_comment_or_in_the_docstring_of_a_module_carries_nothing(text: str) -> None:
    assert how(text) == []


def test_a_string_in_a_statement_says_a_rule() -> None:
    assert how('def needs_bid():\n    yield False, "C-AUC-07"') == [("C-AUC-07", "needs_bid", SAYS)]
    assert how('WHY = {"board": "C-SET-02"}') == [("C-SET-02", "", SAYS)]


def test_the_docstring_of_a_function_keeps_a_rule_and_that_of_a_class_prints_it() -> None:
    assert how('def f():\n    """By C-LIC-01 to C-LIC-02."""') == [("C-LIC-01", "f", KEEPS), ("C-LIC-02", "f", KEEPS)]
    assert how('class Market:\n    """C-CMP-10."""') == [("C-CMP-10", "Market", PRINTS)]


def test_a_rule_without_code_and_one_without_a_test_are_holes() -> None:
    code = {"C-AUC-01": [Carrier(FILE, "bid", SAYS)]}
    found = holes(["C-AUC-01", "C-AUC-02"], code, {"C-AUC-02": ["test_auction"], "C-AUC-09": ["test_auction"]})
    assert found == ["C-AUC-09: in a test, not in the rulebook", "C-AUC-02: no code", "C-AUC-01: no test"]


@pytest.mark.parametrize("game", BUILT_IN)
def test_no_rule_of_a_game_lacks_its_code_or_its_test(game: str) -> None:
    rulebook = rulebook_of(game)
    assert holes(rulebook, in_code(game), in_tests(game)) == []


def test_a_sentence_of_the_needs_is_proved_by_a_refusal_and_not_by_a_call() -> None:
    needs = [Carrier(FILE, "needs_bid", SAYS)]
    called = {(str(FILE), "needs_bid")}
    assert proved("C-AUC-07", needs, Seen({"C-AUC-07"}, set()))
    assert not proved("C-AUC-07", needs, Seen(set(), called))
    assert not proved("C-AUC-07", needs, None)


def test_a_function_that_keeps_a_rule_is_proved_by_a_call_also_of_what_it_made() -> None:
    keeps = {"C-GEN-09": [Carrier(FILE, "plain", KEEPS)]}
    assert unproven(keeps, {"C-GEN-09": Seen(set(), {(str(FILE), "plain.<locals>.offers")})}) == []
    assert unproven(keeps, {"C-GEN-09": Seen(set(), {(str(FILE), "plainly")})}) == ["C-GEN-09"]


@pytest.mark.slow
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_tests_of_every_rule_reach_the_code_that_carries_it(game: str) -> None:
    assert unproven(in_code(game), witnessed(game)) == []
