"""Cameras and trays as chips in the top bar."""

from __future__ import annotations

from collections.abc import Sequence

from companion.play.reports import Device
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import MARK, Button, Chip
from companion.wording import _


def chips(devices: Sequence[Device], asks: bool, differ: bool) -> tuple[Chip, ...]:
    """Cameras and trays in the top bar."""
    cameras = [device for device in devices if device.kind == "camera"]
    trays = [device for device in devices if device.kind != "camera"]
    found = []
    if cameras:
        mark = "question" if asks else mark_of(cameras, False)
        found.append(Chip("camera", "", mark, Button(_("Camera"), command=acts.Open("scan"))))
    if trays:
        target = acts.Open("differ" if differ else "devices")
        found.append(Chip("tray", str(len(trays)), mark_of(trays, differ), Button(_("Trays"), command=target)))
    return tuple(found)


def house_chip(scene: Scene) -> tuple[Chip, ...]:
    """What the mark means that stands behind values of our own set, where this game plays with any."""
    if not scene.any_ours:
        return ()
    return (Chip("", _("{mark} ours").format(mark=MARK), "", Button(_("Our own values"), command=acts.Open("ours"))),)


def mark_of(devices: list[Device], differ: bool) -> str:
    """The worst of their states; none for what is switched off."""
    states = {device.state for device in devices}
    if states == {"off"}:
        return ""
    if "lost" in states:
        return "lost"
    if differ or "differs" in states:
        return "disagree"
    return "question" if "asks" in states else "check"
