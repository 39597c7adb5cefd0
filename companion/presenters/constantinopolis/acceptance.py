"""Accepting contracts in Constantinopolis: cards, ships, posts, the redraw of two offices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.presenters.common.steps import undo
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.common import sheet, treasury
from companion.presenters.constantinopolis.construction import conversions
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.constantinopolis.acceptance import Acceptance, ContractCard, ShipBox
from companion.wording import _, n_
from engine.constantinopolis.commands import BuyPost, BuyShip, Done, Free, Load, Redraw, Save, Unload
from engine.constantinopolis.faces import contract
from engine.constantinopolis.loading import room
from engine.constantinopolis.posts import post_price
from engine.constantinopolis.shipyard import on_offer, ship_price
from engine.constantinopolis.voyages import rounds

SIZES = ("small", "medium", "large")


def paper_card(piece: str, state: str, word: str, button: Button, **more: Any) -> ContractCard:
    """A contract's face as a card; an unread one has no cargo."""
    if piece == "contract:?":
        return ContractCard(
            cargo=(), gold=0, fame=0, rounds=(None, None, None), state=state, word=word, button=button, **more
        )
    paper, cargo = contract(piece), piece.partition(":")[2].partition(".")[0]
    small, medium, large = (paper.rounds[size] or None for size in SIZES)
    letters = ("P",) if cargo == "P" else words.goods(cargo)
    return ContractCard(
        cargo=letters,
        gold=paper.gold,
        fame=paper.fame,
        rounds=(small, medium, large),
        state=state,
        word=word,
        button=button,
        **more,
    )


def known_as_ours(scene: Scene, cards: Iterable[ContractCard]) -> tuple[ContractCard, ...]:
    """The cards, those of our own deck marked as such."""
    if not scene.ours("contracts.faces"):
        return tuple(cards)
    return tuple(replace(card, house=bool(card.cargo)) for card in cards)


def accepting(scene: Scene) -> Sheet:
    """One player loads ships."""
    me, zones = scene.me, scene.zones(scene.me)
    cards = (*_loaded(scene, me), *_open(scene, me), *_saved(scene, me))
    body = Acceptance(
        title=_("{name}’s contracts").format(name=scene.name(me)),
        hint=_("Tap one, then a ship"),
        cards=known_as_ours(scene, cards),
        left=words.holdings(scene.table[zones.goods]),
        gold=treasury(scene, me, ""),
        ships_title=_("Ships"),
        ready=_ready(scene),
        ships=(*_harbour(scene, me), *_at_sea(scene, me)),
        acts=_acts(scene, me),
    )
    return sheet(scene, body, _bar(scene, me))


def _ready(scene: Scene) -> str:
    done = [scene.name(seat) for seat in scene.source.names if seat not in scene.phase.actors]
    return n_("{names} is ready", "{names} are ready", len(done), names=", ".join(done)) if done else ""


def _loaded(scene: Scene, me: str) -> list[ContractCard]:
    found = []
    for ship in scene.table[scene.zones(me).harbour]:
        for piece, count in scene.table[scene.state.setup.book.hold[ship]].items():
            if piece.startswith("contract:"):
                act = acts.Pick(f"{ship} {piece}")
                chosen = scene.look.picked == act.what
                state = "picked" if chosen else "loaded"
                word = _("picked up") if chosen else _("loaded")
                button = Button(word, command=act, chosen=chosen)
                found += [paper_card(piece, state, word, button, icon="check")] * count
    return found


def _open(scene: Scene, me: str) -> list[ContractCard]:
    return [
        card
        for piece, count in sorted(scene.table[scene.zones(me).open].items())
        for card in _open_cards(scene, me, piece, count)
    ]


def _open_cards(scene: Scene, me: str, piece: str, count: int) -> list[ContractCard]:
    chosen = scene.look.picked == piece
    missing = lacking(scene, me, piece)
    act = acts.Pick(piece)
    if piece == "contract:?":
        first = paper_card(piece, "short", _("not read yet"), Button(_("not read yet")), icon="camera")
    elif chosen:
        first = paper_card(piece, "picked", _("picked up"), Button(_("picked up"), command=act, chosen=True))
    elif missing:
        good, number = missing
        word = _("{n} more").format(n=number)
        first = paper_card(piece, "short", word, Button(word, command=act), good=good, after=_("needed"))
    else:
        first = paper_card(piece, "free", _("free"), Button(_("free"), command=act))
    rest = paper_card(piece, "free", _("free"), Button(_("free"), command=act))
    return [first, *([rest] * (count - 1))]


def lacking(scene: Scene, me: str, piece: str) -> tuple[str, int] | None:
    """The first good a contract asks for that is not in hand, and how many more."""
    if piece == "contract:?":
        return None
    hand = scene.table[scene.zones(me).goods]
    for good, count in contract(piece).goods.items():
        if hand.get(good, 0) < count:
            return good, count - hand.get(good, 0)
    return None


def _saved(scene: Scene, me: str) -> list[ContractCard]:
    zones, found = scene.zones(me), []
    for piece, count in scene.table[zones.saved].items():
        if piece != zones.post:
            key = f"saved {piece}"
            button = Button(_("saved"), command=acts.Pick(key), chosen=scene.look.picked == key)
            state = "picked" if button.chosen else "saved"
            found += [paper_card(piece, state, _("saved"), button, icon="trading-post")] * count
    return found


def _harbour(scene: Scene, me: str) -> list[ShipBox]:
    return [_ship(scene, me, ship) for ship in scene.table[scene.zones(me).harbour]]


