"""Praetor as the screens around it see it: which screen shows which phase, and the game's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.presenters.common.entries import origin
from companion.presenters.common.open_gold import hides_gold, own_gold
from companion.presenters.common.set_up import colour_word
from companion.presenters.draft import Draft
from companion.presenters.game_words import Values
from companion.presenters.praetor import advice, board, city, counting, for_hands, lines, market, reveal, update, words
from companion.presenters.praetor.asking import asks, asks_before, box, house_value, missing_leaf
from companion.presenters.praetor.common import RAIL, phase_word, top
from companion.presenters.praetor.counted_box import Count, valued
from companion.presenters.praetor.counted_result import count_screen
from companion.presenters.praetor.house_rules import (
    agreements,
    draw,
    drawn_words,
    house_rules,
    options_of,
    place_drawn,
    presets,
)
from companion.presenters.praetor.lesson import about, lesson
from companion.presenters.praetor.lines import brought, command_line, entry_line, spaces
from companion.presenters.praetor.look_over import look_over
from companion.presenters.praetor.opening import draw_rest, opening, unsaid
from companion.presenters.praetor.overview import overview, verb
from companion.presenters.praetor.phone import belongings
from companion.presenters.praetor.score import podium as large
from companion.presenters.praetor.score import score
from companion.presenters.praetor.set_up import set_up
from companion.presenters.praetor.turns import turns
from companion.presenters.praetor.two_maps import sheet
from companion.presenters.praetor.words import piece_icon, short, tile_kinds, tile_title, zone_words
from companion.presenters.scene import HandWords, Scene
from companion.views.common.card_enrolment import CardPair, Correcting
from companion.views.common.overview import Overview
from companion.views.common.parts import Button, Glyph, Holding, Line, Sheet, Word
from companion.views.common.shown_pieces import CountShown
from companion.wording import _, signed
from engine.event import Event
from engine.game import Command
from engine.praetor import phases as p
from engine.praetor.city import Spot
from engine.praetor.zones import RESOURCES

Screen = Callable[[Scene], Sheet | Overview]
SECRET: frozenset[str] = frozenset()
"""Nothing is hidden in this game."""
REVEALING = frozenset({"Reveal", "Unveil"})
"""Commands that let a player see what was hidden."""
SEATS = ("blue", "yellow", "white", "purple", "black")
"""The colours in the order in which they are offered before a game."""
COUNTS = frozenset((*counting.DONE, CountShown))
POINTS_ICON = words.POINTS_ICON
STAYING: frozenset[str] = frozenset()
showing_words, shown_line, counted_rows = counting.showing_words, counting.shown_line, counting.counted_rows
empty_count = Count
PHASES: Mapping[type, Screen] = {
    p.Ordering: market.stacking,
    p.Actions: city.acting,
    p.Lent: city.acting,
    p.Trading: market.trading,
    p.Schooling: update.updating,
    p.Training: update.updating,
    p.Homecoming: update.updating,
    p.Payday: update.updating,
    p.Hiring: update.updating,
    p.Refilling: update.updating,
    p.Unveiling: update.updating,
    p.Tied: market.youngest,
    p.Over: score,
}
CHOICES: Mapping[str, tuple[Screen, tuple[type, ...]]] = {
    "board": (board.board, ()),
    "advice": (advice.advising, (p.Actions, p.Lent)),
    "reveal": (reveal.revealing, (p.Refilling,)),
    "unveil": (reveal.unveiling, (p.Unveiling,)),
}
"""Smaller choices opened by name, and the phases they belong to; of none, all."""
HANDS: HandWords = for_hands
"""The words for what hands do."""
__all__ = [
    "COUNTS",
    "HANDS",
    "POINTS_ICON",
    "REVEALING",
    "SEATS",
    "SECRET",
    "STAYING",
    "about",
    "agreements",
    "amount_words",
    "asks",
    "asks_before",
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
    "draw_rest",
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
    "look_over",
    "mark_line",
    "missing_leaf",
    "opening",
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
    "unsaid",
    "value_line",
    "value_words",
    "valued",
    "values_of",
    "verb",
    "zone_icon",
    "zone_words",
]


def play(scene: Scene) -> Sheet | Overview:
    """The screen of the phase: it speaks to one seat, or lies there for all."""
    name, _space, seat = scene.look.about.partition(" ")
    if scene.look.screen == "choose" and name in CHOICES:
        screen, phases = CHOICES[name]
        if not phases or isinstance(scene.phase, phases):
            return screen(scene) if not seat else board.board_of(scene, seat)
    return PHASES.get(type(scene.phase), overview)(scene)


def command_words(scene: Scene, command: Command) -> str:
    """A command in words alone, without a person."""
    if command is None:
        return ""
    said = [part for part in lines.command_line(scene, command, ()) if isinstance(part, Word)]
    goods = [good for good in (getattr(command, "good", ""),) if good]
    return " ".join([*(part.text for part in said), *map(words.name_of, goods)])


def purse(_scene: Scene, _seat: str) -> Button | None:
    """Gold lies open in this game."""
    return None


def owned(scene: Scene, seat: str) -> frozenset[str]:
    """A seat's gold and resources."""
    return frozenset({scene.zones(seat).treasury, scene.zones(seat).goods})


