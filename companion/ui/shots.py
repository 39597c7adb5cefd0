"""Pictures of a running game, for `companion demo --screens` and the documents: one window, off-screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.presenters.desk import Desk
from companion.presenters.source import Source
from companion.ui import offscreen
from companion.views.common import acts


class Shots:
    """An off-screen window that follows a session; `shoot` saves what it shows under a name.

    Make it before anything else of Kivy is imported. `follow` is called after every step of a
    game and saves a picture whenever the phase has changed.
    """

    def __init__(self, source: Source, folder: Path) -> None:
        offscreen.prepare()
        from kivy.core.window import Window

        from companion.ui.app import Face

        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.desk = Desk(source=source)
        self.desk.do(acts.Prefer(turns=False))  # the reader of a picture sits on one side
        self.face = Face(self.desk)
        Window.add_widget(self.face)
        self._seen: set[str] = set()

    def follow(self) -> None:
        """Save a picture of every phase the first time it is seen."""
        phase = type(self.desk.scene().phase).__name__.lower()
        if phase not in self._seen:
            self._seen.add(phase)
            self.shoot(f"{len(self._seen):02d}-{phase}")

    def shoot(self, name: str) -> Path:
        """Show the desk's view and save it; the file."""
        self.face.show()
        offscreen.settle(5)
        path = self.folder / f"{name}.png"
        offscreen.picture(str(path))
        return path

    def after(self, act: Callable[[Desk], None], name: str) -> Path:
        """Do something at the desk, then save what it shows."""
        act(self.desk)
        return self.shoot(name)
