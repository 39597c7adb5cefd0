"""Two games of Byzanz that differ only in what a seat cannot know are the same to it, byte for byte.

What is hidden comes into the book only where people say it, as when an owner corrects what lies in the own hand or
among the own profits. So the two games of a pair are one game, in which then another card is said to lie there.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.host.opening import new_session
from companion.play.amendments import sets_instead_of
from companion.play.reports import Refusal
from companion.play.seat_record import write_shown
from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.views.common import acts
from devices.menu import Menu
from engine.byzanz.auction import Bid
from engine.byzanz.cards import UNKNOWN, unseen
from engine.byzanz.editions import ITALIAN, Edition, edition
from engine.byzanz.game import BYZANZ
from engine.byzanz.phases import Selling
from engine.event import Turned
from engine.game import judge
from engine.journal import Correct, Journal
from engine.sighting import Press, Sighting
from testkit.byzanz.dealer import Dealer
from tests.presenters.test_byzanz import AROUND

GAMES = [(3, 1), (4, 6), (5, 3), (6, 4)]
AID = edition({"memory_aid": "yes"})
"""What was seen counts, but not what only the owner of a card has said."""
Pair = tuple[Journal, Journal]
every_game = pytest.mark.parametrize(("players", "seed"), GAMES)


def played(players: int, seed: int, agreed: Edition = ITALIAN) -> tuple[Dealer, str]:
    """A game somewhere in its middle, and a seat with cards that nobody else has seen."""
    dealer = Dealer(players, seed, agreed)
    for _ in range(Random(f"{players} {seed}").randint(12, 60)):
        dealer.step()
    table = dealer.journal.state.table
    owners = [seat for seat in dealer.seats if table[f"hand/{seat}"].get(UNKNOWN)]
    assert not isinstance(dealer.journal.state.phase, Selling)
    return dealer, owners[0]


def pair(players: int, seed: int, zone: str, agreed: Edition = ITALIAN) -> tuple[Pair, str]:
    """The same game twice, but for the face of a card in a `hand` or among `profit`; and whose card it is.

    In the first one it is a card of which no other is hidden.
    """
    dealer, owner = played(players, seed, agreed)
    ours = dealer.journal
    if zone == "profit":
        owner = next(seat for seat in dealer.seats if ours.state.table[f"profit/{seat}"])
    before = UNKNOWN if zone == "hand" else next(iter(ours.state.table[f"profit/{owner}"]))
    hidden = {card: count for card, count in unseen(ours.state.table).items() if count and card != before}
    faces = min(hidden, key=lambda card: hidden[card]), max(hidden, key=lambda card: hidden[card])
    one, other = (_with(ours, Turned(before, face, 1, f"{zone}/{owner}", "")) for face in faces)
    _go_on(dealer, (one, other))
    return (one, other), owner


def _with(ours: Journal, said: Turned) -> Journal:
    book = Journal(BYZANZ, ours.setup)
    for entry in ours.entries:
        book.submit(entry.command, entry.origin, entry.at)
    book.submit(Correct("", (said,)))
    return book


def _go_on(dealer: Dealer, books: Pair) -> None:
    """Some more entries, the same in both games."""
    for _ in range(6):
        command = dealer.choose()
        if not all(judge(BYZANZ, book.state, command).allowed for book in books):
            return
        dealer.step()
        for book in books:
            book.submit(dealer.journal.entries[-1].command)


def screens(book: Journal) -> Iterator[tuple[str, str]]:
    """Every screen everybody sees, among them the sale at each player's edge and what may be corrected, as bytes."""
    desk = Desk(source=new_session(book))
    while desk.source.hands.open:
        desk.press(desk.view().choices[0])
    for screen in ("play", *AROUND):
        desk.do(acts.Open(screen))
        yield screen, repr(desk.view())
    desk.do(acts.Open("choose", "counts"))
    yield "counts", repr(desk.view())
    desk.do(acts.Open("play"))
    for seat in desk.source.names:
        desk.do(acts.Aside(seat))
        yield f"edge {seat}", repr(desk.view())
        desk.do(acts.Aside(seat))
    for number in [entry.number for entry in book.entries if entry.number in book.live and entry.number > 1][-12:]:
        desk.do(acts.Mend(number))
        yield f"mend {number}", repr(desk.view())
        for offer in sets_instead_of(book, number):
            desk.do(acts.Pieces(number, type(offer.least).__name__))
            yield f"pieces {number}", repr(desk.view())


