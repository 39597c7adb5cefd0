"""Letters of twice the usual size, as a phone or a browser is set to: all of it is there, and nothing runs out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.host.opening import new_session
from companion.titles import BUILT_IN
from tests.phones.hall import Hall, hall
from tests.phones.test_camera_page import here, shiny, shown
from tests.phones.test_page import SIZES, browser, due, duel, phone, seated
from tests.phones.test_pictures import seat_of
from tests.phones.test_secrets import positions

__all__ = ["browser", "duel", "here", "shiny"]  # fixtures
OUT = """() => {
  const runs = (each) => {
    const box = each.getBoundingClientRect();
    return each.clientWidth && each.scrollWidth > each.clientWidth + 1 || box.right > innerWidth + 1 || box.left < -1;
  };
  return [document.documentElement, ...document.querySelectorAll('body *')]
    .filter((each) => each.getClientRects().length && !each.closest('.unseen, svg') && runs(each))
    .map((each) => `${each.tagName}.${each.className} ${each.textContent.slice(-40)}`);
}"""
"""What reaches beyond the phone, or out of what it stands in."""
LETTERS = "(at) => parseFloat(getComputedStyle(document.querySelector(at)).fontSize)"
TEXTS = ("small", ".history .words", "h2", ".chip + button, #watch")


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    """A browser whose letters are set to twice their size."""
    flags = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    opened = browser.browser_type.launch(executable_path=shutil.which("chromium"), args=flags)
    yield opened
    opened.close()


def opened_up(page: Page) -> Page:
    """Every row that opens is opened, one after the other; the last one stays so."""
    for row in page.locator("button.row[aria-expanded]").all():
        row.tap()
        assert page.evaluate(OUT) == []
        if (choice := page.locator(".inside button.choice").first).count():
            choice.tap()
            assert page.evaluate(OUT) == []
    for reason in page.locator("summary").all():
        reason.tap()
    return page


def test_letters_are_as_large_as_the_browser_is_set_to(browser: Browser, large: Browser, duel: Hall) -> None:
    sizes = []
    for each in (browser, large):
        context = phone(each)
        page = seated(context, duel, due(duel))
        sizes.append([page.evaluate(LETTERS, at) for at in TEXTS])
        context.close()
    usual, twice = sizes
    assert twice == [2 * size for size in usual]


@pytest.mark.one_in(3)
@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", BUILT_IN)
def test_nothing_of_a_seat_runs_out_in_large_letters(large: Browser, game: str, size: str) -> None:
    for session in positions(game, 1, 40):
        seat = next((one for one in session.state.phase.actors if one), next(iter(session.names)))
        with hall(new_session(session.book)) as opened:
            context = phone(large, SIZES[size], locale="de")
            page = opened_up(seated(context, opened, seat))
            assert page.evaluate(OUT) == []
            page.tap("#open-menu")
            assert page.evaluate(OUT) == []
            context.close()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_a_bid_and_what_is_said_are_whole_in_large_letters(large: Browser, duel: Hall, size: str) -> None:
    context = phone(large, SIZES[size], locale="de")
    page = seated(context, duel, due(duel))
    assert page.evaluate(OUT) == []
    page.context.set_offline(True)
    page.tap("#do")
    page.wait_for_selector("#message:not([hidden])")
    assert page.evaluate(OUT) == []
    context.close()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_joining_is_whole_in_large_letters(large: Browser, duel: Hall, size: str) -> None:
    context = phone(large, SIZES[size], locale="de")
    page = context.new_page()
    page.goto(duel.link)
    page.tap(f"#seat-of-{due(duel)}")
    page.wait_for_selector(".goods")
    assert page.evaluate(OUT) == []
    context.close()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_a_picture_is_whole_in_large_letters(large: Browser, here: Hall, shiny: Path, size: str) -> None:
    context = phone(large, SIZES[size], locale="de")
    page = shown(seated(context, here, seat_of(here)), shiny)
    assert page.evaluate(OUT) == []
    context.close()
