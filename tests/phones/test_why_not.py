"""Why something may not be done: on the page, with the rule's own words, and there for as long as somebody reads it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from companion.play.labels import words_of
from companion.presenters.common.rulesheet import refusal_words
from companion.titles import BUILT_IN
from companion.views.common.phone import Closed
from companion.web.phones.explaining import places, refusal_of
from companion.web.phones.offering import key_of, least, name_of
from companion.web.phones.seat_source import SeatSource
from companion.web.phones.seat_view import seat_view
from engine.constantinopolis.commands import Build
from engine.game import judge
from tests.phones.hall import Hall, hall, played
from tests.phones.test_page import browser, due, phone, seated
from tests.phones.test_secrets import positions, scene

__all__ = ["browser"]  # a fixture


@pytest.fixture
def building() -> Iterator[Hall]:
    """Somebody builds, and there are tiles and sales that are closed to them."""
    with hall(
        played("constantinopolis", 3, 3, lambda session: type(session.state.phase).__name__ == "Construction")
    ) as at:
        yield at


def closed(at: Hall) -> tuple[Closed, ...]:
    """What the seat that is due may not do, as its phone is told."""

    def told() -> tuple[Closed, ...]:
        source = SeatSource(at.session, due(at))
        return seat_view(source, scene(source), at.session.policy.game).closed

    return at.owner(told)


def test_every_reason_is_the_rule_that_refuses_it(building: Hall) -> None:
    source = SeatSource(building.session, due(building))
    view, game = scene(source), building.session.game
    shown = seat_view(source, view, building.session.policy.game).closed
    builds = [Build(source.seat, tile) for tile in building.session.state.setup.values.buildings]
    refused = {key_of(build): build for build in builds if not judge(game, source.state, build).allowed}
    found = [(one, refused[one.key]) for one in shown if one.key in refused]
    assert found
    for one, command in found:
        refusal = refusal_of(view, command)
        assert refusal is not None
        assert one.sentence == refusal_words(view, refusal)
        assert one.places == places(view, refusal.rule)
        assert one.word.lower() == words_of("Build", game.name)


@pytest.mark.parametrize("game", BUILT_IN)
def test_nothing_is_closed_that_may_be_done(game: str) -> None:
    for session in positions(game, 1):
        for seat in session.names:
            source = SeatSource(session, seat)
            shown = seat_view(source, scene(source), session.policy.game)
            offered = {offer.key for kind in shown.kinds for offer in kind.offers}
            assert not offered & {one.key for one in shown.closed}
            assert len({one.key for one in shown.closed}) == len(shown.closed)


def test_a_reason_is_opened_by_a_tap_and_stays_while_the_table_goes_on(browser: Browser, building: Hall) -> None:
    context, seat, last = phone(browser, locale="en-GB"), due(building), building.session.book.last
    page = seated(context, building, seat)
    row = page.locator("main details").first
    expect(row.locator(".why").first).to_be_hidden()
    row.locator("summary").tap()
    expect(row.locator(".why").first).to_have_text(closed(building)[0].sentence)
    expect(row.locator(".why").last).to_have_text(" · ".join(closed(building)[0].places))
    page.keyboard.press("Tab")  # from the row that was tapped to the next one
    focused = page.evaluate("document.activeElement.id")
    assert focused == page.locator("summary").nth(1).get_attribute("id")
    buys = next(item for item in building.session.offers(seat) if name_of(item) == "Buy")
    building.submit(least(buys))
    page.wait_for_function("n => document.querySelector('.history li').value > n", arg=last)
    expect(row.locator(".why").first).to_be_visible()
    assert page.evaluate("document.activeElement.id") == focused
    assert page.locator("main details[open]").count() == 1
    context.close()


def test_what_had_the_focus_and_is_gone_leaves_it_on_the_page(browser: Browser, building: Hall) -> None:
    """Who goes on with the keyboard or a screen reader goes on here, not at the top of the browser."""
    context, seat, last = phone(browser, locale="en-GB"), due(building), building.session.book.last
    page = seated(context, building, seat)
    page.locator("summary").first.focus()
    building.submit(next(item for item in building.session.offers(seat) if name_of(item) == "EndTurn"))
    page.wait_for_function("n => document.querySelector('.history li').value > n", arg=last)
    expect(page.locator("summary")).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "main"
    context.close()


def test_everything_closed_stands_on_the_page_with_what_it_would_be_done_with(browser: Browser, building: Hall) -> None:
    context = phone(browser, locale="en-GB")
    page = seated(context, building, due(building))
    wanted = closed(building)
    rows = page.locator("summary").all()
    assert len(rows) == len(wanted) >= 3
    for row, one in zip(rows, wanted, strict=True):
        assert row.locator("b").inner_text() == one.word
        assert row.locator("small").inner_text() == one.reason
        assert row.locator(".words .words").count() == len(one.things) > 0
        assert row.locator("svg[aria-label='in print']").count() == 1
    context.close()
