"""A construction turn of Constantinopolis, and the Consul's answer to a purchase."""

from __future__ import annotations

from companion.presenters.common.steps import undo
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.common import sheet, treasury
from companion.presenters.constantinopolis.lines import change
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.options import Options
from companion.views.common.parts import MARK, Bar, Button, Line, Sheet
from companion.views.constantinopolis.construction import Construction, Kind, Market, MarketRow, Tile, Used
from companion.wording import _
from engine.catalogue import Unknown
from engine.constantinopolis.book import Book, Stall
from engine.constantinopolis.commands import (
    Build,
    Buy,
    Decline,
    Discard,
    EndTurn,
    Preempt,
    Sell,
    Swap,
    ThreeGoods,
    Trade,
    Use,
    Withdraw,
)
from engine.constantinopolis.readings import holder, stall
from engine.constantinopolis.zones import BOARD, CURRENT, URBI
from engine.game import Command, judge

KINDS = ("production", "commercial", "utility", "public", "wall")


def turn(scene: Scene) -> Sheet:
    """One player's construction turn."""
    me, tab = scene.me, scene.look.tab or "production"
    zones = scene.zones(me)
    body = Construction(
        hand=words.holdings(scene.table[zones.goods]),
        treasury=treasury(scene, me, _("Treasury")),
        kinds=tuple(Kind(f"kind-{kind}", _kind_state(scene, me, kind)) for kind in KINDS),
        note=_wall_note(scene, me),
        used=used(scene, me),
        acts=conversions(scene, me),
        tabs=tuple(_tab(kind, tab) for kind in KINDS),
        tiles=tuple(_tile(scene, me, tile) for tile in _on_board(scene, tab)),
        market=market(scene, me),
    )
    return sheet(scene, body, _bar(scene, me))


def _tab(kind: str, tab: str) -> Button:
    return Button(words.kind_name(kind), icon=f"kind-{kind}", command=acts.Tab(kind), look="tab", chosen=kind == tab)


def _on_board(scene: Scene, kind: str) -> list[str]:
    book, board = scene.state.setup.book, scene.table[BOARD]
    return sorted((tile for tile in book.of(kind) if tile in board), key=lambda tile: _shelf(book, tile))


def _shelf(book: Book, tile: str) -> tuple[str, int, str]:
    """Where a tile stands: by licence, then by price."""
    return book.licence.get(tile, ""), book.cost[tile], tile


def _kind_state(scene: Scene, me: str, kind: str) -> str:
    if kind in scene.phase.built:
        return "bought"
    return "closed" if kind == "wall" and holder(scene.table, URBI) != me else "open"


def _wall_note(scene: Scene, me: str) -> str:
    urbi = holder(scene.table, URBI)
    if urbi == me:
        return ""
    if not urbi:
        return _("Walls: nobody is Praefectus Urbi this round.")
    return _("Walls: only the Praefectus Urbi ({name}) builds them.").format(name=scene.name(urbi))


def used(scene: Scene, me: str) -> tuple[Used, ...]:
    """The buildings used this round."""
    zones, found = scene.zones(me), []
    for tile, zone in zones.used.items():
        if scene.table[zone]:
            goods = words.goods(scene.table[zone])[:4]
            found.append(Used(words.tile_name(tile), goods, _brought(scene, tile), _ours(scene, tile)))
    return tuple(found)


def _brought(scene: Scene, tile: str) -> Line:
    book = scene.state.setup.book
    amount = book.gold.get(tile, 0)
    points = book.fame[tile] if tile in book.fame and book.kind[tile] == "commercial" else 0
    return (*words.gold(amount), *words.fame(points))


