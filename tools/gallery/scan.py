"""The scan screen over a drawn mat, read by the real eye: the gallery's example with a question."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from msgspec.structs import replace

from companion.host.camera import as_mark, cautions
from companion.play.reports import Frame
from companion.presenters.common.devices import camera_picture
from companion.presenters.common.scan import crop_of, marks_on
from companion.presenters.constantinopolis import screens
from companion.views.common.parts import Button, Sheet, Word
from companion.views.common.scan import QuestionCard, Reading, Scan
from companion.wording import wording
from tools.gallery import beside_phases
from tools.gallery.play import ANNA, button, top
from vision.drawn.laid import LaidCard, LaidCube
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.eye import Eye
from vision.mat.mat import load_mat

FACES = ("contract:GB.11.122", "contract:R.7.112", "contract:P.5.-12", "contract:B.4.111", "contract:KY.14.122")
DOUBTS = {"contract:B.4.111": "contract:B.1.111", "K": "B"}
"""What stands in doubt, and what it may be instead."""
LOOKS = 30
"""Frames the eye is given, 0.1 s apart."""


OVER_EACH_OTHER = ((80, 130, 2), (124, 134, 2), (220, 130, -4), (229, 146, 9), (250, 121, -12))
"""Middles in mm and turns of five contracts, two that touch and three that lie over each other."""


def apart() -> tuple[LaidCard, ...]:
    """Five contracts in the slots of the draw zone."""
    slots = zip(FACES, load_mat().slots("draw", 8), (1, -2, 2, 0, -1), strict=False)
    return tuple(LaidCard("contract", face, x, y, turn) for face, (x, y), turn in slots)


def laid(cards: Iterable[LaidCard]) -> list[Any]:
    """The contracts, and cubes before three seats."""
    mat = load_mat()
    hands = {"goods-1": "GGB", "goods-2": "BBR", "goods-3": "KRG"}
    cubes = [
        LaidCube(good, x, y, 15.0 * at)
        for zone, goods in hands.items()
        for at, (good, (x, y)) in enumerate(zip(goods, mat.spots(zone, 12), strict=False))
    ]
    return [*cards, *cubes]


@cache
def seen(cards: tuple[LaidCard, ...] = ()) -> Frame:
    """The drawn mat as the camera sees it, with what the eye reads on it; a card and a cube stand in doubt."""
    mat = load_mat()
    scene = Scene(mat, Weather.named("kind"), seed=7)
    scene.lay(laid(cards or apart()))
    eye = Eye(mat, lambda _sighting: None, families={"contract": list(FACES)}, prints={})
    for number in range(LOOKS):
        picture = scene.frame()
        eye.look(picture, number / 10)
    marks = [as_mark(mark) for mark in eye.marks]
    doubtful = [
        replace(mark, sure=False, runner_up=DOUBTS[mark.label]) if mark.label in DOUBTS else mark for mark in marks
    ]
    high, wide = picture.shape[:2]
    pixels = np.dstack([picture[:, :, ::-1], np.full((high, wide), 255, np.uint8)])
    return Frame(
        pixels=np.ascontiguousarray(pixels).tobytes(),
        width=wide,
        height=high,
        marks=tuple(doubtful),
        corners=4,
        note="still",
        cautions=cautions(eye),
    )


def scan() -> Sheet:
    """The whole screen."""
    return _drawing(seen(), "4 contracts sure, 1 asked")


def covered() -> Sheet:
    """The same with contracts that lie over each other, of which the eye warns."""
    cards = (LaidCard("contract", face, *place) for face, place in zip(FACES, OVER_EACH_OTHER, strict=True))
    return _drawing(seen(tuple(cards)), "2 contracts sure, 3 asked")


def _drawing(frame: Frame, read: str) -> Sheet:
    """A question for one of the contracts."""
    card = QuestionCard(
        person=ANNA,
        place="Anna’s contracts",
        asks="Which one was it?",
        readings=(
            Reading("contract", "consumer for 4 gold", 0.81, button("Yes, 4 gold", chosen=True, look="primary")),
            Reading("contract", "consumer for 1 gold", 0.14, button("Yes, 1 gold")),
        ),
        neither=button("Neither"),
        again=button("Look again"),
        why=(Word("Both would be lawful. But the box holds no such contract of 1 gold."),),
        crop=crop_of(frame, [mark for mark in frame.marks if mark.label == FACES[3]]),
    )
    return _sheet(frame, card, (read, "The box can hold all of it."))


def counting() -> Sheet:
    """The same with a question for one count; the others are taken as read."""
    frame = seen()
    shares = {1: 0.6, 0: 0.27, 2: 0.11, 4: 0.02}
    numbers = [
        Reading("good-military", f"{n} military", share, button(f"{n} military", chosen=n == 1, look="primary"))
        for n, share in shares.items()
    ]
    card = QuestionCard(
        person=ANNA,
        place="Anna’s goods",
        asks="How many of these lie here?",
        readings=tuple(numbers),
        neither=button("Neither"),
        again=button("Look again"),
        why=(Word("Everything else here was read for sure."),),
        crop=crop_of(frame, [mark for mark in frame.marks if mark.label == "K"]),
    )
    return _sheet(frame, card, ("13 things read", "2 in doubt"))


def _sheet(frame: Frame, card: QuestionCard, read: tuple[str, ...]) -> Sheet:
    marks = marks_on(screens, frame)
    status = "4 of 4 corners, still"
    primary = card.readings[0].button
    body = Scan(
        pixels=frame.pixels,
        width=frame.width,
        height=frame.height,
        marks=marks,
        status=status,
        good=True,
        question=card,
        heading="Read so far",
        read=read,
        counts=(),
        primary=primary,
        cautions=tuple(caution[wording.language] for caution in frame.cautions),
    )
    return Sheet(body=body, top=top(5, camera="question"), band="red")


def devices() -> Sheet:
    """The devices beside the live picture of the camera that was chosen."""
    cameras = (
        Button("On the arm", "by cable", "camera", command="camera", chosen=True),
        Button("This tablet", "at the back", "camera", command="camera"),
        Button("No camera", icon="hidden", command="camera"),
    )
    body = replace(
        beside_phases.DEVICES.body,
        which="Which camera?",
        cameras=cameras,
        picture=camera_picture(seen()),
    )
    return replace(beside_phases.DEVICES, body=body)
