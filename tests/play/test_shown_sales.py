"""A set that is sold is shown in its field: the cards say what is sold, the seller's tray or an answer who sells."""

from __future__ import annotations

from companion.host.opening import new_session, unkept
from companion.play.session import Session
from engine.byzanz.auction import Bid, LayOut, Pass
from engine.byzanz.selling import Sell
from engine.byzanz.setup import Setup
from engine.event import Turned
from engine.journal import Correct
from engine.sighting import Guess, Pieces, Press, Seen, Sighting

SET = ("card:WI1", "card:WI2", "card:ME")
SOLD = {"card:ME": 1, "card:WI1": 1, "card:WI2": 1}
SEATS = ("red", "blue", "green")
FIELD = "mat/set"


class Table:
    """A game in its first auction with a clock of its own; red leads, and blue is asked."""

    def __init__(self) -> None:
        self.now = 0.0
        book = unkept("byzanz", Setup(SEATS, ("Anna", "Bruno", "Carla"), "green"))
        self.session: Session = new_session(book, seconds=lambda: self.now, clock=lambda: self.now)
        lot = {"card:OL1": 2, "card:OL2": 2, "card:CL1": 2}
        for command in (LayOut("", lot), Bid("red", {"card:GR1": 1})):
            self.session.submit(command)

    def lay(self, *cards: str, share: float = 0.99) -> None:
        objects = tuple(Seen((Guess(card, share),)) for card in cards)
        self.session.put(Sighting("camera", FIELD, self.now, Pieces(objects)))
        self.session.poll()

    def doubt(self) -> None:
        """Blue sells, and of one of the three cards it is asked which it is."""
        doubtful = Seen((Guess("card:WI1", 0.6), Guess("card:WI2", 0.38)))
        sure = (Seen((Guess(card, 0.99),)) for card in ("card:WI2", "card:ME"))
        self.session.put(Sighting("camera", FIELD, self.now, Pieces((doubtful, *sure))))
        self.session.poll()
        self.press("blue")
        self.wait(3.0)

    def press(self, seat: str) -> None:
        """The seat chooses `sell` on its tray."""
        menu = self.session.menu(seat)
        press = Press("confirm", menu.items.index("sell …"), menu.about)
        self.session.put(Sighting(f"serial:{seat}", f"seat/{seat}", self.now, press))
        self.session.poll()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.session.poll()

    def said(self, *seats: str) -> None:
        """These hands are known, and hold no set."""
        for seat, cards in zip(seats, (("CL3", "SP3", "GR3", "OL3"), ("CL4", "SP4", "GR4", "OL4")), strict=False):
            unknown = self.session.state.table[f"hand/{seat}"]["card:?"]
            shifts = (Turned("card:?", f"card:{card}", 1, f"hand/{seat}", "") for card in cards[:unknown])
            self.session.submit(Correct("", tuple(shifts)))


def test_cards_that_several_may_sell_wait_for_the_sellers_tray() -> None:
    table = Table()
    table.lay(*SET)
    table.wait(1.0)
    assert table.session.journal[-1].command == Bid("red", {"card:GR1": 1})
    table.press("green")
    assert table.session.journal[-1].command == Sell("green", SOLD)
    assert table.session.journal[-1].origin == "serial:green"
    assert table.session.to_clear == {FIELD}


def test_a_tray_that_was_pressed_first_says_whose_cards_are_laid() -> None:
    table = Table()
    table.press("blue")
    table.lay(*SET)
    table.wait(0.5)
    assert table.session.journal[-1].command == Sell("blue", SOLD)
    assert table.session.journal[-1].origin == "camera"


def test_without_a_tray_it_is_asked_who_sells() -> None:
    table = Table()
    table.lay(*SET)
    table.wait(2.5)
    (question,) = table.session.questions
    assert sorted(each.command.seat for each in question.readings) == sorted(SEATS)
    assert all(each.command.cards == SOLD for each in question.readings)
    table.session.answer(question.id, 1)
    assert table.session.journal[-1].command == question.readings[1].command
    assert table.session.state.table[f"profit/{question.readings[1].command.seat}"] == {"card:WI2": 1}


def test_cards_that_only_one_hand_can_hold_are_sold_as_they_lie() -> None:
    table = Table()
    table.said("red", "green")
    table.lay(*SET)
    table.wait(0.5)
    assert table.session.journal[-1].command == Sell("blue", SOLD)


def test_cards_that_are_no_set_sell_nothing() -> None:
    table = Table()
    last = table.session.book.last
    table.lay("card:WI1", "card:WI2", "card:SP1")
    table.wait(5.0)
    table.press("blue")
    assert (table.session.book.last, table.session.questions) == (last, ())


def test_a_set_that_was_read_is_picked_up_before_the_next_is_shown() -> None:
    table = Table()
    table.press("blue")
    table.lay(*SET)
    table.wait(0.5)
    last = table.session.book.last
    table.press("red")
    table.wait(5.0)
    assert table.session.book.last == last
    table.session.put(Sighting("camera", FIELD, table.now, Pieces(())))
    table.session.submit(Pass("blue"))
    table.press("red")
    table.lay("card:SP1", "card:SP2", "card:ME")
    table.wait(0.5)
    assert table.session.journal[-1].command == Sell("red", {"card:ME": 1, "card:SP1": 1, "card:SP2": 1})
