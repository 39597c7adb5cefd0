"""A refusal with the facts that everybody may know; it is put into words where it is shown."""

from __future__ import annotations

from companion.play.reports import Refusal
from companion.titles import rulebook_of, title_of
from engine.rule import Illegal


def refused(game: str, illegal: Illegal) -> Refusal:
    """Why a command of the game called `game` was not carried out, without what only the seat that asked may know."""
    rule, hidden = rulebook_of(game).get(illegal.rule), title_of(game).private.get(illegal.rule)
    known = dict(zip(rule.facts if rule else (), illegal.facts, strict=False))
    named = {name: fact for name, fact in known.items() if name != hidden}
    return Refusal(illegal.rule, named, () if hidden else illegal.facts, illegal.reason)
