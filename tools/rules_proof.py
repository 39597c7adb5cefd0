"""Whether the tests of a rule make the code say or keep it: the tests marked with rules are run and watched.

A test marked ``mark.rule("C-AUC-07")`` proves C-AUC-07 if, while it runs, a refusal names the rule, an event happens
because of it, or a function that carries it is called. Where a rule stands in a sentence of a ``needs_`` function
only, calling that function is not enough: some test must be refused by it, or see an event that names it.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from engine.draft import Draft
from engine.rule import Illegal
from tools.rules import KEEPS, PRINTS, ROOT, Carrier, Carriers

SPOKEN = {method.__code__: "why" for method in (Draft.move, Draft.turn, Draft.enter)} | {
    Illegal.__init__.__code__: "rule"
}
"""Through what a rule is said, and the name it has there."""


class Seen(NamedTuple):
    """What the tests of one rule made happen: rules said, and functions called, by file and qualified name."""

    said: set[str]
    called: set[tuple[str, str]]


class Witness:
    """A pytest plugin that watches every test marked with a rule."""

    def __init__(self, home: Path) -> None:
        self.home = str(home)
        self.found: dict[str, Seen] = defaultdict(lambda: Seen(set(), set()))
        self._now = Seen(set(), set())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        rules = [rule for mark in item.iter_markers("rule") for rule in mark.args]
        if not rules:
            return (yield)
        self._now = Seen(set(), set())
        sys.setprofile(self._note)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            for rule in rules:
                self.found[rule].said.update(self._now.said)
                self.found[rule].called.update(self._now.called)

    def _note(self, frame: FrameType, event: str, _argument: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code in SPOKEN:
            self._now.said.add(frame.f_locals[SPOKEN[code]])
        elif code.co_filename.startswith(self.home):
            self._now.called.add((code.co_filename, code.co_qualname))


def witnessed(game: str) -> dict[str, Seen]:
    """Run the tests of a game; raises `RuntimeError` if one fails, for then nothing is proved."""
    witness = Witness(ROOT / "engine" / game)
    tests = str(ROOT / "tests" / "engine" / game)
    if pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow", tests], plugins=[witness]):
        raise RuntimeError(f"tests of {game!r} fail")
    return dict(witness.found)


def unproven(code: Carriers, seen: dict[str, Seen]) -> list[str]:
    """The rules whose tests reach nothing that carries them."""
    return [rule for rule, carriers in sorted(code.items()) if not proved(rule, carriers, seen.get(rule))]


def proved(rule: str, carriers: list[Carrier], seen: Seen | None) -> bool:
    """Do the tests of a rule reach what carries it?"""
    if seen is None:
        return False
    if rule in seen.said or all(carrier.how == PRINTS for carrier in carriers):
        return True
    enough = [carrier for carrier in carriers if carrier.how == KEEPS or not refuses(carrier)]
    return any(_called(carrier, seen.called) for carrier in enough)


def refuses(carrier: Carrier) -> bool:
    """Does the carrier state the rule as a sentence of an action's needs?"""
    return carrier.name.startswith("needs_")


def _called(carrier: Carrier, called: set[tuple[str, str]]) -> bool:
    within = f"{carrier.name}.<locals>."
    return any(file == str(carrier.file) and (name == carrier.name or name.startswith(within)) for file, name in called)