def points_moved(scene: Scene, events: Sequence[Event], seat: str) -> int:
    """By how much events change a seat's favor."""
    return lines.changes(events, scene.zones(seat)).get("favor", 0)


def points_words(name: str, points: int) -> str:
    """So much more or less favor of somebody."""
    return _("{name} {points} favor").format(name=name, points=signed(points))


def fact_words(name: str) -> str:
    """A fact of a refusal by its name in the rulebook."""
    return {
        "apprentices": _("Apprentices"),
        "due": _("To be turned up"),
        "expected": _("Expected"),
        "found": _("Found"),
        "held": _("There are"),
        "key": _("Value"),
        "left": _("Left"),
        "level": _("Level"),
        "least": _("The least"),
        "markers": _("Markers"),
        "most": _("The most"),
        "needed": _("Needed"),
        "piece": _("What"),
        "players": _("Players"),
        "section": _("Wall section"),
        "seat": _("Player"),
        "stack": _("Stack"),
        "there": _("There are"),
        "tied": _("Tied"),
        "tile": _("Tile"),
        "tiles": _("Tiles"),
        "turn": _("Turn"),
        "waiting": _("Waiting"),
        "worker": _("Worker"),
        "workers": _("Workers"),
        "x": _("Column"),
        "y": _("Row"),
        "zone": _("Place"),
    }.get(name, name)


def value_words(scene: Scene, _name: str, value: object) -> str:
    """A fact's value in words."""
    text = str(value)
    if text in scene.source.names:
        return scene.name(text)
    if text in words.ICONS:
        return words.name_of(text)
    return words.piece_words(text, 1) if words.is_tile(text) or text.startswith("wall-") else text


def chapters() -> tuple[tuple[str, str, str], ...]:
    """The chapters of the rules: a word, a rule to begin with, an icon."""
    phases = tuple((phase_word(at), rule, icon) for at, (icon, rule) in enumerate(RAIL, 1))
    return (
        (_("Setting up"), "P-SET-02", "table"),
        *phases,
        (_("Building"), "P-BLD-01", "city-tiles"),
        (_("Working"), "P-ACV-01", "die"),
        (_("Special tiles"), "P-SPC-01", "area-special"),
        (_("Refill"), "P-REF-01", "deck"),
        (_("Final score"), "P-SCO-01", "fame"),
    )


def figures() -> Mapping[str, tuple[str, str, tuple[str, ...]]]:
    """The figures one may ask about: a word, an icon, and the pieces they count."""
    return {
        "favor": (_("Favor"), "fame", ("favor",)),
        "gold": (_("Gold"), "coin", ("gold",)),
        "goods": (_("Resources"), "stuff-wood", RESOURCES[1:]),
        "morale": (_("Morale"), "morale", ("morale",)),
    }


