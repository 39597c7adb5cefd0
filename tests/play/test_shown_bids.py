"""Bids are read as they lie and grow: what lies beside the cards that were read is the raise."""

from __future__ import annotations

import pytest

from companion.host.opening import new_session, unkept
from companion.play.session import Session
from engine.byzanz.auction import Bid, LayOut, Pass
from engine.byzanz.editions import edition
from engine.byzanz.selling import Sell
from engine.byzanz.setup import Setup
from engine.journal import Journal, Undo
from engine.sighting import Guess, Pieces, Seen, Sighting

FIELD = "mat/bid"
LOT = {"card:OL1": 2, "card:OL2": 2, "card:CL1": 2}


class Table:
    """A game in its first auction with a clock of its own; red speaks first, then blue, then green."""

    def __init__(self, book: Journal | None = None, **chosen: str) -> None:
        self.now = 0.0
        setup = Setup(("red", "blue", "green"), ("Anna", "Bruno", "Carla"), "green", edition(chosen))
        clock = lambda: self.now  # noqa: E731
        self.session: Session = new_session(book or unkept("byzanz", setup), seconds=clock, clock=clock)
        if book is None:
            self.session.submit(LayOut("", LOT))

    def lay(self, *faces: str, source: str = "camera", share: float = 0.99) -> None:
        """These cards lie in the field now, and a second goes by."""
        seen = Pieces(tuple(Seen((Guess(f"card:{face}", share),)) for face in faces))
        self.session.put(Sighting(source, FIELD, self.now, seen))
        self.wait(1.0)

    def wait(self, seconds: float) -> None:
        self.session.poll()
        self.now += seconds
        self.session.poll()

    @property
    def last(self) -> object:
        return self.session.journal[-1].command


@pytest.fixture
def table() -> Table:
    """Red has bid a grain of 1, blue a wine of 2, and both lie in the field."""
    table = Table()
    table.lay("GR1")
    assert table.last == Bid("red", {"card:GR1": 1})
    table.lay("GR1", "WI2")
    assert table.last == Bid("blue", {"card:WI2": 1})
    return table


def test_a_bid_that_lies_there_is_not_read_again(table: Table) -> None:
    before = table.session.book.last
    table.wait(10.0)
    table.lay("WI2", "GR1")
    table.wait(10.0)
    assert table.session.book.last == before
    assert not table.session.questions
    assert FIELD not in table.session.to_clear


def test_a_card_laid_beside_ones_bid_is_the_raise(table: Table) -> None:
    table.lay("GR1", "WI2", "SP3")
    assert table.last == Bid("green", {"card:SP3": 1})
    table.lay("GR1", "WI2", "SP3", "CL3")
    assert table.last == Bid("red", {"card:CL3": 1})
    assert table.session.state.table["bid/red"] == {"card:GR1": 1, "card:CL3": 1}
    assert table.session.state.phase.best == 4


def test_a_raise_that_is_too_low_books_nothing(table: Table) -> None:
    table.lay("GR1", "WI2", "SP1")
    table.wait(10.0)
    assert table.last == Bid("blue", {"card:WI2": 1})


def test_a_raise_of_a_face_that_lies_there_already_is_read(table: Table) -> None:
    table.session.submit(Bid("green", {"card:SP3": 1}))
    table.lay("GR1", "WI2", "WI2", "GR1")
    assert table.last == Bid("red", {"card:GR1": 1, "card:WI2": 1})
    assert table.session.state.phase.best == 4


def test_a_card_taken_away_books_nothing_and_asks_for_the_field_to_be_cleared(table: Table) -> None:
    table.lay("GR1")
    assert table.session.to_clear == {FIELD}
    table.lay("GR1", "OL4")
    table.wait(10.0)
    assert table.last == Bid("blue", {"card:WI2": 1})
    table.lay("GR1", "WI2", "OL4")
    assert table.last == Bid("green", {"card:OL4": 1})


def test_bids_may_be_taken_before_their_owners_and_only_what_is_added_is_shown(table: Table) -> None:
    table.lay()
    assert FIELD not in table.session.to_clear
    table.lay("GR1", "WI3")
    assert table.last == Bid("green", {"card:GR1": 1, "card:WI3": 1})


def test_who_passes_takes_the_bid_up_and_the_others_lie_on(table: Table) -> None:
    table.session.submit(Bid("green", {"card:SP3": 1}))
    table.session.submit(Pass("red"))
    table.lay("WI2")
    assert FIELD not in table.session.to_clear
    table.lay("WI2", "CL2")
    assert table.last == Bid("blue", {"card:CL2": 1})
    assert table.session.state.phase.best == 4


