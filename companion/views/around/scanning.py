"""The camera at work: the live picture, what was read on it, and the question only a person can answer."""

from __future__ import annotations

from companion.told import Frame, Proposed, Question
from companion.views import acts
from companion.views.parts import Button, Sheet, Word
from companion.views.scan import MarkBox, QuestionCard, Reading, Scan
from companion.views.scene import Scene
from companion.wording import _, n_


def scanning(scene: Scene) -> Sheet:
    """What the camera sees now."""
    frame, asked = scene.source.frame, next(iter(scene.source.questions), None)
    card = _question(scene, asked) if asked else None
    seen = frame or Frame(b"", 16, 9)
    marks = tuple(_mark(seen, mark.label, mark.corners, mark.sure, scene) for mark in seen.marks)
    body = Scan(
        seen.pixels,
        seen.width,
        seen.height,
        marks,
        _status(frame),
        frame is not None and frame.corners == 4,
        card,
        _("Read so far"),
        _read(seen),
        (),
        card.readings[0].button if card and card.readings else None,
        (Button(_("Back to the game"), command=acts.Open("play")),),
    )
    return scene.title.sheet(scene, body, None, asked.seat if asked else scene.me)  # type: ignore[no-any-return]


def _mark(frame: Frame, label: str, corners: tuple[tuple[float, float], ...], sure: bool, scene: Scene) -> MarkBox:
    scaled = tuple((x / frame.width, y / frame.height) for x, y in corners)
    return MarkBox(scene.title.mark_words(label) if sure else "?", scaled, sure)


def _status(frame: Frame | None) -> str:
    if frame is None:
        return _("No picture yet")
    if frame.note:
        return _("{n} of 4 corners, {note}").format(n=frame.corners, note=frame.note)
    return _("{n} of 4 corners").format(n=frame.corners)


def _read(frame: Frame) -> tuple[str, ...]:
    sure = sum(mark.sure for mark in frame.marks)
    asks = len(frame.marks) - sure
    lines = [n_("{n} thing read", "{n} things read", sure)]
    return (*lines, n_("{n} in doubt", "{n} in doubt", asks)) if asks else tuple(lines)


def _question(scene: Scene, asked: Question) -> QuestionCard:
    readings = tuple(_reading(scene, asked, at, each) for at, each in enumerate(asked.readings[:2]))
    why = (Word(asked.why),) if asked.why else (Word(_("Both would be lawful.")),)
    return QuestionCard(
        scene.person(asked.seat),
        scene.title.zone_words(scene, asked.zone),
        _("Which one was it?"),
        readings,
        Button(_("Neither"), command=acts.Answer(asked.id, None)),
        Button(_("Look again"), command=acts.Again(asked.id)),
        why,
    )


def _reading(scene: Scene, asked: Question, at: int, each: Proposed) -> Reading:
    name = scene.title.command_words(scene, each.command) or each.label
    button = Button(_("Yes, the first"), command=acts.Answer(asked.id, at), look="primary", chosen=at == 0)
    return Reading(
        "contract" if "contract" in asked.zone or "draw" in asked.zone else "table", name, each.share, button
    )
