"""Constantinopolis as the screens around it see it: which screen shows which phase, and the game's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.presenters.common.entries import origin
from companion.presenters.constantinopolis import (
    acceptance,
    advice,
    auction,
    bargain,
    choices,
    construction,
    counting,
    drawing,
    for_hands,
    lines,
    words,
)
from companion.presenters.constantinopolis import counted as results
from companion.presenters.constantinopolis.asking import asking as asks
from companion.presenters.constantinopolis.asking import box, house_value
from companion.presenters.constantinopolis.asking import leaf as missing_leaf
from companion.presenters.constantinopolis.common import PHASES as RAIL
from companion.presenters.constantinopolis.common import phase_word, purse, sheet, top
from companion.presenters.constantinopolis.contract_editor import face_of, facing, printed, values_of
from companion.presenters.constantinopolis.house_rules import (
    draw,
    drawn_words,
    house_rules,
    options_of,
    place_drawn,
    presets,
)
from companion.presenters.constantinopolis.lesson import about, lesson
from companion.presenters.constantinopolis.lines import (
    amount_words,
    brought,
    change,
    command_line,
    entry_line,
)
from companion.presenters.constantinopolis.overview import overview, verb
from companion.presenters.constantinopolis.own_gold import hides_gold, own_gold
from companion.presenters.constantinopolis.phone import belongings
from companion.presenters.constantinopolis.score import podium as large
from companion.presenters.constantinopolis.score import score
from companion.presenters.constantinopolis.set_up import set_up
from companion.presenters.constantinopolis.shelf import tile_kinds, tile_title
from companion.presenters.constantinopolis.turns import turns
from companion.presenters.constantinopolis.words import short
from companion.presenters.draft import Draft
from companion.presenters.scene import HandWords, Scene
from companion.views.common.overview import Overview
from companion.views.common.parts import Glyph, Holding, Line, Sheet, Word
from companion.views.common.shown_pieces import CountShown
from companion.wording import _, signed
from engine.constantinopolis import phases as p
from engine.constantinopolis.information import PRIVATE
from engine.event import Event, State
from engine.game import Command

Screen = Callable[[Scene], Sheet | Overview]
SECRET = PRIVATE
REVEALING = frozenset({"Draw", "Redraw", "Reveal", "Reshuffle"})
"""Commands that let a player see what was hidden."""
SEATS = ("red", "blue", "green", "yellow", "black")
"""The colours in the order in which they are offered before a game."""
COUNTS = frozenset((*counting.DONE, CountShown))
POINTS_ICON = words.POINTS_ICON
STAYING = frozenset({"trade"})
"""Trading beside the ships goes on after a sale."""
showing_words, shown_line, counted_rows = counting.showing_words, counting.shown_line, counting.counted_rows
empty_count = counting.Count
PHASES: Mapping[type, Screen] = {
    p.Activation: auction.choosing,
    p.Duel: auction.duel,
    p.Bounty: choices.bounty,
    p.Construction: construction.turn,
    p.Declared: construction.consul,
    p.Drawing: drawing.drawing,
    p.Dealing: drawing.drawing,
    p.Clash: choices.clashing,
    p.Bargain: bargain.answering,
    p.Acceptance: acceptance.accepting,
    p.Donation: choices.donating,
    p.Storing: choices.storing,
    p.Turnover: choices.revealing,
    p.Over: score,
}
CHOICES: Mapping[str, Screen] = {
    "swap": choices.swapping,
    "three": choices.three,
    "discard": choices.discarding,
    "ship": choices.buying_ship,
    "trade": choices.trading,
    "redraw": drawing.redrawing,
    "advice": advice.advising,
    "bargain": bargain.bargaining,
}
"""Smaller choices a phase opens by name."""
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
    """The screen of the phase: it speaks to one seat, or lies there for all."""
    for_all = isinstance(scene.phase, p.Turnover | p.Over)
    if not scene.me and not for_all:
        return overview(scene)
    if scene.look.screen == "choose" and scene.look.about in CHOICES:
        return CHOICES[scene.look.about](scene)
    return PHASES.get(type(scene.phase), choices.anything)(scene)


def command_words(scene: Scene, command: Command) -> str:
    """A command in words alone, without a person."""
    if command is None:
        return ""
    return spoken(lines.command_line(scene, command, ()))


def spoken(line: Line) -> str:
    """A line with words in the place of its icons: cargo with commas, and the ship it is for."""
    said = ""
    for before, part in zip((None, *line), line, strict=False):
        if not isinstance(part, Glyph):
            said += f" {part.text}"
        elif not isinstance(before, Glyph):
            said += f" {_icon_word(part.icon)}"
        else:
            said += (" → " if part.icon.startswith("ship-") else ", ") + _icon_word(part.icon)
    return said.strip()


def _icon_word(icon: str) -> str:
    goods = {icon: good for good, icon in words.ICONS.items()}
    if icon.startswith("ship-"):
        return words.ship_name(icon.removeprefix("ship-"))
    return words.good_name(goods[icon]) if icon in goods else _("passenger")


def mark_line(label: str) -> Line:
    """What the camera read on one thing, as icons and words."""
    if label.startswith("contract:") and label != "contract:?":
        return (*lines.cargo_icons(label), Word(label.split(".")[1], True))
    family, _colon, name = label.partition(":")
    if family == "tile" and name != "?":
        return (Word(tile_title(name), True),)
    if family == "coin" and name != "?":
        return (Glyph("coin", name, "gold_text"),)
    return (Word(words.market_name(label) if label.startswith("market-") else label, True),)


def exact_line(label: str) -> Line:
    """The same with the voyages' lengths, to tell a contract from another of its cargo and gold."""
    return (*mark_line(label), Word("·".join(label.rpartition(".")[2]))) if label.startswith("contract:") else ()


