"""Names of the things of Constantinopolis for players, and short reasons for closed buttons.

A good is added by its letter in `engine/constantinopolis/zones.py` (`GOODS`), its cube for the camera in
`vision/cubes/cubes.py`, its column on a tray in `devices/protocol.toml`, and its word, icon and cube here; the icon is
drawn in `companion/ui/assets/icons.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.presenters.game_words import Stop
from companion.views.common.parts import Glyph, Holding, Line, Word
from companion.wording import _, figure, n_, signed
from devices.protocol import COINS

ORDER = "YKRBG"
"""The goods as they stand on screens, the most valuable first."""
ICONS = {"Y": "good-luxury", "K": "good-military", "R": "good-industrial", "B": "good-consumer", "G": "good-alimentary"}
POINTS_ICON = "fame"
"""The icon of what is counted at the end."""
CUBES = {"Y": "yellow", "K": "black", "R": "red", "B": "blue", "G": "green"}
"""The colour of the cubes of each good; a seat has the same."""
OFFICES = ("Magister Officiorum", "Praefectus Pretorio", "Comes Thesaurorum", "Praefectus Urbi", "Consul")
SHORT_OFFICES = ("Magister", "Pretorio", "Comes", "Urbi", "Consul")
SHIPS = {"small": "Parvus Dromo", "medium": "Medius Dromo", "large": "Magnus Dromo"}


def good_name(good: str) -> str:
    """A good in words."""
    return {
        "Y": _("luxury"),
        "K": _("military"),
        "R": _("industrial"),
        "B": _("consumer"),
        "G": _("alimentary"),
    }[good]


def cubes(good: str, count: int) -> str:
    """So many cubes of a good by their colour, as hands look for them."""
    return {
        "Y": n_("{n} yellow", "{n} yellow", count),
        "K": n_("{n} black", "{n} black", count),
        "R": n_("{n} red", "{n} red", count),
        "B": n_("{n} blue", "{n} blue", count),
        "G": n_("{n} green", "{n} green", count),
    }[good]


def mark_name(piece: str) -> str:
    """What a marker counts, in words."""
    return _("fame") if piece == "fame" else _("level")


def coins(gold: int) -> Iterable[int]:
    """As few coins as make so much gold."""
    for value in sorted(COINS, reverse=True):
        yield from (value,) * (gold // value)
        gold %= value


def tile_name(tile: str) -> str:
    """A building's name; the Latin ones are the same in every language."""
    walls = {
        "wall-swap": _("Wall: swap"),
        "wall-three-goods": _("Wall: three goods"),
        "wall-contract": _("Wall: contract"),
        "wall-market": _("Wall: market"),
        "wall-auction": _("Wall: auction"),
        "wall-ship": _("Wall: ship"),
    }
    if tile in walls:
        return walls[tile]
    name, _dash, last = tile.rpartition("-")
    return (name if last.isdigit() else tile).replace("-", " ").title()


def wall_does(tile: str) -> str:
    """What a wall gives, in a few words."""
    return {
        "wall-swap": _("swaps one good"),
        "wall-three-goods": _("3 goods for 10 gold"),
        "wall-contract": _("1 more contract"),
        "wall-market": _("2 off each purchase"),
        "wall-auction": _("guards your office"),
        "wall-ship": _("3 off a ship"),
    }[tile]


def utility_does(tile: str) -> str:
    """What a utility building gives, in a few words."""
    return {
        "mensae": _("sells for 1 more"),
        "redemptor": _("a building for less"),
        "taberna": _("buy what you make"),
        "horreum": _("keeps more goods"),
    }[tile]


def office_gives(office: int) -> str:
    """What an office gives, in a sentence."""
    return (
        _("Draws 3 more contracts"),
        _("One good that their buildings make"),
        _("4 gold at the end of the auction"),
        _("Builds a wall, or swaps up to two contracts"),
        _("Takes over a purchase, or swaps up to two contracts"),
    )[office - 1]


def ship_name(ship: str) -> str:
    """A ship by its size."""
    return SHIPS[ship.partition("-")[0]]


def ship_of(size: str) -> str:
    """A ship as hands know it."""
    return {"small": _("small ship"), "medium": _("medium ship"), "large": _("large ship")}[size]


