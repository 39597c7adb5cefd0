"""A table whose camera reads the bids: the card just laid, and the faces that are tapped only where somebody asks."""

from __future__ import annotations

from collections import Counter

from companion.presenters.byzanz import words
from companion.presenters.byzanz.cards import tally, ware
from companion.presenters.byzanz.words import say
from companion.presenters.scene import Scene
from companion.views.byzanz.cards import Notice, Ware
from companion.views.common import acts
from companion.views.common.parts import Button
from companion.wording import _, n_
from engine.byzanz.auction import Bid
from engine.byzanz.cards import PRINTED, worth
from engine.journal import Entry
from engine.table import Tally, total

ADD, FIELD = "add", "mat/bid"
"""The tab in which faces are tapped, and the field of the mat where a bid is shown."""
ICONS = {"camera": "camera", "serial": "tray", "mqtt": "tray", "phone": "phone"}
"""Who or what brought a bid → its icon."""


def sees_bids(scene: Scene) -> bool:
    """Does a camera look just now where who is due lays cards? What one holds at a drawn table is tapped."""
    watching = any(one.kind == "camera" and one.state not in ("lost", "off") for one in scene.source.devices)
    return watching and scene.hand(scene.me) is None


def faces_are_folded(scene: Scene) -> bool:
    """Are the faces put away until somebody taps them?"""
    return sees_bids(scene) and scene.look.tab != ADD and not scene.look.cards


def add_a_card(scene: Scene) -> Button:
    """Lays the faces out to be tapped, or puts them away."""
    here = scene.look.tab == ADD
    return Button(_("Add a card"), _("by tapping"), "plus", command=acts.Tab("" if here else ADD), chosen=here)


def lying_wares(scene: Scene, seat: str) -> tuple[Ware, ...]:
    """The cards of a standing bid, those marked that were laid last."""
    last = _last_bid(scene)
    mine = last is not None and last.command.seat == seat and not scene.look.cards
    left = Counter(last.command.cards if last is not None and mine else {})
    found = []
    for card in words.ordered(scene.table[scene.zones(seat).bid]):
        found.append(ware(card, "new" if left[card] > 0 else "plain"))
        left[card] -= 1
    return tuple(found)


def _last_bid(scene: Scene) -> Entry | None:
    """The newest entry, if it is a bid."""
    last = next(reversed(scene.live()), None)
    return last if last is not None and isinstance(last.command, Bid) else None


def just_laid(scene: Scene) -> Notice | None:
    """The cards that lie there and make no bid yet, or those of the last bid, with what they are worth."""
    shown, last = _shown(scene), _last_bid(scene)
    if shown:
        return _shown_notice(scene, shown)
    return _bid_notice(scene, last) if last is not None else None


def _shown(scene: Scene) -> Tally:
    """The cards in the field of the bid that were not booked yet."""
    frame, source = scene.source.frame, scene.source
    if frame is None or FIELD in source.to_clear:
        return {}
    marks = [mark.label for mark in frame.marks if mark.zone == FIELD and mark.sure and mark.label in PRINTED]
    return dict(Counter(tally(marks)) - Counter(source.lying(FIELD)))


def _shown_notice(scene: Scene, shown: Tally) -> Notice:
    anew = scene.state.setup.edition.raise_mode == "recompose"
    lies: Tally = {} if anew else scene.table[scene.zones(scene.me).bid]
    text = _("With it {name} bids {n}; {least} at least.")
    told = text.format(name=scene.name(scene.me), n=worth(lies) + worth(shown), least=scene.phase.best + 1)
    return _notice("camera", shown, told)


def _bid_notice(scene: Scene, last: Entry) -> Notice:
    seat, lies = last.command.seat, scene.table[scene.zones(last.command.seat).bid]
    facts = {"name": scene.name(seat), "all": str(worth(lies))}
    told = n_("{name}’s {n} card is worth {all}.", "{name}’s {n} cards are worth {all}.", total(lies), **facts)
    return _notice(ICONS.get(last.origin.partition(":")[0], "bid"), last.command.cards, told)


def _notice(icon: str, cards: Tally, told: str) -> Notice:
    named = words.cards_words(cards)
    named = named[:1].upper() + named[1:]
    laid = n_("{cards} was just laid.", "{cards} were just laid.", total(cards), cards=named)
    line = (*say(laid, True), *say(told))
    return Notice(icon, line, Button(_("Why?"), icon="rule", command=acts.Ask("B-AUC-07")))
