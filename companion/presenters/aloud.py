"""What is spoken when the screen has changed: who is asked for what; in full also what was done, and refusals."""

from __future__ import annotations

from typing import NamedTuple

from companion.presenters.desk import Desk
from companion.presenters.scene import Scene
from companion.presenters.shown_screen import View
from companion.views.common.parts import Sheet
from companion.views.common.rulesheet import RuleSheet
from engine.journal import Entry

FEW = 3
"""More entries than this at a time are not read out one by one."""


class Heard(NamedTuple):
    """What changed: `words` to say, and the `sound` that fits: `entry`, `refused`, `turn` or nothing."""

    words: str = ""
    sound: str = ""


class Aloud:
    """Follows a desk and returns what is to be spoken and was not spoken yet."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._entry = desk.source.book.last if desk.source else 0
        self._asked = ""
        self._refused: object = None

    def heard(self, view: View) -> Heard:
        """What is new in this view since the last one."""
        scene = self.desk.scene() if self.desk.source is not None and isinstance(view, Sheet) else None
        done, asked, refused = self._done(scene), self._asks(view), self._refusal(view)
        full = self.desk.preferences.speech == "full"
        words = [*done] if full else []
        words += [refused if full else refused.split(".")[0]] if refused else [asked] if asked else []
        sound = "refused" if refused else "turn" if asked else "entry" if done else ""
        return Heard(" ".join(_sentence(one) for one in words), sound)

    def _done(self, scene: Scene | None) -> list[str]:
        """The entries of players since, the last few in words."""
        if scene is None:
            return []
        last, before = scene.source.book.last, self._entry
        self._entry = last
        fresh = scene.source.journal[before:last] if last > before else []
        return [_words(scene, entry) for entry in fresh if getattr(entry.command, "seat", "")][-FEW:]

    def _asks(self, view: View) -> str:
        bar = view.bar if isinstance(view, Sheet) else None
        asked = f"{bar.person.name}: {bar.sentence}" if bar and bar.person else ""
        if asked == self._asked or not asked:
            return ""
        self._asked = asked
        return asked if bar and bar.person and bar.person.name not in bar.sentence else bar.sentence if bar else ""

    def _refusal(self, view: View) -> str:
        refusal = self.desk.look.refusal
        if refusal is self._refused:
            return ""
        self._refused = refusal
        body = view.body if isinstance(view, Sheet) else None
        return str(body.sentence) if refusal is not None and isinstance(body, RuleSheet) else ""


def _words(scene: Scene, entry: Entry) -> str:
    command = entry.command
    return f"{scene.name(command.seat)} {scene.title.command_words(scene, command)}"


def _sentence(words: str) -> str:
    words = words.strip()
    return words if words[-1:] in ".!?…" else f"{words}."
