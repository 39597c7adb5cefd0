"""Entries of the journal as sentences, with what they brought, and moves as words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.presenters.common import entries
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.words import say
from companion.presenters.scene import Scene
from companion.views.common.parts import Glyph, Line
from companion.wording import _, n_
from engine.constantinopolis.phases import Declared
from engine.event import Entered, Event, Moved
from engine.game import Command
from engine.journal import Entry, Learn


def entry_line(scene: Scene, entry: Entry) -> Line:
    """What an entry says: a verb and its things; the person stands before it."""
    if isinstance(entry.command, Learn):
        return (*say(_("printed value:"), True), *say(_value_words(entry.command)))
    return entries.entry_line(scene, entry)


def _value_words(command: Learn) -> str:
    thing = command.key.split(".")[1]
    name = words.market_name(f"market-{thing}") if command.key.startswith("markets.") else words.tile_name(thing)
    return f"{name}, {command.source}"


def command_line(scene: Scene, command: Command, events: Sequence[Event]) -> Line:
    """A command of the game as a sentence."""
    tell = SENTENCES.get(type(command).__name__)
    return tell(scene, command, events) if tell else say(type(command).__name__, True)


Sentence = Callable[[Scene, Command, Sequence[Event]], Line]


def _plain(text: Callable[[], str]) -> Sentence:
    return lambda _scene, _command, _events: say(text(), True)


def _office(verb: Callable[[], str]) -> Sentence:
    return lambda _scene, c, _events: (*say(verb(), True), *say(words.OFFICES[c.office - 1]))


def _bid(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("bids {n} for").format(n=c.gold), True), *say(words.OFFICES[c.office - 1]))


def _raise(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return say(_("raises to {n}").format(n=c.gold), True)


def _build(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("buys"), True), *say(words.tile_name(c.tile)))


def _preempt(_scene: Scene, _c: Command, events: Sequence[Event]) -> Line:
    tile = next((event.piece for event in events if isinstance(event, Moved) and event.source == "board"), "")
    return (*say(_("takes over"), True), *say(words.tile_name(tile)))


def _trade(verb: Callable[[], str]) -> Sentence:
    return lambda _scene, c, _events: (*say(verb(), True), *words.icons(c.good * c.count))


def _use(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("uses"), True), *say(words.tile_name(c.tile)))


def _swap(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("swaps"), True), *words.icons(c.given), *say("→"), *words.icons(c.taken))


def _goods(verb: Callable[[], str]) -> Sentence:
    return lambda _scene, c, _events: (*say(verb(), True), *words.icons(words.goods(c.goods)))


def _cards(verb: Callable[[int], str]) -> Sentence:
    return lambda _scene, c, _events: say(verb(sum(c.cards.values())), True)


def _paper(verb: Callable[[], str]) -> Sentence:
    def tell(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
        return (*say(verb(), True), *cargo_icons(c.contract), *_aboard(c))

    return tell


def _aboard(c: Command) -> Line:
    return (Glyph(words.ship_icon(c.ship)),) if hasattr(c, "ship") else ()


def cargo_icons(piece: str) -> Line:
    """A contract's cargo as icons."""
    cargo = piece.partition(":")[2].partition(".")[0]
    return tuple(Glyph(words.ICONS.get(letter, "passenger")) for letter in cargo if letter != "?")


def _ship(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("buys a ship"), True), Glyph(f"ship-{c.size}"))


def _reveal(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("next market:"), True), *say(words.market_name(c.card)))


