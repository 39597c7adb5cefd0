"""A hand above the limit: sets are sold, or cards thrown away, until it is down."""

from __future__ import annotations

from companion.presenters.byzanz import words
from companion.presenters.byzanz.cards import add, backs, faces, gaps, laid, take, tally
from companion.presenters.byzanz.common import hand, players, sheet, undo
from companion.presenters.byzanz.edge import edge
from companion.presenters.scene import Scene
from companion.views.byzanz.cards import Faces, Ware
from companion.views.byzanz.play import ByzLimit, ByzPart
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet, Stepper
from companion.wording import _, n_
from engine.byzanz import phases as p
from engine.byzanz.cards import UNKNOWN
from engine.byzanz.hands import excess
from engine.byzanz.limit import Discard, most
from engine.byzanz.selling import SET, Sell, kept

THROW = "discard"
"""The tab in which cards are thrown away; without it they are sold."""


def limiting(scene: Scene) -> Sheet:
    """One player comes down to the limit."""
    me = scene.me
    many, throws = excess(scene.state, scene.zones(me)), scene.look.tab == THROW
    hidden = _("Which cards they are is told to nobody.")
    room = most(scene.state, scene.zones(me)) if throws else SET
    free = faces(scene, add, scene.look.cards, merchant=True, most=room, seat=me)
    free = Faces(()) if throws and _face_down(scene) else free
    body = ByzLimit(
        players=players(scene, _("Tap your name to sell"), list(scene.source.names), hidden),
        title=_("In {name}’s hand").format(name=scene.name(me)),
        held=str(hand(scene, me)),
        limit=_("of {n}").format(n=scene.state.setup.edition.hand_limit),
        backs=(*backs(hand(scene, me) - many), *(Ware("", "+1", "gap") for _each in range(many))),
        because=hidden,
        waits=_waits(scene),
        parts=(_sell(scene, me, not throws), _throw(scene, me, throws, many)),
        faces=free,
        edge=edge(scene),
    )
    sentence = n_("{name}, one too many", "{name}, {n} too many", many, name=scene.name(me))
    note = _("Lay a set of three, or what is thrown away.")
    if len(scene.look.cards) >= room:
        note = _("Tap a card to take it back.")
    primary = _throw_button(scene, me, many) if throws else _sell_button(scene, me)
    bar = Bar(
        sentence=sentence,
        note=note,
        person=scene.person(me),
        undo=undo(scene),
        choices=_number(scene, me, many) if throws else (),
        primary=primary,
    )
    return sheet(scene, body, bar)


def _face_down(scene: Scene) -> bool:
    return bool(scene.state.setup.edition.limit_discard_visibility == "face_down")


def _number(scene: Scene, me: str, many: int) -> tuple[Stepper, ...]:
    """How many backs are thrown away, where they lie face down and more than the excess may go."""
    if not _face_down(scene) or not _more(scene, me, many):
        return ()
    return (Stepper(_thrown(scene, many), 1, most(scene.state, scene.zones(me))),)


def _thrown(scene: Scene, many: int) -> int:
    """So many backs are thrown away unless another number was chosen."""
    return scene.look.value or many


def _waits(scene: Scene) -> str:
    back = scene.phase.back
    names: dict[type, str] = {p.Lot: _("the next lot"), p.Picking: _("the next pick")}
    following = names.get(type(back), _("the next round"))
    return _("The game waits: then comes {what}.").format(what=following)


def _sell(scene: Scene, me: str, chosen: bool) -> ByzPart:
    cards, now = scene.look.cards if chosen else (), hand(scene, me)
    return ByzPart(
        icon="sell",
        title=_("Sell a set"),
        note=_("three of one good, merchants stand in"),
        cards=(*laid(cards, take), *gaps(SET - len(cards))),
        before=str(now),
        after=str(now - SET),
        words=_("The best one stays face down as profit."),
        chosen=chosen,
        button=Button(_("Sell a set"), command=acts.Tab("")),
    )


def _throw(scene: Scene, me: str, chosen: bool, many: int) -> ByzPart:
    down, now = _face_down(scene), hand(scene, me)
    cards = scene.look.cards if chosen and not down else ()
    shown = backs(_thrown(scene, many)) if down else (*laid(cards, take), *gaps(many - len(cards)))
    return ByzPart(
        icon="discard",
        title=n_("Or discard one", "Or discard {n}", many),
        note=_("face down, out of the game") if down else _("face up, out of the game, not to the market"),
        cards=shown,
        before=str(now),
        after=str(now - (_thrown(scene, many) if down else max(len(cards), many))),
        words=_("More may go, as this table plays.") if _more(scene, me, many) else _("Discarding stops at the limit."),
        chosen=chosen,
        button=Button(_("Discard"), command=acts.Tab(THROW)),
    )


def _more(scene: Scene, me: str, many: int) -> bool:
    return most(scene.state, scene.zones(me)) > many


def _sell_button(scene: Scene, me: str) -> Button:
    cards = tally(scene.look.cards)
    button = scene.button(Sell(me, cards), _("Sell the set"), icon="sell", look="primary")
    if not button.open:
        return button
    note = _("keeps {card}").format(card=words.card_name(kept(cards)))
    return scene.button(Sell(me, cards), _("Sell the set"), note, icon="sell", look="primary")


def _throw_button(scene: Scene, me: str, many: int) -> Button:
    cards = {UNKNOWN: _thrown(scene, many)} if _face_down(scene) else tally(scene.look.cards)
    label = n_("Discard {n} card", "Discard {n} cards", sum(cards.values()))
    if not cards:
        return Button(_("Discard"), reason=_("lay a card first"), rule="B-HND-03", about=None)
    return scene.button(Discard(me, cards), label, icon="discard", look="primary")
