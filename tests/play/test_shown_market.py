"""The market seen by camera: what is given to it and taken from it is entered; what is in doubt is asked."""

from __future__ import annotations

from companion.host.opening import new_session, unkept
from companion.play.session import Session
from companion.sensing.doubt import Counted
from engine.byzanz.auction import Bid, GiveToMarket, LayOut, Pass
from engine.byzanz.limit import Discard
from engine.byzanz.market import PickGood
from engine.byzanz.phases import Bidding
from engine.byzanz.setup import Setup
from engine.sighting import Count, Guess, Pieces, Seen, Sighting

SEATS = ("red", "blue", "green")


class Table:
    """A game with a clock of its own; of three, red wins the first lot for GR1."""

    def __init__(self, seats: tuple[str, ...] = SEATS) -> None:
        self.now = 0.0
        book = unkept("byzanz", Setup(seats, tuple(seat.title() for seat in seats), seats[-1]))
        self.session: Session = new_session(book, seconds=lambda: self.now, clock=lambda: self.now)
        self.see()
        if seats != SEATS:
            return
        lot = {"card:OL1": 2, "card:OL2": 2, "card:CL1": 2}
        for command in (LayOut("", lot), Bid("red", {"card:GR1": 1}), Pass("blue"), Pass("green")):
            self.session.submit(command)

    def see(self, doubts: tuple[str, ...] = (), **cards: int) -> None:
        tally = {f"card:{face}": count for face, count in cards.items()}
        reading = Count(tally, 1.0 if doubts else 0.0, {f"card:{face}": 1.0 for face in doubts})
        self.session.put(Sighting("camera", "market", self.now, reading))
        self.session.poll()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.session.poll()

    def doubt(self) -> None:
        """How many cards of the first column lie there is asked."""
        self.see(GR1=1)
        self.wait(1.0)
        self.see(("CL1", "CL2", "CL3", "CL4"), GR1=1, CL1=1)
        self.wait(3.0)

    @property
    def last(self) -> object:
        return self.session.journal[-1].command


def test_the_card_a_winner_adds_to_the_market_is_their_gift() -> None:
    table = Table()
    table.see(GR1=1)
    table.wait(1.0)
    table.see(GR1=1, CL1=1)
    table.wait(1.0)
    assert table.last == GiveToMarket("red", "card:CL1")
    assert not table.session.disagreements


def test_a_gift_waits_until_the_hand_is_done() -> None:
    table = Table()
    table.see(CL1=1)
    table.wait(1.0)
    assert table.last == Pass("green")


def test_a_gift_in_doubt_is_asked() -> None:
    table = Table()
    table.doubt()
    assert table.last == Pass("green")
    (question,) = table.session.questions
    choices = [proposed.command for proposed in question.readings]
    assert Counted("market", "card:CL1", 1) in choices
    table.session.answer(question.id, choices.index(Counted("market", "card:CL1", 1)))
    table.wait(1.0)
    assert table.last == GiveToMarket("red", "card:CL1")


def picking() -> Table:
    """All three lots are won; red holds the lowest offer card and picks first."""
    table = Table()
    table.see(GR1=1, CL1=1)
    table.wait(1.0)
    for command in (
        Discard("red", {"card:OL1": 1}),
        LayOut("", {"card:SP1": 2, "card:SP2": 2}),
        Bid("blue", {"card:GR2": 1}),
        Pass("green"),
        GiveToMarket("blue", "card:SP2"),
        LayOut("", {"card:WI1": 1, "card:WI2": 1}),
        GiveToMarket("green", "card:WI2"),
    ):
        table.session.submit(command)
    table.see(GR1=1, CL1=1, GR2=1, SP2=1, WI2=1)
    table.wait(1.0)
    assert not table.session.disagreements
    return table


def test_the_column_a_player_takes_is_their_pick() -> None:
    table = picking()
    table.see(CL1=1, SP2=1, WI2=1)
    table.wait(2.0)
    assert table.last == PickGood("green", "GR")


def test_half_a_column_is_no_pick_yet() -> None:
    table = picking()
    table.see(GR2=1, CL1=1, SP2=1, WI2=1)
    table.wait(1.0)
    assert table.last == GiveToMarket("green", "card:WI2")


def last_lot() -> Table:
    """Five players; four lots are won for GR1 each, and the last card goes straight to the market."""
    table = Table(("red", "blue", "green", "yellow", "black"))
    session = table.session
    for lot in ({"card:OL1": 5}, {"card:SP1": 4}, {"card:WI1": 3}, {"card:CL1": 2}):
        session.submit(LayOut("", lot))
        opener = session.state.phase.due
        session.submit(Bid(opener, {"card:GR1": 1}))
        while isinstance(session.state.phase, Bidding):
            session.submit(Pass(session.state.phase.due))
        session.submit(GiveToMarket(opener, min(lot)))
    table.see(GR1=4, OL1=1, SP1=1, WI1=1, CL1=1)
    return table


def test_a_card_shown_on_its_way_to_the_market_does_not_lie_there_yet() -> None:
    table = last_lot()
    shown = Pieces((Seen((Guess("card:WO3", 0.99),)),))
    table.session.put(Sighting("camera", "mat/lot", table.now, shown))
    table.wait(1.0)
    assert table.last == LayOut("", {"card:WO3": 1})
    assert table.session.state.table["market"]["card:WO3"] == 1


def test_a_market_kept_beside_the_mat_is_no_disagreement() -> None:
    table = Table()
    table.session.submit(GiveToMarket("red", "card:CL1"))
    table.see(("CL1", "CL2"))
    table.wait(20.0)
    assert not table.session.disagreements
    assert not table.session.questions


def test_a_market_once_used_and_left_empty_is_asked_about() -> None:
    table = Table()
    table.see(GR1=1)
    table.wait(1.0)
    table.see()
    table.wait(20.0)
    assert [question.zone for question in table.session.questions] == ["market"]
