"""A market card whose values are unknown is read cell by cell; a cell without print reads as empty."""

import json
import random

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MAT
from vision.cards.find import straightened
from vision.cards.ledger import REACH, SCALE, read_ledger
from vision.drawn.laid import LaidCard
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.layouts.layout import load_ledger
from vision.printing.cards import art

COLUMNS = {"limit": 4, "buy": 12, "sell": 12, "cubes": 6, "fame": 12}


def a_print(seed):
    """A card with every kind of cell, some of them empty."""
    chance = random.Random(seed)
    rows = [
        {"good": good} | {c: chance.choice([None, chance.randint(1, most)]) for c, most in COLUMNS.items()}
        for good in "GBRKY"
    ]
    return {"title": "VI Regio", "name": "Forum", "rows": rows}


def photographed(printed, weather):
    """The card as the drawn camera sees it, straightened."""
    scene = Scene(MAT, Weather.named(weather), 2, {"market-new": printed})
    x, y = MAT.slots("market", 1)[0]
    scene.lay([LaidCard("market", "market-new", x, y)])
    frame = np.mean([scene.frame() for _ in range(5)], axis=0).astype(np.uint8)
    wide, high = load_ledger("market").size
    corners = scene.lens.to_pixels(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * [wide / 2, high / 2] + [x, y])
    return straightened(frame, corners, (wide, high), SCALE, REACH)


def compared(card, printed):
    """What was read surely of each cell and what is printed there."""
    read = read_ledger("market", card)
    due = {row["good"]: {c: "" if row[c] is None else str(row[c]) for c in COLUMNS} for row in printed["rows"]}
    return [(read[good][c], due[good][c]) for good in due for c in COLUMNS]


@pytest.mark.parametrize("seed", range(4))
def test_every_value_of_an_unknown_card_is_read(seed):
    printed = a_print(seed)
    drawn = art("market", "market-new", SCALE, json.dumps(printed))
    card = cv2.copyMakeBorder(drawn, REACH, REACH, REACH, REACH, cv2.BORDER_REPLICATE)
    assert [cell.value for cell, _ in compared(card, printed)] == [due for _, due in compared(card, printed)]


@pytest.mark.parametrize("weather", ["kind", "fair"])
def test_through_a_camera_most_is_read_and_nothing_sure_is_wrong(weather):
    found = [pair for seed in range(4) for pair in compared(photographed(a_print(seed), weather), a_print(seed))]
    sure = [(cell.value, due) for cell, due in found if cell.share > 0.9]
    assert len(sure) > 0.8 * len(found)
    assert [pair for pair in sure if pair[0] != pair[1]] == []


def test_a_blank_card_holds_no_value():
    wide, high = (round(side * SCALE) + 2 * REACH for side in load_ledger("market").size)
    read = read_ledger("market", np.full((high, wide, 3), 240, np.uint8))
    assert {cell.value for row in read.values() for cell in row.values()} == {""}


def test_a_scribble_is_not_believed():
    wide, high = (round(side * SCALE) + 2 * REACH for side in load_ledger("market").size)
    noise = np.random.default_rng(3).integers(0, 255, (high, wide, 3), dtype=np.uint8)
    read = read_ledger("market", cv2.GaussianBlur(noise, (0, 0), 2))
    assert all(cell.share < 0.9 for row in read.values() for cell in row.values() if cell.value)
