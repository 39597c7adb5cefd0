"""The code of the phones' screen, as a phone's camera reads it off the window: it is the address with its code."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.host.wiring import Wiring
from companion.presenters.desk import Desk
from companion.views.common import acts, phone_acts
from companion.web.phones.service import PhoneService
from tests.phones.hall import HERE, session_of
from tests.ui.test_share import decoded


@pytest.fixture
def served(face):
    """The screen of the phones, turned on."""
    desk = Desk(source=session_of("constantinopolis", 3, 3))
    host = SimpleNamespace(
        running=SimpleNamespace(session=desk.source), setting=False, sides=desk.sides, folder=None, wiring=Wiring()
    )
    service = PhoneService(host, 0)
    desk.serve(service)
    shown = face(desk)
    desk.do(acts.Open("phones"))
    desk.do(phone_acts.PhonesOn(HERE))
    yield shown, service
    service.turn_off()


@pytest.mark.parametrize("dark", [False, True])
def test_the_code_on_the_window_leads_to_this_table(served, shoot, dark):
    shown, service = served
    shown.desk.do(acts.Prefer(dark=dark))
    text = read(shown, shoot, f"phones-{'dark' if dark else 'light'}")
    address, _, code = text.partition("#")
    assert text == service.link
    assert address.startswith(f"http://{HERE}:")
    assert code == service.table.code


def read(shown, shoot, name):
    """What stands in the code. OpenCV misses one sound code in four hundred; then another one is shown."""
    for _ in range(3):
        if text := decoded(shoot(name)):
            return text
        shown.desk.do(phone_acts.PhonesOff())
        shown.desk.do(phone_acts.PhonesOn(HERE))
    return ""
