"""Whether table and book agree, as a small word for the overview."""

from __future__ import annotations

from companion.presenters.scene import Scene
from companion.views.common.parts import Tag
from companion.wording import _, n_, wording


def watched(scene: Scene) -> Tag:
    """Where table and book differ, what spoils the picture, or whether everything that should compares them."""
    if scene.source.disagreements:
        return Tag(_("Table and book differ"), "saffron", "disagree")
    caution = next(iter(scene.source.cautions()), None)
    if caution is not None:
        return Tag(caution[wording.language].partition(":")[0], "gold", "camera")
    return _compared(scene)


def _compared(scene: Scene) -> Tag:
    """Whether the table was compared with the book at all, and by everything that should."""
    states = [device.state for device in scene.source.devices if device.state != "off"]
    lost = states.count("lost")
    if lost:
        return Tag(n_("{n} device lost, taps go on", "{n} devices lost, taps go on", lost), "alarm", "lost")
    if not states:
        return Tag(_("Played by taps"), "sunk")
    return Tag(_("Table and book agree"), "verdigris", "check")
