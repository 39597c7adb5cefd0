"""What is behind the figures of Praetor's score, and what hands do in its update, drawn as things."""

from __future__ import annotations

from typing import Any

import pytest

from companion.presenters.desk import Desk
from companion.presenters.praetor.results import tied
from companion.views.common import acts
from engine.game import Standing
from engine.journal import Journal
from engine.praetor.commands import Score
from engine.praetor.game import PRAETOR
from engine.praetor.phases import Over, Refilling
from engine.praetor.zones import RESOURCES
from testkit.praetor.desks import desk_in


@pytest.fixture(scope="module")
def desk() -> Desk:
    """A game of five that is over."""
    return desk_in(Over)


def opened(desk: Desk, seat: str, category: str) -> Any:
    """A figure of the score, opened."""
    desk.do(acts.Open("score"))
    desk.do(acts.Pick(f"{seat} {category}"))
    return desk.view().body.opened


def before_the_end(desk: Desk) -> Journal:
    """The same game before it was counted."""
    again = Journal(PRAETOR, desk.source.state.setup)
    for entry in desk.source.journal:
        if isinstance(entry.command, Score):
            return again
        again.submit(entry.command, "replay")
    raise AssertionError("the game was not counted")


def test_all_that_was_owned_is_shown_with_the_gold_it_came_to(desk: Desk) -> None:
    before = before_the_end(desk).state
    for seat in desk.source.names:
        found, me = opened(desk, seat, "gold"), before.seats[seat]
        owned = [count for piece in RESOURCES if (count := before.zones[me.store[piece]].get(piece, 0))]
        assert [int(each.owned) for each in found.exchanged] == owned
        gold = sum(int(each.became) for each in found.exchanged)
        assert found.lines[0][0].text == f"{gold} gold in all; 10 gold are 1 favor"
        assert found.figure == str(gold // 10)


@pytest.mark.parametrize("category", ["workers", "morale"])
def test_the_lines_behind_a_figure_of_the_end_add_up_to_it(desk: Desk, category: str) -> None:
    for seat in desk.source.names:
        found = opened(desk, seat, category)
        assert sum(int(line[0].figure.replace("−", "-")) for line in found.lines) == int(found.figure.replace("−", "-"))


def test_the_lines_behind_a_figure_do_not_name_whose_it_is(desk: Desk) -> None:
    for seat, name in desk.source.names.items():
        assert name not in [getattr(part, "text", "") for line in opened(desk, seat, "people").lines for part in line]


def test_a_die_that_rises_is_drawn_as_it_was_and_as_it_is() -> None:
    desk = desk_in(Refilling, since=4)
    desk.do(acts.Pick("return"))
    moved = [hand.moves for hand in desk.view().body.hands if hand.moves]
    risen = [(each.before.pips, each.die.pips) for each in moved if each.before]
    assert len(risen) > 1
    assert all(after == before + 1 for before, after in risen)
    assert [each.before for each in moved if each.die.pips == 6][-1] is None, "who retires is not turned again"


def test_wages_are_drawn_as_coins() -> None:
    desk = desk_in(Refilling, since=4)
    desk.do(acts.Pick("pay"))
    hand = desk.view().body.hands[0]
    assert (hand.number, hand.title) == (1, f"To the bank: {hand.coins} gold")


def test_a_tie_that_morale_decides_has_a_minus_as_wide_as_a_figure():
    first, second = (Standing(seat, place, -56, {}, ties) for seat, place, ties in (("a", 1, (2,)), ("b", 2, (-10,))))
    assert tied((first, second), {"a": "Anna", "b": "Bruno"}) == (
        "Anna and Bruno both have −56. Higher morale decides: 2 to −10."
    )
