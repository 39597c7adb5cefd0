"""Photos that a network is measured on took no part in its training."""

import json

import cv2
import numpy as np

from tools.measure.sets import Source
from tools.train.crossed import Plan, command
from tools.train.folds import kept


def a_set(folder, name, many):
    (folder / name).mkdir()
    truths = {f"{number:02}.png": {} for number in range(many)}
    (folder / name / "ground_truth.json").write_text(json.dumps(truths), encoding="utf-8")
    for file in truths:
        cv2.imwrite(str(folder / name / file), np.zeros((4, 4, 3), np.uint8))


def trained_on(folder, name, part):
    return {file for file, _ in kept(folder / name, f"each {part}/2")}


def test_every_photo_is_left_out_of_exactly_the_training_of_its_part(tmp_path):
    a_set(tmp_path, "cards_mtg_tmikonen", 5)
    for photo in Source(tmp_path, tmp_path, unseen=True, parts=2).photos("cards_mtg_tmikonen"):
        assert photo.name not in trained_on(tmp_path, "cards_mtg_tmikonen", photo.part)
        assert photo.name in trained_on(tmp_path, "cards_mtg_tmikonen", 1 - photo.part)


def test_a_deck_is_left_out_whole(tmp_path):
    a_set(tmp_path, "cards_set_tomwhite", 4)
    assert [len(trained_on(tmp_path, "cards_set_tomwhite", part)) for part in (0, 1)] == [0, 4]


def test_outside_cross_validation_only_the_first_part_is_unseen(tmp_path):
    a_set(tmp_path, "dice_byler", 12)
    unseen = [photo.name for photo in Source(tmp_path, tmp_path, unseen=True).photos("dice_byler")]
    assert unseen == ["00.png", "01.png"]
    assert not {file for file, _ in kept(tmp_path / "dice_byler", "0/6")} & set(unseen)


def test_the_sorter_learns_from_the_mistakes_of_the_finder_of_its_own_part(tmp_path):
    said = command("pieces", "1/2", tmp_path / "1", Plan(tmp_path))
    assert said[said.index("--finder") + 1] == str(tmp_path / "1" / "cubes.onnx")
    assert said[said.index("--without") + 1] == "each 1/2"
    assert "--begin" not in said


def test_a_network_may_begin_with_one_that_saw_no_photo(tmp_path):
    said = command("pips", "0/2", tmp_path / "0", Plan(tmp_path, begin=tmp_path / "bases", steps=400))
    assert said[said.index("--begin") + 1] == str(tmp_path / "bases" / "pips.pt")
    assert said[said.index("--steps") + 1] == "400"


def test_all_photos_of_a_set_may_be_left_out(tmp_path):
    a_set(tmp_path, "render_pieces", 6)
    assert kept(tmp_path / "render_pieces", "0/1") == []
