"""What is behind the figures that the end of a game adds: levels, morale, resources made gold, ranks."""

from __future__ import annotations

from companion.presenters.praetor import words
from companion.presenters.scene import Scene
from companion.views.common.parts import Glyph, Line
from companion.views.common.score import Exchange
from companion.wording import _, n_, signed
from engine.event import Moved
from engine.journal import Entry
from engine.praetor.commands import Score
from engine.praetor.zones import RESOURCES

SOLD = "P-SCO-04"
"""The rule by which all resources become gold."""


def scoring(scene: Scene) -> Entry | None:
    """The entry that counted the game, if it is counted."""
    return next((entry for entry in reversed(scene.live()) if isinstance(entry.command, Score)), None)


def exchanged(scene: Scene, seat: str) -> tuple[Exchange, ...]:
    """Each resource as it was owned before the end, and the gold it came to."""
    counted = scoring(scene)
    if counted is None:
        return ()
    me = scene.zones(seat)
    sold, gained = _sold(scene, seat, counted)
    left = {piece: scene.table[me.store[piece]].get(piece, 0) for piece in RESOURCES}
    coins = left["gold"] - sum(gained.values())
    owned = {piece: left[piece] + sold.get(piece, 0) for piece in RESOURCES} | {"gold": coins}
    became = gained | {"gold": coins}
    return tuple(
        Exchange(words.ICONS[piece], str(owned[piece]), str(became.get(piece, 0)))
        for piece in RESOURCES
        if owned[piece]
    )


def _sold(scene: Scene, seat: str, counted: Entry) -> tuple[dict[str, int], dict[str, int]]:
    """How many of each resource a seat gave for gold at the end, and how much gold came for it."""
    me, sold, gained, good = scene.zones(seat), dict[str, int](), dict[str, int](), ""
    for event in counted.events:
        if not isinstance(event, Moved) or event.why != SOLD:
            continue
        if event.source == me.goods:
            good = event.piece
            sold[good] = event.count
        elif event.target == me.treasury:
            gained[good] = event.count
    return sold, gained


def summed(scene: Scene, seat: str, category: str) -> tuple[Line, ...]:
    """How a figure of the end came about, line by line; nothing before the game is counted."""
    if scoring(scene) is None:
        return ()
    own = scene.phase.lines[seat]
    if category == "workers":
        levels = n_("{n} level in all", "{n} levels in all", own["workers"])
        return (_line(own["workers"], levels), _line(own["apprentices"], _("Apprentices")))
    if category == "morale":
        return (_line(own["morale"], _("the value at the marker")),)
    if category == "gold":
        gold, rate = _all_gold(scene, seat), scene.state.book.final.gold_per_favor
        return (words.say(_("{gold} gold in all; {rate} gold are 1 favor").format(gold=gold, rate=rate)),)
    ranks = {"area": _("Area"), "walls": _("Wall sections"), "citizens": _("Citizens")}
    lines = [_line(own[name], word) for name, word in ranks.items() if name in own]
    return (*lines, words.say(_("By rank among all players.")))


def _line(points: int, word: str) -> Line:
    return (Glyph(words.POINTS_ICON, signed(points), "porphyry"), *words.say(word))


def _all_gold(scene: Scene, seat: str) -> int:
    return int(scene.table[scene.zones(seat).treasury].get("gold", 0))
