"""What a network is made of can be told: every run, what it began with, what it was taught on, and the licences."""

import json
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest

from tools.train import record
from tools.train.network import commands, finder, finish, recipes, sets
from tools.train.photos import Photos, digest
from tools.train.record import Run
from vision.photo.net import FOLDER

RUN = Run("set_cards", 40, 1, 0.003, "0/6", ["dice_taistudio"], "", {"dice_byler": "d" * 64}, "n" * 64, "2.13.0")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two sets of twelve photos."""
    for name in ("dice_byler", "dice_taistudio"):
        (tmp_path / name).mkdir()
        truths = {f"{number:02}.png": {"dice": [{"pips": number % 6 + 1}]} for number in range(12)}
        (tmp_path / name / "ground_truth.json").write_text(json.dumps(truths), encoding="utf-8")
        for number, file in enumerate(truths):
            cv2.imwrite(str(tmp_path / name / file), np.full((4, 4, 3), number, np.uint8))
    return tmp_path


@pytest.fixture
def network(tmp_path: Path) -> Path:
    (tmp_path / "set.onnx").write_bytes(b"weights")
    return tmp_path / "set.onnx"


# --- what is taught on ---


def test_a_digest_is_that_of_what_was_taken(photos: Path) -> None:
    taken = Photos(photos, "0/6", ["dice_taistudio"])
    assert [path.name for path, _ in taken.of("dice_byler")] == [f"{number:02}.png" for number in range(2, 12)]
    assert taken.of("dice_taistudio") == []
    assert set(taken.digests) == {"dice_byler"}
    assert taken.digests["dice_byler"] != digest(Photos(photos).of("dice_byler"))


@pytest.mark.parametrize("changed", ["picture", "truth", "name"])
def test_a_digest_tells_another_picture_another_truth_and_another_name(photos: Path, changed: str) -> None:
    (path, truth), *others = Photos(photos).of("dice_byler")
    before = digest([(path, truth), *others])
    if changed == "picture":
        cv2.imwrite(str(path), np.full((4, 4, 3), 99, np.uint8))
    if changed == "truth":
        truth = {"dice": []}
    if changed == "name":
        path = path.rename(path.with_name("00 (1).png"))
    assert digest([(path, truth), *others]) != before


def test_a_set_that_is_not_there_is_named(photos: Path) -> None:
    with pytest.raises(FileNotFoundError, match="rubik_dwalton"):
        Photos(photos).of("rubik_dwalton")


def test_pictures_of_our_own_are_taken_whole(photos: Path) -> None:
    taken = Photos(photos, "0/6")
    assert len(taken.all_in(photos / "dice_byler")) == 12
    assert taken.all_in(None) == []


# --- what is kept of it ---


def test_a_run_is_kept_after_those_it_went_on_from(network: Path, tmp_path: Path) -> None:
    record.keep(network, RUN)
    later = tmp_path / "later.onnx"
    later.write_bytes(b"better weights")
    begin = network.with_suffix(".pt")
    record.keep(later, RUN._replace(seed=2, parent=record.parent_of(begin)), begin)
    first, second = record.runs_of(later)
    assert (first, second.seed) == (RUN, 2)
    assert second.parent == record.sha256(network)


def test_a_card_tells_the_file_the_runs_and_the_data_with_its_licence(network: Path) -> None:
    said = list(record.told(network, [RUN], {"dice_byler": "BSD-3-Clause"}))
    assert record.sha256(network) in said[0]
    assert "| 1 | `set_cards` | 40 | 1 | 0.003 | 0/6, dice_taistudio | nothing |" in said
    assert f"| dice_byler | BSD-3-Clause | `{'d' * 64}` |" in said


def test_a_finished_network_is_that_of_its_last_run_with_the_runs_beside_it(network: Path, tmp_path: Path) -> None:
    record.keep(network, RUN)
    finish("dice", network, tmp_path / "dice.onnx")
    assert (tmp_path / "dice.onnx").read_bytes() == b"weights"
    assert [run.network for run in record.runs_of(tmp_path / "dice.onnx")] == [record.sha256(network)]


# --- the recipes ---


def test_every_shipped_network_has_a_recipe_and_every_recipe_a_training() -> None:
    assert set(recipes()) == {path.stem for path in FOLDER.glob("*.onnx")}
    for recipe in recipes().values():
        assert find_spec(f"tools.train.{recipe['training']}")
        assert recipe["steps"]
        assert min(recipe["steps"]) > 0


@pytest.mark.parametrize("name", sorted(recipes()))
def test_the_card_of_a_network_tells_the_hash_of_its_file(name: str) -> None:
    card = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert record.sha256(FOLDER / f"{name}.onnx") in card


def test_a_later_run_goes_on_from_the_one_before_it_at_a_lower_rate(tmp_path: Path) -> None:
    first, second, *_ = commands("tops", tmp_path / "strips", tmp_path, None)
    assert "--begin" not in first
    assert second[second.index("--begin") + 1] == str(tmp_path / "tops-1.pt")
    assert float(second[second.index("--rate") + 1]) < float(first[first.index("--rate") + 1])
    assert first[first.index("--seed") + 1] != second[second.index("--seed") + 1]


@pytest.mark.parametrize("name", sorted(name for name, recipe in recipes().items() if "without" in recipe))
def test_photos_whose_licence_does_not_fit_are_left_out(name: str, tmp_path: Path) -> None:
    unfit = {each for each, said in sets().items() if not said.get("fits", True)}
    assert unfit == {"cards_set_tinggaard", "dice_taistudio", "pieces_qwirkle_kmate"}
    for command in commands(name, tmp_path, tmp_path, tmp_path):
        assert unfit <= set(command[command.index("--unseen") + 1 :])


def test_without_our_own_renders_it_is_said_which_are_wanted(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cubes is trained on our own renders.*tools\.train\.renders"):
        commands("cubes", tmp_path, tmp_path, None)


def test_mistakes_are_those_of_a_finder_trained_anew_if_there_is_one(tmp_path: Path) -> None:
    assert finder("cards", tmp_path) == FOLDER / "cards.onnx"
    (tmp_path / "cards.onnx").write_bytes(b"weights")
    assert finder("cards", tmp_path) == tmp_path / "cards.onnx"
