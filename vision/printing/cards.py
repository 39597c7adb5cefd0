"""Our own cards: what the cards of each layout and their backs look like."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TypedDict

import cv2
import numpy as np

from vision.layouts.layout import Box, Column, Layout, Ledger, Region, find_layout, load_layout, load_ledger
from vision.picture import Picture
from vision.printing.sheet import INK, Sheet

PAPER, HAIR, GOLD, GOLD_INK, PORPHYRY, SEA = "#FFFCF5", "#DDCFB4", "#E0B84C", "#5A430A", "#5B1F4D", "#1F5F7A"
DRAWN_AT = 12.0  # px per mm before a card is brought to the scale asked for
RING = 0.55  # part of a disc that is paper where it bears no value


class Row(TypedDict, total=False):
    """One row of a ledger card: a good and its values; one that is missing or None is not printed."""

    good: str
    limit: int | None
    buy: int | None
    sell: int | None
    cubes: int | None
    fame: int | None


class Print(TypedDict):
    """What is printed on a ledger card."""

    title: str
    name: str
    rows: list[Row]


def middle(box: Box) -> tuple[float, float]:
    """The middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def print_region(sheet: Sheet, region: Region, value: str) -> None:
    """Print one value of a card where its region stands."""
    if region.kind == "cargo":
        _cargo(sheet, region.box, value)
    elif region.kind == "coin":
        _coin(sheet, region.box, value)
    elif region.kind == "fame":
        _fame(sheet, region.box, value)
    elif region.kind == "good":
        sheet.symbol(value, middle(region.box), 34.0)
    elif region.kind == "index":
        sheet.symbol(value, middle(region.box), region.box[2] - region.box[0] - 2)
    elif region.kind == "value":
        _value(sheet, region.box, value)
    elif region.kind == "number":
        sheet.text(value, middle(region.box), 26.0, PORPHYRY, 0.16)
    else:
        _voyage(sheet, region, value)


def _cargo(sheet: Sheet, box: Box, cargo: str) -> None:
    x, y = middle(box)
    pitch = 19.0
    for n, good in enumerate(cargo):
        sheet.symbol(good, (x + pitch * (n - (len(cargo) - 1) / 2), y), 18.5)


def _coin(sheet: Sheet, box: Box, gold: str) -> None:
    at = middle(box)
    sheet.disc(at, 9.3, GOLD_INK)
    sheet.disc(at, 8.8, GOLD)
    sheet.disc(at, 7.7, "#F2DC94")
    sheet.text(gold, at, 8.2 if len(gold) == 1 else 7.4, INK, 0.17)


def _fame(sheet: Sheet, box: Box, fame: str) -> None:
    if fame == "0":
        return
    x, y = middle(box)
    sheet.symbol("fame", (x, y), 17.5, PORPHYRY)
    sheet.text(fame, (x, y - 0.6), 5.6, PORPHYRY, 0.18)


def _value(sheet: Sheet, box: Box, value: str) -> None:
    """A disc with a value; that of a card without one is a ring."""
    radius = (box[2] - box[0]) / 2 - 0.5
    sheet.disc(middle(box), radius, PORPHYRY)
    if value:
        sheet.text(value, middle(box), 1.25 * radius, PAPER, 0.18)
    else:
        sheet.disc(middle(box), RING * radius, PAPER)


def _voyage(sheet: Sheet, region: Region, rounds: str) -> None:
    x, y = middle(region.box)
    sheet.symbol(region.kind, (x, y - 4.4), 8.5, SEA)
    if rounds == "-":
        sheet.box((x - 2.6, y + 3.7, x + 2.6, y + 5.1), INK)
    else:
        sheet.text(rounds, (x, y + 4.4), 8.0, INK, 0.18)


def _blank(size: tuple[float, float], by: float) -> Sheet:
    sheet = Sheet(size, DRAWN_AT, PAPER)
    wide, high = size
    sheet.frame((0.9, 0.9, wide - 0.9, high - 0.9), HAIR, 0.5, max(by - 0.9, 0))
    return sheet


