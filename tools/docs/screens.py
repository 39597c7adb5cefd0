"""Pictures of the app for the manual, taken while a game is set up and begun.

`python -m tools.docs.screens LANGUAGE FOLDER`, without a screen.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.presenters.scene import Scene
from companion.ui import offscreen
from companion.views.common import acts
from companion.wording import wording
from engine.game import Command, Offer

SEED = 7
"""Decides what chance decides."""
LONGEST = 60
"""So many lines at most until the phase that is wanted has come."""


Shoot = Callable[[str], None]
"""Saves what the window shows under a name."""


def main(language: str, folder: Path) -> None:
    """Take them all; OSError if the folder cannot be written."""
    with tempfile.TemporaryDirectory() as data:
        wording.speak(language)
        host = Host(Path(data), virtual=False)
        desk = Desk(host, None, Random(SEED))
        shoot = _window(desk, folder, f"manual-{language}-")
        _before(desk, shoot)
        _playing(desk, shoot)
        host.close()


def _window(desk: Desk, folder: Path, begin: str) -> Shoot:
    """An off-screen window that shows the desk; nothing of Kivy is imported before. Names of pictures `begin` so."""
    offscreen.prepare()
    from kivy.core.window import Window

    from companion.ui.app import Face

    folder.mkdir(parents=True, exist_ok=True)
    face = Face(desk)
    Window.add_widget(face)

    def shoot(name: str) -> None:
        face.show()
        offscreen.settle(8)
        offscreen.picture(str(folder / f"{begin}{name}.png"))

    return shoot


def _before(desk: Desk, shoot: Shoot) -> None:
    """The first screen, the box, who sits where, and what must be known of an own box."""
    shoot("first")
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("values", "copy"))
    shoot("which-box")
    desk.do(acts.Open("seats"))
    shoot("seats")
    desk.do(acts.Start())
    shoot("own-box")


def _playing(desk: Desk, shoot: Shoot) -> None:
    """A game with our values: its set-up card, a rule, what hands must do, a turn of building, and a vote."""
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("values", "house"))
    desk.do(acts.Start())
    shoot("set-up")
    desk.do(acts.Dress(turns=False))
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
