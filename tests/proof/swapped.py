"""The tests of Constantinopolis played on tables where one value of an option has been swapped for another.

Each test is called as it stands, once for each of its parameters; only what an edition is made from is changed. A test
that fails on the swapped table tells the two values apart.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from engine.constantinopolis import editions
from engine.constantinopolis.editions import OPTIONS, Edition
from testkit.constantinopolis import situation
from tests.engine.constantinopolis import (
    test_acceptance,
    test_auction,
    test_construction,
    test_end,
    test_information,
    test_leaving_and_trade,
    test_market,
    test_scorers,
    test_setup,
    test_voyages,
)

MODULES = (
    *(test_acceptance, test_auction, test_construction, test_end, test_information),
    *(test_leaving_and_trade, test_market, test_setup, test_voyages, test_scorers),
)


class Case(NamedTuple):
    """A test with one set of its parameters, and the options its tables play with that are not the default."""

    name: str
    play: Callable[[], Any]
    options: frozenset[tuple[str, str]]

    def deals_with(self, option: str) -> bool:
        return any(name == option for name, _ in self.options)


@contextmanager
def editions_through(change: Callable[[Edition], Edition]) -> Iterator[None]:
    """Every edition made by the tests goes through `change`."""

    def made(*given: Any, **options: Any) -> Edition:
        return change(Edition(*given, **options))

    def chosen(options: Any) -> Edition:
        return change(editions.edition(options))

    with pytest.MonkeyPatch.context() as patches:
        for module in (situation, *MODULES):
            for name, instead in (("Edition", made), ("edition", chosen)):
                if hasattr(module, name):
                    patches.setattr(module, name, instead)
        yield


def tells_apart(option: str, value: str, other: str) -> str:
    """The first test that fails where `other` stands in the place of `value`, or nothing."""

    def swapped(made: Edition) -> Edition:
        return replace(made, **{option: other}) if getattr(made, option) == value else made

    with editions_through(swapped):
        return next((case.name for case in _concerned(option, value) if _fails(case)), "")


def _concerned(option: str, value: str) -> list[Case]:
    """The cases that could notice: those with the value; for a default, the other variants of tests with the option."""
    if value != OPTIONS[option][0]:
        return [case for case in cases() if (option, value) in case.options]
    tests = {case.name for case in cases() if case.deals_with(option)}
    return [case for case in cases() if case.name in tests and not case.deals_with(option)]


def _fails(case: Case) -> bool:
    try:
        case.play()
    except BaseException:
        return True
    return False


@cache
def cases() -> tuple[Case, ...]:
    """Every test that needs no fixture, once for each of its parameters."""
    return tuple(_cases())


def _cases() -> Iterator[Case]:
    for module in MODULES:
        for name, test in vars(module).items():
            if name.startswith("test_") and inspect.isfunction(test) and not _slow(test):
                yield from _variants(module, name, test)


def _slow(test: Any) -> bool:
    return any(mark.name == "slow" for mark in getattr(test, "pytestmark", ()))


def _variants(module: ModuleType, name: str, test: Any) -> Iterator[Case]:
    marks = [mark.args for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    for chosen in product(*(_values(*args[:2]) for args in marks)):
        given = {key: value for part in chosen for key, value in part.items()}
        if set(inspect.signature(test).parameters) == set(given):
            play = _call(test, given)
            yield Case(f"{module.__name__}.{name}", play, _options(play))


def _values(names: Any, values: Any) -> list[dict[str, Any]]:
    named = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    return [dict(zip(named, value if len(named) > 1 else (value,), strict=True)) for value in values]


def _call(test: Any, given: dict[str, Any]) -> Callable[[], Any]:
    return lambda: test(**given)


def _options(play: Callable[[], Any]) -> frozenset[tuple[str, str]]:
    found: set[tuple[str, str]] = set()

    def noted(made: Edition) -> Edition:
        found.update((name, getattr(made, name)) for name in OPTIONS if getattr(made, name) != OPTIONS[name][0])
        return made

    with editions_through(noted):
        play()
    return frozenset(found)