SENTENCES: Mapping[str, Sentence] = {
    "Open": _plain(lambda: _("the game is laid out")),
    "Stay": _plain(lambda: _("keeps the office")),
    "Take": _office(lambda: _("takes")),
    "Bid": _bid,
    "Raise": _raise,
    "Concede": _plain(lambda: _("passes")),
    "Collect": _plain(lambda: _("the coins on the offices are collected")),
    "Receive": lambda _scene, c, _events: (*say(_("receives"), True), *words.icons(c.good), *say(_("as Pretorio"))),
    "Forget": _plain(lambda: _("forgets the good of the Pretorio")),
    "Arrive": _plain(lambda: _("ships come home")),
    "Produce": _plain(lambda: _("buildings produce")),
    "Build": _build,
    "EndTurn": _plain(lambda: _("ends the turn")),
    "Preempt": _preempt,
    "Decline": _plain(lambda: _("lets it pass")),
    "Withdraw": _plain(lambda: _("withdraws the purchase")),
    "Buy": _trade(lambda: _("buys")),
    "Sell": _trade(lambda: _("sells")),
    "Use": _use,
    "Swap": _swap,
    "ThreeGoods": _goods(lambda: _("gives three goods")),
    "Discard": _goods(lambda: _("throws away")),
    "Draw": _cards(lambda count: n_("draws {n} contract", "draws {n} contracts", count)),
    "Reshuffle": _plain(lambda: _("the discard pile is shuffled")),
    "Load": _paper(lambda: _("loads")),
    "Unload": _paper(lambda: _("unloads")),
    "BuyShip": _ship,
    "Yield": _plain(lambda: _("leaves the ship to the other")),
    "BuyPost": _plain(lambda: _("buys a trading post")),
    "Save": _paper(lambda: _("saves")),
    "Free": _paper(lambda: _("frees")),
    "Redraw": _cards(lambda count: n_("swaps {n} contract", "swaps {n} contracts", count)),
    "Trade": _plain(lambda: _("offers a trade")),
    "Agree": _plain(lambda: _("agrees")),
    "Refuse": _plain(lambda: _("refuses")),
    "Done": _plain(lambda: _("is done")),
    "Depart": _plain(lambda: _("ships set sail")),
    "Clear": _plain(lambda: _("other contracts are discarded")),
    "Donate": lambda _scene, c, _events: (*say(_("donates"), True), *words.icons(c.goods)),
    "Keep": _plain(lambda: _("donates nothing")),
    "Change": _plain(lambda: _("the market changes")),
    "Reveal": _reveal,
    "Store": _goods(lambda: _("keeps")),
    "Refresh": _plain(lambda: _("a new round")),
    "Score": _plain(lambda: _("the game is scored")),
    "Leave": _plain(lambda: _("leaves the game")),
}


def brought(scene: Scene, entry: Entry) -> Line:
    """Gold and fame an entry brought to the seat that made it."""
    seat = getattr(entry.command, "seat", "")
    if not seat:
        return ()
    me, events = scene.zones(seat), _until_done(scene, entry)
    return (
        *words.gold(change(events, "gold", me.treasury)),
        *words.fame(change(events, "fame", me.fame)),
    )


def _until_done(scene: Scene, entry: Entry) -> list[Event]:
    """What an entry moved; of a purchase that others may prevent, also what moved once they had answered."""
    events, declared = list(entry.events), _declared(entry.events)
    later = iter(scene.source.journal[entry.number :])
    while declared and (following := next(later, None)) is not None:
        events += following.events
        declared = not any(isinstance(event, Entered) for event in following.events) or _declared(following.events)
    return events


def _declared(events: Sequence[Event]) -> bool:
    """Do events end where others may still prevent a purchase?"""
    phases = [event.phase for event in events if isinstance(event, Entered)]
    return bool(phases) and isinstance(phases[-1], Declared)


def change(events: Sequence[Event], piece: str, zone: str) -> int:
    """By how much the count of a piece in a zone changed."""
    moves = [event for event in events if isinstance(event, Moved) and event.piece == piece]
    return sum(move.count * ((move.target == zone) - (move.source == zone)) for move in moves)


def owner(scene: Scene, zone: str) -> str:
    """The seat a zone belongs to, or nothing."""
    return next((part for part in zone.split("/") if part in scene.source.names), "")


def piece_words(piece: str, count: int) -> str:
    """Pieces in words."""
    if piece in words.ICONS:
        return f"{count} {words.good_name(piece)}"
    if piece.startswith("contract:"):
        return words.contract_words(piece)
    if piece.partition("-")[0] in words.SHIPS:
        return words.ship_name(piece)
    if piece.startswith("market-"):
        return words.market_name(piece)
    if piece.startswith("office-"):
        return _("office marker")
    return n_("trading post", "{n} trading posts", count) if piece.startswith("post-") else words.tile_name(piece)


def amount_words(piece: str, count: int) -> str:
    """So many of a piece, in words."""
    return _("{n} gold").format(n=count) if piece == "gold" else piece_words(piece, count)
