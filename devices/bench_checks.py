"""What a test bench asks for, one sensor at a time, and how it judges what the tray then reports.

What a sensor reports that is wired wrongly names the wire.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from secrets import randbelow
from typing import Any

from msgspec import Struct

from devices.finding import Finding
from devices.message import (
    FromDevice,
    FromHost,
    Moving,
    Odd,
    Pressed,
    Recount,
    Settled,
    ShowList,
    ShowRange,
    ShowText,
    Snapshot,
    Strip,
    TagRead,
)
from devices.protocol import NEEDS, TABLE, ZONES

_WORDS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "bench.toml").read_text(encoding="utf-8"))
PIECES, STEPS, LAMPS, DEPTH = 3, 5, 8, 4
"""Pieces in a well, clicks of the dial, lamps of a strip, and slots of a column, unless another number is named."""
SOON = 0.8
"""Seconds in which a tray that has counted reports what is odd."""
COLOURS = (90, 0, 0, 0, 90, 0, 0, 0, 90)
"""Red, green, blue, as they are sent to a strip."""
PAUSE = 3.0
"""Seconds without a change after which no more pieces are expected."""
PRINTED = {"coins": "COINS", "bought": "BOUGHT", "sold": "SOLD", "stored": "STORAGE", "used": "BUILDINGS"}
"""Zone → its name on a tray."""
Counts = tuple[int, ...]
NOTHING: Counts = (0,) * 5


def finding(kind: str, **facts: object) -> Finding:
    """A finding in the words of `bench.toml`."""
    return Finding(kind, {name: str(fact) for name, fact in facts.items()}, _WORDS[kind])


class SoFar(Struct):
    """What has come from the tray since a check began, and the counts before.

    `seconds` is for how long it runs, `quiet` for how long nothing has come; `answer` what a person has answered.
    """

    messages: list[FromDevice]
    before: dict[str, Counts]
    seconds: float = 0.0
    quiet: float = 0.0
    answer: bool | None = None

    def of(self, zone: str) -> list[Settled | Odd | Moving | Snapshot]:
        """The messages of one zone, in their order; a snapshot is of every zone."""
        about = (each for each in self.messages if isinstance(each, Settled | Odd | Moving | Snapshot))
        return [each for each in about if isinstance(each, Snapshot) or each.zone == zone]


class Check(Struct, frozen=True, kw_only=True):
    """One thing to do and to see; `asks` if a person must say what they see."""

    kind = ""
    missing = ""
    asks = False

    @property
    def commands(self) -> Sequence[FromHost]:
        """What the tray is sent when the check begins."""
        return ()

    @property
    def facts(self) -> dict[str, object]:
        """What fills its question and its findings."""
        return {}

    def judge(self, heard: SoFar) -> Finding | None:
        """What was found; None while there is nothing to say yet."""
        raise NotImplementedError

    def late(self, _heard: SoFar) -> Finding:
        """What was found when nothing more comes."""
        return finding(self.missing, **self.facts)


class Empty(Check, frozen=True, kw_only=True):
    """Nothing lies in a zone, and it says so."""

    kind = "empty"
    zone: str

    @property
    def commands(self) -> Sequence[FromHost]:
        return (Recount(),)

    @property
    def facts(self) -> dict[str, object]:
        return {"zone": PRINTED[self.zone]}

    def judge(self, heard: SoFar) -> Finding | None:
        told = heard.of(self.zone)
        last = told[-1] if told else None
        if heard.seconds < SOON or last is None or isinstance(last, Odd) or any(_now(last, self.zone)):
            return None
        return finding("empty-good", **self.facts)

    def late(self, heard: SoFar) -> Finding:
        told = heard.of(self.zone)
        last = told[-1] if told else None
        now = "?" if last is None else f"{last.hundredths / 100:g}" if isinstance(last, Odd) else _now(last, self.zone)
        return finding("wells-not-empty" if weighed(self.zone) else "slots-not-empty", now=now, **self.facts)


class Well(Check, frozen=True, kw_only=True):
    """Pieces in one well are seen by its scale and by no other."""

    kind = "well"
    zone: str
    column: int
    pieces: int = PIECES

    @property
    def facts(self) -> dict[str, object]:
        name = TABLE["columns"][self.zone][self.column]
        return {"n": self.column + 1, "name": name, "pieces": self.pieces}

    def judge(self, heard: SoFar) -> Finding | None:
        told = [each for each in heard.of(self.zone) if isinstance(each, Settled | Odd)]
        for each in told:
            if isinstance(each, Settled) and (found := self._elsewhere(_more(each.now, heard.before[self.zone]))):
                return found
        return self._judge_last(told[-1], heard) if told else None

    def _elsewhere(self, more: Counts) -> Finding | None:
        others = [column + 1 for column, count in enumerate(more) if count and column != self.column]
        if others and not more[self.column]:
            return finding("well-other", other=others[0], **self.facts)
        return finding("wells-together", others=", ".join(map(str, others)), **self.facts) if others else None

    def _judge_last(self, told: Settled | Odd, heard: SoFar) -> Finding | None:
        seen = 0 if isinstance(told, Odd) else _more(told.now, heard.before[self.zone])[self.column]
        if seen == self.pieces:
            return finding("well-good", **self.facts)
        if heard.quiet < PAUSE:
            return None
        if isinstance(told, Odd):
            return self._odd(told, heard)
        return finding("well-scale", seen=seen, **self.facts) if seen else None

    def _odd(self, odd: Odd, heard: SoFar) -> Finding:
        """Weights between whole pieces, usual before it is calibrated."""
        pieces = odd.hundredths / 100 - heard.before[self.zone][odd.column]
        if odd.column == self.column and pieces < 0:
            return finding("well-down", **self.facts)
        if odd.column == self.column:
            return finding("well-scale", seen=f"{pieces:.1f}", **self.facts)
        moved = [told for told in heard.of(self.zone) if isinstance(told, Moving)]
        if moved and _more(moved[-1].now, heard.before[self.zone])[self.column]:
            return finding("wells-together", others=odd.column + 1, **self.facts)
        return finding("well-other", other=odd.column + 1, **self.facts)

    def late(self, heard: SoFar) -> Finding:
        moved = any(isinstance(told, Moving) for told in heard.of(self.zone))
        return finding("well-unsteady" if moved else "well-still", **self.facts)


class CubeColumn(Check, frozen=True, kw_only=True):
    """Every slot of a column sees a cube, and no slot of another column does."""

    kind = "column"
    zone: str
    column: int
    depth: int = DEPTH

    @property
    def facts(self) -> dict[str, object]:
        return {"zone": PRINTED[self.zone], "name": TABLE["columns"][self.zone][self.column], "depth": self.depth}

    def judge(self, heard: SoFar) -> Finding | None:
        for zone in _slots(heard):
            for told in heard.of(zone):
                if isinstance(told, Settled) and (other := self._other(zone, told, heard)):
                    return finding("column-other", other=other, **self.facts)
        return finding("column-good", **self.facts) if self._most(heard) >= self.depth else None

    def _other(self, zone: str, told: Settled, heard: SoFar) -> str:
        more = _more(told.now, heard.before[zone])
        wrong = [column for column, count in enumerate(more) if count and (zone, column) != (self.zone, self.column)]
        return f"{PRINTED[zone]} {TABLE['columns'][zone][wrong[0]]}" if wrong else ""

    def _most(self, heard: SoFar) -> int:
        before = heard.before[self.zone]
        told = (each.now for each in heard.of(self.zone) if isinstance(each, Settled))  # what moves may change yet
        return max((_more(now, before)[self.column] for now in told), default=0)

    def late(self, heard: SoFar) -> Finding:
        return finding("column-short", seen=self._most(heard), **self.facts)


class Button(Check, frozen=True, kw_only=True):
    """A press of one button is heard as that button."""

    kind = "button"
    missing = "button-still"
    name: str

    @property
    def facts(self) -> dict[str, object]:
        return {"name": self.name}

    def judge(self, heard: SoFar) -> Finding | None:
        pressed = [told.button for told in heard.messages if isinstance(told, Pressed)]
        if not pressed:
            return None
        right = pressed[0] == self.name
        return (
            finding("button-good", **self.facts) if right else finding("button-other", other=pressed[0], **self.facts)
        )


class Dial(Check, frozen=True, kw_only=True):
    """The dial counts each click, in the right direction."""

    kind = "dial"
    missing = "dial-still"
    steps: int = STEPS

    @property
    def commands(self) -> Sequence[FromHost]:
        return (ShowRange(about=1, least=0, most=4 * self.steps, title="test"),)

    @property
    def facts(self) -> dict[str, object]:
        return {"steps": self.steps}

    def judge(self, heard: SoFar) -> Finding | None:
        chosen = [told.choice for told in heard.messages if isinstance(told, Pressed) and told.button == "confirm"]
        if not chosen:
            return None
        kind = "dial-good" if chosen[0] == self.steps else "dial-counts" if chosen[0] else "dial-still"
        return finding(kind, seen=chosen[0], **self.facts)


class Display(Check, frozen=True, kw_only=True):
    """A person reads on the display what was sent."""

    kind = "display"
    missing = "display-dark"
    asks = True
    text: str

    @property
    def commands(self) -> Sequence[FromHost]:
        return ShowList(about=0, title="", items=()), ShowText(line=0, text=self.text)

    @property
    def facts(self) -> dict[str, object]:
        return {"text": self.text}

    def judge(self, heard: SoFar) -> Finding | None:
        if heard.answer is None:
            return None
        return finding("display-good" if heard.answer else "display-dark", **self.facts)


class Lamps(Check, frozen=True, kw_only=True):
    """A person sees every lamp in its colour."""

    kind = "lamps"
    missing = "lamps-dark"
    asks = True

    @property
    def commands(self) -> Sequence[FromHost]:
        return (Strip(about=0, colours=(COLOURS * LAMPS)[: 3 * LAMPS]),)

    def judge(self, heard: SoFar) -> Finding | None:
        if heard.answer is None:
            return None
        return finding("lamps-good" if heard.answer else "lamps-dark")


class Sticker(Check, frozen=True, kw_only=True):
    """A card pad reads a sticker."""

    kind = "tag"
    missing = "tag-still"

    def judge(self, heard: SoFar) -> Finding | None:
        labels = [told.label for told in heard.messages if isinstance(told, TagRead)]
        return finding("tag-good", label=labels[0]) if labels else None


def checks_of(capabilities: Sequence[str], depth: int = DEPTH) -> Iterator[Check]:
    """Every check of a tray that can do this, in the order of its parts; `depth` slots are in a column."""
    for zone in (zone for zone in ZONES if NEEDS[zone] in capabilities):
        yield Empty(zone=zone)
        for column in range(len(NOTHING)):
            yield Well(zone=zone, column=column) if weighed(zone) else CubeColumn(zone=zone, column=column, depth=depth)
    if "buttons" in capabilities:
        yield from (Button(name=name) for name in TABLE["enum"]["button"])
    if {"buttons", "dial"} <= set(capabilities):
        yield Dial()
    if "display" in capabilities:
        yield Display(text=f"{randbelow(9000) + 1000}")
    if "lamps" in capabilities:
        yield Lamps()
    if "tags" in capabilities:
        yield Sticker()


def weighed(zone: str) -> bool:
    """Do pieces lie in wells there, and not in slots?"""
    return zone in ("coins", "stored")


def _slots(heard: SoFar) -> list[str]:
    """The zones with slots that this tray has."""
    return [zone for zone in heard.before if not weighed(zone)]


def _more(now: Sequence[int], before: Counts) -> Counts:
    """How many more lie in each column than before; what was taken away counts as nothing."""
    return tuple(max(0, new - old) for new, old in zip(now, before, strict=True))


def _now(told: Settled | Moving | Snapshot, zone: str) -> Counts:
    return tuple(getattr(told, zone)) if isinstance(told, Snapshot) else told.now


def words(kind: str, language: str = "en", **facts: object) -> str:
    """What a check of this kind asks a person to do."""
    return str(_WORDS["ask"][kind][language]).format(**facts)