def displays(book: Journal, viewer: str) -> list[Menu]:
    """All that is sent to the tray of a seat: its choices, and the lists of cards that some of them open."""
    shown: list[Menu] = []
    session = new_session(book, show=lambda seat, menu: shown.append(menu) if seat == viewer else None)
    for choice, item in enumerate(session.menu(viewer).items):
        if str(item).endswith(" …"):
            _press(session, viewer, "confirm", choice)
            _press(session, viewer, "pass", 0)
    return shown


def _press(session: Session, seat: str, button: str, choice: int) -> None:
    press = Press(button, choice, session.menu(seat).about)
    session.put(Sighting("serial:tray", f"seat/{seat}", 0.0, press))
    session.poll()


@pytest.mark.parametrize("agreed", [ITALIAN, AID], ids=["", "memory aid"])
@pytest.mark.parametrize("zone", ["hand", "profit"])
@every_game
def test_screens_that_everybody_sees_do_not_tell_what_one_hides(
    players: int, seed: int, zone: str, agreed: Edition
) -> None:
    (one, other), _owner = pair(players, seed, zone, agreed)
    assert one.state.table != other.state.table
    shown, others = dict(screens(one)), dict(screens(other))
    assert [name for name in shown if shown[name] != others[name]] == []


@pytest.mark.parametrize("agreed", [ITALIAN, AID], ids=["", "memory aid"])
@pytest.mark.parametrize("zone", ["hand", "profit"])
@every_game
def test_what_the_others_are_given_is_the_same_byte_for_byte(
    players: int, seed: int, zone: str, agreed: Edition, tmp_path: Path
) -> None:
    (one, other), owner = pair(players, seed, zone, agreed)
    for viewer in set(one.state.setup.seats) - {owner}:
        files = tmp_path / f"{viewer}-one.jsonl", tmp_path / f"{viewer}-other.jsonl"
        for book, file in zip((one, other), files, strict=True):
            write_shown(book, viewer, file)
        assert files[0].read_bytes() == files[1].read_bytes()
        assert displays(one, viewer) == displays(other, viewer)


def test_a_list_of_cards_on_a_tray_is_no_memory_of_what_others_hold() -> None:
    """Both wines of 4 lie in another hand, as that one says: the dial names them all the same."""
    dealer = Dealer(3, 1)
    for _ in range(2):
        dealer.step()
    book = dealer.journal
    due = book.state.phase.due
    other = next(seat for seat in dealer.seats if seat != due)
    book.submit(
        Correct("", (Turned(UNKNOWN, "card:WI4", 2 - book.state.table["lot"].get("card:WI4", 0), f"hand/{other}", ""),))
    )
    assert any("WI4" in menu.items for menu in displays(book, due) if isinstance(menu.items, tuple))


def test_a_correction_a_hand_cannot_hold_is_refused_without_naming_what_it_holds() -> None:
    dealer, _owner = played(4, 2)
    number = next(entry.number for entry in dealer.journal.entries if isinstance(entry.command, Bid))
    seat = dealer.journal.entries[number - 1].command.seat
    desk = Desk(source=new_session(dealer.journal))
    before = desk.source.book.last
    desk.do(acts.Mend(number))
    desk.do(
        acts.Instead(number, Bid(seat, dict.fromkeys(("card:OL4", "card:GR4", "card:WI4", "card:SP4", "card:CL4"), 1)))
    )
    assert (desk.look.screen, desk.look.refusal) == ("rule", Refusal("B-INV-05", {}, (), ""))
    assert desk.source.book.last == before


def test_the_log_names_no_card(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    (one, _other), _owner = pair(4, 2, "hand")
    for viewer in one.state.setup.seats:
        displays(one, viewer)
    dict(screens(one))
    assert "card:" not in caplog.text
