"""Byzanz as the screens around it see it: which screen shows which phase, and the game's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.presenters.byzanz import auction, counting, counts, for_hands, last_sales, limit, lines, market, words
from companion.presenters.byzanz.card_editor import face_of, facing, printed, values_of
from companion.presenters.byzanz.common import top
from companion.presenters.byzanz.counting import count_screen, counted
from companion.presenters.byzanz.doubted import sheet
from companion.presenters.byzanz.house_rules import draw, drawn_words, house_rules, options_of, place_drawn, presets
from companion.presenters.byzanz.lesson import about, lesson
from companion.presenters.byzanz.lines import amount_words, brought, command_line, entry_line
from companion.presenters.byzanz.overview import overview, verb
from companion.presenters.byzanz.own_sum import purse
from companion.presenters.byzanz.phone import belongings
from companion.presenters.byzanz.score import podium as large
from companion.presenters.byzanz.score import score
from companion.presenters.byzanz.set_up import set_up
from companion.presenters.byzanz.turns import turns
from companion.presenters.byzanz.words import short
from companion.presenters.common.entries import origin
from companion.presenters.common.open_gold import hides_gold, own_gold
from companion.presenters.scene import HandWords, Scene
from companion.views.common.options import Options
from companion.views.common.overview import Overview
from companion.views.common.parts import Glyph, Holding, Line, Sheet, Top, Word
from companion.views.common.shown_pieces import CountShown
from companion.wording import _, signed
from engine.byzanz import phases as p
from engine.byzanz.cards import PRINTED, UNKNOWN
from engine.event import Event, State
from engine.game import Command

Screen = Callable[[Scene], Sheet | Overview]
SECRET = frozenset({"B-INV-02", "B-INV-05", "B-SEL-08", "B-SEL-09", "B-AUC-08"})
"""Rules that rest on what a hand may hold, or on cards seen before: they close no button."""
REVEALING = frozenset({"LayOut"})
"""Commands that let everybody see what was hidden."""
SEATS = ("red", "blue", "green", "yellow", "black", "white")
"""The colours in the order in which they are offered before a game."""
COUNTS = frozenset((*counting.DONE, CountShown))
POINTS_ICON = words.POINTS_ICON
STAYING: frozenset[str] = frozenset()
showing_words, shown_line, counted_rows = counting.showing_words, counting.shown_line, counting.counted_rows
HANDS: HandWords = for_hands
"""Cards and places as hands know them."""
empty_count = counting.Count
PHASES: Mapping[type, Screen] = {
    p.Lot: auction.laying,
    p.Bidding: auction.bidding,
    p.Tax: auction.taxing,
    p.Picking: market.picking,
    p.Limit: limit.limiting,
    p.Selling: last_sales.selling,
    p.Deciding: last_sales.deciding,
    p.Over: score,
    p.Decided: score,
}
CHOICES: Mapping[str, Screen] = {"counts": counts.counting_cards}
"""Smaller screens a phase opens by name."""
__all__ = [
    "COUNTS",
    "HANDS",
    "POINTS_ICON",
    "REVEALING",
    "SEATS",
    "SECRET",
    "STAYING",
    "about",
    "amount_words",
    "asks",
    "belongings",
    "box",
    "brought",
    "chapters",
    "command_line",
    "command_words",
    "count_line",
    "count_screen",
    "counted",
    "counted_rows",
    "cube",
    "cube_icon",
    "cube_word",
    "draw",
    "drawn_words",
    "empty_count",
    "entry_line",
    "exact_line",
    "face_of",
    "facing",
    "fact_words",
    "figures",
    "hides_gold",
    "holdings_of",
    "house_rules",
    "house_value",
    "large",
    "lesson",
    "mark_line",
    "missing_leaf",
    "options_of",
    "origin",
    "overview",
    "own_gold",
    "owned",
    "piece_icon",
    "piece_line",
    "place_drawn",
    "play",
    "points_moved",
    "points_words",
    "presets",
    "printed",
    "purse",
    "score",
    "set_up",
    "sheet",
    "short",
    "showing_words",
    "shown_line",
    "spaces",
    "tile_kinds",
    "tile_title",
    "top",
    "turns",
    "value_line",
    "value_words",
    "values_of",
    "verb",
    "zone_icon",
    "zone_words",
]


def play(scene: Scene) -> Sheet | Overview:
    """The screen of the phase: it speaks to the seat that is awaited, or lies there for all."""
    if scene.look.screen == "choose" and scene.look.about in CHOICES:
        return CHOICES[scene.look.about](scene)
    return PHASES.get(type(scene.phase), overview)(scene)


def command_words(scene: Scene, command: Command) -> str:
    """A command in words alone, without a person."""
    if command is None:
        return ""
    cards = getattr(command, "cards", None)
    verb = next((part.text for part in command_line(scene, command, ()) if isinstance(part, Word)), "")
    if cards:
        return f"{verb} {words.cards_words(cards)}"
    card = getattr(command, "card", "")
    good = getattr(command, "good", "")
    return " ".join(filter(None, (verb, words.card_name(card) if card else "", words.good_name(good) if good else "")))


def fact_words(name: str) -> str:
    """A fact of a refusal by its name in the rulebook."""
    return {
        "best": _("The best"),
        "card": _("Card"),
        "excess": _("Too many"),
        "good": _("Good"),
        "left": _("Left"),
        "most": _("The most"),
        "players": _("Players"),
        "seat": _("Player"),
        "size": _("Cards"),
        "value": _("Value"),
    }.get(name, name)


def value_words(scene: Scene, _name: str, value: object) -> str:
    """A fact's value in words."""
    text = str(value)
    if text in scene.source.names:
        return scene.name(text)
    if text in PRINTED:
        return words.card_name(text)
    return words.good_name(text) if text in words.ICONS else text


