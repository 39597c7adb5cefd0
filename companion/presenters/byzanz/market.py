"""The market of Byzanz: each player picks one good, the lowest offer card first."""

from __future__ import annotations

from companion.presenters.byzanz import words
from companion.presenters.byzanz.cards import wares
from companion.presenters.byzanz.common import hand, players, sheet, undo, won
from companion.presenters.byzanz.edge import edge
from companion.presenters.scene import Scene
from companion.views.byzanz.play import ByzGroup, ByzMarket
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.wording import _, n_, noun
from engine.byzanz.auction import LayOut, Pass
from engine.byzanz.cards import kind, worth
from engine.byzanz.market import PickGood, goods_on_market
from engine.byzanz.zones import MARKET
from engine.event import Moved
from engine.table import Tally, total


def picking(scene: Scene) -> Sheet:
    """One player picks a good."""
    me = scene.me
    good = scene.look.picked if scene.look.picked in goods_on_market(scene.state) else ""
    order = sorted(scene.source.names, key=lambda seat: won(scene, seat))
    note = _("What nobody takes leaves the game.")
    name = noun(words.good_title(good)) if good else ""
    body = ByzMarket(
        players=players(scene, _("Lowest offer card first"), order, note),
        groups=tuple(_group(scene, each) for each in _goods(scene)),
        chosen=_("If {name} takes {good}").format(name=scene.name(me), good=name) if good else _("Tap a good"),
        before=str(hand(scene, me)),
        after=str(hand(scene, me) + total(_of(scene, good))) if good else "",
        over=_over(scene, me, good),
        limit=_limit(scene),
        then=_("Then"),
        later=tuple(scene.player(seat) for seat in scene.phase.after),
        later_words=_later(scene),
        why=Button(_("Why?"), icon="rule", command=acts.Ask("B-MKT-03")),
        edge=edge(scene),
    )
    return sheet(scene, body, _bar(scene, me, good))


def _goods(scene: Scene) -> list[str]:
    """The goods on the market and those that were taken, as they stand on screens."""
    there = {*goods_on_market(scene.state), *_taken(scene)}
    return [good for good in words.ORDER if good in there]


def _of(scene: Scene, good: str) -> Tally:
    return {card: count for card, count in scene.table[MARKET].items() if kind(card) == good}


def _taken(scene: Scene) -> dict[str, tuple[str, Tally]]:
    """What was picked in this market: good → the seat that took it, and its cards."""
    found: dict[str, tuple[str, Tally]] = {}
    for entry in reversed(scene.live()):
        command = entry.command
        if isinstance(command, LayOut):
            break
        if isinstance(command, PickGood):
            moves = [event for event in entry.events if isinstance(event, Moved) and event.source == MARKET]
            found[command.good] = (command.seat, {move.piece: move.count for move in moves})
    return found


def _group(scene: Scene, good: str) -> ByzGroup:
    taken = _taken(scene).get(good)
    cards = _of(scene, good)
    seat, gone = taken if taken and not cards else ("", {})
    chosen = scene.look.picked == good
    return ByzGroup(
        icon=words.ICONS[good],
        name=words.good_title(good),
        count=n_("{n} card", "{n} cards", total(cards)),
        worth=str(worth(cards)) if worth(cards) else "",
        cards=wares(cards),
        taker=scene.person(seat),
        taken=_took(scene, seat, gone) if seat else "",
        button=Button(words.good_title(good), command=acts.Pick(good) if cards else None, chosen=chosen),
    )


def _took(scene: Scene, seat: str, cards: Tally) -> str:
    count = n_("{n} card", "{n} cards", total(cards))
    took = _("{name} took {cards}").format(name=scene.name(seat), cards=count)
    return f"{took}, {_worth(cards)}" if worth(cards) else took


def _worth(cards: Tally) -> str:
    return _("worth {n}").format(n=worth(cards))


def _over(scene: Scene, me: str, good: str) -> str:
    """By how much a pick leads over the limit, where that is checked at once."""
    edition = scene.state.setup.edition
    held = hand(scene, me) + total(_of(scene, good)) - int(edition.hand_limit)
    if not good or held <= 0 or edition.hand_limit_timing != "immediate":
        return ""
    return n_("{n} over the limit", "{n} over the limit", held)


def _limit(scene: Scene) -> str:
    edition = scene.state.setup.edition
    if edition.hand_limit_timing != "immediate":
        return _("{n} is the limit, at the end of the round.").format(n=edition.hand_limit)
    return _("{n} is the limit. Whoever is over it sells or discards at once.").format(n=edition.hand_limit)


def _later(scene: Scene) -> str:
    later = scene.phase.after
    if not later:
        return _("Nobody picks after this.")
    names = ", ".join(scene.name(seat) for seat in later)
    kinds = n_("one good is left", "{n} goods are left", len(goods_on_market(scene.state)))
    return f"{names}: {kinds}"


def _bar(scene: Scene, me: str, good: str) -> Bar:
    optional = scene.state.setup.edition.market_pick_optional == "yes"
    choices = (scene.button(Pass(me), _("Take nothing")),) if optional else ()
    return Bar(
        sentence=_("{name}, pick one good").format(name=scene.name(me)),
        note=_("All cards of it, whatever they are worth."),
        person=scene.person(me),
        undo=undo(scene),
        choices=choices,
        primary=_take(scene, me, good),
    )


def _take(scene: Scene, me: str, good: str) -> Button:
    if not good:
        return Button(_("Take it"), reason=_("tap a good"), rule="B-MKT-03")
    cards = _of(scene, good)
    note = n_("{n} card", "{n} cards", total(cards))
    if worth(cards):
        note = f"{note}, {_worth(cards)}"
    label = _("Take {good}").format(good=noun(words.good_title(good)))
    return scene.button(PickGood(me, good), label, note, icon=words.ICONS[good], look="primary")
