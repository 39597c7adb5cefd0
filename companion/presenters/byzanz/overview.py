"""The overview of Byzanz: the table at a glance."""

from __future__ import annotations

from companion.presenters.byzanz import words
from companion.presenters.byzanz.cards import wares
from companion.presenters.byzanz.common import hand, offer_now, over, profit, standing, top, undo, won
from companion.presenters.common.steps import trouble
from companion.presenters.common.watched import watched
from companion.presenters.scene import Scene
from companion.views.byzanz.overview import ByzBidLine, ByzSeat, ByzStock, ByzTable
from companion.views.common import acts
from companion.views.common.overview import Overview
from companion.views.common.parts import Button
from companion.wording import _, n_
from engine.byzanz import phases as p
from engine.byzanz.auction import eligible
from engine.byzanz.cards import kind, worth
from engine.byzanz.market import goods_on_market
from engine.byzanz.zones import LOT, MARKET


def overview(scene: Scene) -> Overview:
    """Everything everybody may see."""
    due = scene.due
    return Overview(
        top=top(scene),
        sentence=_sentence(scene),
        note=_note(scene),
        tag=watched(scene),
        due=scene.sides[due[0]] if len(due) == 1 else "",
        seats=tuple(_seat(scene, seat) for seat in scene.source.names),
        body=_middle(scene),
        corners=_corners(scene),
        primary=_primary(scene),
    )


def verb(scene: Scene, seat: str) -> str:
    """What a seat is doing, in a word."""
    return standing(scene, seat)[0]


def _seat(scene: Scene, seat: str) -> ByzSeat:
    said, state = trouble(scene, seat) or standing(scene, seat)
    bid = worth(scene.table[scene.zones(seat).bid])
    return ByzSeat(
        person=scene.player(seat),
        side=scene.sides[seat],
        verb=said,
        state=state,
        button=Button(scene.name(seat), command=acts.Open("answers", seat)),
        bid=str(bid) if bid else "",
        hand=hand(scene, seat),
        profit=profit(scene, seat),
        offer=won(scene, seat),
    )


def _sentence(scene: Scene) -> str:
    if over(scene):
        return _("The game is over")
    if len(scene.due) != 1:
        return _("The next lot") if isinstance(scene.phase, p.Lot) else _("Last sales")
    return f"{scene.name(scene.due[0])}: {standing(scene, scene.due[0])[0]}"


def _note(scene: Scene) -> str:
    phase = scene.phase
    if isinstance(phase, p.Bidding) and phase.leader:
        return _("{name} leads with {n}.").format(name=scene.name(phase.leader), n=phase.best)
    if isinstance(phase, p.Lot):
        size = offer_now(scene)
        return n_("{n} card comes off the deck.", "{n} cards come off the deck.", size)
    return ""


def _middle(scene: Scene) -> ByzTable:
    number = offer_now(scene)
    return ByzTable(
        lot_title=_("The lot of offer card {n}").format(n=number) if number else _("No lot"),
        lot=wares(scene.table[LOT]),
        lot_note=_("One to the market, the rest to the winner") if number else _("The auctions of the round are over"),
        bids=_bids(scene),
        market=_stocks(scene),
        market_note=_("The lowest offer card picks first"),
    )


def _bids(scene: Scene) -> tuple[ByzBidLine, ...]:
    first = getattr(scene.phase, "opener", "")
    seats = eligible(scene.state, first) if first else ()
    return tuple(_bid(scene, seat) for seat in seats)


def _bid(scene: Scene, seat: str) -> ByzBidLine:
    value = worth(scene.table[scene.zones(seat).bid])
    if value:
        return ByzBidLine(scene.player(seat), str(value), True)
    return ByzBidLine(scene.player(seat), standing(scene, seat)[0], False)


def _stocks(scene: Scene) -> tuple[ByzStock, ...]:
    there = goods_on_market(scene.state)
    return tuple(_stock(scene, good) for good in words.ORDER if good in there)


def _stock(scene: Scene, good: str) -> ByzStock:
    cards = {card: count for card, count in scene.table[MARKET].items() if kind(card) == good}
    value = str(worth(cards)) if worth(cards) else "–"
    return ByzStock(words.ICONS[good], words.good_title(good), str(sum(cards.values())), value)


def _corners(scene: Scene) -> tuple[Button, ...]:
    nothing = Button(_("Undo"), icon="undo", reason=_("nothing to take back"))
    return (
        undo(scene) or nothing,
        Button(_("Menu"), icon="menu", command=acts.Open("menu")),
        Button(_("Score"), icon="fame", command=acts.Open("score")),
        Button(_("Challenge"), icon="challenge", command=acts.Challenge()),
    )


def _primary(scene: Scene) -> Button:
    if scene.source.disagreements:
        return Button(_("Table and book differ"), icon="disagree", command=acts.Open("differ"))
    if over(scene):
        return Button(_("Final score"), icon="profit", command=acts.Open("score"), look="primary")
    return Button(_("Go on"), command=acts.Open("play"), look="primary")