def test_a_bid_that_was_passed_may_lie_on_and_is_nobodys(table: Table) -> None:
    table.session.submit(Bid("green", {"card:SP3": 1}))
    table.session.submit(Pass("red"))
    table.lay("GR1", "WI2", "CL2")
    assert table.last == Bid("blue", {"card:CL2": 1})


def test_when_the_lot_is_won_the_field_is_to_be_cleared(table: Table) -> None:
    table.session.submit(Pass("green"))
    table.session.submit(Pass("red"))
    assert table.session.to_clear == {FIELD}
    table.lay()
    assert table.session.to_clear == frozenset()


def test_a_raise_in_doubt_is_asked(table: Table) -> None:
    doubtful = Seen((Guess("card:SP3", 0.55), Guess("card:SP4", 0.43)))
    lying = (Seen((Guess(f"card:{face}", 0.99),)) for face in ("GR1", "WI2"))
    table.session.put(Sighting("camera", FIELD, table.now, Pieces((*lying, doubtful))))
    table.wait(3.0)
    (question,) = table.session.questions
    proposed = [each.command for each in question.readings]
    assert proposed == [Bid("green", {"card:SP3": 1}), Bid("green", {"card:SP4": 1})]


def test_a_bid_taken_back_is_not_read_again_while_it_lies_there(table: Table) -> None:
    table.session.undo(table.session.book.live[-2])
    last = table.session.book.last
    table.wait(10.0)
    assert isinstance(table.last, Undo)
    assert table.session.book.last == last


def test_a_sale_beside_a_standing_bid_is_not_disturbed(table: Table) -> None:
    table.session.submit(Sell("red", {"card:WI1": 3}))
    table.lay("GR1", "WI2", "SP3")
    assert table.last == Bid("green", {"card:SP3": 1})


def test_a_picture_that_shows_less_was_taken_after_the_field_was_cleared(table: Table) -> None:
    table.session.show(
        "camera:phone", [Sighting("camera:phone", FIELD, table.now, Pieces((Seen((Guess("card:OL4", 0.99),)),)))]
    )
    table.wait(1.0)
    assert table.last == Bid("green", {"card:OL4": 1})


# --- bids that were booked before they were laid ---


def test_a_bid_that_was_tapped_first_is_laid_beside_the_others_and_is_its_own(table: Table) -> None:
    table.session.submit(Bid("green", {"card:SP3": 1}))
    last = table.session.book.last
    table.lay("GR1", "WI2", "SP3")
    table.wait(10.0)
    assert table.session.book.last == last
    table.lay("GR1", "WI2", "SP3", "CL3")
    assert table.last == Bid("red", {"card:CL3": 1})


def test_bids_that_lie_there_when_the_program_is_started_again_are_known() -> None:
    table = Table()
    for command in (Bid("red", {"card:GR3": 1}), Bid("blue", {"card:WI4": 1})):
        table.session.submit(command)
    again = Table(table.session.book)
    again.lay("WI4", "GR3")
    again.wait(10.0)
    assert again.last == Bid("blue", {"card:WI4": 1})
    again.lay("WI4", "GR3", "SP3", "SP2")
    assert again.last == Bid("green", {"card:SP2": 1, "card:SP3": 1})


# --- raises of other cards ---


def test_where_bids_are_composed_anew_other_cards_are_the_whole_bid() -> None:
    table = Table(raise_mode="recompose")
    for laid in (["GR1"], ["GR1", "WI2"], ["GR1", "WI2", "SP3"]):
        table.lay(*laid)
    assert table.last == Bid("green", {"card:SP3": 1})
    table.lay("WI2", "SP3", "CL4")
    assert table.last == Bid("red", {"card:CL4": 1})
    assert table.session.state.table["bid/red"] == {"card:CL4": 1}


def test_where_bids_are_composed_anew_a_card_may_be_laid_beside_the_old_ones_too() -> None:
    table = Table(raise_mode="recompose")
    for laid in (["GR1"], ["GR1", "WI2"], ["GR1", "WI2", "SP3"]):
        table.lay(*laid)
    table.wait(10.0)
    assert table.last == Bid("green", {"card:SP3": 1})
    table.lay("GR1", "WI2", "SP3", "CL3")
    assert table.last == Bid("red", {"card:CL3": 1, "card:GR1": 1})
    table.lay("GR1", "WI2", "SP3", "CL3", "OL3")
    assert table.last == Bid("blue", {"card:WI2": 1, "card:OL3": 1})
