"""The measure of path-traced tables, on a drawn picture with truth of the same form."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MARKETS, MAT, a_scene, contracts, cubes
from tools.measure import city
from tools.measure.owned import MAT as BYZANZ
from tools.measure.path_traced import measure, verdicts
from tools.measure.path_traced_cards import verdicts as cards_of
from tools.measure.path_traced_city import verdicts as city_of
from vision.drawn.laid import LaidCard, LaidDie, LaidTile
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.pose import MatFinder

FACES = ["contract:GB.7.112", "contract:KK.16.111"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A drawn picture of two contracts and three cubes; its truth names a third contract and a fourth cube."""
    made = tmp_path_factory.mktemp("tables")
    scene = a_scene()
    laid = contracts(FACES)
    scene.lay([*laid, *cubes("goods-1", ["G", "B", "B"])])
    frame = scene.frame()
    cv2.imwrite(str(made / "one.jpg"), frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    assert pose is not None
    places = [(card.face, card.x, card.y) for card in laid] + [("contract:G.3.111", 400.0, 180.0)]
    truth: dict[str, Any] = {"name": "one", "market": None, "styles": {"goods-1": "loose"}}
    truth["contracts"] = [
        {"face": face, "corners": pose.to_pixels(np.add(MAT_BOX, (x, y))).tolist()} for face, x, y in places
    ]
    truth["zones"] = {"goods-1": {"G": 1, "B": 2, "R": 1, "K": 0, "Y": 0}}
    (made / "one.json").write_text(json.dumps(truth), encoding="utf-8")
    deck = {
        "contracts": dict.fromkeys(FACES, 1),
        "markets": list(MARKETS),
        "prints": MARKETS,
        "box": dict.fromkeys("GBRKY", 20),
    }
    (made / "_deck.json").write_text(json.dumps(deck), encoding="utf-8")
    return made


MAT_BOX = (MAT.marker_corners(0) - MAT.corners[0]) * 1.8
"""Four corners about a middle, about as far apart as a card's, mm."""


def test_each_value_gets_its_verdict(folder: Path) -> None:
    found = list(verdicts(folder))
    outcomes = [(one.kind, one.outcome) for one in found]
    assert outcomes.count(("contracts", "right")) == 2
    assert outcomes.count(("contracts", "missed")) == 1
    assert outcomes.count(("cubes loose", "right")) == 4
    assert outcomes.count(("cubes loose", "wrong")) == 1
    assert "1 R counted as 0" in next(one.about for one in found if one.outcome == "wrong")


def test_the_table_goes_into_a_page_once(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    page.write_text("# Results\n", encoding="utf-8")
    for _ in range(2):
        measure(folder, page)
    written = page.read_text(encoding="utf-8")
    assert written.count("## Path-traced tables") == 1
    assert "| contracts | 2 | 0 | 0 | 1 | 3 |" in written


def test_without_pictures_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measure(tmp_path) == []
    assert "nothing measured" in capsys.readouterr().out


def test_a_truth_without_its_picture_is_named(folder: Path, tmp_path: Path) -> None:
    for path in folder.glob("*.json"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(FileNotFoundError, match=r"one\.json"):
        list(verdicts(tmp_path))


def test_fans_and_columns_get_their_verdicts(tmp_path: Path) -> None:
    laid = {
        "bid": [LaidCard("byzanz", "card:GR4", 220.0, 198.0, 0.0), LaidCard("byzanz", "card:WO2", 300.0, 198.0, 4.0)],
        "market/CL": [LaidCard("byzanz", "card:CL1", 128.0, 335.0, 0.0)],
        "market/SP": [],
    }
    scene = Scene(BYZANZ, Weather.named("kind"), 3)
    scene.lay([card for cards in laid.values() for card in cards])
    cv2.imwrite(str(tmp_path / "one.png"), scene.frame())
    told = {field: [[card.face, card.x, card.y, card.angle] for card in cards] for field, cards in laid.items()}
    told["bid"][0][0], told["market/SP"] = "card:GR3", [["card:SP1", 223.0, 335.0, 0.0]]
    (tmp_path / "one.json").write_text(json.dumps({"cards": told}), encoding="utf-8")
    assert [what for what, _ in cards_of(tmp_path)] == ["fan wrong", "one card right", "one card wrong"]
    (tmp_path / "over").mkdir()
    said = [words for _, words in cards_of(tmp_path, tmp_path / "over")]
    assert said[1] == "one market/CL: ['card:CL1'] read as ({'card:CL1': 1}, {})"
    assert (tmp_path / "over" / "one.png").exists()


def test_tiles_and_dice_of_a_city_get_their_verdicts(tmp_path: Path) -> None:
    """One tile is laid as it is written, the other is not; a third is shown beside them."""
    x, y = city.CITY.middle_of((0, 0))
    scene = city.a_scene("kind", 3)
    die, shown = LaidDie("blue", 4, x, y, 20.0), LaidTile("market-1", 584.0, 180.0, 90.0)
    scene.lay([LaidTile("sawmill-1", x, y), LaidTile("statue-3", x + 80, y), die, shown])
    cv2.imwrite(str(tmp_path / "one.png"), scene.frame())
    cells = {"0,0": ["tile:sawmill-1:0,0,0", "die:blue:4:0,0,m"], "2,0": ["tile:statue-2:2,0,0"]}
    told = {"tuned": False, "cells": cells, "shown": [["market-1", shown.x, shown.y, shown.angle]]}
    (tmp_path / "one.json").write_text(json.dumps(told), encoding="utf-8")
    found = list(city_of(tmp_path, tmp_path / "over"))
    assert {part for part, *_ in found} == {"held out"}
    assert [(what, many) for _, what, many, _ in found] == [
        ("tile right", 1),
        ("die right", 1),
        ("tile wrong", 1),
        ("shown right", 1),
    ]
    assert (tmp_path / "over" / "one.png").exists()