def conversions(scene: Scene, me: str) -> tuple[Button, ...]:
    """What turns goods into other things: commercial buildings, walls, throwing away."""
    zones, found = scene.zones(me), []
    for tile in scene.table[zones.sheet]:
        if scene.state.setup.book.kind[tile] == "commercial" and not scene.table[zones.used[tile]]:
            found.append(_use(scene, me, tile))
    if scene.commands(me, Swap):
        found.append(
            Button(_("Swap wall"), _("one good for another"), "kind-wall", command=acts.Open("choose", "swap"))
        )
    if scene.offer(me, ThreeGoods):
        found.append(Button(_("Three goods"), _("for 10 gold"), "kind-wall", command=acts.Open("choose", "three")))
    if scene.offer(me, Trade):
        found.append(Button(_("Trade with others"), _("what for what"), "vote", command=acts.Open("choose", "bargain")))
    if scene.offer(me, Discard):
        found.append(Button(_("Throw away"), _("goods to the supply"), "close", command=acts.Open("choose", "discard")))
    return tuple(found)


def _use(scene: Scene, me: str, tile: str) -> Button:
    book = scene.state.setup.book
    try:
        note, letters = f"→ {_gain(book.gold[tile], book.fame[tile])}", "".join(words.goods(book.requires[tile]))
    except Unknown:
        return Button(words.tile_name(tile), icon="kind-commercial", reason=_("not read yet"))
    note += MARK if _ours(scene, tile) else ""
    return scene.button(Use(me, tile), words.tile_name(tile), note, icon="kind-commercial", key=letters)


def _gain(amount: int, points: int) -> str:
    parts = [_("{n} gold").format(n=amount)] if amount else []
    return ", ".join([*parts, _("{n} fame").format(n=points)] if points else parts)


def _tile(scene: Scene, me: str, tile: str) -> Tile:
    book = scene.state.setup.book
    item = book.values.buildings[tile]
    command = Build(me, tile)
    closed = scene.button(command, "")
    pick = Button(_("Buy"), command=acts.Pick(tile), chosen=scene.look.picked == tile) if closed.open else closed
    unread = item.kind == "production" and item.output is None
    makes = words.goods(item.output or item.requires or "")
    fame = item.fame or 0 if item.kind == "public" else 0
    return Tile(
        name=words.tile_name(tile),
        makes=makes,
        word=_("not read yet") if unread else _word(scene, tile),
        level=item.licence,
        price=item.cost,
        copies=scene.table[BOARD][tile],
        button=pick,
        house=_ours(scene, tile),
        house_copies=scene.ours(f"buildings.{tile}.copies"),
        fame=fame,
    )


def _ours(scene: Scene, tile: str) -> bool:
    """Is what a building makes, takes or brings of our own set?"""
    return scene.ours(*(f"buildings.{tile}.{key}" for key in ("output", "requires", "gold", "fame")))


def _word(scene: Scene, tile: str) -> str:
    item = scene.state.setup.book.values.buildings[tile]
    if item.kind == "wall":
        return words.wall_does(tile)
    if item.kind == "utility":
        return words.utility_does(tile)
    if item.kind != "commercial" or item.requires is None:
        return ""
    return f"→ {_gain(item.gold or 0, item.fame or 0)}"


def market(scene: Scene, me: str) -> Market:
    """The current market card as this seat may use it."""
    card = next(iter(scene.table[CURRENT]))
    try:
        now = stall(scene.state)
    except Unknown:
        return Market(_("Market"), words.market_name(card), ())
    rows = tuple(_market_row(scene, me, now, good) for good in words.ORDER)
    return Market(_("Market"), words.market_name(card), rows, scene.ours(*market_keys(card, "limit", "buy", "sell")))


def market_keys(card: str, *values: str) -> tuple[str, ...]:
    """The keys of what is printed on a market card."""
    return tuple(f"markets.{card.removeprefix('market-')}.{value}" for value in values)


def _market_row(scene: Scene, me: str, now: Stall, good: str) -> MarketRow:
    if not now.limit.get(good):
        return MarketRow(good, None, None, (), _("not traded on this market"))
    zones = scene.zones(me)
    buy = scene.button(Buy(me, good, 1), str(_paid(scene, Buy(me, good, 1), now.buy[good])))
    sell = scene.button(Sell(me, good, 1), str(_paid(scene, Sell(me, good, 1), now.sell[good])))
    bought, sold = (scene.table[zone].get(good, 0) for zone in (zones.bought, zones.sold))
    marks = ("bought",) * bought + ("sold",) * sold
    return MarketRow(good, buy, sell, marks + ("",) * (now.limit[good] - len(marks)))


