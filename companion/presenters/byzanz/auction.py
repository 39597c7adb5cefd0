"""The auction of Byzanz: the lot is laid out, players bid with goods or pass, the winner gives a card to the market."""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.byzanz import words
from companion.presenters.byzanz.cards import add, faces, gaps, laid, take, tally, ware, wares
from companion.presenters.byzanz.common import clockwise, left, offer_now, players, sheet, undo
from companion.presenters.byzanz.edge import edge
from companion.presenters.byzanz.just_laid import add_a_card, faces_are_folded, just_laid, lying_wares, sees_bids
from companion.presenters.byzanz.words import say
from companion.presenters.scene import Scene
from companion.views.byzanz.cards import Faces, Notice, Players, Ware
from companion.views.byzanz.play import ByzAuction, ByzBidder
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Line, Sheet
from companion.wording import _, n_
from engine.byzanz.auction import Bid, GiveToMarket, LayOut, Pass, eligible
from engine.byzanz.cards import MERCHANT, kind, worth
from engine.byzanz.zones import LOT, MARKET, OFFERS
from engine.table import total


def laying(scene: Scene) -> Sheet:
    """The next lot comes off the deck."""
    size, opener = offer_now(scene), scene.phase.opener
    cards = scene.look.cards[:size]
    free = faces(scene, add, cards, merchant=True) if len(cards) < size else None
    last = len(eligible(scene.state, opener)) == 1
    opened = _("{name} is the last one: no bids").format(name=scene.name(opener)) if last else _opened(scene, opener)
    body = _body(scene, (*laid(cards, take), *gaps(size - len(cards))), free, None)
    body = replace(body, title=_("The next lot"), opened=opened, about=_deck(scene))
    note = n_("{n} more, tap it as it lies.", "{n} more, tap them as they lie.", size - len(cards))
    if len(cards) == size:
        note = _("Tap a card to take it back.")
    primary = scene.button(LayOut("", tally(cards)), _("That is the lot"), look="primary")
    sentence = n_("Lay out {n} card from the deck", "Lay out {n} cards from the deck", size)
    return sheet(scene, body, Bar(sentence=sentence, note=note, undo=undo(scene), primary=primary), "")


def _deck(scene: Scene) -> str:
    return n_("{n} card is left in the deck.", "{n} cards are left in the deck.", left(scene))


def _opened(scene: Scene, opener: str) -> str:
    return _("{name} speaks first").format(name=scene.name(opener))


def _body(scene: Scene, lot: tuple[Ware, ...], free: Faces | None, notice: Notice | None) -> ByzAuction:
    """What all moments of an auction share."""
    return ByzAuction(
        players=_players(scene),
        offer=offer_now(scene),
        title=_("The lot"),
        opened="",
        about=_about(scene),
        lot=lot,
        bidders=_bidders(scene),
        faces=free,
        notice=notice,
        edge=edge(scene),
    )


def _players(scene: Scene) -> Players:
    note = _("Hands are secret. Only their number is told.")
    return players(scene, _("Tap your name to sell"), clockwise(scene), _own_merchants(scene) or note)


def _own_merchants(scene: Scene) -> str:
    """What of a hand that is played before the screen can't be tapped for a bid; nothing where there is none."""
    merchants = (scene.hand(scene.me) or {}).get(MERCHANT, 0)
    told = n_(
        "In your hand there is {n} merchant, too. It is sold, never bid.",
        "In your hand there are {n} merchants, too. They are sold, never bid.",
        merchants,
    )
    return told if merchants else ""


def _about(scene: Scene) -> str:
    size = offer_now(scene)
    if len(scene.table[OFFERS]) == 1:
        return _("The last auction of the round: one card to the market, the rest to the hand.")
    return n_(
        "The winner gives one of these to the market and keeps {n}.",
        "The winner gives one of these to the market and keeps {n}.",
        size - 1,
    )


def bidding(scene: Scene) -> Sheet:
    """One player bids, raises or passes."""
    phase, me = scene.phase, scene.me
    cards = scene.look.cards
    anew = scene.state.setup.edition.raise_mode == "recompose"
    folded = faces_are_folded(scene)
    free = None if folded else faces(scene, add, cards, merchant=False, mine=me if anew else "", seat=me)
    body = _body(scene, wares(scene.table[LOT]), free, just_laid(scene) if folded else None)
    body = replace(body, opened=_opened(scene, phase.opener))
    return sheet(scene, body, _bid_bar(scene, me, tally(cards)))


def _lying(scene: Scene, me: str) -> int:
    """What counts already of the next bid: the cards it adds to."""
    if scene.state.setup.edition.raise_mode == "recompose":
        return 0
    return worth(scene.table[scene.zones(me).bid])