def ship_icon(ship: str) -> str:
    return f"ship-{ship.partition('-')[0]}"


def market_name(card: str) -> str:
    """A market card's name."""
    return card.removeprefix("market-").replace("-", " ").title()


def kind_name(kind: str) -> str:
    """A kind of building in words."""
    return {
        "production": _("Production"),
        "commercial": _("Commercial"),
        "utility": _("Utility"),
        "public": _("Public"),
        "wall": _("Walls"),
    }[kind]


def goods(tally: Mapping[str, int] | str) -> tuple[str, ...]:
    """Letters of goods, one for each cube, in the order of screens."""
    if isinstance(tally, str):
        return tuple(sorted(tally, key=ORDER.index))
    return tuple(good for good in ORDER for _each in range(tally.get(good, 0)))


def holdings(tally: Mapping[str, int]) -> tuple[Holding, ...]:
    """Every good with its count, zero included."""
    return tuple(Holding(good, tally.get(good, 0)) for good in ORDER)


def icons(cubes: Iterable[str]) -> Line:
    """Goods as icons in a line."""
    return tuple(Glyph(ICONS[good]) for good in cubes)


def gold(amount: int, sign: bool = True) -> Line:
    """Gold in a line; minus is the true minus sign."""
    if not amount:
        return ()
    return (Glyph("coin", signed(amount) if sign else figure(amount), "gold_text"),)


def fame(points: int, sign: bool = True) -> Line:
    """Fame in a line."""
    return (Glyph("fame", signed(points) if sign else figure(points), "porphyry"),) if points else ()


def say(text: str, strong: bool = False) -> Line:
    """Words in a line."""
    return (Word(text, strong),)


def contract_words(piece: str) -> str:
    """A contract in words: its cargo and gold."""
    face = piece.partition(":")[2]
    if face == "?":
        return _("an unread contract")
    cargo, amount, _rounds = face.split(".")
    what = _("passenger") if cargo == "P" else ", ".join(good_name(good) for good in cargo)
    return _("{cargo} for {gold} gold").format(cargo=what, gold=amount)


def short(stop: Stop) -> str:
    """A reason that fits below a button; the rule sheet tells the whole of it."""
    if stop.untimely:
        return _("not now")
    return _reasons(stop.facts).get(stop.rule, _("not allowed"))


def _reasons(facts: tuple[object, ...]) -> dict[str, str]:
    first = facts[0] if facts else ""
    last = facts[-1] if facts else ""
    return {
        "C-LIC-01": _("no {licence} licence").format(licence=last),
        "C-BLD-02": _("one a turn"),
        "C-BLD-03": _("you own one"),
        "C-BLD-04": _("none left"),
        "C-PUB-01": _("dearer one first"),
        "C-WAL-01": _("only the Urbi"),
        "C-MKT-03": _("limit reached"),
        "C-MKT-04": _("traded the other way"),
        "C-MKT-06": _("you make it"),
        "C-MKT-07": _("none in hand"),
        "C-UTL-03": _("one type only"),
        "C-COM-01": _("goods missing"),
        "C-COM-02": _("used this round"),
        "C-COM-03": _("you do not make it"),
        "C-AUC-05": _("no office to keep"),
        "C-AUC-14": _("lost it just now"),
        "C-LOD-01": _("goods missing"),
        "C-LOD-02": _("no room"),
        "C-LOD-03": _("no room for passengers"),
        "C-SBY-01": _("one ship a round"),
        "C-TPO-01": _("one post a round"),
        "C-TPO-03": _("no post free"),
        "C-RED-01": _("no right to swap"),
        "C-RED-02": _("before loading only"),
        "C-DON-01": _("goods missing"),
        "C-DON-02": _("you do not make it"),
        "C-GEN-07": _("nothing chosen"),
        "C-ABL-01": _("you do not make it"),
        "C-OFF-02": _("you do not make it"),
        "C-GEN-05": _("none left"),
        "C-WAL-03": _("used this round"),
        "C-WAL-04": _("three goods needed"),
        "C-STO-01": n_("only {n} may stay", "only {n} may stay", first if isinstance(first, int) else 2),
    }
