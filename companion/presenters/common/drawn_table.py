"""The controls of a drawn table: pause, speed, seats of one's own, faults by a tap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.host.drawn_table import CAMERA, MARKER, TRAY, DrawnTable
from companion.presenters.common.scan import looking
from companion.presenters.handling import At, Handlers
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common import drawn_table as views
from companion.views.common.drawn_table import DrawnControls, SeatLine
from companion.views.common.newgame import Segment
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.common.scan import Scan
from companion.wording import _

SPEEDS = ((0.5, "×½"), (1.0, "×1"), (4.0, "×4"), (16.0, "×16"))


def controls(scene: Scene, table: DrawnTable) -> Sheet:
    """Everything one may do to the drawn table."""
    top = scene.title.top(scene)
    seen = looking(scene.source.frame, scene.title, top, "").body
    assert isinstance(seen, Scan)
    body = DrawnControls(
        scan=seen,
        title=_("The drawn table"),
        note=_note(scene, table),
        speed=Segment(_("Speed"), tuple(_speed(table, *each) for each in SPEEDS)),
        seats=tuple(_seat(scene, table, seat) for seat in scene.source.names),
        heading=_("Faults, by a tap"),
        faults=_faults(scene, table),
    )
    step = Button(_("One step"), icon="step", command=views.OneStep())
    word = _("Go on") if table.paused else _("Pause")
    icon = "play" if table.paused else "pause"
    primary = Button(word, icon=icon, command=views.Pause(not table.paused), look="primary")
    sentence = _("Everybody waits") if table.paused else _("They play by themselves")
    return Sheet(body=body, top=top, bar=Bar(sentence=sentence, choices=(step, _back()), primary=primary))


def _back() -> Button:
    return Button(_("Back to the game"), command=acts.Open("play"))


def _speed(table: DrawnTable, times: float, word: str) -> Button:
    return Button(word, command=views.Speed(times), look="tab", chosen=table.speed == times)


def _seat(scene: Scene, table: DrawnTable, seat: str) -> SeatLine:
    mine = seat in table.mine
    button = Button(_("Mine") if mine else _("I play this"), command=views.Own(seat, not mine), chosen=mine, look="tab")
    return SeatLine(scene.player(seat), _("by your taps") if mine else _("plays by itself"), button)


def _faults(scene: Scene, table: DrawnTable) -> tuple[Button, ...]:
    names = {CAMERA: (_("Stop the camera"), "camera"), MARKER: (_("Cover a corner"), "cover")}
    names |= {
        f"{TRAY}{seat}": (_("Pull {name}’s tray").format(name=scene.name(seat)), "tray") for seat in scene.source.names
    }
    return tuple(
        Button(word, "", icon, command=views.Fault(name))
        if name not in table.faults
        else Button(word, _("tap to mend"), "lost", command=views.Fault(name), look="tab", chosen=True)
        for name, (word, icon) in names.items()
    )


def _note(scene: Scene, table: DrawnTable) -> str:
    lost = [device for device in scene.source.devices if device.state == "lost"]
    if any(device.kind == "camera" for device in lost):
        return _("The camera is gone. Play goes on by taps; nothing is lost.")
    if lost:
        name = scene.name(lost[0].seat) or lost[0].id
        return _("{name}’s tray is gone. Play goes on by taps; nothing is lost.").format(name=name)
    if MARKER in table.faults:
        return _("A sheet of paper lies on one corner. The other three are enough to read the mat.")
    return _("Its camera and trays are drawn; all else is real.")


def _at(desk: At) -> DrawnTable:
    table = desk.host.drawn_table if desk.host else None
    assert table is not None
    return table


def _then(act: Callable[[DrawnTable, Any], None]) -> Callable[[At, Any], None]:
    def handle(desk: At, asked: Any) -> None:
        act(_at(desk), asked)
        desk.notify()

    return handle


HANDLERS: Handlers = {
    views.Pause: _then(lambda table, act: table.pause(act.paused)),
    views.OneStep: _then(lambda table, _act: table.step()),
    views.Speed: _then(lambda table, act: table.go(act.times)),
    views.Own: _then(lambda table, act: table.own(act.seat, act.mine)),
    views.Fault: _then(lambda table, act: table.fault(act.name)),
}
