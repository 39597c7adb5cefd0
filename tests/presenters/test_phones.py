"""Phones on the tablet: off until turned on, a yes at the side of the seat that is asked, ended by a tap."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from companion.host.wiring import Wiring
from companion.presenters.desk import Desk
from companion.views.common import acts, phone_acts
from companion.views.common.parts import Sheet
from companion.views.common.phones import Phones
from companion.web.phones.service import PhoneService
from testkit.taps import buttons, tap

HERE = "127.0.0.1"


@pytest.fixture
def served(desk: Desk) -> Iterator[PhoneService]:
    """The phones of the desk's table, off."""
    host = SimpleNamespace(
        running=SimpleNamespace(session=desk.source), setting=False, sides=desk.sides, folder=None, wiring=Wiring()
    )
    service = PhoneService(host, 0)
    desk.serve(service)
    yield service
    service.turn_off()


@pytest.fixture
def on(desk: Desk, served: PhoneService) -> PhoneService:
    """They are served, and the screen shows so."""
    desk.do(acts.Open("phones"))
    desk.do(phone_acts.PhonesOn(HERE))
    served.poll()
    return served


def body(desk: Desk) -> Phones:
    view = desk.view()
    assert isinstance(view, Sheet)
    assert isinstance(view.body, Phones)
    return view.body


def port(served: PhoneService) -> int:
    return int(served.link.rpartition(":")[2].partition("/")[0])


def test_the_menu_offers_phones_where_they_can_be_served(desk: Desk) -> None:
    desk.do(acts.Open("menu"))
    assert acts.Open("phones") not in [button.command for button in buttons(desk.view())]


def test_nothing_is_served_until_an_address_is_turned_on(desk: Desk, served: PhoneService) -> None:
    desk.do(acts.Open("menu"))
    tap(desk, "Phones")
    assert served.link == ""
    assert body(desk).code is None
    assert [way.button.command for way in body(desk).ways] == [phone_acts.PhonesOn(each) for each in served.addresses]


def test_turned_on_the_screen_shows_a_code_and_turned_off_nothing_listens(desk: Desk, on: PhoneService) -> None:
    code, at = body(desk).code, port(on)
    assert code is not None
    assert on.link.partition("//")[2] in code.note
    socket.create_connection((HERE, at), 5).close()
    tap(desk, "Turn off")
    assert body(desk).code is None
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, at), 1)


def test_an_address_of_another_computer_is_refused_in_a_sentence(desk: Desk, served: PhoneService) -> None:
    desk.do(acts.Open("phones"))
    desk.do(phone_acts.PhonesOn("192.0.2.1"))
    assert served.link == ""
    assert "192.0.2.1" in body(desk).note


def test_a_phone_that_asks_is_shown_at_the_side_of_its_seat(desk: Desk, on: PhoneService) -> None:
    desk.do(acts.Open("play"))
    seat = list(desk.scene().source.names)[1]
    asked = on.table.join(seat)
    on.poll()
    view, joiner = desk.view(), body(desk).joiner
    assert isinstance(view, Sheet)
    assert joiner is not None
    assert (view.band, view.turn) == (seat, desk.scene().turn(seat))
    assert joiner.icons == tuple(f"good-{good}" for good in asked.goods)


def test_the_tablets_yes_and_no_answer_the_phone(desk: Desk, on: PhoneService) -> None:
    first, second, *_others = desk.scene().source.names
    asked, other = on.table.join(first), on.table.join(second)
    tap(desk, "Yes, the same three")
    on.table.agree(asked.secret)
    assert on.table.joined(asked.secret)
    tap(desk, "No")
    assert on.table.joining.of(other.secret) is None
    assert set(on.joined) == {first}


def test_a_phone_is_ended_by_a_tap(desk: Desk, on: PhoneService) -> None:
    seat = next(iter(desk.scene().source.names))
    token = on.table.tokens.give(seat)
    tap(desk, "End it")
    assert on.table.tokens.seat_of(token) is None
    assert on.joined == frozenset()


def test_a_new_code_each_time_they_are_turned_on(desk: Desk, on: PhoneService) -> None:
    before = on.table.code
    desk.do(phone_acts.PhonesOff())
    desk.do(phone_acts.PhonesOn(HERE))
    assert on.table.code not in ("", before)