def cube(label: str) -> tuple[str, int] | None:
    """The good and how many of it, if the camera read cubes there."""
    count, good = label[:-1] or "1", label[-1:]
    return (good, int(count)) if good in words.ICONS and count.isdigit() else None


def cube_word(good: str) -> str:
    """The name of a good's cubes."""
    return words.good_name(good)


def cube_icon(good: str) -> str:
    """The icon of a good's cubes."""
    return words.ICONS[good]


def count_line(counts: Mapping[str, int]) -> Line:
    """So many cubes of each good."""
    return tuple(Glyph(words.ICONS[good], str(counts[good])) for good in words.ORDER if good in counts)


def zone_words(scene: Scene, zone: str) -> str:
    """A place on the table in words."""
    first, seat = zone.partition("/")[0], lines.owner(scene, zone)
    what = {
        "treasury": _("treasury"),
        "goods": _("goods"),
        "ledger": _("ledger"),
        "open": _("contracts"),
        "mat": _("the mat"),
        "market": _("the market"),
    }.get(first, first)
    return _("{name}’s {what}").format(name=scene.name(seat), what=what) if seat else what.capitalize()


def zone_icon(zone: str) -> str:
    """Cards are drawn and contracts lie open; all else lies on the table."""
    return "contract" if "contract" in zone or "draw" in zone else "table"


def holdings_of(tally: Mapping[str, int]) -> tuple[Holding, ...]:
    """The goods of a reading."""
    return tuple(Holding(good, tally[good]) for good in words.ORDER if tally.get(good))


def points_moved(scene: Scene, events: Sequence[Event], seat: str) -> int:
    """By how much events change a seat's fame."""
    return change(events, "fame", scene.zones(seat).fame)


def points_words(name: str, points: int) -> str:
    """So much more or less fame of somebody."""
    return _("{name} {points} fame").format(name=name, points=signed(points))


def owned(scene: Scene, seat: str) -> frozenset[str]:
    """A seat's treasury and goods."""
    return frozenset({scene.zones(seat).treasury, scene.zones(seat).goods})


