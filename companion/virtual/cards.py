"""A virtual mat without a game, and virtual hands that show a whole deck to its camera."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from companion.titles.title import Title
from companion.virtual.camera import DrawnCamera
from companion.virtual.hands import Hands
from companion.virtual.laying import Laying
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.mat import Mat, load_mat

ROOM = 8
"""So many cards lie on the common mat at a time."""


class BareMat(Hands):
    """A mat under a drawn camera, the common one by default; nothing lies on it but what is laid of a game's pieces."""

    def __init__(
        self, title: Title, seed: int, weather: str = "kind", rate: float = 30.0, mat: Mat | None = None
    ) -> None:
        mat = mat or load_mat()
        self._families = title.shows
        self._laying = Laying(mat, Random(f"hands {seed}"))
        self.camera = DrawnCamera(Scene(mat, Weather.named(weather), seed=seed, tiles=dict(title.tiles())), rate)

    def close(self) -> None:
        """Clear the mat away; may be called twice."""
        self.camera.close()


class Card(Protocol):
    """A card on the screen: under which face it was filed, if it was."""

    @property
    def filed(self) -> str: ...


class Shown(Protocol):
    """What the screen says of the cards that lie there."""

    @property
    def cards(self) -> Sequence[Card]: ...

    @property
    def all_filed(self) -> bool: ...


class CardDealer:
    """Shows a deck a mat full at a time; the next cards are laid when those before have been filed and taken away.

    A card that was not seen is shown once more at the end.
    `lay` moves the cards; `deck` lists every card by its face, `shown` is what the screen says of those that lie there,
    of which there are at most so many as there is `room` for.
    """

    def __init__(
        self, lay: Callable[[Sequence[str]], None], deck: Sequence[str], shown: Shown, room: int = ROOM
    ) -> None:
        self._lay, self._room = lay, room
        self._shown = shown
        self._deck = list(deck)
        self._lying: list[str] = []

    @property
    def lying(self) -> Sequence[str]:
        """The true faces of what lies there, row by row."""
        return tuple(self._lying)

    def poll(self) -> None:
        """Do what is due with the cards, if anything is; returns at once."""
        shown = self._shown
        if self._lying and shown.all_filed:
            self._deck += (Counter(self._lying) - Counter(card.filed for card in shown.cards)).elements()
            self._put([])
        elif not self._lying and not shown.cards and self._deck:
            self._put(self._deck[: self._room])
            del self._deck[: self._room]

    def close(self) -> None:
        """Take away what lies there."""
        self._put([])

    def _put(self, faces: Sequence[str]) -> None:
        self._lying = list(faces)
        self._lay(faces)