def _paid(scene: Scene, command: Command, printed: int) -> int:
    """The gold a trade would move: what the rules say, or the printed price where they refuse it."""
    events = judge(scene.source.game, scene.state, command).events
    return abs(change(events, "gold", scene.zones(command.seat).treasury)) or printed


def _bar(scene: Scene, me: str) -> Bar:
    end = scene.button(EndTurn(me), _("End turn"))
    tile, person = scene.look.picked, scene.person(me)
    if not tile or tile not in scene.table[BOARD]:
        sentence = _("{name} builds").format(name=scene.name(me))
        note = _("Buy, trade, use buildings in any order; then end the turn.")
        return Bar(sentence=sentence, note=note, person=person, undo=undo(scene), choices=(end,))
    price = scene.state.setup.book.cost[tile]
    buy = scene.button(
        Build(me, tile), _("Buy for {n}").format(n=price), _rise(scene, me, tile), icon="coin", look="primary"
    )
    choices = (_redeem(scene, me, tile), end) if scene.stop(Build(me, tile, True)) is None else (end,)
    return Bar(
        sentence=words.tile_name(tile),
        note=_about(scene, tile),
        person=person,
        undo=undo(scene),
        choices=choices,
        primary=buy,
    )


def _redeem(scene: Scene, me: str, tile: str) -> Button:
    book = scene.state.setup.book
    price = max(0, book.cost[tile] - book.abilities.redemptor_discount)
    return scene.button(Build(me, tile, True), _("With Redemptor"), _("for {n} gold").format(n=price))


def _rise(scene: Scene, me: str, tile: str) -> str:
    if scene.state.setup.book.kind[tile] != "production":
        return ""
    level = scene.table[scene.zones(me).level].get("level", 0)
    return _("level rises to {n}").format(n=level + 1) if level < 7 else ""


def _about(scene: Scene, tile: str) -> str:
    item = scene.state.setup.book.values.buildings[tile]
    if item.kind == "production":
        return _("Licence {letter}. It produces from next round.").format(letter=item.licence)
    if item.kind == "public":
        return _("{n} fame at once.").format(n=item.fame)
    return _("It works at once.")


def consul(scene: Scene) -> Sheet:
    """The Consul may take over a declared purchase."""
    phase, me = scene.phase, scene.me
    builder, tile = scene.name(phase.turn.actors[0]), words.tile_name(phase.tile)
    price = scene.state.setup.book.cost[phase.tile]
    if me == phase.turn.actors[0]:
        return _withdrawing(scene, me, builder, tile)
    over = scene.button(Preempt(me), _("Take it over"), _("for {n} gold").format(n=price), icon="office-5")
    let = scene.button(Decline(me), _("Let it pass"), _("the ability stays unspent"), icon="check")
    note = _("{builder} wants to buy it. The Consul may buy it in {builder}’s place, once a round.").format(
        builder=builder
    )
    body = Options(_("{tile}: who buys it?").format(tile=tile), note, (over, let), columns=2)
    sentence = _("{name}, take over or let it pass").format(name=scene.name(me))
    return sheet(scene, body, Bar(sentence=sentence, person=scene.person(me), undo=undo(scene)))


def _withdrawing(scene: Scene, me: str, builder: str, tile: str) -> Sheet:
    """Where declarations do not bind, the builder may take it back while the Consul thinks."""
    take = scene.button(Withdraw(me), _("Take it back"), _("nothing is bought"), icon="undo")
    body = Options(_("{tile}: who buys it?").format(tile=tile), _("The Consul may still answer."), (take,), columns=2)
    return sheet(
        scene, body, Bar(sentence=_("{name} decides").format(name=builder), person=scene.person(me), undo=undo(scene))
    )
