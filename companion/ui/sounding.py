"""What is heard of the screen, where it is chosen: a voice in a thread of its own, and three soft sounds."""

from __future__ import annotations

from typing import Any

from companion.host.voice import Voice
from companion.presenters.aloud import Aloud
from companion.presenters.desk import Desk
from companion.presenters.shown_screen import View
from companion.ui.theme import HERE
from companion.wording import wording

SOUNDS = HERE / "assets" / "sounds"


class Sounding:
    """Says and sounds what is new whenever the window shows another view."""

    def __init__(self, desk: Desk, voice: Voice) -> None:
        self.desk = desk
        self.voice = voice
        self.aloud = Aloud(desk)
        self._loaded: dict[str, Any] = {}
        desk.voiceless = not voice.there

    def shown(self, view: View) -> None:
        """A view is shown: tell what is new in it."""
        if self.desk.preferences.speech == "off" and not self.desk.preferences.sounds:
            return
        heard = self.aloud.heard(view)
        if heard.words and self.desk.preferences.speech != "off":
            self.voice.say(heard.words, wording.language)
        if heard.sound and self.desk.preferences.sounds:
            self._sound(heard.sound)

    def _sound(self, name: str) -> None:
        if name not in self._loaded:
            from kivy.core.audio import SoundLoader  # nothing of it is needed at a silent table

            self._loaded[name] = SoundLoader.load(str(SOUNDS / f"{name}.wav"))
        if self._loaded[name] is not None:
            self._loaded[name].play()

    def close(self) -> None:
        """Say nothing more."""
        self.voice.close()
