"""Whose gold may be held uncovered: every seat's own, where a game hides gold and goes on."""

from __future__ import annotations

from companion.presenters.scene import Scene


def secret(scene: Scene, seat: str) -> str:
    """The seat, if its gold shows while its owner holds what bears this; empty where nothing is hidden."""
    return seat if scene.title.hides_gold(scene) else ""
