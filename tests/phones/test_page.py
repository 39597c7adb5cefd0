"""The page in a real browser at two sizes: joining, bidding, a network that comes and goes, twelve phones, axe.

Chromium is installed with the tools of the tests (`tools/setup dev`); where it is missing these tests fail.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from companion.host.opening import new_session
from companion.play.session import Session
from companion.titles import BUILT_IN, title_of
from companion.wording import LANGUAGES
from testkit.people import People
from tests.phones.hall import Hall, hall, played
from tests.phones.test_secrets import positions

SIZES = {"a usual phone": (390, 844), "a small phone": (320, 568)}
STRICT = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "no chromium: run tools/setup dev"
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def duel() -> Iterator[Hall]:
    """A duel of two, one of whom is asked to raise or to pass."""
    with hall(played("constantinopolis", 4, 3, _raisable)) as opened:
        yield opened


@pytest.fixture(params=BUILT_IN)
def every(request: pytest.FixtureRequest) -> Iterator[Hall]:
    """A table of each game, at which one of four may pass."""
    people = People.of(request.param, 4, 3)
    while people.session.book.last < 20 or not _passable(people.session):
        people.play(1)
    with hall(people.session) as opened:
        yield opened


def _raisable(session: Session) -> bool:
    return type(session.state.phase).__name__ == "Duel" and session.book.last > 30


def _passable(session: Session) -> bool:
    return any(_may_pass(session, seat) for seat in session.state.phase.actors if seat)


def _may_pass(session: Session, seat: str) -> bool:
    return any(type(item).__name__ in title_of(session.game.name).passes for item in session.offers(seat))


def due(at: Hall) -> str:
    return str(at.session.state.phase.actors[0])


def passing(at: Hall) -> str:
    """A seat that may pass."""
    return next(seat for seat in at.session.state.phase.actors if seat and _may_pass(at.session, seat))


def phone(browser: Browser, size: tuple[int, int] = SIZES["a usual phone"], **more: Any) -> BrowserContext:
    """A phone in somebody's hand."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, **more)
    context.set_default_timeout(8000)
    return context


def seated(context: BrowserContext, at: Hall, seat: str) -> Page:
    """The page of a phone that has joined a seat."""
    context.add_cookies([{"name": "seat", "value": at.token(seat), "url": at.server.origin}])
    page = context.new_page()
    page.goto(at.server.origin)
    page.wait_for_selector(".history")
    return page


def number(page: Page) -> int:
    """The newest line the page shows."""
    return int(page.locator(".history li").first.get_attribute("value") or 0)


def wide(page: Page) -> bool:
    """Does anything reach beyond the phone's edge?"""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options=STRICT).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("size", SIZES)
def test_a_seat_is_joined_and_raises(browser: Browser, duel: Hall, size: str) -> None:
    context, seat, last = phone(browser, SIZES[size], locale="en-GB"), due(duel), duel.session.book.last
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(duel.link)
    page.tap(f"#seat-of-{seat}")
    goods = page.locator(".goods svg")
    expect(goods).to_have_count(3)
    shown = [one.get_attribute("aria-label") for one in goods.all()]
    words = {"luxury": "gem", "military": "shield", "industrial": "ingot", "consumer": "amphora"}
    asked = duel.owner(lambda: duel.table.joining.waiting()[seat].goods)
    assert shown == [words.get(good, "ear of wheat") for good in asked]
    page.tap("#agree")
    duel.owner(lambda: duel.table.grant(seat))
    page.wait_for_selector("#purse")
    gold = duel.session.state.table[f"treasury/{seat}"]["gold"]
    assert page.locator("#purse b").inner_text() == str(gold)
    assert not wide(page)
    least = int(page.locator("#number").inner_text())
    page.tap("#plus")
    page.tap("#do")
    page.wait_for_function("n => document.querySelector('.history li').value > n", arg=last)
    raised = duel.session.journal[last].command
    assert (type(raised).__name__, raised.seat, raised.gold) == ("Raise", seat, least + 1)
    assert not wide(page)
    assert faults == []
    context.close()


