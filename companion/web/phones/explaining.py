"""Why something may not be done, for the seat that asks: the rule in our words, its facts, and where it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from companion.play.labels import words_of
from companion.play.reports import Refusal
from companion.presenters.common.rulesheet import cited, refusal_words
from companion.presenters.inside import inside
from companion.presenters.scene import Scene
from companion.titles import rulebook_of
from companion.views.common.parts import Button
from companion.views.common.phone import Closed
from companion.web.phones.offering import capital, key_of, name_of, things_of
from engine.game import Command, Offer, judge

MOST = 12
"""So many reasons are listed."""


def refusal_of(scene: Scene, command: Command) -> Refusal | None:
    """Why a command is refused, with every fact, since the scene holds none the seat may not know; None if it is not.

    A value that was not typed in yet is asked for at the table, so it refuses nothing here.
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


def closed(scene: Scene, seat: str, shown: object, offered: Sequence[Command | Offer]) -> tuple[Closed, ...]:
    """What the screen of the phase says this seat may not do; what has one reason stands in one line.

    A button that only waits for pieces to be chosen is left out: the phone offers the choice itself.
    """
    waits = {name_of(item) for item in offered if isinstance(item, Offer) and item.over.pool is not None}
    gathered: dict[tuple[str, str, str], list[Command]] = {}
    for button in inside(shown, Button):
        if (command := _command(scene, button, seat)) is not None and name_of(command) not in waits:
            refusal = refusal_of(scene, command)
            if refusal is not None and refusal.rule == button.rule:
                key = name_of(command), button.reason, button.rule
                gathered.setdefault(key, []).append(command)
    return tuple(_closed(scene, reason, of) for (_name, reason, _rule), of in list(gathered.items())[:MOST])


def _command(scene: Scene, button: Button, seat: str) -> Command | None:
    """The command of this seat that a button says may not be given, and why."""
    about = button.about
    known = button.rule and button.reason and type(about) in scene.source.game.commands
    return cast(Command, about) if known and getattr(about, "seat", "") == seat else None


def _closed(scene: Scene, reason: str, of: list[Command]) -> Closed:
    command = of[0]
    refusal = refusal_of(scene, command)
    assert refusal is not None  # it was gathered for that
    sentence, where = explained(scene, refusal)
    things = tuple(dict.fromkeys(line for each in of if (line := things_of(scene, each))))
    word = capital(words_of(name_of(command), scene.source.game.name))
    return Closed(key=key_of(command), word=word, things=things, reason=reason, sentence=sentence, places=where)