def chapters() -> tuple[tuple[str, str, str], ...]:
    """The chapters of the rules: a word, a rule to begin with, an icon."""
    return (
        (_("Setting up"), "B-SET-02", "deck"),
        (_("The auction"), "B-AUC-04", "bid"),
        (_("Winning a lot"), "B-WIN-02", "tax"),
        (_("The market"), "B-MKT-03", "kind-commercial"),
        (_("Selling"), "B-SEL-02", "sell"),
        (_("The hand limit"), "B-HND-01", "cards"),
        (_("The end"), "B-END-03", "profit"),
    )


def spaces(_state: State, _seat: str, _piece: str) -> tuple[int, ...]:
    """None: every piece is counted."""
    return ()


def figures() -> Mapping[str, tuple[str, str, tuple[str, ...]]]:
    """None: why somebody has so many cards would tell which ones (B-PRV-01)."""
    return {}


def owned(scene: Scene, seat: str) -> frozenset[str]:
    """A seat's hand and profits."""
    return frozenset({scene.zones(seat).hand, scene.zones(seat).profit})


def points_moved(_scene: Scene, _events: Sequence[Event], _seat: str) -> int:
    """Nothing that may be told: profit lies face down."""
    return 0


def points_words(name: str, points: int) -> str:
    """So much more or less profit of somebody."""
    return _("{name} {points} profit").format(name=name, points=signed(points))


# --- pieces and places ---


def value_line(_scene: Scene, _value: object) -> Line:
    """Nothing of its own: what an offer leaves open is worded as on a tray."""
    return ()


def piece_line(piece: str) -> Line:
    """A card with its face, as icon and words."""
    if piece not in PRINTED:
        return (Word(amount_words(piece, 1)),)
    return (words.glyph(piece), Word(words.card_name(piece)))


def piece_icon(piece: str) -> str:
    """The icon of a card that is counted."""
    return words.glyph(piece).icon


def zone_words(scene: Scene, zone: str) -> str:
    """A place on the table in words."""
    first, seat = zone.partition("/")[0], lines.owner(scene, zone)
    what = {
        "hand": _("hand"),
        "bid": _("bid"),
        "profit": _("profits"),
        "won": _("offer card"),
        "lot": _("the lot"),
        "market": _("the market"),
        "mat": _("the mat"),
    }.get(first, first)
    return _("{name}’s {what}").format(name=scene.name(seat), what=what) if seat else what.capitalize()


def zone_icon(_zone: str) -> str:
    """Nothing of its own."""
    return "table"


def holdings_of(_tally: Mapping[str, int]) -> tuple[Holding, ...]:
    """No cubes: cards are listed by name."""
    return ()


# --- what the camera reads ---


def mark_line(label: str) -> Line:
    """What the camera read on one card."""
    if label in PRINTED:
        return (words.glyph(label),)
    if label.startswith("offer-"):
        return (Glyph(label),)
    return (Word(_("a card") if label == UNKNOWN else label, True),)


def exact_line(_label: str) -> Line:
    """No two faces look alike."""
    return ()


def cube(_label: str) -> tuple[str, int] | None:
    """There are no cubes."""
    return None


def count_line(_counts: Mapping[str, int]) -> Line:
    """There are no cubes."""
    return ()


def cube_word(good: str) -> str:
    """The name of a good."""
    return words.good_name(good)


def cube_icon(good: str) -> str:
    """The icon of a good."""
    return words.ICONS[good]


def tile_kinds() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """There are no tiles."""
    return ()


def tile_title(name: str) -> str:
    """There are no tiles."""
    return name


# --- printed values: the rules state all of them ---


def asks(scene: Scene, _key: str) -> Sheet:
    """Never asked: every value stands in the rules."""
    return sheet(scene, Options("", "", ()), None, "")


def missing_leaf(_scene: Scene, key: str) -> str:
    """The key itself."""
    return key


def box(_counted: Mapping[str, tuple[int, str]], _needed: tuple[str, ...], top: Top) -> Sheet:
    """Never counted: every box holds the same cards."""
    return Sheet(body=Options("", "", ()), top=top)


def house_value(_key: str) -> Any:
    """No value is ours."""
    return None
