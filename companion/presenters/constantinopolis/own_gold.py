"""One's own gold, for as long as it is held: the sum, its coins, and what changed since the last look."""

from __future__ import annotations

from companion.arbiter.why import Cause, causes
from companion.presenters.constantinopolis import words
from companion.presenters.scene import Scene
from companion.views.common.own_gold import GoldChange, OwnGold
from companion.views.common.parts import Tag
from companion.wording import _, signed, wording
from engine.constantinopolis import phases as p
from engine.constantinopolis.readings import gold

MOST = 5
"""So many changes are shown, the newest ones."""
MOST_COINS = 8
"""Of more coins than that only the sum is shown."""


def hides_gold(scene: Scene) -> bool:
    """Is gold hidden now? In the end it is counted before all."""
    return not isinstance(scene.phase, p.Over)


def own_gold(scene: Scene) -> OwnGold | None:
    """The gold of the seat that is held; None while none is."""
    seat = scene.look.own
    if seat not in scene.source.names:
        return None
    amount, changes = gold(scene.table, scene.zones(seat)), _changes(scene, seat)
    coins = tuple(words.coins(amount))
    return OwnGold(
        person=scene.player(seat),
        side=scene.sides[seat],
        heading=_("Your gold"),
        amount=str(amount),
        coins=coins if len(coins) <= MOST_COINS else (),
        tag=_tray(scene, seat),
        since=_("Since you last looked") if changes else _("Nothing changed since you last looked."),
        changes=changes,
        told=_("{name} looks at the gold. Let go, and it is covered.").format(name=scene.name(seat)),
        own=_("this side only"),
        held=_("Held"),
        cover=_("let go to cover"),
    )


def _tray(scene: Scene, seat: str) -> Tag | None:
    """What the tray of the seat says of it; None where there is none that answers."""
    if not any(device.seat == seat and device.state == "ok" for device in scene.source.devices):
        return None
    if any(one.zone == scene.zones(seat).treasury for one in scene.source.disagreements):
        return Tag(_("the tray differs"), "saffron", "disagree")
    return Tag(_("the tray agrees"), "verdigris", "check")


def _changes(scene: Scene, seat: str) -> tuple[GoldChange, ...]:
    last = dict(scene.look.looked).get(seat, 0)
    found = causes(scene.source.book, seat, "gold", wording.language)
    newer = [cause for cause in found if cause.live and cause.entry > last]
    return tuple(_change(scene, cause) for cause in newer[:MOST])


def _change(scene: Scene, cause: Cause) -> GoldChange:
    line = scene.title.entry_line(scene, scene.source.journal[cause.entry - 1])
    return GoldChange(line, signed(cause.amount))
