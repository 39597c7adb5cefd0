"""Rules by a word, offline, in the language in force."""

from __future__ import annotations

from functools import cache

from companion.arbiter.search import Search
from companion.presenters.common.back_bar import way_back
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.answers import AnswerLine, TypedSearch
from companion.views.common.parts import Button, Sheet, Word
from companion.wording import _, n_, wording

KEYS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")


def searching(scene: Scene) -> Sheet:
    """The rules that speak of what is typed."""
    text = scene.look.digits
    found = _index(scene.source.game.name).find(text, wording.language)
    lines = tuple(
        AnswerLine("", (Word(rule.rule, True),), rule.sentence, (), Button("", command=acts.Ask(rule.rule)))
        for rule in found
    )
    none = "" if lines else _("Type a word, such as a building, a ship or a phase.")
    if text and not lines:
        none = _("No rule has this word.")
    rows = [tuple(map(_key, row)) for row in KEYS[:2]]
    body = TypedSearch(text, (*rows, _last()), lines, none)
    bar = way_back(n_("{n} rule", "{n} rules", len(lines)) if lines else _("Find a rule"))
    return scene.title.sheet(scene, body, bar, "")


@cache
def _index(game: str) -> Search:
    """The index of a game's rules, made when it is first asked."""
    return Search(game)


def _key(letter: str) -> Button:
    return Button(letter, command=acts.Letter(letter.lower()))


def _last() -> tuple[Button, ...]:
    space = Button(_("space"), command=acts.Letter(" "))
    return (*map(_key, KEYS[2]), space, Button("", icon="undo", command=acts.Letter("<")))
