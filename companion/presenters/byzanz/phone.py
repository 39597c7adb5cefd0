"""What a seat of Byzanz has, for its own phone: the hand, the bid that lies, the profits."""

from __future__ import annotations

from collections.abc import Mapping

from companion.presenters.byzanz import words
from companion.presenters.byzanz.common import offer_now, standing
from companion.presenters.byzanz.own_sum import purse
from companion.presenters.scene import Scene
from companion.views.common.parts import Line
from companion.views.common.phone import Belongings, CoveredSum, Pile, Stake, StakeBid
from companion.wording import _
from engine.byzanz.cards import worth
from engine.byzanz.phases import Bidding
from engine.byzanz.zones import LOT


def belongings(scene: Scene, seat: str) -> Belongings:
    """The cards of the seat; the sum of its profits where the table has agreed that all players see their own."""
    me, table = scene.zones(seat), scene.table
    mine = purse(scene, seat)
    piles = (
        Pile(heading=_("In hand"), items=_cards(table[me.hand]), look="cards"),
        Pile(heading=_("Your bid"), items=_cards(table[me.bid]), look="cards"),
        Pile(heading=_("Your profits"), items=_cards(table[me.profit]), look="cards"),
    )
    return Belongings(
        purse=CoveredSum(heading=_("Your profit"), icon="profit", amount=mine.label) if mine else None,
        piles=tuple(pile for pile in piles if pile.items),
        stake=_stake(scene),
    )


def _stake(scene: Scene) -> Stake | None:
    """The lot that is auctioned, and what each player's bid is worth."""
    if not isinstance(scene.phase, Bidding):
        return None
    bids = tuple(_bid(scene, seat) for seat in scene.phase.live)
    title = _("The lot of offer card {n}").format(n=offer_now(scene))
    note = _("One to the market, the rest to the winner")
    return Stake(icon="bid", title=title, note=note, things=words.glyphs(scene.table[LOT]), bids=bids)


def _bid(scene: Scene, seat: str) -> StakeBid:
    value = worth(scene.table[scene.zones(seat).bid])
    word = standing(scene, seat)[0]
    leads = seat == scene.phase.leader
    return StakeBid(person=scene.player(seat), amount=str(value) if value else "–", word=word, leads=leads)


def _cards(cards: Mapping[str, int]) -> tuple[Line, ...]:
    return tuple((words.glyph(card),) for card in words.ordered(cards))
