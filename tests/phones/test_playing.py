"""Games played in part by taps on a seat's page, in a real browser: bids, loads, sales, whatever may be done."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page

from companion.web.phones.offering import key_of, name_of
from testkit.people import People
from tests.phones.hall import Hall, hall
from tests.phones.test_page import SIZES, _told, browser, phone, seated, wide
from tests.phones.test_server import ask

__all__ = ["browser"]  # a fixture
TAPPED = {
    "constantinopolis": {"Bid", "Load", "Build", "Sell"},
    "byzanz": {"Bid", "Sell"},
    "praetor": {"Build", "Activate"},
}
"""What a seat of each game must have done by taps, whatever else it has done."""
MOST = 900
"""So many decisions of everybody at the most."""
SENDING = "This is sent as soon as the table can be reached."
DONE = """([n, sending]) => {
  const message = document.getElementById('message');
  return document.querySelector('.history li').value > n || !(message.hidden || message.textContent === sending);
}"""
"""A newer entry is shown, or something is said that is not only that the table is slow to answer."""
OFTEN = 4
"""What has been done so often by phone is left to the virtual people: no seat saves and frees a cube for ever."""


class Tapping:
    """Somebody who plays by phone; `done` are the kinds of entries it came to, `refused` what was said instead."""

    def __init__(self, page: Page, at: Hall, seat: str, seed: int) -> None:
        self.page, self.at, self.seat = page, at, seat
        self.chance = Random(seed)
        self.done: Counter[str] = Counter()
        self.refused: list[str] = []
        self._words: Counter[str] = Counter()

    def tap(self) -> bool:
        """Do one thing that may be done; False where the page offers nothing."""
        at, last = self.at, self.at.session.book.last
        self._wait("([n]) => document.querySelector('.history li')?.value >= n", _told(at, self.seat))
        if not self._chosen():
            return False
        self._wait(DONE, last)
        if at.session.book.last == last:
            self.refused.append(self.page.locator("#message").inner_text())
            return False
        entry = at.session.journal[last]
        assert (entry.command.seat, entry.origin) == (self.seat, f"phone:{self.seat}")
        self.done[type(entry.command).__name__] += 1
        return True

    def _wait(self, holds: str, number: int) -> None:
        self.page.wait_for_function(holds, arg=[number, SENDING], timeout=30_000)

    def _chosen(self) -> bool:
        """Choose what was done most seldom so far, whatever it leaves open, and do it."""
        rows = self.page.locator(".kinds > li > button.row, #pass").all()
        self.chance.shuffle(rows)
        row = min(rows, key=lambda row: self._words[row.locator("b").first.inner_text()], default=None)
        if row is None or self._words[word := row.locator("b").first.inner_text()] >= OFTEN:
            return False
        self._words[word] += 1
        if row.get_attribute("id") == "pass":
            self._tapped(row)
        else:
            self._open(row)
            self._fill()
            self._tapped(self.page.locator("#do"))
        return True

    def _open(self, row: Locator) -> None:
        row.tap()
        inside = self.page.locator(".kinds .inside button.choice")
        if inside.count():
            inside.nth(self.chance.randrange(inside.count())).tap()

    def _fill(self) -> None:
        """As many pieces as are asked for, or any value of several."""
        values = self.page.locator("#value option")
        if values.count():
            self.page.select_option("#value", index=self.chance.randrange(values.count()))
        more = self.page.locator(".piece button[id^=more-]").all()
        first = self.chance.randrange(len(more)) if more else 0
        for button in (*more[first:], *more[:first]):  # neighbours are alike: often a set that may be sold
            while button.get_attribute("aria-disabled") == "false":
                button.tap()

    def _tapped(self, button: Locator) -> None:
        assert button.get_attribute("aria-disabled") == "false"
        button.tap()


def going_on(people: People, mine: str, tapping: Tapping) -> None:
    """One more decision of anybody: of this seat by its phone, where the page offers any."""
    at = tapping.at
    state = at.session.state
    if mine in state.phase.actors and tapping.tap():
        return
    at.owner(lambda: people.play(1))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", TAPPED)
def test_a_seat_plays_by_taps_on_its_phone(browser: Browser, game: str) -> None:
    people = People.of(game, 3, 2)
    with hall(people.session) as at:
        mine = next(iter(people.session.names))
        context = phone(browser, SIZES["a small phone"], locale="en-GB")
        faults: list[str] = []
        context.on("console", lambda said: faults.append(said.text))
        context.on("weberror", lambda error: faults.append(str(error.error)))
        tapping = Tapping(seated(context, at, mine), at, mine, 7)
        for _ in range(MOST):
            if people.over or tapping.done.keys() >= TAPPED[game]:
                break
            going_on(people, mine, tapping)
            assert not wide(tapping.page)
        assert tapping.done.keys() >= TAPPED[game]
        assert faults == []
        context.close()


SET = {"card:SP1": 1, "card:SP2": 1}


@pytest.mark.parametrize(
    ("cards", "said"),
    [({**SET, "card:WI1": 1}, "B-SEL-03"), (SET, "cannot be chosen"), ({"card:SP9": 3}, "cannot be chosen")],
)
def test_pieces_that_may_not_go_together_are_refused_with_their_rule_and_its_page(
    cards: dict[str, int], said: str
) -> None:
    """No camera sees a hand: a card may be any that nobody has seen, so that only the rules say what is no set."""
    people = People.of("byzanz", 3, 2)
    people.play(2)
    with hall(people.session) as at:
        seat, last = next(iter(people.session.names)), at.session.book.last
        offer = at.owner(lambda: next(item for item in at.session.offers(seat) if name_of(item) == "Sell"))
        tap = {"id": "a-set-of-three", "seen": last, "do": "offer", "key": key_of(offer), "chosen": cards}
        told = ask(at, "/api/act", tap, at.token(seat)).json
    assert not told["done"]
    assert said in f"{told['message']} {told['places']}"
    assert at.session.book.last == last
