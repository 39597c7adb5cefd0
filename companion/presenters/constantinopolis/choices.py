"""Smaller choices of Constantinopolis: goods, gifts, ships, cards of the market."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.presenters.common.steps import back, undo
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.acceptance import SIZES
from companion.presenters.constantinopolis.common import sheet, treasury
from companion.presenters.constantinopolis.construction import conversions, market, market_keys, used
from companion.presenters.constantinopolis.lines import command_line
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.options import Options, Selection, SelectRow
from companion.views.common.parts import Bar, Button, Sheet, Word
from companion.views.constantinopolis.construction import Trading
from companion.views.constantinopolis.donation import Donation, Gift
from companion.wording import _, n_
from engine.constantinopolis.commands import (
    BuyShip,
    Discard,
    Donate,
    Forget,
    Keep,
    Receive,
    Reveal,
    Store,
    Swap,
    ThreeGoods,
    Yield,
)
from engine.constantinopolis.readings import stall
from engine.constantinopolis.shipyard import on_offer, ship_price
from engine.constantinopolis.zones import CURRENT
from engine.game import Command, Offer, Pick


def bounty(scene: Scene) -> Sheet:
    """The Praefectus Pretorio chooses a good."""
    me = scene.me
    options = tuple(
        scene.button(Receive(me, good), words.good_name(good).capitalize(), icon=words.ICONS[good])
        for good in words.ORDER
    )
    heading = _("Which good for {name}?").format(name=scene.name(me))
    note = _("The Praefectus Pretorio takes one good that their buildings make.")
    body = Options(heading, note, options, words.holdings(scene.table[scene.zones(me).goods]))
    forget = scene.button(Forget(me), _("Later"), _("it is made up when noticed"))
    sentence = _("{name}, choose a good").format(name=scene.name(me))
    return sheet(scene, body, Bar(sentence=sentence, person=scene.person(me), undo=undo(scene), choices=(forget,)))


def donating(scene: Scene) -> Sheet:
    """One player gives to the city, or not."""
    me = scene.me
    hand, now = scene.table[scene.zones(me).goods], stall(scene.state)
    gifts = tuple(_gift(scene, me, entry, points) for entry, points in now.donation.items())
    heading = _("What does {name} give?").format(name=scene.name(me))
    note = _("One gift a round, of goods that one’s buildings make.")
    keep = scene.button(Keep(me), _("Give nothing"))
    picked = scene.look.picked
    give = (
        scene.button(Donate(me, picked), _("Give"), _("{n} fame").format(n=now.donation[picked]), look="primary")
        if (picked in now.donation)
        else None
    )
    bar = Bar(
        sentence=_("{name}, a gift?").format(name=scene.name(me)),
        person=scene.person(me),
        undo=undo(scene),
        choices=(keep,),
        primary=give,
    )
    return sheet(scene, Donation(heading, note, words.holdings(hand), gifts), bar)


def _gift(scene: Scene, me: str, entry: str, points: int) -> Gift:
    closed = scene.button(Donate(me, entry), "")
    chosen = scene.look.picked == entry
    button = Button("", command=acts.Pick(entry), chosen=chosen) if closed.open else closed
    card = next(iter(scene.table[CURRENT]))
    house = scene.ours(*(f"{key}.{entry}" for key in market_keys(card, "donation")))
    return Gift(words.goods(entry), points, button, house)


def storing(scene: Scene) -> Sheet:
    """One player keeps some goods."""
    me = scene.me
    offer = scene.offer(me, Store)
    most = offer.over.most if offer and isinstance(offer.over, Pick) else 0
    heading = _("What does {name} keep?").format(name=scene.name(me))
    note = n_(
        "One good may stay; the others go to the supply.", "{n} goods may stay; the others go to the supply.", most
    )
    return _selection(scene, me, heading, note, most, lambda goods: Store(me, goods), _("Keep these"), None)


def discarding(scene: Scene) -> Sheet:
    """One player throws goods away."""
    me = scene.me
    most = sum(scene.table[scene.zones(me).goods].values())
    heading, note = _("What goes to the supply?"), _("Thrown away of one’s own will, for nothing.")
    return _selection(scene, me, heading, note, most, lambda goods: Discard(me, goods), _("Throw away"), back())


def three(scene: Scene) -> Sheet:
    """The three-goods wall."""
    me = scene.me
    heading, note = _("Which three goods?"), _("The wall gives 10 gold for them, once a round.")
    return _selection(scene, me, heading, note, 3, lambda goods: ThreeGoods(me, goods), _("Give these"), back())


def _selection(
    scene: Scene,
    me: str,
    heading: str,
    note: str,
    most: int,
    command: Callable[[dict[str, int]], Command],
    word: str,
    leave: Button | None,
) -> Sheet:
    hand = scene.table[scene.zones(me).goods]
    taken = {good: scene.look.amount(good) for good in words.ORDER if scene.look.amount(good)}
    total = sum(taken.values())
    rows = tuple(_row(good, hand[good], taken.get(good, 0), total < most) for good in words.ORDER if good in hand)
    summary = _("{n} of {most} chosen").format(n=total, most=most)
    primary = scene.button(command(taken), word, look="primary" if total == min(most, sum(hand.values())) else "plain")
    if not total and primary.open:
        primary = replace(primary, label=_("Keep none"), note=_("all go to the supply"))
    choices = (leave,) if leave else ()
    bar = Bar(
        sentence=summary,
        note=scene.name(me),
        person=scene.person(me),
        undo=undo(scene),
        choices=choices,
        primary=primary,
    )
    return sheet(scene, Selection(heading, note, rows, summary), bar)


def _row(good: str, have: int, taken: int, room: bool) -> SelectRow:
    less = Button("", icon="minus", command=acts.Amount(good, -1) if taken else None)
    more = Button("", icon="plus", command=acts.Amount(good, 1) if taken < have and room else None)
    return SelectRow(good, have, taken, less, more)


def swapping(scene: Scene) -> Sheet:
    """The swap wall: which good for which."""
    me = scene.me
    options = tuple(
        Button(
            f"{words.good_name(swap.given)} → {words.good_name(swap.taken)}", "", words.ICONS[swap.taken], command=swap
        )
        for swap in scene.commands(me, Swap)
    )
    body = Options(_("Which swap?"), _("Once a round, one good for one that one’s buildings make."), options)
    return sheet(
        scene, body, Bar(sentence=_("The swap wall"), person=scene.person(me), undo=undo(scene), choices=(back(),))
    )


def buying_ship(scene: Scene) -> Sheet:
    """Which ship to buy."""
    me, book = scene.me, scene.state.setup.book
    options = []
    for size in SIZES:
        price, left = ship_price(scene.state, scene.zones(me), size), len(on_offer(scene.state, size))
        ship = book.ships[size]
        note = _("{n} gold, {hold} places, {left} left").format(n=price, hold=ship.hold, left=left)
        options.append(scene.button(BuyShip(me, size), words.SHIPS[size], note, icon=f"ship-{size}"))
    body = Options(_("Which ship?"), _("One a round; it can be loaded at once."), tuple(options))
    return sheet(
        scene, body, Bar(sentence=_("The shipyard"), person=scene.person(me), undo=undo(scene), choices=(back(),))
    )


def clashing(scene: Scene) -> Sheet:
    """A player wants the last ships of a size; who comes earlier in turn order may have them."""
    me, phase = scene.me, scene.phase
    price = ship_price(scene.state, scene.zones(me), phase.size)
    buyer, ship = scene.name(phase.buyer), words.SHIPS[phase.size]
    mine = scene.button(
        BuyShip(me, phase.size), _("Buy it"), _("for {n} gold").format(n=price), icon=f"ship-{phase.size}"
    )
    theirs = scene.button(Yield(me), _("Leave it"), _("{name} may have it").format(name=buyer), icon="check")
    note = _("{name} wants one of the last. Who comes earlier in turn order may buy first.").format(name=buyer)
    body = Options(_("{ship}: who buys it?").format(ship=ship), note, (mine, theirs), columns=2)
    return sheet(
        scene,
        body,
        Bar(sentence=_("{name} decides").format(name=scene.name(me)), person=scene.person(me), undo=undo(scene)),
    )


def trading(scene: Scene) -> Sheet:
    """Market and buildings while contracts are accepted."""
    me = scene.me
    body = Trading(
        hand=words.holdings(scene.table[scene.zones(me).goods]),
        treasury=treasury(scene, me, _("Treasury")),
        used=used(scene, me),
        heading=_("What turns goods into gold and fame"),
        acts=conversions(scene, me),
        market=market(scene, me),
    )
    return sheet(
        scene,
        body,
        Bar(
            sentence=_("Market and buildings"),
            person=scene.person(me),
            undo=undo(scene),
            choices=(back(_("Back to the ships")),),
        ),
    )


def revealing(scene: Scene) -> Sheet:
    """The next market card is turned up: which one is it?"""
    options = tuple(
        Button(words.market_name(reveal.card), "", "kind-commercial", command=reveal)
        for reveal in scene.commands("", Reveal)
    )
    note = _("Show it to the camera, or tap it.")
    body = Options(_("Which market lies on top now?"), note, options)
    return sheet(scene, body, Bar(sentence=_("Turn up the next market"), note=note, undo=undo(scene)))


def anything(scene: Scene) -> Sheet:
    """Every lawful choice of a seat as a button: for phases without a screen of their own."""
    me = scene.me
    items = scene.offers(me)
    options = tuple(_any_button(scene, item) for item in items)
    heading = _("{name} decides").format(name=scene.name(me)) if me else _("What happens?")
    return sheet(scene, Options(heading, "", options), Bar(sentence=heading, person=scene.person(me), undo=undo(scene)))


def _any_button(scene: Scene, item: Command | Offer) -> Button:
    command = item.least if isinstance(item, Offer) else item
    parts = command_line(scene, command, ())
    said = " ".join(part.text for part in parts if isinstance(part, Word))
    return Button(said.capitalize(), command=command)
