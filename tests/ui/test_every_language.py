"""The screens of a real game in four languages and three sizes of words: nothing broken, cut or covered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_setup
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.ui.theme import theme
from companion.views.common import acts
from companion.wording import LANGUAGES, wording
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.journal import Journal
from testkit.faults import faults
from tests.presenters.taps import wander

PHASES = ("Activation", "Construction", "Drawing", "Acceptance", "Donation")
BESIDE = ("menu", "history", "rules", "search", "answers", "score", "table", "devices", "scan", "differ")
FIRST = ("games", "new", "menu", "devices", "count")


@pytest.fixture(params=LANGUAGES)
def language(request) -> Iterator[str]:
    yield request.param
    wording.speak("en")
    theme.scale = 1.0


def shown(window: Any, desk: Desk) -> list[str]:
    """What is wrong on the window now."""
    desk.notify()
    offscreen.settle(4)
    return faults(window)


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5])
def test_before_a_game(face, tmp_path, language, scale):
    host = Host(tmp_path, chance=Random(7))
    desk = Desk(host, chance=Random(1))
    window = face(desk)
    desk.do(acts.Speak(language))
    desk.do(acts.Dress(scale=scale))
    found = []
    for screen in FIRST:
        desk.do(acts.Open(screen))
        found += [f"{screen}: {fault}" for fault in shown(window, desk)]
    desk.do(acts.Open("new"))
    desk.do(acts.NamePerson(desk.before.draft.places[0].seat))
    found += [f"naming: {fault}" for fault in shown(window, desk)]
    host.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_game(face, language, scale):
    desk = Desk(source=new_session(Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", 4, 1))))
    window = face(desk)
    desk.do(acts.Speak(language))
    desk.do(acts.Dress(scale=scale))
    found = []
    for phase in PHASES:
        wander(desk, Random(3), phase)
        desk.do(acts.Open("play"))
        found += [f"{phase}: {fault}" for fault in shown(window, desk)]
    for screen in BESIDE:
        desk.do(acts.Open(screen))
        found += [f"{screen}: {fault}" for fault in shown(window, desk)]
    assert not found, "\n".join(found)
