"""What hands do in a step of the update: coins to the bank, dice that move or turn, markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.presenters.praetor import words
from companion.presenters.praetor.board import track
from companion.presenters.praetor.common import die
from companion.presenters.praetor.lines import changes
from companion.presenters.scene import Scene
from companion.views.common.parts import Line
from companion.views.praetor.board import MoraleSpace
from companion.views.praetor.update import DieMove, Handwork
from companion.wording import _, n_, signed
from engine.event import Event, Moved, Turned
from engine.praetor.zones import LEVEL

COINS = 9
"""So many coins are drawn side by side; more are a figure."""


def handwork(scene: Scene, seat: str, step: str, events: Sequence[Event]) -> tuple[Handwork, ...]:
    """Everything a step has hands do, in its order."""
    moved = changes(events, scene.zones(seat))
    found = [*_gold(moved, _no_more(scene, seat, moved)), *_dice(scene, events)]
    if moved.get("morale"):
        found.append(_morale(scene, seat, moved["morale"]))
    if moved.get("favor"):
        found.append(Handwork(title=_("Favor marker: {n}").format(n=_signed(moved["favor"])), line=_favor(moved)))
    numbered = tuple(replace(each, number=at) for at, each in enumerate(found, 1))
    return numbered or (Handwork(title=_("Nothing to do"), note=_nothing(step)),)


def _no_more(scene: Scene, seat: str, moved: Mapping[str, int]) -> str:
    """Where wages cost morale: the gold did not suffice."""
    return _("{name} has no more gold.").format(name=scene.name(seat)) if moved.get("morale", 0) < 0 else ""


def _nothing(step: str) -> str:
    return _("No gold was due.") if step == "pay" else _("Nobody is concerned.")


def _signed(count: int) -> str:
    return signed(count)


def _favor(moved: Mapping[str, int]) -> Line:
    return words.amounts({"favor": moved["favor"]})


def _gold(moved: Mapping[str, int], note: str) -> list[Handwork]:
    paid = {piece: -by for piece, by in moved.items() if by < 0 and piece not in ("morale", "favor")}
    if not paid:
        return []
    title, coins = _("To the bank: {what}").format(what=words.price_words(paid)), paid.get("gold", 0)
    if set(paid) == {"gold"} and coins <= COINS:
        return [Handwork(title=title, coins=coins, note=note)]
    return [Handwork(title=title, line=words.amounts(paid, False), note=note)]


def _dice(scene: Scene, events: Sequence[Event]) -> list[Handwork]:
    """Dice that move or turn, each as a line."""
    found = []
    turned = {event.into: event.piece for event in events if isinstance(event, Turned) and event.piece in LEVEL}
    for event in events:
        if isinstance(event, Moved) and event.piece in LEVEL:
            before = turned.get(event.piece, event.piece) if _on_tile(event) else event.piece
            shown = DieMove(die(scene, event.piece), die(scene, before) if before != event.piece else None)
            found.append(Handwork(title=_moves(event, before), moves=shown))
    return found


def _on_tile(event: Moved) -> bool:
    """Does a die come from a tile of the city?"""
    return event.source.partition("/")[0] in ("centre", "area")


def _moves(event: Moved, before: str) -> str:
    where = event.target.partition("/")[0]
    if where == "retired":
        return _("A worker of level 6 goes to the retired ones")
    if _on_tile(event):
        tile = words.tile_name(event.source.partition("/")[2])
        if before != event.piece:
            return _("From {tile}: turn the die to {n}").format(tile=tile, n=LEVEL[event.piece])
        return _("From {tile}: it stays at {n}").format(tile=tile, n=LEVEL[event.piece])
    if where == "active":
        return n_("An apprentice becomes an Active Worker", "{n} apprentices become Active Workers", event.count)
    return n_("An apprentice goes to the second space", "{n} apprentices go to the second space", event.count)


def _morale(scene: Scene, seat: str, by: int) -> Handwork:
    here = scene.table[scene.zones(seat).morale].get("morale", 0)
    spaces: tuple[MoraleSpace, ...] = track(scene, seat, here, here - by)
    title = n_("Morale: {n} space up", "Morale: {n} spaces up", by) if by > 0 else ""
    low = n_("Morale: {n} space down", "Morale: {n} spaces down", -by)
    return Handwork(title=title or low, morale=spaces)
