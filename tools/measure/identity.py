"""Identity among 106 enrolled picture cards: ours beside brute-force ORB, on drawn cards seen again in other light."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.random import Generator

from testkit.scenes.laid import FLAT, face_of_a_picture
from vision.photo import pictures
from vision.photo.found import Image

Answer = TypeVar("Answer")

ENROLLED = 106
"""As many cards as the box has contracts."""

ORB_SIZE = (200, 300)
"""Width and height in px of the pictures that ORB compares."""


class Named(NamedTuple):
    """Cards asked for, the share that each way names right and names wrongly, and ms a card."""

    cards: int
    right: float
    wrong: float
    ms: float
    orb_right: float
    orb_ms: float


class Orb:
    """Brute force: the enrolled card with most matches that pass the ratio test."""

    def __init__(self, cards: list[Image]) -> None:
        self._orb = cv2.ORB_create(500)  # type: ignore[attr-defined]
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING)
        self._known = [self._described(card) for card in cards]

    def _described(self, card: Image) -> Image:
        grey = cv2.cvtColor(cv2.resize(card, ORB_SIZE, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        described: Image = self._orb.detectAndCompute(grey, None)[1]
        return described

    def identify(self, card: Image) -> int:
        own = self._described(card)
        return int(np.argmax([self._votes(own, other) for other in self._known]))

    def _votes(self, own: Image, other: Image) -> int:
        pairs = self._matcher.knnMatch(own, other, k=2)
        return sum(len(pair) == 2 and pair[0].distance < 0.75 * pair[1].distance for pair in pairs)


def named(asked: int = 40) -> Named:
    """Every card enrolled from one picture; `asked` of them seen again."""
    chance = np.random.default_rng(11)
    cards = [face_of_a_picture(chance) for _ in range(ENROLLED)]
    album, orb = pictures.Album(), Orb(cards)
    for number, card in enumerate(cards):
        album.enrol(str(number), card)
    wanted = [int(number) for number in chance.choice(ENROLLED, asked, replace=False)]
    views = [again(cards[number], chance) for number in wanted]
    ours, ms = timed(lambda card: album.identify(card).name, views)
    theirs, orb_ms = timed(orb.identify, views)
    right = np.mean([name == str(number) for name, number in zip(ours, wanted, strict=True)])
    silent = np.mean([name is None for name in ours])
    orb_right = np.mean([name == number for name, number in zip(theirs, wanted, strict=True)])
    return Named(asked, float(right), float(1 - right - silent), ms, float(orb_right), orb_ms)


def timed(work: Callable[[Image], Answer], views: list[Image]) -> tuple[list[Answer], float]:
    """The answers, and the processor time of one in ms."""
    work(views[0])
    started = time.process_time()
    answers = [work(view) for view in views]
    return answers, 1000 * (time.process_time() - started) / len(views)


def again(card: Image, chance: Generator) -> Image:
    """The card a second time: corners a little off, other light, a soft lens, noise."""
    wide, high = FLAT
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    off = flat + chance.normal(0, 0.008 * high, (4, 2)).astype(np.float32)
    moved = cv2.warpPerspective(card, cv2.getPerspectiveTransform(off, flat), FLAT, borderMode=cv2.BORDER_REPLICATE)
    light = chance.uniform(0.5, 1.0) * np.array([chance.uniform(0.7, 1.0), 0.95, 1.0])
    soft = cv2.GaussianBlur(moved, (0, 0), float(chance.uniform(0.5, 1.6)))
    return np.asarray((soft * light + chance.normal(0, 4, moved.shape)).clip(0, 255), np.uint8)
