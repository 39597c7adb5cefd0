"""`companion score --picture` counts what lies before a player in a photo."""

import json

import cv2
import numpy as np
import pytest

from companion.commands.cli import main
from testkit.scenes.mat import a_scene, contracts, cubes


@pytest.fixture
def photo(tmp_path):
    """A photo of our mat with two contracts and three cubes on it."""
    scene = a_scene()
    scene.lay([*contracts(["contract:GB.7.112", "contract:P.5.-12"]), *cubes("goods-1", "GBR")])
    path = tmp_path / "anna.png"
    cv2.imwrite(str(path), scene.frame())
    return path


@pytest.fixture
def typed(tmp_path):
    path = tmp_path / "end.toml"
    path.write_text("[red]\nfame = 20\ngold = 3\n[blue]\nfame = 21\n")
    return path


def test_a_photo_and_typed_figures_are_scored_together(photo, typed, capsys):
    assert main(["score", str(typed), "--picture", f"red={photo}", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    red = next(one for one in answer["standings"] if one["seat"] == "red")
    assert (red["score"], red["lines"]["ships"], red["ties"]) == (22, 1, [15, 3])
    (picture,) = answer["pictures"]
    assert picture["counts"] == {"contracts": ["GB.7.111", "P.5.-11"], "goods": 3}


def test_two_photos_of_one_player_add_up(photo, typed, capsys):
    assert main(["score", str(typed), "--picture", f"red={photo}", "--picture", f"red={photo}", "--json"]) == 0
    standings = json.loads(capsys.readouterr().out)["standings"]
    assert next(one["ties"] for one in standings if one["seat"] == "red") == [27, 6]


def test_people_are_told_what_was_read(photo, typed, capsys):
    assert main(["score", str(typed), "--picture", f"red={photo}"]) == 0
    said = capsys.readouterr()
    assert "anna.png: red: contracts GB.7.111 P.5.-11, goods 3" in said.err
    assert said.out.startswith("1. red: 22")


@pytest.mark.parametrize(
    ("asked", "words"),
    [("red", "SEAT=PHOTO"), ("pink=a.png", "'pink'"), ("red:hand=a.png", "'hand'"), ("red=gone.png", "gone.png")],
)
def test_what_is_wrong_with_a_picture_is_named(typed, capsys, asked, words):
    assert main(["score", str(typed), "--picture", asked]) != 0
    assert words in capsys.readouterr().err


def test_a_blank_photo_adds_nothing_and_says_so(typed, tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "blank.png"), np.full((480, 640, 3), 128, np.uint8))
    assert main(["score", str(typed), "--picture", f"red={tmp_path / 'blank.png'}"]) == 0
    said = capsys.readouterr()
    assert "nothing that counts" in said.err
    assert "2. red: 20" in said.out


def test_without_file_and_picture_it_says_what_is_missing(capsys):
    assert main(["score"]) != 0
    assert "END.toml" in capsys.readouterr().err
