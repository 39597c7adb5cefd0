"""The auction of Constantinopolis: choosing an office, and the duel for one."""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.common.steps import undo
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.common import card, purse, sheet, standing
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet, Stepper, Word
from companion.views.constantinopolis.auction import Auction, Bidder, BidMade, Centre, Notice, OfficeTile, TurnLine
from companion.wording import _, n_
from engine.constantinopolis.auction import least_bid, least_raise, step
from engine.constantinopolis.commands import Bid, Concede, Raise, Stay, Take
from engine.constantinopolis.readings import holder
from engine.constantinopolis.zones import COINS, OFFICES
from engine.game import Command

WALL = "wall-auction"


def coins(scene: Scene, office: int) -> int:
    """The gold lying on an office."""
    return int(scene.table[COINS[office]].get("gold", 0))


def choosing(scene: Scene) -> Sheet:
    """One player chooses an office."""
    me, picked = scene.me, scene.look.picked
    tiles = tuple(_tile(scene, me, office, picked == str(office)) for office in OFFICES)
    question = _("Which office for {name}?").format(name=scene.name(me))
    body = Auction(
        heading=_("Turn order so far"),
        order=_order(scene),
        treasury=purse(scene, me),
        offices=tiles,
        question=question,
        notice=_free(scene),
    )
    return sheet(scene, body, _choice_bar(scene, me, int(picked) if picked else 0))


def _free(scene: Scene) -> Notice | None:
    free = scene.phase.free
    if not free:
        return None
    names = ", ".join(words.OFFICES[office - 1] for office in free)
    line = (
        Word(names, True),
        Word(_("is free for {name}, as the first choice only.").format(name=scene.name(scene.me))),
    )
    return Notice("rule", line, Button(_("Why?"), command=acts.Ask("C-AUC-12")))


def command_for(scene: Scene, me: str, office: int) -> Command:
    """What choosing this office means: stay, take or bid."""
    owner = holder(scene.table, office)
    if owner == me:
        return Stay(me)
    if not owner:
        return Take(me, office)
    return Bid(me, office, least_bid(scene.state, office, owner))


def _tile(scene: Scene, me: str, office: int, chosen: bool) -> OfficeTile:
    command = command_for(scene, me, office)
    closed = scene.button(command, "")
    label, cost = _label(scene, command, office)
    button = (
        Button(label, command=acts.Pick(str(office)), chosen=chosen) if closed.open else replace(closed, label=label)
    )
    lying = coins(scene, office)
    return OfficeTile(
        office=office,
        icon=f"office-{office}",
        name=words.OFFICES[office - 1],
        holder=scene.person(holder(scene.table, office)),
        coins=lying,
        word=_("no coins"),
        button=button,
        gives=words.office_gives(office),
        cost=cost,
    )


def _label(scene: Scene, command: Command, office: int) -> tuple[str, str]:
    if isinstance(command, Stay):
        return _("Stay"), _("costs nothing")
    if isinstance(command, Take):
        price = 0 if office in scene.phase.free else scene.state.setup.book.tracks.vacant_office
        return _("Take"), _("for {n} gold").format(n=price) if price else _("free, first choice only")
    return _("Bid {n}").format(n=command.gold), _("opens the duel")


def _choice_bar(scene: Scene, me: str, office: int) -> Bar:
    person = scene.person(me)
    if not office:
        sentence = _("{name}, choose an office").format(name=scene.name(me))
        return Bar(
            sentence=sentence, note=_("Tap one. Nothing is booked before you confirm."), person=person, undo=undo(scene)
        )
    command = command_for(scene, me, office)
    label, cost = _label(scene, command, office)
    choices: tuple[Button | Stepper, ...] = ()
    if isinstance(command, Bid):
        value = max(command.gold, scene.look.value or command.gold)
        choices = (Stepper(value, command.gold),)
        command = replace(command, gold=value)
        label, cost = _("Bid {n}").format(n=value), _("the lowest bid") if value == choices[0].least else ""
    primary = scene.button(command, label, cost, look="primary")
    return Bar(
        sentence=words.OFFICES[office - 1],
        note=words.office_gives(office),
        person=person,
        undo=undo(scene),
        choices=choices,
        primary=primary,
    )