def test_a_seat_passes(browser: Browser, duel: Hall) -> None:
    context, seat, last = phone(browser), due(duel), duel.session.book.last
    page = seated(context, duel, seat)
    page.tap("#pass")
    page.wait_for_function("n => document.querySelector('.history li').value > n", arg=last)
    assert type(duel.session.journal[last].command).__name__ == "Concede"
    context.close()


def test_gold_is_covered_by_a_tap_and_stays_so(browser: Browser, duel: Hall) -> None:
    context = phone(browser, locale="en-GB")
    page = seated(context, duel, due(duel))
    page.tap("#cover")
    expect(page.locator("#purse")).to_have_text("covered")
    duel.play(1, Random(2))
    page.wait_for_function("n => document.querySelector('.history li').value >= n", arg=duel.session.book.last)
    expect(page.locator("#purse")).to_have_text("covered")
    page.tap("#cover")
    expect(page.locator("#purse b")).to_be_visible()
    context.close()


def test_a_tap_for_a_table_that_has_gone_on_is_refused_in_the_phones_language(browser: Browser, duel: Hall) -> None:
    context = phone(browser, locale="de-DE")
    page = seated(context, duel, due(duel))
    page.route("**/api/live*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")  # the page hears nothing more, and may still ask
    duel.play(1, Random(3))
    last = duel.session.book.last
    page.tap("#do")
    expect(page.locator("#message")).to_have_text("Der Tisch ist schon weiter. Sieh noch einmal hin.")
    assert duel.session.book.last == last
    context.close()


def test_a_phone_goes_on_when_the_network_comes_back(browser: Browser, every: Hall) -> None:
    context, seat = phone(browser, locale="en-GB"), passing(every)
    page = seated(context, every, seat)
    context.set_offline(True)
    expect(page.locator("#link")).to_have_attribute("aria-label", "not connected, trying again")
    every.play(4, Random(4))
    assert number(page) < every.session.book.last
    context.set_offline(False)
    page.wait_for_function("n => document.querySelector('.history li').value >= n", arg=_told(every, seat))
    expect(page.locator("#link")).to_have_attribute("aria-label", "connected to the table")
    context.close()


def _told(at: Hall, seat: str) -> int:
    """The newest line a seat may be told."""
    return int(at.owner(lambda: max(at.table._source(seat).book.open)))


def test_what_was_tapped_without_a_network_is_done_once_when_it_is_back(browser: Browser, duel: Hall) -> None:
    context, last = phone(browser), duel.session.book.last
    page = seated(context, duel, due(duel))
    context.set_offline(True)
    page.tap("#do")
    page.wait_for_timeout(1500)
    assert duel.session.book.last == last
    context.set_offline(False)
    page.wait_for_function("n => document.querySelector('.history li').value > n", arg=last)
    page.wait_for_timeout(500)
    assert [type(entry.command).__name__ for entry in duel.session.journal[last:]][:2].count("Raise") == 1
    context.close()


def test_an_answer_that_is_lost_is_asked_for_again_and_done_once(browser: Browser, duel: Hall) -> None:
    """The table has done it, and the network drops before the phone hears so."""
    context, last, lost = phone(browser), duel.session.book.last, []
    page = seated(context, duel, due(duel))

    def lose(route: object) -> None:
        if not lost:
            lost.append(route.fetch())  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    page.route("**/api/act*", lose)
    page.tap("#do")
    page.wait_for_function("n => document.querySelector('.history li').value > n", arg=last)
    expect(page.locator("#message")).to_be_hidden()
    assert len(lost) == 1
    assert duel.session.book.last == last + 1
    context.close()


