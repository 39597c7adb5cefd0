"""Printed values of the owner's copy, asked for in words at the moment they are needed (C-CMP)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from companion.presenters.common.keypad import digit_keys
from companion.presenters.common.printed_values import ask_bar, box_bar, first_under, value_at
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.common import sheet
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.asking import Asking, Box, Shelf
from companion.views.common.options import BargainRow, CountRow
from companion.views.common.parts import Button, Sheet, Top
from companion.wording import _
from engine.constantinopolis.learning import LONGEST, printable
from engine.constantinopolis.values import house, missing

MOST_TILES = 9
"""More tiles of one name than this no box holds."""
LETTERS, FIGURES, GIFTS = ("output", "requires"), ("limit", "buy", "sell"), "donation"
MOST = {"limit": 9, "buy": 30, "sell": 30, **dict.fromkeys(LETTERS, LONGEST), "cubes": LONGEST, "fame": 20}


def leaf(scene: Scene, key: str) -> str:
    """The first value still missing under a key; nothing if none is."""
    return first_under(missing(scene.state.setup.values), key)


@cache
def _house() -> Any:
    return msgspec.to_builtins(house())


def house_value(key: str) -> Any:
    """What the house set says for a key."""
    return value_at(_house(), key)


# --- in the middle of a game ---


def asking(scene: Scene, key: str) -> Sheet:
    """The card that asks for a value that was not typed in yet."""
    last = key.rpartition(".")[2]
    heading, note = _question(key)
    shelves = _shelves(scene, last)
    keys = () if shelves else digit_keys()
    body = Asking(heading, note, shelves, scene.look.digits or "–", keys)
    value = typed_in(scene, last)
    fits, usual = value is not None and printable(key, value), house_value(key)
    bar = ask_bar(key, value, fits, usual, _in_words(usual))
    return sheet(scene, body, bar, "")


def _question(key: str) -> tuple[str, str]:
    """What is asked, and where it is printed."""
    table, name, last = key.split(".")
    thing = words.tile_name(name) if table == "buildings" else words.market_name(f"market-{name}")
    asks = {
        "output": (_("What does the {thing} make?"), _("The cubes printed on the tile.")),
        "requires": (_("What does the {thing} take?"), _("The cubes printed before the arrow on the tile.")),
        "gold": (_("How much gold does the {thing} bring?"), _("Printed behind the arrow on the tile.")),
        "fame": (_("How much fame does the {thing} bring?"), _("Printed behind the arrow on the tile.")),
        "copies": (_("How many {thing} are in the box?"), _("Count the tiles.")),
        "limit": (_("How many squares does each good have on {thing}?"), _("The squares of the market card.")),
        "buy": (_("What does each good cost on {thing}?"), _("The price for buying; 0 where it is not traded.")),
        "sell": (_("What does each good bring on {thing}?"), _("The price for selling; 0 where it is not traded.")),
        "donation": (_("What is given on {thing}?"), _("The column of gifts: how many cubes, and the fame.")),
    }
    heading, note = asks[last]
    return heading.format(thing=thing), note


def _shelves(scene: Scene, last: str) -> tuple[Shelf, ...]:
    if last == GIFTS:
        cubes = tuple(_ware(scene, f"cubes {good}", good, words.good_name(good)) for good in words.ORDER)
        fame = tuple(_ware(scene, f"fame {good}", good, words.good_name(good)) for good in words.ORDER)
        return (Shelf(_("Cubes"), cubes), Shelf(_("Fame"), fame))
    if last in (*LETTERS, *FIGURES):
        wares = tuple(_ware(scene, f"{last} {good}", good, words.good_name(good)) for good in words.ORDER)
        return (Shelf("", wares),)
    return ()


def _ware(scene: Scene, key: str, good: str, name: str) -> BargainRow:
    taken = scene.look.amount(key)
    less = Button("", icon="minus", command=acts.Amount(key, -1) if taken else None)
    more = Button("", icon="plus", command=acts.Amount(key, 1) if taken < MOST[key.partition(" ")[0]] else None)
    return BargainRow(words.ICONS[good], name, taken, less, more)


def typed_in(scene: Scene, last: str) -> Any:
    """What has been tapped so far, as a file would hold it; None for nothing yet."""
    if last == GIFTS:
        cubes = {good: scene.look.amount(f"cubes {good}") for good in words.ORDER}
        return {good * count: scene.look.amount(f"fame {good}") for good, count in cubes.items() if count} or None
    counts = {good: scene.look.amount(f"{last} {good}") for good in "GBRKY"}
    if last in LETTERS:
        return "".join(good * count for good, count in counts.items()) or None
    if last in FIGURES:
        return {good: count for good, count in counts.items() if count} or None
    return int(scene.look.digits) if scene.look.digits else None


def _in_words(value: object) -> str:
    """A value in a few words."""
    if isinstance(value, dict):
        return ", ".join(f"{_cubes(goods)} {figure}" for goods, figure in value.items())
    return _cubes(value) if isinstance(value, str) else str(value)


def _cubes(goods: str) -> str:
    counts = {good: goods.count(good) for good in dict.fromkeys(goods)}
    return ", ".join(f"{n} {words.good_name(good)}" if n > 1 else words.good_name(good) for good, n in counts.items())


# --- before a game ---


def box(counted: Mapping[str, tuple[int, str]], needed: tuple[str, ...], top: Top) -> Sheet:
    """How many of each tile the owner's box holds, as far as it is not known; `counted` by key: number and layer."""
    rows = tuple(_row(key, *counted.get(key, (0, ""))) for key in needed)
    note = _("Asked once, and kept with your copy. Everything else is asked for when it is needed.")
    body = Box(_("How many are in your box?"), note, rows)
    return Sheet(body=body, top=top, bar=box_bar(_("Count the tiles of each name."), needed, counted))


def _row(key: str, number: int, layer: str) -> CountRow:
    tile = key.split(".")[1]
    kind = house().buildings[tile].kind
    note = {"": "", acts.COPY: _("in your box"), acts.HOUSE: _("from the house set")}[layer]
    less = Button("", icon="minus", command=acts.BoxStep(key, -1) if number > 1 else None)
    more = Button("", icon="plus", command=acts.BoxStep(key, 1) if number < MOST_TILES else None)
    figure = str(number) if layer else "–"
    row = Button(words.tile_name(tile), command=acts.BoxHouse(key))
    return CountRow(
        icon=f"kind-{kind}",
        label=words.tile_name(tile),
        note=note,
        figure=figure,
        brings="",
        chosen=layer == acts.COPY,
        less=less,
        more=more,
        button=row,
    )
