"""The counts book on a screen: what lies open, what is hidden, and what each unseen hand could hold."""

from __future__ import annotations

from companion.presenters.byzanz import words
from companion.presenters.byzanz.common import sheet
from companion.presenters.common.steps import back
from companion.presenters.scene import Scene
from companion.titles.byzanz.remembered import remembered
from companion.views.byzanz.counts import ByzCounts, ByzHand, ByzKind
from companion.views.common.parts import Bar, Line, Sheet
from companion.wording import _, n_
from engine.byzanz.cards import PRINTED, kind
from engine.byzanz.ledger import Book, Hidden, book
from engine.table import total


def counting_cards(scene: Scene) -> Sheet:
    """What everybody may count; more only where the table has switched on the memory aid."""
    found = book(remembered(scene.state, scene.live()))
    body = ByzCounts(
        title=_("What is still hidden"),
        note=_("Everything that was seen counts.") if found.remembers else _("Only what lies open now counts."),
        kinds=tuple(_kind(found, good) for good in words.ORDER),
        hands=tuple(_hand(scene, seat, hand) for seat, hand in found.hands.items()),
        deck=n_("{n} card in the deck", "{n} cards in the deck", found.deck),
        removed=n_("{n} was taken out unseen", "{n} were taken out unseen", found.removed),
    )
    aid = _("The memory aid is on, as the record says.") if found.remembers else _("The memory aid is off.")
    return sheet(scene, body, Bar(sentence=_("Counts"), note=aid, primary=back(_("Back to the game"))), "")


def _kind(found: Book, good: str) -> ByzKind:
    cards = [card for card in PRINTED if kind(card) == good]
    hidden = tuple(str(found.hidden[card]) for card in cards)
    whole = f"{sum(found.hidden[card] for card in cards)} / {sum(PRINTED[card] for card in cards)}"
    return ByzKind(words.ICONS[good], words.good_title(good), hidden, whole)


def _hand(scene: Scene, seat: str, hand: Hidden) -> ByzHand:
    known: Line = words.glyphs(hand.known) if hand.known else ()
    could = n_("{n} unknown card", "{n} unknown cards", hand.unknown) if hand.unknown else _("no unknown card")
    kinds = sum(1 for count in hand.could.values() if count)
    any_of = _("any of {n} faces").format(n=kinds)
    words_ = f"{could}, {any_of}" if hand.unknown and kinds else could
    return ByzHand(scene.player(seat), total(hand.known) + hand.unknown, known, words_)
