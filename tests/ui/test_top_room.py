"""The top bar where everything comes together: large words, long names, clock, camera, trays, values of ours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.play.reports import Device
from companion.presenters.chips import chips
from companion.presenters.desk import Desk
from companion.views.common.parts import Top
from companion.wording import LANGUAGES, wording
from engine.praetor.phases import Actions
from testkit.praetor.desks import desk_in
from testkit.taps import wander
from tests.ui.test_fit import rest

WIDE = {"TopBar": 1280, "TallTop": 800}
"""The narrowest windows, in dp: every other one has more for its height."""
DEVICES = [Device(id="camera:above", kind="camera"), *(Device(id=f"tray:{at}", kind="tray") for at in range(5))]


@cache
def desk(game: str) -> Desk:
    """Somebody acts in a game, with a printed box of ours."""
    if game == "praetor":
        return desk_in(Actions, 5, 1, 8)
    most = {"constantinopolis": 5, "byzanz": 6}[game]
    found = Desk(source=new_session(unkept(game, shuffled_setup(game, most, 1))))
    if game == "constantinopolis":
        wander(found, Random(3), "Construction")
    return found


def full(game: str, language: str) -> Top:
    """The top bar of that moment, with all that can come to it."""
    wording.speak(language)
    top = desk(game).view().top
    rest_of_it = [one for one in top.chips if one.icon not in ("camera", "tray")]
    note = " · ".join(filter(None, (top.note, "Massimiliano 12:34")))
    return replace(top, note=note, chips=(*rest_of_it, *chips(DEVICES, True, True)))


def shown(kind: str, top: Top, width: int) -> Any:
    """A bar on its own, its layouts come to rest."""
    from kivy.factory import Factory

    from companion.ui.screens import register

    register()
    bar = Factory.get(kind)(view=top, size=(width, 64 if kind == "TopBar" else 124))
    rest()
    return bar


@pytest.fixture(params=[1.0, 1.5], ids=["plain", "large"])
def sized(request: pytest.FixtureRequest) -> Iterator[None]:
    """Words as they are, and half as large again."""
    from companion.ui.theme import theme

    theme.scale = request.param
    yield
    theme.scale = 1.0
    wording.speak("en")


@pytest.mark.usefixtures("sized")
@pytest.mark.parametrize("kind", WIDE)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["constantinopolis", "byzanz", "praetor"])
def test_the_menu_and_every_device_are_on_the_bar_and_nothing_lies_on_another(
    game: str, language: str, kind: str
) -> None:
    top = full(game, language)
    bar = shown(kind, top, WIDE[kind])
    line = bar if kind == "TopBar" else bar.children[-1]
    parts = [part for part in reversed(line.children) if part.width > 1]
    assert all(left.right <= right.x + 1 for left, right in pairwise(parts))
    assert parts[-1].right <= bar.right
    assert parts[-1].children[0].view == top.menu
    marked = {one.view.icon for one in bar.walk() if type(one).__name__ == "DeviceChip" and one.view.mark}
    assert marked == {"camera", "tray"}
