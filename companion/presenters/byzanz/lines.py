"""Entries of the journal as sentences, with what they brought, and moves as words.

Of cards that no longer lie open only the number is shown: the history is no memory aid (B-PRV-01), unless the table
has switched that on or the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.presenters.byzanz import words
from companion.presenters.byzanz.words import say
from companion.presenters.common import entries
from companion.presenters.scene import Scene
from companion.views.common.parts import Glyph, Line
from companion.wording import _, n_, signed
from engine.byzanz.auction import LayOut
from engine.byzanz.cards import UNKNOWN
from engine.byzanz.phases import Lot, Over
from engine.event import Event, Moved
from engine.game import Command
from engine.journal import Entry, Overrule
from engine.table import total

Sentence = Callable[[Scene, Command, bool], Line]
"""From a command and whether its cards may be named to its sentence."""


def entry_line(scene: Scene, entry: Entry) -> Line:
    """What an entry says: a verb and its things; the person stands before it."""
    if type(entry.command).__name__ in SENTENCES:
        return _told(scene, entry.command, named(scene, entry.number))
    if isinstance(entry.command, Overrule):
        told = _told(scene, entry.command.command, named(scene, entry.number))
        return (*say(_("ruled lawful:"), True), *told)
    return entries.entry_line(scene, entry)


def named(scene: Scene, number: int) -> bool:
    """May the cards of an entry still be named? Those of this auction and this market may."""
    if isinstance(scene.phase, Over) or scene.state.setup.edition.memory_aid == "yes":
        return True
    if isinstance(scene.phase, Lot):
        return False
    lots = (entry.number for entry in reversed(scene.live()) if isinstance(entry.command, LayOut))
    return number >= next(lots, 0)


def command_line(scene: Scene, command: Command, _events: Sequence[Event]) -> Line:
    """A command of the game as a sentence, its cards named."""
    return _told(scene, command, True)


def _told(scene: Scene, command: Command, by_name: bool) -> Line:
    tell = SENTENCES.get(type(command).__name__)
    return tell(scene, command, by_name) if tell else say(type(command).__name__, True)


def _plain(text: Callable[[], str]) -> Sentence:
    return lambda _scene, _command, _named: say(text(), True)


def _cards(verb: Callable[[], str]) -> Sentence:
    def tell(_scene: Scene, command: Command, by_name: bool) -> Line:
        shown = command.cards if by_name else {UNKNOWN: total(command.cards)}
        return (*say(verb(), True), *words.glyphs(shown))

    return tell


def _card(verb: Callable[[], str]) -> Sentence:
    return lambda _scene, command, by_name: (*say(verb(), True), *((words.glyph(command.card),) if by_name else ()))


def _good(_scene: Scene, command: Command, by_name: bool) -> Line:
    icon: Line = (Glyph(words.ICONS[command.good]),) if by_name else ()
    return (*say(_("takes from the market"), True), *icon)


def _award(scene: Scene, command: Command, _named: bool) -> Line:
    return say(_("the table lets {name} win").format(name=scene.name(command.winner)), True)


SENTENCES: Mapping[str, Sentence] = {
    "Open": _plain(lambda: _("the cards are dealt")),
    "LayOut": _cards(lambda: _("the lot is laid out:")),
    "Bid": _cards(lambda: _("lays for a bid")),
    "Pass": _plain(lambda: _("passes")),
    "GiveToMarket": _card(lambda: _("gives to the market")),
    "PickGood": _good,
    "Clear": _plain(lambda: _("the market is cleared")),
    "Sell": _cards(lambda: _("sells")),
    "SellKeeping": _cards(lambda: _("sells")),
    "Show": _cards(lambda: _("shows")),
    "Discard": _cards(lambda: _("throws away")),
    "Done": _plain(lambda: _("is done")),
    "Award": _award,
}


def brought(scene: Scene, entry: Entry) -> Line:
    """By how many cards an entry changed the hand and the profits of the seat that made it."""
    seat = getattr(entry.command, "seat", "")
    if not seat:
        return ()
    me = scene.zones(seat)
    hand, profit = change(entry.events, me.hand), change(entry.events, me.profit)
    cards: Line = (Glyph("cards", signed(hand)),) if hand else ()
    kept: Line = (Glyph("profit", signed(profit), "porphyry"),) if profit else ()
    return (*cards, *kept)


def change(events: Sequence[Event], zone: str) -> int:
    """By how many cards a zone changed."""
    moves = [event for event in events if isinstance(event, Moved)]
    return sum(move.count * ((move.target == zone) - (move.source == zone)) for move in moves)


def owner(scene: Scene, zone: str) -> str:
    """The seat a zone belongs to, or nothing."""
    return zone.partition("/")[2] if zone.partition("/")[2] in scene.source.names else ""


def amount_words(piece: str, count: int) -> str:
    """So many of a piece, in words."""
    if piece.startswith("offer-"):
        return _("offer card {n}").format(n=piece[6:])
    if piece == UNKNOWN:
        return n_("{n} card", "{n} cards", count)
    name = words.card_name(piece)
    return f"{count} × {name}" if count > 1 else name


def place_words(scene: Scene, zone: str) -> str:
    """Where to, in words."""
    kind, seat = zone.partition("/")[0], scene.name(owner(scene, zone))
    return {
        "hand": _("into {name}’s hand"),
        "bid": _("to {name}’s bid"),
        "profit": _("to {name}’s profits, face down"),
        "won": _("to {name}"),
        "market": _("to the market"),
        "lot": _("to the lot"),
        "deck": _("onto the deck"),
        "discard": _("out of the game"),
        "offers": _("to the offer cards"),
    }.get(kind, _("back")).format(name=seat)
