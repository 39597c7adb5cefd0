"""The scan screen of the running app while the eye reads: pictures a second; a part of `tools.bench_app`.

python -m tools.bench_app_scan
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from companion.ui import offscreen
from tools.bench_app_camera import camera
from tools.bench_app_window import SEED, opened, rest

LOOKED = 8.0
"""Seconds in which pictures are counted."""
WARM = 3.0
"""Seconds the eye has to find the mat before that."""
PICTURES, RATE = 12, 30
"""Different pictures of the camera, and how many it sends a second."""
SEATS = ("red", "blue", "green", "yellow")
Found = Mapping[str, float]


def scan() -> Mapping[str, Found]:
    """Of a camera of 30 Hz at 1280 × 720, and of the drawn table's own."""
    offscreen.prepare()
    from companion.wording import wording

    wording.speak("en")
    with tempfile.TemporaryDirectory(prefix="bench-app-") as folder:
        return {"drawn": _drawn_table(Path(folder) / "virtual"), "live": _live_camera(Path(folder) / "live")}


def _drawn_table(folder: Path) -> Found:
    from companion.host.host import Host

    folder.mkdir()
    return _looked(Host(folder, virtual=True, chance=Random(SEED)))


def _live_camera(folder: Path) -> Found:
    from companion.host.host import Host

    folder.mkdir()
    with camera(PICTURES, RATE) as address:
        (folder / "devices.toml").write_text(f'camera = "{address}"\n', encoding="utf-8")
        return _looked(Host(folder, chance=Random(SEED)))


def _looked(host: Any) -> Found:
    """Open a game and look at what its camera sees."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.presenters.desk import Desk
    from companion.titles.title import Place, Setting
    from companion.views.common import acts

    places = tuple(Place(seat, seat.title()) for seat in SEATS)
    source = host.open(Setting(game="constantinopolis", edition="reconciled", places=places))
    desk = Desk(host, source, chance=Random(SEED))
    app = opened(desk, host.poll)
    while host.setting or source.frame is None:
        EventLoop.idle()
    desk.do(acts.Open("scan"))
    rest(WARM)
    found = _counted(app, host)
    app.dispatch("on_stop")
    Window.remove_widget(Window.children[0])
    host.close()
    return found


def _counted(app: Any, host: Any) -> Found:
    """What is shown in LOOKED seconds: new pictures on the screen, of the camera, and those the eye read."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    shown: list[int] = []
    eyes = host.running.eyes
    began, looked, first = time.monotonic(), eyes.looked, eyes.shot.number
    count = lambda *_: shown.append(_picture(app))  # noqa: E731
    Window.bind(on_flip=count)
    while time.monotonic() < began + LOOKED:
        EventLoop.idle()
    Window.unbind(on_flip=count)
    lasted = time.monotonic() - began
    return {
        "shown": sum(one != other for one, other in pairwise(shown)) / lasted,
        "camera": (eyes.shot.number - first) / lasted,
        "eye": (eyes.looked - looked) / lasted,
    }


def _picture(app: Any) -> int:
    """The live picture that is on the screen, as a number of its own."""
    live = next(each for each in app.face.walk() if type(each).__name__ == "LivePicture")
    return hash(bytes(live.view.pixels[:: 4 * 997]))


if __name__ == "__main__":
    print(json.dumps(scan()))
