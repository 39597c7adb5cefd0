"""A contract, and what contracts may carry: each one drawn widget, for dozens of them stand side by side."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.ui import kit, pen
from companion.ui.panel import Panel
from companion.ui.theme import theme
from companion.views.common.parts import MARK
from companion.views.constantinopolis.acceptance import ContractCard

LEFT, RIGHT, TOP, BOTTOM = 15, 13, 12, 8
"""What a card leaves free at its edges, in dp."""
HEAD, PAY, ROUNDS, GAP = 30, 40, 44, 4
"""The heights of a card's lines and what is between them, in dp; its cargo takes the rest."""
CARGO, SMALL = 52, 22
SHIPS = ("ship-small", "ship-medium", "ship-large")


class Painted(kit.Tap, Panel):
    """Something to tap that draws all it shows of its view itself."""

    DRAWS = (*Panel.DRAWS, "view", "state")

    def on_view(self, *_: object) -> None:
        self.restyle()

    def on_state(self, *_: object) -> None:
        self.restyle()

    def restyle(self) -> None:
        """Choose fill and edge for the view and for a finger that is down."""

    def draw(self) -> None:
        super().draw()
        self.canvas.clear()
        if self.view is not None and self.width > dp(LEFT + RIGHT):
            with self.canvas:
                self.write()

    def write(self) -> None:
        """Draw what stands on it."""


class ContractBox(Painted):
    """A contract as printed, with its state above it; faint while goods are missing."""

    def restyle(self) -> None:
        if self.view is None:
            return
        state = self.view.state
        self.fill = {"loaded": "sea_tint", "short": ""}.get(state, "sunk" if self.state == "down" else "card")
        self.edge = {"picked": "gold", "loaded": ""}.get(state, "hair")
        self.thick = 3 if state == "picked" else 1.5
        self.dashed = state == "short"

    def write(self) -> None:
        head = self.top - dp(TOP + HEAD / 2)
        rounds = self.y + dp(BOTTOM + ROUNDS / 2)
        rule = self.y + dp(BOTTOM + ROUNDS + GAP)
        pay = rule + dp(1.5 + GAP + PAY / 2)
        cargo = (pay + dp(PAY / 2 + GAP) + head - dp(HEAD / 2 + GAP)) / 2
        self._head(self.view, head)
        _cargo(self.view.cargo, self.x + dp(LEFT), self.right - dp(RIGHT), cargo, CARGO, 10)
        self._pay(self.view, pay)
        Color(*theme.tone("hair"))
        Rectangle(
            pos=(round(self.x + dp(LEFT)), round(rule)),
            size=(self.width - dp(LEFT + RIGHT), max(1, round(dp(1.5)))),
        )
        self._rounds(self.view, rounds)

    def _head(self, view: ContractCard, middle: float) -> None:
        x, right = self.x + dp(LEFT), self.right - dp(RIGHT)
        if view.icon:
            x = pen.mark(view.icon, SMALL, "porphyry" if view.state == "saved" else "ink", x, middle) + dp(6)
        tone = {"picked": "gold_text", "saved": "porphyry", "short": "muted"}.get(view.state, "ink")
        after = (dp(SMALL + 6) if view.good else 0) + (
            dp(6) + pen.words(view.after, "caption").width if view.after else 0
        )
        x = pen.write(view.word, "caption", tone, x, middle, max(right - x - after, (right - x) / 2))
        if view.good:
            x = pen.mark(kit.GOODS[view.good], SMALL, "ink", x + dp(6), middle)
        pen.write(view.after, "caption", "muted", x + dp(6), middle, right - x - dp(6))

    def _pay(self, view: ContractCard, middle: float) -> None:
        """Gold, and fame where there is some, in the middle of the line."""
        gold, fame = str(view.gold) if view.cargo else "?", str(view.fame) if view.fame else ""
        tone = "muted" if view.state == "short" else "ink"
        mark = MARK if view.house else ""
        wide = dp(24 + 8) + pen.words(gold, "figure_big").width + (pen.words(mark, "figure").width if mark else 0)
        if fame:
            wide += dp(12 + 24 + 8) + pen.words(fame, "figure").width
        left, right = self.x + dp(LEFT), self.right - dp(RIGHT)
        x = pen.mark("coin", 24, "gold_text", (left + right - wide) / 2, middle) + dp(8)
        x = pen.write(mark, "figure", tone, pen.write(gold, "figure_big", tone, x, middle), middle) + dp(12)
        if fame:
            x = pen.mark("fame", 24, "porphyry", x, middle) + dp(8)
            pen.write(fame, "figure", tone, x, middle)

    def _rounds(self, view: ContractCard, middle: float) -> None:
        """For how many rounds a ship of each size sails with it; a dash where it cannot carry it."""
        figures = ["–" if rounds is None else str(rounds) for rounds in view.rounds]
        wide = [dp(26 + 4) + pen.words(figure, "figure_small").width for figure in figures]
        left, right = self.x + dp(LEFT), self.right - dp(RIGHT)
        starts = (left, (left + right + wide[0] - wide[2] - wide[1]) / 2, right - wide[2])
        for ship, figure, rounds, x in zip(SHIPS, figures, view.rounds, starts, strict=True):
            tone = "muted" if rounds is None or view.state == "short" else "ink"
            pen.write(figure, "figure_small", tone, pen.mark(ship, 26, tone, x, middle) + dp(4), middle)


class CargoChoice(Painted):
    """What contracts may carry, to tap."""

    def restyle(self) -> None:
        if self.view is None:
            return
        there = self.view.button.open
        self.fill = "sunk" if self.state == "down" or not there else "card"
        self.edge = "line" if there else ""

    def write(self) -> None:
        foot = self.y + dp(8 + 12)
        line = (self.y + dp(8 + 24 + 8) + self.top - dp(10)) / 2
        _cargo(self.view.letters or ("?",), self.x + dp(8), self.right - dp(8), line, CARGO, 6)
        word = pen.words(self.view.word, "caption")
        tone, room = "ink" if self.view.button.open else "muted", self.width - dp(16)
        pen.paint(word, tone, self.center_x - min(word.width, room) / 2, foot, room)


def _cargo(letters: Sequence[str], left: float, right: float, middle: float, dim: float, gap: float) -> None:
    """Icons of what is carried side by side between `left` and `right`, as large as `dim` dp where there is room."""
    if not letters:
        return
    dim = min(dim, (right - left + dp(gap)) / len(letters) / dp(1) - gap)
    x = (left + right - dp(dim * len(letters) + gap * (len(letters) - 1))) / 2
    for letter in letters:
        x = pen.mark(kit.GOODS.get(letter, "passenger"), dim, "ink", x, middle) + dp(gap)