def _ship(scene: Scene, me: str, ship: str) -> ShipBox:
    book, picked = scene.state.setup.book, scene.look.picked
    load = Load(me, picked, ship) if picked.startswith("contract:") else None
    fits = load is not None and scene.stop(load) is None
    cargo = scene.table[book.hold[ship]]
    places = _places(scene, ship, cargo, contract(picked).slots if fits else 0)
    length = rounds(cargo, book.size[ship])
    voyage = (_("Empty, stays"), _("Short voyage"), _("Long voyage"))[length]
    points = (2 if book.size[ship] == "large" else 1) if length == 2 else 0
    button = scene.button(load, "", chosen=fits) if load else Button("", command=acts.Pick(""))
    return ShipBox(
        icon=words.ship_icon(ship),
        name=words.ship_name(ship),
        places=places,
        voyage=voyage,
        long=length == 2,
        fame=points,
        button=button,
    )


def _places(scene: Scene, ship: str, cargo: Mapping[str, int], fits: int) -> tuple[str, ...]:
    aboard: list[str] = []
    for piece, count in cargo.items():
        if piece.startswith("contract:"):
            letters = piece.partition(":")[2].partition(".")[0]
            aboard += list(letters) * count
    free = room(scene.state, ship)[0]
    return (*aboard, *("fits",) * min(fits, free), *("",) * (free - min(fits, free)))


def _at_sea(scene: Scene, me: str) -> list[ShipBox]:
    zones, book, found = scene.zones(me), scene.state.setup.book, []
    for zone, when in ((zones.short, _("at sea, home next round")), (zones.long, _("at sea, home in two rounds"))):
        for ship in scene.table[zone]:
            gold = sum(contract(piece).gold * count for piece, count in scene.table[book.hold[ship]].items())
            look = Button("", command=acts.Pick(""))
            found.append(
                ShipBox(
                    icon=words.ship_icon(ship),
                    name=words.ship_name(ship),
                    places=(),
                    voyage="",
                    long=False,
                    fame=0,
                    button=look,
                    note=when,
                    gold=gold,
                )
            )
    return found


def _acts(scene: Scene, me: str) -> tuple[Button, ...]:
    return (_ship_act(scene, me), _post_act(scene, me), *_redraw_act(scene, me), *_more(scene, me))


def _ship_act(scene: Scene, me: str) -> Button:
    sizes = [size for size in SIZES if on_offer(scene.state, size)]
    if me in scene.phase.shipped or not sizes:
        return scene.button(BuyShip(me, sizes[0] if sizes else "small"), _("Buy a ship"), icon="ship-large")
    least = min(ship_price(scene.state, scene.zones(me), size) for size in sizes)
    return Button(
        _("Buy a ship"), _("from {n} gold").format(n=least), "ship-large", command=acts.Open("choose", "ship")
    )


def _post_act(scene: Scene, me: str) -> Button:
    price = post_price(scene.state, scene.zones(me))
    return scene.button(BuyPost(me), _("Trading post"), _("{n} gold, draw 1").format(n=price), icon="trading-post")


def _redraw_act(scene: Scene, me: str) -> list[Button]:
    if scene.offer(me, Redraw) is None:
        return []
    return [Button(_("Swap contracts"), _("up to two, once"), "contract", command=acts.Open("choose", "redraw"))]


def _more(scene: Scene, me: str) -> list[Button]:
    market = Button(_("Market"), _("and buildings"), "kind-commercial", command=acts.Open("choose", "trade"))
    if scene.state.setup.edition.free_trade == "on":
        market = replace(market, note=_("buildings, trades"))
    return [market, *[button for button in conversions(scene, me) if button.open and button.icon == "kind-wall"][:1]]


def _bar(scene: Scene, me: str) -> Bar:
    picked, person = scene.look.picked, scene.person(me)
    done = scene.button(Done(me), _("Done"), _("show the loading"), look="primary")
    if picked.startswith("contract:"):
        save = scene.button(Save(me, picked), _("Save it"), _("with a post"), icon="trading-post")
        sentence, note = _("Where does it sail?"), _fits_words(scene, me, picked)
        return Bar(sentence=sentence, note=note, person=person, undo=undo(scene), choices=(save,), primary=done)
    if picked.startswith("saved "):
        free = scene.button(Free(me, picked[6:]), _("Take it up"), _("the post comes back"))
        return Bar(sentence=_("A saved contract"), person=person, undo=undo(scene), choices=(free,), primary=done)
    if " contract:" in picked:
        ship, piece = picked.split(" ", 1)
        unload = scene.button(Unload(me, piece, ship), _("Take it off"), _("goods come back"))
        return Bar(
            sentence=_("On the {ship}").format(ship=words.ship_name(ship)),
            person=person,
            undo=undo(scene),
            choices=(unload,),
            primary=done,
        )
    note = _("Contracts that are neither loaded nor saved are discarded.")
    advice = Button(_("Best loading"), _("gold, fame, time"), "question", command=acts.Open("choose", "advice"))
    return Bar(
        sentence=_("{name} loads ships").format(name=scene.name(me)),
        note=note,
        person=person,
        undo=undo(scene),
        choices=(advice,),
        primary=done,
    )


def _fits_words(scene: Scene, me: str, piece: str) -> str:
    ships = [ship for ship in scene.table[scene.zones(me).harbour] if scene.stop(Load(me, piece, ship)) is None]
    if not ships:
        missing = lacking(scene, me, piece)
        return _("Goods are missing.") if missing else _("It fits no ship in harbour.")
    return n_("It fits one ship.", "It fits {n} ships.", len(ships))
