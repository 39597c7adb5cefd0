"""A screen on another device is a browser that watches: the page at a tablet's size, whole and up to date."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from testkit.people import People
from tests.phones.hall import Hall, hall
from tests.phones.test_page import browser, number, phone, violations, wide

__all__ = ["browser"]  # a fixture
TABLET = (1280, 800)
CUT = """() => [...document.querySelectorAll('main *')].filter((each) => {
  const at = each.getBoundingClientRect();
  return at.width > 1 && (at.left < 0 || at.right > innerWidth || each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).overflowX !== 'visible');
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What reaches beyond the screen, or is cut off by its own box."""


@pytest.fixture
def table() -> Iterator[Hall]:
    people = People.of("constantinopolis", 4, 3)
    people.play(30)
    with hall(people.session) as opened:
        yield opened


@pytest.fixture
def screen(browser: Browser, table: Hall) -> Iterator[Page]:
    """A tablet that has read the code and only watches."""
    context = phone(browser, TABLET, locale="en-GB")
    page = context.new_page()
    page.goto(table.link)
    page.tap("#watch")
    page.wait_for_selector(".history")
    yield page
    context.close()


def test_the_page_is_whole_on_a_tablet(screen: Page, table: Hall) -> None:
    assert number(screen) == table.session.book.last
    assert screen.locator(".turns li").count() == len(table.session.names)
    assert not wide(screen)
    assert screen.evaluate(CUT) == []
    assert violations(screen) == []


def test_every_entry_comes_to_it_by_itself_and_nothing_can_be_done_there(screen: Page, table: Hall) -> None:
    chance = Random(5)
    for _ in range(5):
        table.play(1, chance)
        last = table.session.book.last
        screen.wait_for_function("n => document.querySelector('.history li')?.value === n", arg=last)
    assert screen.locator("#do, #pass, #number, #purse").count() == 0
    assert not wide(screen)
