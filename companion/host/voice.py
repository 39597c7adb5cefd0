"""A voice that speaks sentences without making the caller wait: espeak-ng on Linux, the platform's own on Android."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from time import sleep
from typing import Any, Protocol

log = logging.getLogger("companion")
PROGRAMS = ("espeak-ng", "espeak")
PACE = 160
"""Words a minute."""


GLANCE = 0.05
"""Seconds between two looks whether a sentence is spoken to its end, or has to give way."""


class Speaker(Protocol):
    """What turns a sentence into sound; it returns when all is spoken, or falls silent as soon as it is `enough`."""

    def speak(self, text: str, language: str, enough: Callable[[], bool]) -> None: ...


class Program:
    """A program that speaks what it is given."""

    def __init__(self, path: str) -> None:
        self.path = path

    def speak(self, text: str, language: str, enough: Callable[[], bool]) -> None:
        call = [self.path, "-v", language, "-s", str(PACE), "--", text]
        with subprocess.Popen(
            call, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as running:
            while running.poll() is None and not enough():
                sleep(GLANCE)
            if running.poll() is None:
                running.terminate()


class Android:
    """The text-to-speech of Android, through pyjnius, which is there where Kivy runs on Android."""

    def __init__(self) -> None:
        try:
            from jnius import autoclass  # type: ignore[import-not-found]
        except ImportError as error:
            raise OSError("the voice of Android is there on Android only") from error

        activity = autoclass("org.kivy.android.PythonActivity").mActivity
        self._class = autoclass("android.speech.tts.TextToSpeech")
        self._locale = autoclass("java.util.Locale")
        self._voice: Any = self._class(activity, None)

    def speak(self, text: str, language: str, enough: Callable[[], bool]) -> None:
        self._voice.setLanguage(self._locale(language))
        self._voice.speak(text, self._class.QUEUE_FLUSH, None, None)
        while self._voice.isSpeaking() and not enough():
            sleep(GLANCE)
        if enough():
            self._voice.stop()


def speaker() -> Speaker | None:
    """The voice this computer has; None without one."""
    if hasattr(sys, "getandroidapilevel"):
        return Android()
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    return Program(path) if path else None


class Voice:
    """Says the newest sentence in a thread of its own; one that is still being spoken gives way to it."""

    def __init__(self, speaker: Speaker | None) -> None:
        self._speaker = speaker
        self._next: tuple[str, str] | None = None
        self._wake = threading.Condition()
        self._open = True
        self._thread: threading.Thread | None = None

    @property
    def there(self) -> bool:
        """Has this computer a voice?"""
        return self._speaker is not None

    def say(self, text: str, language: str) -> None:
        """Say a sentence as soon as may be; returns at once."""
        if self._speaker is None or not text:
            return
        with self._wake:
            self._next = text, language
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, args=(self._speaker,), name="voice", daemon=True)
                self._thread.start()
            self._wake.notify()

    def close(self) -> None:
        """Say nothing more."""
        with self._wake:
            self._open, self._next = False, None
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(1)

    def _run(self, speaker: Speaker) -> None:
        while (said := self._due()) is not None:
            try:
                speaker.speak(*said, self._interrupted)
            except OSError as error:
                log.warning("nothing is said aloud: %s", error)

    def _interrupted(self) -> bool:
        """Is there a newer sentence, or is nothing more to be spoken?"""
        return self._next is not None or not self._open

    def _due(self) -> tuple[str, str] | None:
        """The next sentence, when there is one; None when the voice is closed."""
        with self._wake:
            while self._open and self._next is None:
                self._wake.wait()
            said, self._next = self._next, None
            return said if self._open else None
