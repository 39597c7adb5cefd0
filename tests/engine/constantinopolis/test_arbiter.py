"""The arbiter's answers."""

from __future__ import annotations

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis.arbiter import Reading, answer, choices, rulebook, why
from tests.engine.constantinopolis.players import LIVELY, game
from tests.engine.constantinopolis.tables import table

mark = pytest.mark


def test_an_allowed_purchase_tells_what_it_costs_and_brings() -> None:
    found = answer(table(), c.Build("red", "pistrinum"))
    assert found.ruling.allowed
    assert found.cost == 6
    assert found.changes["red"] == {"gold": {"gold": -6}, "buildings": {"pistrinum": 1}, "level": {"level": 1}}


def test_a_refusal_tells_its_rule_its_numbers_and_where_it_is_printed() -> None:
    found = answer(table(red={"gold": 9}), c.Build("red", "cura"))
    assert (found.ruling.rule, found.facts) == ("C-GEN-06", {"cost": 16, "gold": 9})
    assert found.rule is not None
    assert set(found.rule.place) == {"it", "en", "es"}
    assert "debt" in found.sentence("en")


def test_an_answer_tells_which_option_would_change_it_and_what_other_editions_say() -> None:
    state = table("activation", blue={"buildings": ("wall-auction",)})
    found = answer(state, c.Bid("red", 2, 1))
    assert (found.ruling.rule, found.options) == ("C-AUC-09", {"auction_wall_step": ("raise_only",)})
    assert found.editions["english"] == Reading(True)
    assert found.editions["author"] == Reading(False, "C-AUC-09")


def test_asking_changes_nothing() -> None:
    state = table(red={"goods": "GG", "buildings": ("caupona",)})
    before, phase = state.table.copy(), state.phase
    answer(state, c.Use("red", "caupona"))
    assert (state.table, state.phase) == (before, phase)


def test_a_range_tells_the_rules_that_stop_at_its_ends() -> None:
    choice = next(choice for choice in choices(table("activation"), "red") if choice.kind == "Bid")
    assert (choice.least, choice.most, choice.below, choice.above) == (1, 30, "C-AUC-07", "C-AUC-10")


def test_every_payment_of_a_game_is_explained_by_a_rule() -> None:
    journal = game(3, 1, LIVELY)
    reasons = why(journal.entries, "treasury/black")
    assert reasons
    assert all(reason.event.why in rulebook() for reason in reasons)
    paid = next(reason for reason in reasons if isinstance(reason.command, c.Build))
    assert paid.event.why == "C-BLD-04"


def test_every_event_and_refusal_rests_on_a_rule_of_the_book() -> None:
    journal = game(4, 2, LIVELY)
    assert {event.why for entry in journal.entries for event in entry.events} <= set(rulebook())
