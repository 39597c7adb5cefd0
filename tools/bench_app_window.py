"""The parts of `tools.bench_app`, each in a process of its own with a window of its own; prints one line of JSON.

python -m tools.bench_app_window bare | start | game
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from companion.ui import offscreen

SEED = 3
MOST = 2500
"""So many taps end the game at the latest."""
ENOUGH = 330
"""Seconds after which a game that is not over is looked at no longer."""
BURST, PAUSE = 8, 0.5
"""So many taps in a row after so many seconds in which nobody touches the screen."""
VISITS = ("menu", "table", "history", "score", "rules", "devices", "scan", "answers", "search", "play")
Found = Mapping[str, Any]


def bare() -> Found:
    """A window of Kivy with nothing in it, up to its first picture."""
    offscreen.prepare()
    from kivy.app import App
    from kivy.core.window import Window

    return _first_picture(Window, lambda: App().run(), lambda: App.get_running_app().stop())


def start() -> Found:
    """The app as its command starts it, up to its first picture."""
    offscreen.prepare()
    from kivy.app import App
    from kivy.core.window import Window

    from companion.commands.cli import main

    with tempfile.TemporaryDirectory(prefix="bench-app-") as folder:
        run = lambda: main(["--data", folder])  # noqa: E731
        return _first_picture(Window, run, lambda: App.get_running_app().stop())


def _first_picture(window: Any, run: Callable[[], object], stop: Callable[[], None]) -> Found:
    seen: list[float] = []

    def flipped(*_: object) -> None:
        if not seen:
            seen.append(time.process_time())
            stop()

    window.bind(on_flip=flipped)
    run()
    return {"first picture": seen[0]}


def opened(desk: Any, poll: Callable[[], object] | None = None) -> Any:
    """The app in its window, its first picture shown."""
    from kivy.core.window import Window

    from companion.ui.app import CompanionApp
    from tools.bench_app_finger import frames

    app = CompanionApp(desk, poll)
    root = app.build()
    root.size = Window.size
    Window.add_widget(root)
    app.dispatch("on_start")
    frames()
    return app


def game() -> Found:
    """A whole game of four by taps; then every screen once and once more."""
    offscreen.prepare()
    from companion.host.opening import new_session, shuffled_game
    from companion.presenters.desk import Desk
    from companion.wording import wording
    from tools.bench_app_finger import Finger, Tapped, choose

    wording.speak("en")
    source = new_session(shuffled_game("constantinopolis", 4, SEED))
    desk = Desk(source=source)
    app = opened(desk)
    finger, chance = Finger(app.face), Random(SEED)
    found: list[Tapped] = []
    rests = [rest(PAUSE)]
    end = time.monotonic() + ENOUGH
    while not _over(desk) and len(found) < MOST and time.monotonic() < end:
        widget = choose(app.face, chance)
        if widget is None:
            finger.open(_open("play"))
            continue
        found.append(finger.tap(widget))
        if len(found) % BURST == 0:
            rests.append(rest(PAUSE))
    visits = [[finger.open(_open(screen)) for screen in VISITS] for _ in range(3)]
    return {
        "taps": [list(tap) for tap in found],
        "over": _over(desk),
        "entries": source.book.last,
        "rests": rests,
        "visits": visits,
    }


def _over(desk: Any) -> bool:
    return not desk.source.state.phase.actors


def _open(screen: str) -> Any:
    from companion.views.common import acts

    return acts.Open(screen)


def rest(seconds: float) -> float:
    """Nobody touches the screen; the longest turn of the loop in processor time."""
    from kivy.base import EventLoop

    end, longest = time.monotonic() + seconds, 0.0
    while time.monotonic() < end:
        started = time.process_time()
        EventLoop.idle()
        longest = max(longest, time.process_time() - started)
    return longest


PARTS: Mapping[str, Callable[[], Found]] = {"bare": bare, "start": start, "game": game}

if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]]()))