def card(name: str, face: str) -> Sheet:
    """A card of the layout `name`, such as ``contract:GB.7.112``; LayoutError if the face has another form."""
    layout = load_layout(name)
    values = layout.values(face)
    sheet = _blank(layout.size, layout.round)
    for rule in layout.rules:
        sheet.box(rule, HAIR)
    for region in layout.regions:
        print_region(sheet, region, values[region.name])
    if layout.index is not None:
        _print_edges(sheet, layout, values)
    return sheet


def _print_edges(sheet: Sheet, layout: Layout, values: Mapping[str, str]) -> None:
    """What stands at a card's top edge, there and turned at the bottom: it shows whichever way up the card lies."""
    edge = Sheet(layout.size, DRAWN_AT, PAPER)
    for region in layout.at_edge:
        print_region(edge, region, values[region.name])
    both = np.minimum(edge.picture, cv2.rotate(edge.picture, cv2.ROTATE_180))
    sheet.picture = np.minimum(sheet.picture, both)


def ledger_card(name: str, printed: Print) -> Sheet:
    """A card of the ledger `name` with the values of `printed`."""
    layout = load_ledger(name)
    sheet = _blank(layout.size, layout.round)
    _title(sheet, layout, printed)
    _heads(sheet, layout)
    rows: dict[str, Row] = {row["good"]: row for row in printed["rows"]}
    for number, good in enumerate(layout.rows):
        top = layout.first + number * layout.pitch
        sheet.box((4, top, 59, top + 0.3), HAIR)
        sheet.symbol(good, middle(layout.cell(number, "good")), 10.0)
        for column in layout.read_columns:
            value = rows.get(good, {}).get(column)
            words = "" if value is None else str(value)
            print_cell(sheet, layout.cell(number, column), layout.columns[column], words)
    return sheet


def _title(sheet: Sheet, layout: Ledger, printed: Print) -> None:
    band = layout.title
    sheet.box(band, PORPHYRY, 1.5)
    x, y = middle(band)
    sheet.text(printed["title"], (x, y - 3.1), 2.9, "#E7C566", 0.13, "serif", band[2] - band[0] - 5)
    sheet.text(printed["name"], (x, y + 2.4), 3.8, PAPER, 0.13, "serif", band[2] - band[0] - 5)


def _heads(sheet: Sheet, layout: Ledger) -> None:
    y = (layout.heads[1] + layout.heads[3]) / 2
    for column in layout.columns.values():
        at = sum(column.span) / 2, y
        if column.symbol:
            sheet.symbol(column.symbol, at, 5.0, PORPHYRY)
        elif column.head:
            sheet.text(column.head, at, 2.4, "#5F5566", 0.13)


def print_cell(sheet: Sheet, box: Box, column: Column, value: str) -> None:
    """Print one value of a ledger's column in a cell (`box` in mm); an empty value prints nothing."""
    x, y = middle(box)
    if value in ("", "0"):
        return
    if column.boxes:
        for n in range(int(value)):
            left = box[0] + 0.4 + n * 3.6
            sheet.frame((left, y - 1.6, left + 3.0, y + 1.6), INK, 0.6)
        return
    sheet.text(value, (x, y), 6.2 if len(value) == 1 else 5.0, column.ink, 0.18)


def back(name: str) -> Sheet:
    """The back of a card of the layout `name`."""
    size = find_layout(name).size
    sheet = Sheet(size, DRAWN_AT, PORPHYRY)
    wide, high = size
    sheet.frame((2.5, 2.5, wide - 2.5, high - 2.5), "#C79A2B", 0.8, 2)
    sheet.symbol("fame", (wide / 2, high / 2), min(size) * 0.6, "#E7C566")
    return sheet


@lru_cache(maxsize=512)
def art(name: str, face: str, scale: float, printed: str = "") -> Picture:
    """A card of the layout `name` at `scale` px per mm, BGR; `printed` is a ledger card's Print as JSON."""
    sheet = _drawn(name, face, printed)
    size = (round(sheet.size[0] * scale), round(sheet.size[1] * scale))
    return cv2.resize(sheet.picture, size, interpolation=cv2.INTER_AREA)


def _drawn(name: str, face: str, printed: str) -> Sheet:
    if face.endswith(":?") or face == "back":
        return back(name)
    if isinstance(find_layout(name), Ledger):
        return ledger_card(name, json.loads(printed))
    return card(name, face)
