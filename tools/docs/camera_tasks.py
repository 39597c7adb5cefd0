"""Pictures of the tasks at the camera, for the documents, taken while the virtual table's hands lay what is asked for.

`python -m tools.docs.camera_tasks FOLDER`, without a screen.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.views.common import acts
from companion.views.common import task_acts as t

SEED = 7
"""Decides what chance decides."""
BEATS = 5000
"""More than any of the tasks takes."""
CARDS = 8
"""As many as lie on the mat at once."""


def _all_read(setup: Any) -> bool:
    """Do eight cards lie there, each of them read?"""
    cards = setup.task.cards
    return len(cards) == CARDS and all(card.ready for card in cards)


def _all_seen(setup: Any) -> bool:
    """Has the camera looked at the fields for a while?"""
    return bool(setup.eyes.looked > CARDS)


def _half_measured(setup: Any) -> bool:
    """Was the sheet taken in half of its places?"""
    return bool(2 * setup.task.count >= setup.task.wanted)


TASKS: Mapping[str, tuple[t.BeginTask, Callable[[Any], bool]]] = {
    "enrolling": (t.BeginTask("card_enrolment"), _all_read),
    "colours": (t.BeginTask("colour_calibration"), _all_seen),
    "lens": (t.BeginTask("lens_calibration"), _half_measured),
}
"""Name of the picture: what begins the task, and when the picture is taken."""


def main(folder: Path) -> None:
    """Take them all; OSError if the folder cannot be written, TimeoutError where a task comes to nothing."""
    offscreen.prepare()
    from kivy.core.window import Window

    from companion.ui.app import Face

    folder.mkdir(parents=True, exist_ok=True)
    for name, (task, come) in TASKS.items():
        with tempfile.TemporaryDirectory() as data, closing(_host_of(data)) as host:
            face = Face(Desk(host, chance=Random(SEED)))
            Window.add_widget(face)
            face.desk.do(acts.Open("devices"))
            face.desk.do(task)
            _live(host, face, come)
            offscreen.picture(str(folder / f"{name}.png"))
            Window.remove_widget(face)
            face.close()


def _host_of(data: str) -> Host:
    return Host(Path(data), virtual=True, chance=Random(SEED))


def _live(host: Host, face: Any, come: Callable[[Any], bool]) -> None:
    """Let the table live until it has come to what is to be seen."""
    for _ in range(BEATS):
        host.poll()
        offscreen.settle(1)
        if come(host.camera_setup):
            face.mark()
            return offscreen.settle(8)
    raise TimeoutError(f"the task came to nothing in {BEATS} beats")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
