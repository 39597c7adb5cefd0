"""Cards of Byzanz for the screens: those that lie there, and the faces one may tap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.presenters.byzanz import words
from companion.presenters.scene import Scene
from companion.views.byzanz.cards import Faces, Ware
from companion.views.common import acts
from companion.views.common.parts import Button
from engine.byzanz.cards import GOODS, KEPT_MERCHANT, MERCHANT, PRINTED, kind, value
from engine.byzanz.zones import LOT, MARKET
from engine.table import Tally

Laying = Callable[[str], object]
"""From the face of a card the act that lays it."""


def ware(card: str, look: str = "plain", word: str = "", button: Button | None = None) -> Ware:
    """A card by its face; a back where that is not known."""
    if card not in PRINTED:
        return Ware("", "", "back", word, button)
    return Ware(words.ICONS[kind(card)], str(value(card)) if card != MERCHANT else "", look, word, button)


def kept_ware(card: str) -> Ware:
    """A profit card turned up: a merchant kept from a sale of three counts five."""
    return Ware(words.ICONS["ME"], str(KEPT_MERCHANT)) if card == MERCHANT else ware(card)


def wares(cards: Mapping[str, int]) -> tuple[Ware, ...]:
    """Cards as they lie, by good and value."""
    return tuple(ware(card) for card in words.ordered(cards))


def backs(count: int) -> tuple[Ware, ...]:
    """So many cards face down."""
    return tuple(Ware("", "", "back") for _each in range(count))


def gaps(count: int) -> tuple[Ware, ...]:
    """So many places for cards still to be laid."""
    return tuple(Ware("", "", "gap") for _each in range(max(0, count)))


def laid(cards: Iterable[str], take: Laying) -> tuple[Ware, ...]:
    """Cards just tapped; another tap takes one back."""
    return tuple(ware(card, "new", button=Button(words.card_name(card), command=take(card))) for card in cards)


def tally(cards: Sequence[str]) -> Tally:
    """Cards in a row as a tally."""
    return {card: cards.count(card) for card in dict.fromkeys(cards)}


def faces(
    scene: Scene,
    lay: Laying,
    taken: Sequence[str],
    *,
    merchant: bool,
    mine: str = "",
    most: int | None = None,
    seat: str = "",
) -> Faces:
    """Every face that may be laid: as far as all can see on the table that one is left, and none where `most` lie.

    What a hand may hold closes no face: the screen is no memory aid (B-PRV-01). But at a drawn table it is the hand of
    who plays `seat` before it, and the note of a face says how many of it there are where there are several. `mine` is
    a seat whose own bid may be laid anew.
    """
    seen, room, hand = _seen(scene, mine), most is None or len(taken) < most, scene.hand(seat)
    again = scene.table[scene.zones(mine).bid] if mine else {}

    def face(card: str) -> Button:
        here = PRINTED[card] - seen.get(card, 0) if hand is None else hand.get(card, 0) + again.get(card, 0)
        left = here - list(taken).count(card)
        several = str(left) if hand is not None and left > 1 else ""
        command = lay(card) if room and left > 0 else None
        return Button(str(value(card) or ""), several, words.ICONS[kind(card)], command=command)

    goods = tuple(face(f"card:{good}{number}") for good in GOODS for number in range(1, 5))
    return Faces(goods, face(MERCHANT) if merchant else None)


def _seen(scene: Scene, mine: str) -> Tally:
    """The cards that lie open on the table now."""
    bids = [scene.zones(seat).bid for seat in scene.source.names if seat != mine]
    found: Tally = {}
    for zone in (LOT, MARKET, *bids):
        for card, count in scene.table[zone].items():
            found[card] = found.get(card, 0) + count
    return found


def add(card: str) -> acts.Card:
    """Lay a card in the middle of the screen."""
    return acts.Card(card)


def take(card: str) -> acts.Card:
    """Take it back."""
    return acts.Card(card, -1)
