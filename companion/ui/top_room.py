"""What a top bar has room for: what only counts goes first, then the note, then the word of the phase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kivy.metrics import dp
from msgspec.structs import replace

from companion.ui.fitting import extent
from companion.ui.theme import theme
from companion.views.common.parts import Chip, Step, Top

PILL, STEP = 76, 57
"""What the current phase takes beside its word, and what every other one takes, in dp."""
GAP = 17
"""What is left free after the current phase on the bar between those at the table, in dp."""
FRAME = 28 + 56 + 6 * 8
"""The sides of the bar, the menu's button and what lies between its parts, in dp."""
DISC = 52
"""A seat in the turn order, in dp."""
LYING = 26 + 16 + 6 * 14
"""The sides of the bar that lies between those at the table, and what is between its parts, in dp."""
SQUARE, LEFT = 14 + 5, 16 + 22 + 7 + 6
"""A round as a small square, and what counts on that bar beside its figure, in dp."""
LEAST = {"order": 118, "rounds": 230, "": 330}
"""What the round takes at least, in dp: beside the turn order, with small squares, as a title alone."""


def short_top(top: Top) -> Top:
    """The top bar with the current phase alone, where there is no room for all."""
    return replace(top, rounds=0, steps=tuple(step for step in top.steps if step.state == "now"))


def top_within(top: Top, width: float) -> Top:
    """The top bar as whole as `width` px allow; its menu is always on it."""
    tried = list(_shorter(top))
    return next((one for one in tried if _least_wide(one) <= width), tried[-1])


def _shorter(top: Top) -> Iterator[Top]:
    yield top
    top = replace(top, chips=_marked(top.chips))
    yield top
    top = replace(top, note="")
    yield top
    yield replace(top, steps=tuple(replace(step, word="") for step in top.steps))


def _least_wide(top: Top) -> float:
    """How wide a bar is with the current phase alone, in px."""
    now = sum((_extent("strong", step.word) + dp(PILL) for step in top.steps if step.state == "now"), 0.0)
    chips = sum(map(_chip_wide, top.chips))
    return dp(FRAME) + _round_wide(top) + dp(DISC) * len(top.order) + now + chips


def _round_wide(top: Top) -> float:
    """The round, as a title with a note below it or small squares above both."""
    title = _extent("strong" if top.rounds else "button", top.title)
    note = _extent("small", re.sub(r"\d", "8", top.note))  # a clock in it takes no room from second to second
    words = title + note + dp(10) if top.rounds else max(title, note)
    return max(dp(LEAST["order" if top.order else "rounds" if top.rounds else ""]), words)


def steps_within(steps: Sequence[Step], room: float) -> tuple[Step, ...]:
    """The phases for which there is room, in px: the current one, what comes, and what is past as far as it goes."""
    now = next((at for at, step in enumerate(steps) if step.state == "now"), 0)
    word = sum(_extent("strong", step.word) for step in steps[now : now + 1])
    others = max(0, int((room - word - dp(PILL)) // dp(STEP)))
    coming = min(others, len(steps) - now - 1)
    return tuple(steps[max(0, now - (others - coming)) : now + coming + 1])


def lying_within(top: Top, width: float) -> Top:
    """What the bar between those at the table has room for in `width` px: its round and the current phase at least."""
    tried = list(_shorter_lying(replace(top, chips=tuple(one for one in top.chips if one.icon and not one.mark))))
    return next((one for one in tried if _lying_wide(one) <= width), tried[-1])


def _shorter_lying(top: Top) -> Iterator[Top]:
    yield top
    top = replace(top, note="")
    yield top
    now = next((at for at, step in enumerate(top.steps) if step.state == "now"), len(top.steps))
    for gone in range(now + 1):
        yield replace(top, rounds=0, steps=top.steps[gone:])
    alone = replace(top, chips=(), steps=top.steps[now : now + 1])
    yield alone
    yield replace(alone, rounds=0)
    yield replace(alone, rounds=0, steps=tuple(replace(step, word="") for step in alone.steps))


def _lying_wide(top: Top) -> float:
    """How wide that bar is, in px."""
    words = _extent("strong", top.title) + _extent("small", top.note)
    now = sum(dp(PILL + GAP) + _extent("strong", step.word) for step in top.steps if step.state == "now")
    others = dp(STEP) * sum(step.state != "now" for step in top.steps)
    left = sum(dp(LEFT) + _extent("strong", chip.count) for chip in top.chips)
    return float(dp(LYING) + words + dp(SQUARE) * top.rounds + now + others + left)


def chips_within(chips: Sequence[Chip], room: float) -> tuple[Chip, ...]:
    """The chips for which there is room, in px: where it does not suffice, those that only count are left out."""
    return tuple(chips) if sum(map(_chip_wide, chips)) <= room else _marked(chips)


def _marked(chips: Sequence[Chip]) -> tuple[Chip, ...]:
    """The chips but those that only count."""
    return tuple(one for one in chips if one.mark or not one.icon)


def _chip_wide(chip: Chip) -> float:
    """How wide a chip is with the room beside it."""
    words = _extent("strong", chip.count)
    return float(max(dp(58), words + dp(28 + (31 if chip.icon else 0) + (25 if chip.mark else 0))) + dp(8))


def _extent(role: str, word: str) -> float:
    return extent(theme.face(role), theme.size(role), word) if word else 0.0