# --- pieces and places ---


def zone_icon(_zone: str) -> str:
    """Nothing of its own."""
    return "table"


def amount_words(piece: str, count: int) -> str:
    """So many of a piece, in words; a tile of the city with its cell and turn."""
    return words.in_city(piece) or words.piece_words(piece, count)


def value_line(_scene: Scene, value: object) -> Line:
    """A place in the city with the turn of the tile; other values are worded as on a tray."""
    if not isinstance(value, Spot):
        return ()
    return (Word(words.cell_words(value)), Glyph("rotate", f"{90 * value.turn}°"))


def piece_line(piece: str) -> Line:
    """A piece with its icon; a die as the worker it is, and what lies in the city by its name or its pips."""
    if in_cell(piece):
        return exact_line(piece)
    if piece.startswith("die:"):
        _die, colour, pips = piece.split(":")
        return (Glyph("die"), Word(f"{colour_word(colour)} {pips}"))
    return (
        Glyph(words.piece_icon(piece)),
        Word(words.name_of(piece) if piece in words.ICONS else words.piece_words(piece, 1)),
    )


def holdings_of(tally: Mapping[str, int]) -> tuple[Holding, ...]:
    """The resources of a reading."""
    return tuple(Holding(words.ICONS[piece], tally[piece]) for piece in RESOURCES if tally.get(piece))


# --- what the camera reads ---


def mark_line(label: str) -> Line:
    """What the camera read on one thing, as icons and words; nothing in the city, where pictures say it."""
    family, _colon, name = label.partition(":")
    if in_cell(label):
        return ()
    if family == "die":
        return (Glyph("die"), Word(name.rpartition(":")[2], True))
    if family == "tile" and words.is_tile(name):
        return (Glyph(words.tile_icon(name)), Word(words.tile_name(name), True))
    if family == "coin":
        return (Glyph("coin", name, "gold_text"),)
    return (Word(words.piece_words(label, 1), True),)


def in_cell(label: str) -> bool:
    """Is it a tile of the city, or a die on one?"""
    return label.startswith(("tile:", "die:")) and "," in label


def exact_line(label: str) -> Line:
    """What is in doubt in the city: a tile by its name, a die by its pips; of anything else there is no more to add."""
    family, _colon, rest = label.partition(":")
    if not in_cell(label):
        return ()
    if family == "die":
        return (Glyph("die"), Word(rest.split(":")[1], True))
    return mark_line(f"tile:{rest.partition(':')[0]}")


def cube(label: str) -> tuple[str, int] | None:
    """The resource and how many of it, if cubes were read."""
    head = label.rstrip("abcdefghijklmnopqrstuvwxyz")
    piece = label[len(head) :]
    return (piece, int(head or "1")) if piece in words.ICONS and (head or "1").isdigit() else None


def cube_word(good: str) -> str:
    """The name of a resource."""
    return words.name_of(good)


def cube_icon(good: str) -> str:
    """The icon of a resource."""
    return words.ICONS[good]


def count_line(counts: Mapping[str, int]) -> Line:
    """So many of each resource."""
    return tuple(Glyph(words.ICONS[piece], str(counts[piece])) for piece in RESOURCES if piece in counts)


# --- no cards are typed in ---


def values_of(_face: str) -> Values:
    """This game has no cards."""
    return ()


def face_of(_values: Values) -> str:
    """This game has no cards."""
    return ""


def printed(values: Values, _region: str, _value: str) -> Values:
    """This game has no cards."""
    return values


def facing(pair: CardPair, _values: Values, _act: Callable[[str, str], object]) -> Correcting:
    """This game has no cards: there is nothing to say about one."""
    return Correcting(heading="", note="", pair=pair, cargo=(), gold_title="", gold=(), voyages=())


def counted(draft: Draft, count: Count, act: object) -> Count:
    """The count of a finished game after a tap."""
    return counting.counted(draft, count, act)
