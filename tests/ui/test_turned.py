"""A screen that is turned to the side of the table is laid out as if it had been built there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.test_fit import LAYOUTS, PICTURES, SIZES

WAYS = [("lying", "upright"), ("upright", "lying")]


def laid(screen: Any) -> list[tuple[str, tuple[int, ...]]]:
    """Every widget below a screen that takes room, and where it lies."""
    return [
        (type(each).__name__, tuple(round(value) for value in (*each.pos, *each.size)))
        for each in screen.walk()
        if each.width >= 1 and each.height >= 1
    ]


def built(name: str, size: str) -> Any:
    """A screen of the gallery, its layouts come to rest."""
    from kivy.factory import Factory

    from companion.ui.screens import register

    register()

    widget = Factory.get(PICTURES[name].screen)(view=PICTURES[name].view, size=SIZES[size])
    rest()
    return widget


def rest() -> None:
    """Let layouts within layouts come to rest."""
    from kivy.clock import Clock

    for _ in range(LAYOUTS):
        Clock.tick_draw()


@pytest.mark.one_in(24)
@pytest.mark.parametrize(("first", "then"), WAYS)
@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_turned_screen_is_laid_out_as_if_built_so(name: str, first: str, then: str) -> None:
    turned = built(name, first)
    turned.size = SIZES[then]
    rest()
    fresh = laid(built(name, then))
    odd = [(mine, whole) for mine, whole in zip(laid(turned), fresh, strict=False) if mine != whole]
    assert not odd, f"{odd[0][0]} where {odd[0][1]} is right, and {len(odd) - 1} more"
    assert len(laid(turned)) == len(fresh)
