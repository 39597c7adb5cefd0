"""Pictures of the app for the manual, taken on the walk that a test walks too, and while a game is played on.

`python -m tools.docs.screens LANGUAGE FOLDER`, without a screen.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.presenters.scene import Scene
from companion.ui import offscreen
from companion.views.common import acts
from companion.wording import wording
from engine.game import Command, Offer

if TYPE_CHECKING:
    from tools.docs.evening import Shoot

SEED = 7
"""Decides what chance decides."""
LONGEST = 60
"""So many lines at most until the phase that is wanted has come."""
SHOWN = (
    *("first", "menu", "which-box", "seats", "name", "house-rules", "own-box", "set-up", "auction", "chosen"),
    *("game-menu", "over", "large", "share"),
)
"""What of the evening's walk the manual shows."""
PLAYED = ("rule", "hands", "construction", "vote")
"""What it shows of a game that is played on."""


def main(language: str, folder: Path) -> None:
    """Take them all; OSError if the folder cannot be written."""
    with tempfile.TemporaryDirectory() as data:
        wording.speak(language)
        host = Host(Path(data), virtual=False)
        desk = Desk(host, None, Random(SEED))
        face, shoot = _window(desk, folder, f"manual-{language}-")
        from tools.docs.evening import Evening  # Kivy is imported with it, so only once the window is prepared

        evening = Evening(face, lambda name: shoot(name) if name in SHOWN else None)
        evening.try_it()
        evening.set_up()
        evening.play()
        _playing(desk, shoot)
        evening.end()
        host.close()


def _window(desk: Desk, folder: Path, begin: str) -> tuple[Any, Shoot]:
    """An off-screen window that shows the desk, and what takes pictures of it, whose names `begin` so."""
    offscreen.prepare()
    from kivy.core.window import Window

    from companion.ui.app import Face

    folder.mkdir(parents=True, exist_ok=True)
    face = Face(desk)
    Window.add_widget(face)

    def shoot(name: str) -> None:
        assert name in SHOWN + PLAYED, name
        face.show()
        offscreen.settle(8)
        offscreen.picture(str(folder / f"{begin}{name}.png"))

    return face, shoot


def _playing(desk: Desk, shoot: Shoot) -> None:
    """A game with our values: a rule, what hands must do, a turn of building, and a vote."""
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("values", "house"))
    desk.do(acts.Start())
    desk.do(acts.Prefer(turns=False))
    desk.do(acts.Open("play"))
    desk.do(acts.Ask("C-AUC-09"))
    shoot("rule")
    _play_until(desk, "Construction")
    desk.do(acts.Open("play"))
    shoot("hands")
    assert desk.source is not None
    desk.do(acts.HandsDone(tuple(line.key for line in desk.source.hands.open)))
    desk.do(acts.Open("play"))
    shoot("construction")
    desk.do(acts.Challenge())
    shoot("vote")


def _play_until(desk: Desk, phase: str) -> None:
    """Everybody does the first thing that is lawful, until a phase has begun."""
    for _line in range(LONGEST):
        if type(desk.scene().phase).__name__ == phase:
            return
        desk.do(next(_lawful(desk.scene())))
    raise TimeoutError(f"{phase} did not come")


def _lawful(scene: Scene) -> Iterator[Command]:
    """What may be done, but for leaving the game."""
    for seat in scene.source.names:
        offers = (item.least if isinstance(item, Offer) else item for item in scene.offers(seat))
        yield from (command for command in offers if type(command).__name__ != "Leave")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
