"""Why something may not be done, for the seat that asks: the rule in our words, its facts, and where it is printed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.play.reports import Refusal
from companion.presenters.common.rulesheet import cited, refusal_words, sentence_of
from companion.presenters.scene import Scene
from companion.titles import rulebook_of
from companion.views.common.parts import Button
from companion.views.common.phone import Closed
from engine.game import Command, judge

MOST = 12
"""So many reasons are listed."""


def refusal_of(scene: Scene, command: Command) -> Refusal | None:
    """Why a command is refused, with every fact, since the scene holds none the seat may not know; None if it is not.

    A value nobody has typed in yet is asked for at the table, so it refuses nothing here.
    """
    ruled = judge(scene.source.game, scene.state, command)
    if ruled.allowed:
        return None
    rule = rulebook_of(scene.source.game.name).get(ruled.rule)
    facts = dict(zip(rule.facts if rule else (), ruled.facts, strict=False))
    return Refusal(ruled.rule, facts, ruled.facts, ruled.reason)


def explained(scene: Scene, refusal: Refusal) -> tuple[str, tuple[str, ...]]:
    """A refusal as a sentence, and the places in print."""
    return refusal_words(scene, refusal), places(scene, refusal.rule)


def places(scene: Scene, rule: str) -> tuple[str, ...]:
    """Where a rule is printed, by the language of the rulebook."""
    found = cited(scene, rulebook_of(scene.source.game.name).get(rule))
    return tuple(f"{rule} · {cite.language}: {cite.place}" for cite in found) or (rule,)


def closed(scene: Scene, seat: str, shown: object) -> tuple[Closed, ...]:
    """What the screen of the phase says this seat may not do; what has one reason stands in one line."""
    gathered: dict[tuple[str, str], list[Button]] = {}
    for button in _buttons(shown):
        if button.rule and button.reason and _is_of(scene, button, seat):
            gathered.setdefault((button.reason, button.rule), []).append(button)
    return tuple(_closed(scene, reason, rule, of) for (reason, rule), of in list(gathered.items())[:MOST])


def _is_of(scene: Scene, button: Button, seat: str) -> bool:
    return getattr(button.about, "seat", scene.me) == seat


def _closed(scene: Scene, reason: str, rule: str, of: list[Button]) -> Closed:
    labels = list(dict.fromkeys(button.label for button in of if button.label))
    command = of[0].about
    refusal = refusal_of(scene, command) if type(command) in scene.source.game.commands else None
    book = rulebook_of(scene.source.game.name)
    sentence = refusal_words(scene, refusal) if refusal else sentence_of(scene, book.get(rule), rule)
    return Closed(label=", ".join(labels), reason=reason, sentence=sentence, places=places(scene, rule))


def _buttons(view: object) -> Iterator[Button]:
    """Every button of a view."""
    if isinstance(view, Button):
        yield view
    elif isinstance(view, Struct):
        for name in view.__struct_fields__:
            yield from _buttons(getattr(view, name))
    elif isinstance(view, tuple):
        for item in view:
            yield from _buttons(item)
