"""What is turned up in a box of which only what lies face up was entered: nobody is asked about what is hidden."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.asking import Asking
from companion.views.praetor.reveal import PraetorReveal
from engine.journal import Journal
from engine.praetor.advice import builds
from engine.praetor.commands import Build
from engine.praetor.game import PRAETOR
from engine.praetor.setup import Setup
from tests.presenters.test_praetor import passes, tap, view

PRINTED = ("cost", "favor", "area", "fee", "corners")


def hidden(setup: Setup) -> Setup:
    """A box whose owner has entered what lies face up, and of the rest the list alone."""
    up = {*setup.display, *setup.mines, *(piece.partition(":")[0] for piece in setup.city)}
    blank: dict[str, Any] = dict.fromkeys(PRINTED)
    city = {name: tile if name in up else replace(tile, **blank) for name, tile in setup.values.city.items()}
    sections = {
        name: section if name == setup.wall else replace(section, cost=None, favor=None, back=None)
        for name, section in setup.values.sections.items()
    }
    return replace(setup, values=replace(setup.values, city=city, sections=sections))


@pytest.fixture
def desk() -> Desk:
    setup = hidden(shuffled_setup("praetor", 3, 4))
    return Desk(source=new_session(Journal(PRAETOR, setup)))


def test_what_lies_face_down_is_told_by_name_and_asked_about_once_it_is_turned_up(desk: Desk) -> None:
    me = desk.scene().me
    offer = builds(desk.source.state, desk.scene().zones(me))[0]
    desk.do(Build(me, offer.tile, 1, offer.spot))
    passes(desk)
    tap(desk, "Which ones?")
    body = view(desk).body
    assert isinstance(body, PraetorReveal)
    names = [line.name for line in body.there]
    assert len(names) == len(set(names)) > 1
    assert {(line.plazas, line.price, line.right) for line in body.there} == {((), (), ())}
    desk.press(body.there[0].button)
    tap(desk, "These are it")
    tap(desk, "Which one?")
    sections = view(desk).body.there
    assert {(line.note, line.price, line.right) for line in sections} == {("", (), ())}
    desk.press(sections[0].button)
    desk.do(acts.Open("play"))
    asked = view(desk).body
    assert isinstance(asked, Asking)
    assert asked.heading == f"What does the {names[0]} cost?"
