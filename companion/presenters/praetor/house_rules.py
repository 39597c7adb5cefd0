"""What a table may agree on, in words, and what is asked before a game: who was last in Rome."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.presenters.common.edition_options import EditionOptions
from companion.presenters.draft import HouseRule
from companion.presenters.praetor.lines import HIDE
from companion.wording import _
from engine.praetor.editions import FILE

_OPTIONS = EditionOptions(FILE)
house_rules, presets, options_of = _OPTIONS.house_rules, _OPTIONS.presets, _OPTIONS.options_of


SUMS = "plaza_sums"


def agreements() -> tuple[HouseRule, ...]:
    """Whether the screen tells what the plazas of a free cell give: the table may keep these sums to itself."""
    values = {"shown": _("Yes, in every free cell"), "hidden": _("No, everybody looks")}
    question = _("Does the screen show the sums of plazas?")
    return (HouseRule(SUMS, question, "P-BLD-07", values, remarks={"hidden": HIDE}),)


def draw(seats: tuple[str, ...], chance: Random) -> dict[str, tuple[str, ...]]:
    """Who is taken to have been in Rome most recently."""
    return {"rome": (chance.choice(seats),)} if seats else {}


def place_drawn(drawn: Mapping[str, tuple[str, ...]], seat: str) -> int:
    """The Roman numeral I at the chair of who was in Rome; 0 at all others."""
    return int(seat in drawn.get("rome", ()))


def drawn_words() -> str:
    """What was drawn."""
    return _("I: last in Rome. 10 favor, and acts last.")
