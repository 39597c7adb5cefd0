"""A player's own board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from companion.ui import kit
from companion.ui.drawn import Drawn
from companion.ui.screens.praetor.dice import draw_die
from companion.ui.screens.praetor.drawing import picture, words
from companion.ui.theme import theme
from companion.views.praetor.board import StepGroup

LEAST = 8
"""A stair is at least so many dp high; where that leaves little room, the dice are smaller."""
DIE, FOOT, SOLE = 52, 54, 8
"""The side of a die, the height of the words below the stairs, and of the lowest step, in dp."""
FILLS = {"low": "sunk", "level": "porphyry_tint", "old": "gold_tint"}


class PraetorStairs(Drawn):
    """Workers on their stairs: the height is the level; placed ones show where they are."""

    steps = ObjectProperty(())
    groups = ObjectProperty(())

    DRAWS = ("pos", "size", "steps", "groups")

    def draw(self) -> None:
        self.canvas.clear()
        if not self.steps or self.width < dp(100):
            return
        wide, floor, rise = self.width / len(self.steps), self.y + dp(FOOT), self.rise()
        with self.canvas:
            for at, step in enumerate(self.steps):
                self._step(step, self.x + at * wide, floor, wide, dp(SOLE) + rise * step.height)
            for group in self.groups:
                self._group(group, wide)

    def _group(self, group: StepGroup, wide: float) -> None:
        """What several steps have in common, below their words."""
        count = group.last - group.first + 1
        middle = self.x + (group.first + count / 2) * wide
        words(group.word, "Body", dp(15), "muted", middle, self.y + dp(11), count * wide - dp(4))

    def rise(self) -> float:
        """How much higher each stair is than the one before, in px: as much as leaves the dice their size."""
        side = min(dp(DIE), self.width / len(self.steps) * 0.62)
        room = self.height - dp(FOOT) - dp(SOLE) - dp(7)
        rises = [(room - max(1, len(step.dice)) * (side + dp(4))) / step.height for step in self.steps if step.height]
        return max(dp(LEAST), min(rises, default=0.0))

    def _step(self, step: Any, x: float, floor: float, wide: float, high: float) -> None:
        gap, middle = dp(3), x + wide / 2
        Color(*theme.tone(FILLS[step.kind]))
        SmoothRoundedRectangle(pos=(x + gap, floor), size=(wide - 2 * gap, high), radius=[dp(6), dp(6), 0, 0])
        level = step.kind == "level"
        words(
            step.word,
            "Figure" if level else "Body",
            dp(20 if level else 15),
            "ink",
            middle,
            self.y + dp(36),
            wide - dp(4),
        )
        room = self.top - floor - high - dp(6)
        self._dice(step.dice, middle, floor + high + dp(5), room, wide)

    def _dice(self, dice: tuple[Any, ...], middle: float, y: float, room: float, wide: float) -> None:
        """The dice of a step, one above the other, smaller where many stand there; the tile of placed ones beside."""
        if not dice:
            return
        side = min(dp(DIE), wide * 0.62, (room - dp(2)) / len(dice) - dp(4))
        for up, one in enumerate(dice):
            here = y + up * (side + dp(4))
            shift = -side * 0.28 if one.placed else 0
            draw_die(one.die.person.seat, one.die.pips, middle - side / 2 + shift, here, side)
            if one.placed:
                picture(one.placed, "sea", middle + side * 0.55, here + side / 2, side * 0.5)


class PraetorMoraleBox(kit.Panel, kit.Viewed):
    """A space of the morale track."""


class PraetorFigureBox(kit.Column):
    """A resource and how many of it."""


class PraetorWageRow(kit.Row):
    """A line of the wages."""


class PraetorRateRow(kit.Row):
    """A row of the market table."""


class PraetorBoardScreen(kit.Row):
    """One player's board."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
