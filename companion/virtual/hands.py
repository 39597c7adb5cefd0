"""Hands over the mat: what they lay is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.virtual.camera import DrawnCamera
from companion.virtual.laying import Laying
from vision.drawn.board import HeldSheet

DRAW = "draw"
"""The field of the mat where drawn cards, coins and tiles are shown."""


class Hands:
    """Lays pieces on a mat under a drawn camera.

    `_laying` is all that lies there, `_families` names the family of the cards that lie in a field.
    """

    camera: DrawnCamera
    _laying: Laying
    _families: Mapping[str, str]

    def lay_cards(self, faces: Sequence[str], field: str = DRAW) -> None:
        """Lay these cards, and only these, in a field of the mat."""
        if self._laying.cards(field, self._families[field], faces):
            self._show(field)

    def lying(self, field: str) -> list[str]:
        """The cards that lie in a field of the mat."""
        return [piece.face for piece in self._laying.lying(field)]

    def lay_coins(self, coins: Mapping[int, int]) -> None:
        """Lay these coins (value: how many), and only these, in the draw field."""
        if self._laying.coins(DRAW, coins):
            self._show(DRAW)

    def lay_tiles(self, names: Sequence[str], turns: Sequence[int] = ()) -> None:
        """Lay these tiles, upright or turned by so many degrees, and only these, in the draw field."""
        if self._laying.tiles(DRAW, names, turns):
            self._show(DRAW)

    def lay_goods(self, zone: str, tally: Mapping[str, int]) -> None:
        """Lay exactly these cubes in a goods zone of the mat, whatever a game says."""
        if self._laying.goods(zone, tally):
            self._show(zone)

    def hold_sheet(self, sheet: HeldSheet | None) -> None:
        """Hold the calibration sheet before the camera like this; None lays it aside."""
        self._laying.sheet = sheet
        self.camera.show(self._laying.pieces, self._laying.centre)

    def _show(self, zone: str) -> None:
        self.camera.show(self._laying.pieces, self._laying.middle(zone))