@pytest.mark.slow
def test_twelve_phones_see_every_entry_each_its_own(browser: Browser, every: Hall) -> None:
    seats = [*every.session.names]
    watching = [""] * (12 - len(seats))
    pages = [seated(phone(browser), every, seat) for seat in (*seats, *watching)]
    every.play(3, Random(5))
    for page, seat in zip(pages, (*seats, *watching), strict=True):
        page.wait_for_function("n => document.querySelector('.history li').value >= n", arg=_told(every, seat))
        assert page.locator("body").get_attribute("class") == f"seat-{seat or 'none'}"
        if page.locator("#purse").count():
            expect(page.locator("#purse b")).to_have_text(str(every.session.state.table[f"treasury/{seat}"]["gold"]))
    for page in pages[len(seats) :]:
        assert page.locator("#purse, .may").count() == 0
    for page in pages:
        page.context.close()


def test_a_revoked_phone_shows_nothing_of_its_seat_any_more(browser: Browser, duel: Hall) -> None:
    context, seat = phone(browser, locale="en-GB"), due(duel)
    page = seated(context, duel, seat)
    duel.owner(lambda: duel.table.revoke(seat))
    expect(page.locator("#message")).to_have_text("This phone has no seat any more.")
    assert page.locator("#purse").count() == 0
    context.close()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", BUILT_IN)
def test_axe_finds_nothing_in_any_game_light_and_dark(browser: Browser, game: str) -> None:
    session = list(positions(game, 1))[-1]
    seat = next((one for one in session.state.phase.actors if one), next(iter(session.names)))
    with hall(new_session(session.book)) as opened:
        context = phone(browser, SIZES["a small phone"], color_scheme="light")
        page = seated(context, opened, seat)
        assert violations(page) == []
        assert not wide(page)
        page.emulate_media(color_scheme="dark")
        page.tap("#open-menu")
        assert violations(page) == []
        page.tap("#close-menu")
        page.wait_for_timeout(200)  # colours change over a moment
        assert violations(page) == []
        context.close()


def test_the_menu_is_a_card_within_the_phone(browser: Browser, duel: Hall) -> None:
    context = phone(browser, SIZES["a small phone"])
    page = seated(context, duel, due(duel))
    page.tap("#open-menu")
    card, box = page.locator("dialog"), page.locator("dialog").bounding_box()
    expect(card).to_have_css("background-color", "rgb(255, 252, 245)")
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= SIZES["a small phone"][0]
    context.close()


def test_a_challenge_is_tapped_in_the_menu_and_stands_for_everybody(browser: Browser, duel: Hall) -> None:
    """Not the one who is due: anybody may challenge, at any time."""
    seat = next(one for one in duel.session.names if one != due(duel))
    context, other = phone(browser, locale="en-GB"), phone(browser, locale="it")
    page, theirs = seated(context, duel, seat), seated(other, duel, due(duel))
    page.tap("#open-menu")
    page.tap("#challenge")
    name = duel.session.names[seat]
    expect(page.locator(".card.warn")).to_have_text(f"{name} calls for a ruling. The tablet asks everybody.")
    expect(theirs.locator(".card.warn")).to_contain_text(name)
    assert duel.session.challenge is not None
    assert duel.session.challenge.seat == seat
    assert duel.session.journal[-1].origin == f"phone:{seat}"
    assert theirs.locator("#do, #pass, .kinds button").count() == 0
    page.tap("#open-menu")
    assert page.locator("#challenge").count() == 0
    context.close()
    other.close()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_joining_is_whole_in_every_language(browser: Browser, duel: Hall, language: str) -> None:
    context = phone(browser, SIZES["a small phone"], locale=language)
    page = context.new_page()
    page.goto(duel.link)
    page.tap(f"#seat-of-{due(duel)}")
    page.wait_for_selector(".goods")
    assert page.locator("html").get_attribute("lang") == language
    assert not wide(page)
    assert language != "en" or violations(page) == []
    context.close()