def duel(scene: Scene) -> Sheet:
    """Two bid for one office."""
    phase, me = scene.phase, scene.me
    tiles = tuple(replace(_still(scene, office), gives="") for office in OFFICES)
    body = Auction(
        heading=_("Turn order so far"),
        order=_order(scene),
        treasury=purse(scene, me),
        offices=tiles,
        duel=sides(scene),
        notice=_wall(scene),
    )
    least = least_raise(scene.state, scene.zones(me))
    value = max(least, scene.look.value or least)
    raising = Button(
        _("Raise to {n}").format(n=value),
        _("the lowest raise") if value == least else "",
        command=Raise(me, value),
        look="primary",
    )
    other = phase.challenger if me == phase.holder else phase.holder
    passing = _("{name} moves in") if me == phase.holder else _("{name} pays and stays")
    concede = scene.button(Concede(me), _("Pass"), passing.format(name=scene.name(other)))
    note = _("Passing costs you nothing.")
    sentence = _("{name}, raise or pass").format(name=scene.name(me))
    return sheet(
        scene,
        body,
        Bar(
            sentence=sentence,
            note=note,
            person=scene.person(me),
            undo=undo(scene),
            choices=(concede, Stepper(value, least)),
            primary=raising,
        ),
    )


def _still(scene: Scene, office: int) -> OfficeTile:
    holder_ = scene.person(holder(scene.table, office))
    chosen = office == scene.phase.office
    button = Button("", command=acts.Ask(f"C-OFF-0{office}"), chosen=chosen)
    word = _("no coins") if holder_ else _("2 to take")
    return OfficeTile(
        office=office,
        icon=f"office-{office}",
        name=words.OFFICES[office - 1],
        holder=holder_,
        coins=coins(scene, office),
        word=word,
        button=button,
    )


def sides(scene: Scene) -> tuple[Bidder, Centre, Bidder]:
    phase = scene.phase
    challenger = Bidder(scene.player(phase.challenger), phase.bid, _("challenger"), phase.bid > phase.held)
    held = _("holder, last bid") if phase.held else _("holder, no bid yet")
    owner = Bidder(scene.player(phase.holder), phase.held or None, held, phase.held > phase.bid)
    lying = coins(scene, phase.office)
    there = n_("{n} lies here already", "{n} lie here already", lying) if lying else _("no coins here yet")
    name, office = words.OFFICES[phase.office - 1], phase.office
    return (
        challenger,
        Centre(
            office=office,
            icon=f"office-{office}",
            name=name,
            gives=words.office_gives(office),
            coins=there,
            trail=_trail(scene),
        ),
        owner,
    )


def _trail(scene: Scene) -> tuple[BidMade, ...]:
    said = []
    for entry in reversed(scene.live()):
        command = entry.command
        if not isinstance(command, Bid | Raise):
            continue  # a challenge and its ruling may stand between two bids
        said.append(BidMade(scene.player(command.seat), command.gold, not isinstance(command, Bid)))
        if isinstance(command, Bid):
            break
    return tuple(reversed(said))


def _wall(scene: Scene) -> Notice | None:
    phase = scene.phase
    by = step(scene.state, phase.holder)
    if by == 1:
        return None
    names = {"a": scene.name(phase.challenger), "b": scene.name(phase.holder), "n": by}
    line = (
        Word(_("{a} raises here by {n}, {b} by 1.").format(**names), True),
        Word(_("{b} owns the auction wall and holds this office.").format(**names)),
    )
    return Notice("kind-wall", line, Button(_("Why?"), command=acts.Ask("C-AUC-09")))


def _order(scene: Scene) -> tuple[TurnLine, ...]:
    seats = [holder(scene.table, office) for office in OFFICES]
    holders = [seat for seat in seats if seat]
    ousted = [seat for seat in scene.source.names if seat not in holders]
    return tuple(_turn_line(scene, seat) for seat in (*holders, *ousted))


def _turn_line(scene: Scene, seat: str) -> TurnLine:
    shown = card(scene, seat)
    phase = scene.phase
    acted = getattr(phase, "acted", ()) or getattr(getattr(phase, "challenge", None), "acted", ())
    due = seat in phase.actors
    verb = _("has chosen") if seat in acted and not due else standing(scene, seat)[0] if due else _("to come")
    if seat == getattr(phase, "challenger", "") and not due:
        verb = _("bids")
    return TurnLine(shown.person, verb, shown.office, shown.fame, due)