def _bid_bar(scene: Scene, me: str, cards: dict[str, int]) -> Bar:
    phase, bid = scene.phase, scene.table[scene.zones(me).bid]
    asks = _("{name}, raise or pass") if bid else _("{name}, bid or pass")
    passing = scene.button(Pass(me), _("Pass"), _("cards back in hand") if bid else _("out of this auction"))
    tapping = (add_a_card(scene),) if sees_bids(scene) else ()
    return Bar(
        sentence=asks.format(name=scene.name(me)),
        note=_bid_note(scene, bool(bid)),
        person=scene.person(me),
        undo=undo(scene),
        choices=(replace(passing, key="pass"), *tapping),
        primary=_bid_button(scene, me, cards, phase.best),
    )


def _bid_note(scene: Scene, lies: bool) -> str:
    least = _("At least {n}.").format(n=scene.phase.best + 1)
    how = _("Lay goods, or tap them.") if sees_bids(scene) else _("Tap the goods you lay.")
    if lies:
        anew = scene.state.setup.edition.raise_mode == "recompose"
        how = _("The bid is laid anew.") if anew else _("What lies stays, one only adds.")
    return f"{least} {how}"


def _bid_button(scene: Scene, me: str, cards: dict[str, int], best: int) -> Button:
    """Bid or raise to the sum of what lies; what a hand may hold never closes it."""
    command, sum_ = Bid(me, cards), _lying(scene, me) + worth(cards)
    label = _("Raise to {n}") if scene.table[scene.zones(me).bid] else _("Bid {n}")
    if not cards:
        return scene.button(command, label.format(n="…"))
    if sum_ <= best:
        least = _("{n} at least").format(n=best + 1)
        return Button(label.format(n=sum_), reason=least, rule="B-AUC-07", about=command)
    note = n_("adds {n} card", "adds {n} cards", total(cards))
    return scene.button(command, label.format(n=sum_), note, look="primary")


def _bidders(scene: Scene) -> tuple[ByzBidder, ...]:
    """The players of this auction, from its opener on."""
    first = getattr(scene.phase, "opener", "") or scene.me
    inside = eligible(scene.state, first) if first else ()
    return tuple(_bidder(scene, seat) for seat in inside)


def _bidder(scene: Scene, seat: str) -> ByzBidder:
    phase, lying = scene.phase, scene.table[scene.zones(seat).bid]
    due, leads = seat == getattr(phase, "due", ""), seat == getattr(phase, "leader", "")
    live = seat in getattr(phase, "live", (seat,))
    new = laid(scene.look.cards, take) if due and seat == scene.me and _is_bidding(scene) else ()
    return ByzBidder(
        person=scene.player(seat),
        word=_bid_word(live, leads, due, bool(lying), worth(lying)),
        worth=str(worth(lying)) if lying else "–",
        leads=leads,
        due=due,
        out=not live,
        back="" if live else _("cards back in hand"),
        cards=(*new, *lying_wares(scene, seat)),
    )


def _is_bidding(scene: Scene) -> bool:
    """Is anybody bidding just now?"""
    return hasattr(scene.phase, "live")


def _bid_word(live: bool, leads: bool, due: bool, lies: bool, value: int) -> str:
    if not live:
        return _("passed")
    if leads:
        return _("leads")
    if due:
        return _("to act")
    return _("lies with {n}").format(n=value) if lies else _("to come")


def taxing(scene: Scene) -> Sheet:
    """The winner gives one card of the lot to the market."""
    me, picked = scene.me, scene.look.picked
    lot = tuple(_choice(card, at, picked) for at, card in enumerate(words.ordered(scene.table[LOT])))
    body = replace(
        _body(scene, lot, None, None),
        opened=_("won by {name}").format(name=scene.name(me)),
        about=_("Tap the card that goes to the market."),
        bidders=(),
    )
    body = replace(body, notice=_market_notice(scene))
    card = picked.partition(" ")[0]
    sentence = _("{name}, one card for the market").format(name=scene.name(me))
    primary = _tax_button(scene, me, card)
    note = _("The others are yours.")
    bar = Bar(sentence=sentence, note=note, person=scene.person(me), undo=undo(scene), primary=primary)
    return sheet(scene, body, bar)


def _choice(card: str, at: int, picked: str) -> Ware:
    chosen = picked == f"{card} {at}"
    return ware(card, "new" if chosen else "plain", _("to the market") if chosen else "", _pick(card, at))


def _pick(card: str, at: int) -> Button:
    return Button(words.card_name(card), command=acts.Pick(f"{card} {at}"))


def _tax_button(scene: Scene, me: str, card: str) -> Button:
    if not card or card not in scene.table[LOT]:
        return Button(_("Give it"), reason=_("tap a card"), rule="B-WIN-02", about=None)
    label = _("Give {card}").format(card=words.card_name(card))
    return scene.button(GiveToMarket(me, card), label, icon=words.ICONS[kind(card)], look="primary")


def _market_notice(scene: Scene) -> Notice | None:
    """What lies on the market already."""
    there = scene.table[MARKET]
    line: Line = (*say(_("On the market:"), True), *words.glyphs(there)) if there else say(_("The market is empty."))
    return Notice("kind-commercial", line[:14], Button(_("Why?"), command=acts.Ask("B-WIN-02")))
