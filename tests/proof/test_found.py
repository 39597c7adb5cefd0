"""What random games have found, each on the smallest table that shows it."""

from __future__ import annotations

import pytest

from engine.constantinopolis.commands import Bid
from testkit.constantinopolis.tables import do, gold, office, table


@pytest.mark.rule("C-AUC-10", "C-LEV-04")
def test_who_overbids_against_a_leaver_and_cannot_pay_does_not_get_the_office() -> None:
    state = table("activation", "red", leavers=("blue",), options={"auction_overbid": "forfeit"})
    do(state, Bid("red", 2, gold(state, "red") + 1))
    assert (office(state, "red"), office(state, "blue"), gold(state, "red")) == (1, 2, 30)
    assert state.phase.actors == ("red",)
