"""Every game's page in every language on two phones: nothing is cut, and a screen reader hears words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.host.opening import new_session
from companion.titles import BUILT_IN
from companion.web.phones.page_words import page_words
from companion.wording import LANGUAGES
from tests.phones.hall import hall
from tests.phones.test_page import SIZES, browser, phone, seated, violations, wide
from tests.phones.test_secrets import positions

__all__ = ["browser"]  # a fixture
CUT = """() => [...document.querySelectorAll('button, b, small, h1, h2, span, p, label')]
  .filter((each) => each.getClientRects().length && !each.closest('.unseen') && each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).overflowX !== 'visible')
  .map((each) => each.textContent)"""
SPOKEN = "() => [...document.querySelectorAll('main svg[aria-label]')].map((each) => each.getAttribute('aria-label'))"
LIVE = """() => [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')].map((each) => each.id)"""


@pytest.mark.one_in(3)
@pytest.mark.one_in(6)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BUILT_IN)
def test_nothing_is_cut_and_axe_finds_nothing(browser: Browser, game: str, language: str) -> None:
    session = list(positions(game, 1))[-1]
    seat = next((one for one in session.state.phase.actors if one), next(iter(session.names)))
    with hall(new_session(session.book)) as opened:
        for size in SIZES.values():
            context = phone(browser, size, locale=language)
            page = seated(context, opened, seat)
            assert page.locator("html").get_attribute("lang") == language
            assert not wide(page)
            assert page.evaluate(CUT) == []
            assert violations(page) == []
            assert {"told", "message"} <= set(page.evaluate(LIVE))
            context.close()


@pytest.mark.parametrize("game", BUILT_IN)
def test_what_is_drawn_without_words_is_heard_in_the_phones_language(browser: Browser, game: str) -> None:
    session = list(positions(game, 1))[-1]
    with hall(new_session(session.book)) as opened:
        heard = {}
        for language in ("en", "de"):
            context = phone(browser, locale=language)
            heard[language] = seated(context, opened, next(iter(session.names))).evaluate(SPOKEN)
            context.close()
    assert heard["en"]
    assert len(heard["de"]) == len(heard["en"])
    words: Any = page_words("de")["words"]
    assert set(heard["de"]) <= set(words.values())


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_who_only_watches_has_a_whole_page_too(browser: Browser, size: str) -> None:
    session = list(positions("byzanz", 1))[-1]
    with hall(new_session(session.book)) as opened:
        context = phone(browser, SIZES[size], locale="es")
        page = seated(context, opened, "")
        assert not wide(page)
        assert violations(page) == []
        assert page.locator("#take-picture").count() == 0
        assert re.search("[a-z]", page.inner_text("main"))
        context.close()
