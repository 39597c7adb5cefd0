"""Names of the things of Byzanz for players, and short reasons for closed buttons."""

from __future__ import annotations

from collections.abc import Mapping

from companion.presenters.game_words import Stop
from companion.views.common.parts import Glyph, Line, Word
from companion.wording import _, n_
from engine.byzanz.cards import GOODS, MERCHANT, PRINTED, UNKNOWN, kind, value

ME = "ME"
ORDER = (*GOODS, ME)
"""The goods as they stand on screens, the merchants last."""
POINTS_ICON = "profit"
"""The icon of what is counted at the end."""
ICONS = {
    "CL": "ware-cloth",
    "SP": "ware-spice",
    "WI": "ware-wine",
    "WO": "ware-wood",
    "GR": "ware-grain",
    "OL": "ware-olives",
    ME: "ware-merchant",
}


def good_name(good: str) -> str:
    """A good in words."""
    return {
        "CL": _("cloth"),
        "SP": _("spice"),
        "WI": _("wine"),
        "WO": _("wood"),
        "GR": _("grain"),
        "OL": _("olives"),
        ME: _("merchant"),
    }[good]


def good_title(good: str) -> str:
    """A good as a heading; merchants in the plural."""
    return _("Merchants") if good == ME else good_name(good).capitalize()


def card_name(card: str) -> str:
    """A card in words: its good and value."""
    if card not in PRINTED:
        return _("a card")
    return good_name(kind(card)) if card == MERCHANT else f"{good_name(kind(card))} {value(card)}"


def cards_words(cards: Mapping[str, int]) -> str:
    """Several cards in words."""
    if set(cards) <= {UNKNOWN}:
        return n_("{n} card", "{n} cards", sum(cards.values()))
    return ", ".join(card_name(card) for card in ordered(cards))


def ordered(cards: Mapping[str, int]) -> list[str]:
    """Each card as often as it is there, by good and value, the best first; those not known last."""
    rank = {card: (ORDER.index(kind(card)), -value(card)) for card in PRINTED}
    known = sorted((card for card in cards if card in PRINTED), key=lambda card: rank[card])
    return [card for card in (*known, UNKNOWN) for _each in range(cards.get(card, 0))]


def glyphs(cards: Mapping[str, int]) -> Line:
    """Cards as icons with their values."""
    if set(cards) <= {UNKNOWN}:
        return (Glyph("cards", str(sum(cards.values()))),) if cards else ()
    return tuple(glyph(card) for card in ordered(cards))


def glyph(card: str) -> Glyph:
    """One card as an icon with its value; merchants bear none."""
    if card not in PRINTED:
        return Glyph("cards", "?")
    return Glyph(ICONS[kind(card)], str(value(card)) if card != MERCHANT else "")


def say(text: str, strong: bool = False) -> Line:
    """Words in a line."""
    return (Word(text, strong),)


def short(stop: Stop) -> str:
    """A reason that fits below a button; the rule sheet tells the whole of it."""
    if stop.untimely:
        return _("not now")
    fact = stop.facts[0] if stop.facts else 0
    number = fact if isinstance(fact, int) else 0
    return {
        "B-AUC-01": n_("{n} card", "{n} cards", number),
        "B-AUC-02": _("has won already"),
        "B-AUC-05": _("lay a card first"),
        "B-AUC-06": _("no merchants"),
        "B-AUC-07": _("{n} at least").format(n=number + 1),
        "B-AUC-09": _("has passed"),
        "B-AUC-13": _("leads"),
        "B-HND-03": n_("{n} card at most", "{n} cards at most", number),
        "B-HND-05": _("not as agreed"),
        "B-MKT-03": _("none there"),
        "B-MKT-04": _("one must pick"),
        "B-SEL-02": _("three cards"),
        "B-SEL-03": _("one good only"),
        "B-END-05": _("lay a card first"),
    }.get(stop.rule, _("not allowed"))