def fact_words(name: str) -> str:
    """A fact of a refusal by its name in the rulebook."""
    return {
        "bid": _("Bid"),
        "best": _("The best"),
        "building": _("Building"),
        "contract": _("Contract"),
        "cost": _("Cost"),
        "dearer": _("The dearer one"),
        "due": _("To be drawn"),
        "gold": _("Gold"),
        "good": _("Good"),
        "goods": _("Goods"),
        "kind": _("Kind"),
        "least": _("The least"),
        "left": _("Left"),
        "licence": _("Licence"),
        "market": _("Market"),
        "most": _("The most"),
        "needed": _("Needed"),
        "office": _("Office"),
        "piece": _("Piece"),
        "players": _("Players"),
        "requires": _("It needs"),
        "room": _("Room"),
        "seat": _("Player"),
        "ship": _("Ship"),
        "size": _("Ship"),
    }.get(name, name)


def value_words(scene: Scene, name: str, value: object) -> str:
    """A fact's value in words."""
    text = str(value)
    if text in scene.source.names:
        return scene.name(text)
    if name in ("good", "goods", "requires"):
        return _goods_words(text)
    if text.partition("-")[0] in words.SHIPS:
        return words.ship_name(text)
    if name == "office" and isinstance(value, int) and 0 < value <= len(words.OFFICES):
        return words.OFFICES[value - 1]
    if text.startswith("contract:"):
        return words.contract_words(text)
    kinds = scene.state.setup.book.kind
    return words.tile_name(text) if text in kinds else words.kind_name(text) if text in kinds.values() else text


def _goods_words(letters: str) -> str:
    """Goods by their letters, in words; other text as it is."""
    counts = Counter(letters)
    if not letters or not set(counts) <= set(words.ORDER):
        return letters
    found = [(counts[good], words.good_name(good)) for good in words.ORDER if counts[good]]
    return ", ".join(f"{count} {name}" if count > 1 else name for count, name in found)


def spaces(_state: State, _seat: str, _piece: str) -> tuple[int, ...]:
    """None: every piece is counted."""
    return ()


def figures() -> Mapping[str, tuple[str, str, tuple[str, ...]]]:
    """The figures one may ask about: a word, an icon, and the pieces they count."""
    return {
        "gold": (_("Gold"), "coin", ("gold",)),
        "fame": (_("Fame"), "fame", ("fame",)),
        "goods": (_("Goods"), "good-alimentary", tuple(words.ORDER)),
        "level": (_("Level"), "level", ("level",)),
    }


def value_line(_scene: Scene, _value: object) -> Line:
    """Nothing of its own: what an offer leaves open is worded as on a tray."""
    return ()


def piece_line(piece: str) -> Line:
    """A piece with its face, as icons and words."""
    if piece.startswith("contract:") and piece != "contract:?":
        gold, voyages = piece.split(".")[1:]
        return (*lines.cargo_icons(piece), Glyph("coin", gold, "gold_text"), Glyph("wait", voyages.strip("-")))
    if piece in words.ICONS:
        return (Glyph(words.ICONS[piece]), Word(words.good_name(piece)))
    return (Word(lines.piece_words(piece, 1)),)


def piece_icon(piece: str) -> str:
    """The icon of a piece that is counted."""
    return words.ICONS.get(piece, {"gold": "coin"}.get(piece, piece))


def chapters() -> tuple[tuple[str, str, str], ...]:
    """The chapters of the rules: a word, a rule to begin with, an icon."""
    return tuple((phase_word(at), rule, icon) for at, (icon, rule) in enumerate(RAIL, 1))


def counted(draft: Draft, count: counting.Count, act: object) -> counting.Count:
    """The count of a finished game after a tap."""
    return counting.counted(draft, count, act)


def count_screen(screen: str, draft: Draft, count: counting.Count) -> Sheet:
    """What is counted, the result, or the result as large as it goes."""
    return {"count": counting.counting, "counted": results.result, "podium": results.podium}[screen](draft, count)
