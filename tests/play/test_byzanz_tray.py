"""A tray before a seat of Byzanz: its dial bids and sells card by card, its pass button passes and sells."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from companion.host.opening import new_session, unkept
from companion.host.trays import Trays
from companion.host.wiring import Wiring
from companion.play.labels import LINE, _labels, label
from companion.play.reports import Refusal
from companion.play.session import Session
from companion.wording import wording
from devices.virtual import VirtualTray
from engine.byzanz.auction import Bid, GiveToMarket, LayOut, Pass
from engine.byzanz.game import BYZANZ
from engine.byzanz.selling import Sell
from engine.byzanz.setup import Setup
from engine.event import Turned
from engine.game import Command
from engine.journal import Correct, Entry

GAME = "byzanz"
LOT = {"card:OL1": 2, "card:OL2": 2, "card:CL1": 2}
LANGUAGES = pytest.mark.parametrize("language", ["it", "es", "de"])


class Table:
    """A game in its first auction with a tray before blue; red leads with one, and blue is asked."""

    def __init__(self) -> None:
        setup = Setup(("red", "blue", "green"), ("Anna", "Bruno", "Carla"), "green")
        self.tray = VirtualTray("blue", settle=0.02, travel=0.001)
        self.trays = Trays(Wiring(serial=(self.tray.serve_pty(),), trays={self.tray.id: 2}))
        self.session: Session = new_session(unkept(GAME, setup), show=self.trays.show)
        self.trays.watch(self.session)
        hand = tuple(Turned("card:?", f"card:{face}", 1, "hand/blue", "") for face in ("WI1", "WI2", "ME", "OL3"))
        for command in (LayOut("", LOT), Bid("red", {"card:GR1": 1}), Correct("blue", hand)):
            assert isinstance(self.session.submit(command), Entry)

    def until(self, holds: Callable[[], bool], seconds: float = 20.0) -> None:
        end = time.monotonic() + seconds
        while not holds():
            self.trays.poll()
            self.session.poll()
            assert time.monotonic() < end, (self.session.devices, self.tray.menu)
            time.sleep(0.002)

    def shows(self, *items: str) -> None:
        """Wait until the display lists all of these."""
        self.until(lambda: set(items) <= set(self.items()))

    def items(self) -> tuple[str, ...]:
        menu = self.tray.menu
        return menu.items if menu is not None and isinstance(menu.items, tuple) else ()

    def dial(self, *items: str) -> None:
        """Turn the dial to each item once it is shown, and confirm it."""
        for item in items:
            self.shows(item)
            before = self.tray.menu
            self.tray.press("confirm", self.items().index(item))
            self.until(lambda before=before: self.tray.menu != before)

    def booked(self, command: Command) -> Entry:
        self.until(lambda: self.session.journal[-1].command == command)
        return self.session.journal[-1]

    def close(self) -> None:
        self.trays.close()
        self.tray.close()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()
    wording.speak("en")


def test_a_bid_is_dialled_card_by_card(table: Table) -> None:
    table.dial("bid …", "WI2", "WI1", "that is all")
    entry = table.booked(Bid("blue", {"card:WI1": 1, "card:WI2": 1}))
    assert entry.origin.startswith("serial")
    assert table.session.state.phase.best == 3


def test_no_merchant_is_offered_for_a_bid_and_one_is_for_a_sale(table: Table) -> None:
    table.dial("bid …")
    table.shows("that is all")
    assert "ME" not in table.items()
    table.tray.press("pass")
    table.dial("sell …")
    table.shows("that is all", "ME")


def test_the_pass_button_leads_back_from_the_cards_and_then_passes(table: Table) -> None:
    table.dial("bid …", "WI2")
    table.tray.press("pass")
    table.shows("bid …")
    assert table.session.journal[-1].command != Pass("blue")
    table.tray.press("pass")
    assert table.booked(Pass("blue")).origin.startswith("serial")
    assert table.session.state.phase.due == "green"


def test_a_sale_is_dialled_card_by_card_out_of_turn(table: Table) -> None:
    table.session.submit(Bid("blue", {"card:OL3": 1}))
    assert table.session.state.phase.due == "green"
    table.dial("sell …", "WI1", "WI2", "ME", "that is all")
    table.booked(Sell("blue", {"card:ME": 1, "card:WI1": 1, "card:WI2": 1}))
    assert table.session.state.table["profit/blue"] == {"card:WI2": 1}
    assert table.session.state.phase.due == "green"


def test_where_there_is_nothing_to_pass_the_pass_button_opens_the_sale_and_leads_back(table: Table) -> None:
    table.session.submit(Bid("blue", {"card:OL3": 1}))
    table.shows("sell …")
    assert table.session.state.phase.due == "green"
    table.tray.press("pass")
    table.shows("WI1", "that is all")
    table.tray.press("pass")
    table.shows("sell …")
    table.tray.press("pass")
    table.dial("WI1", "WI2", "ME", "that is all")
    table.booked(Sell("blue", {"card:ME": 1, "card:WI1": 1, "card:WI2": 1}))


def test_a_sale_that_is_no_set_is_refused_and_books_nothing(table: Table) -> None:
    last = table.session.book.last
    table.dial("sell …", "WI1", "OL3", "WI2", "that is all")
    table.until(lambda: isinstance(table.session.note, Refusal))
    assert table.session.book.last == last


def test_the_card_for_the_market_is_taken_off_the_dial(table: Table) -> None:
    table.dial("bid …", "OL3", "that is all")
    table.booked(Bid("blue", {"card:OL3": 1}))
    for seat in ("green", "red"):
        table.session.submit(Pass(seat))
    table.dial("give to market CL1")
    table.booked(GiveToMarket("blue", "card:CL1"))


def test_the_dial_speaks_the_language_in_force(table: Table) -> None:
    wording.speak("it")
    table.session.reword()
    table.shows("offri …", "passa")


@LANGUAGES
def test_every_command_of_the_game_has_words(language: str) -> None:
    assert {command.__name__ for command in BYZANZ.commands} == _labels(GAME)["commands"][language].keys()


@LANGUAGES
def test_a_display_is_asked_for_no_accents_and_no_more_than_a_line(language: str) -> None:
    for words in (_labels(GAME)["commands"][language], _labels(GAME)["words"][language]):
        assert all(word.isascii() and len(word) < LINE / 2 for word in words.values())


def test_a_sale_is_said_with_its_cards_in_a_line() -> None:
    wording.speak("de")
    said = label(Sell("red", {"card:ME": 1, "card:WI1": 2}), GAME)
    wording.speak("en")
    assert said == "verkaufe ME, 2 WI1"
