"""Gold in a game in which no seat holds its own open to look: nothing to cover, and nothing to show."""

from __future__ import annotations

from companion.presenters.scene import Scene
from companion.views.common.own_gold import OwnGold


def hides_gold(_scene: Scene) -> bool:
    """No disc of a person covers gold."""
    return False


def own_gold(_scene: Scene) -> OwnGold | None:
    """No gold is held open."""
    return None
