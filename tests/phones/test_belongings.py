"""What a phone shows of a seat's own is what lies on the table: goods, contracts and cards, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.play.session import Session
from companion.presenters.byzanz.words import ICONS as WARES
from companion.presenters.constantinopolis.words import ICONS as GOODS
from companion.views.common.parts import MARK, Glyph
from companion.views.common.phone import Pile
from companion.web.phones.seat_source import SeatSource
from engine.constantinopolis.faces import contract
from engine.constantinopolis.values import house
from tests.phones.hall import hall, next_command
from tests.phones.test_page import SIZES, browser, phone, seated
from tests.phones.test_secrets import positions, scene

__all__ = ["browser"]  # a fixture
DRAWN = """(at) => [...document.querySelectorAll(at)].map((each) => [
  [...each.querySelectorAll('use')].map((one) => one.getAttribute('href').slice('#icon-'.length)),
  [...each.querySelectorAll('.glyph')].map((one) => one.textContent).filter(Boolean)])"""
"""The icons and the figures of every line."""
Lines = Counter[tuple[tuple[str, ...], str]]


def contracts(session: Session, seat: str) -> Iterator[str]:
    """Every contract of a seat that lies anywhere, also on its ships."""
    table, zones = session.state.table, session.state.seats[seat]
    ships = [ship for zone in (zones.harbour, zones.short, zones.long) for ship in table[zone]]
    for zone in (zones.open, zones.saved, *(f"hold/{ship}" for ship in ships)):
        yield from (piece for piece in Counter(table[zone]).elements() if piece.startswith("contract:"))


def on_paper(piece: str) -> tuple[tuple[str, ...], str]:
    """A contract as its icons and its gold, read from its face."""
    cargo = piece.removeprefix("contract:").partition(".")[0]
    return tuple(GOODS.get(letter, "passenger") for letter in cargo), str(contract(piece).gold)


def shown_contracts(page: Page) -> Lines:
    found: Lines = Counter()
    for icons, figures in page.evaluate(DRAWN, ".cards li"):
        found[tuple(icons[: icons.index("coin")]), figures[0].removesuffix(MARK)] += 1
    return found


@pytest.mark.one_in(2)
@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_goods_and_contracts_are_those_of_the_table(browser: Browser, size: str) -> None:
    seen = 0
    for session in positions("constantinopolis", 1):
        with hall(new_session(session.book)) as at:
            for seat in session.names:
                page = seated(phone(browser, SIZES[size], locale="en-GB"), at, seat)
                goods = page.evaluate(DRAWN, ".figures li")
                assert {icons[0]: figures[0] for icons, figures in goods} == {
                    icon: str(session.state.table[f"goods/{seat}"].get(good, 0)) for good, icon in GOODS.items()
                }
                wanted: Lines = Counter(map(on_paper, contracts(session, seat)))
                assert shown_contracts(page) == wanted
                seen += wanted.total()
                page.context.close()
    assert seen > 5


def test_cards_in_hand_are_those_of_the_table(browser: Browser) -> None:
    session = list(positions("byzanz", 1))[-1]
    with hall(new_session(session.book)) as at:
        for seat in session.names:
            page = seated(phone(browser, locale="en-GB"), at, seat)
            shown = Counter(
                (icons[0], *figures) for icons, figures in page.evaluate(DRAWN, "[aria-label='In hand'] li")
            )
            hand = session.state.table[f"hand/{seat}"]
            wanted: Counter[tuple[str, ...]] = Counter()
            for card, count in hand.items():
                kind, value = card[5:7], card[7:]
                wanted[("cards", "?") if card == "card:?" else (WARES[kind], *filter(None, [value]))] += count
            assert shown == wanted
            page.context.close()


# --- values of our own ---


def loaded(session: Session) -> Pile:
    """The contracts of the first seat that has any, as its phone shows them."""
    seat = next(one for one in session.names if any(contracts(session, one)))
    source = SeatSource(session, seat)
    piles = scene(source).title.belongings(scene(source), seat).piles
    return next(pile for pile in piles if pile.look == "cards")


def gold_of(pile: Pile) -> list[str]:
    return [part.figure for line in pile.items for part in line if isinstance(part, Glyph) and part.icon == "coin"]


def drawn(buildings: bool = False) -> Session:
    """A game in which somebody has contracts; with other `buildings` its values are those of somebody's own box."""
    setup = shuffled_setup("constantinopolis", 3, 1)
    if buildings:
        cura = replace(house().buildings["cura"], output="K")
        setup = replace(setup, values=replace(setup.values, buildings={**house().buildings, "cura": cura}))
    session, chance = new_session(unkept("constantinopolis", setup)), Random(1)
    while not any(contract for seat in session.names for contract in contracts(session, seat)):
        session.submit(next_command(session, chance))
    return session


def test_the_gold_of_our_own_contracts_is_marked_and_the_mark_explained() -> None:
    pile = loaded(drawn())
    assert all(figure.endswith(MARK) for figure in gold_of(pile))
    assert pile.note == "A value with * is our own, because no rulebook states it."


def test_contracts_of_somebodys_own_box_have_no_mark() -> None:
    pile = loaded(drawn(buildings=True))
    assert gold_of(pile)
    assert not any(MARK in figure for figure in gold_of(pile))
    assert pile.note == ""
