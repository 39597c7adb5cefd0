"""City tiles are named from enrolled pictures and their turn is told; in doubt nothing is said."""

import cv2
import numpy as np
import pytest

from vision.cards.find import straightened
from vision.flat.tiles import TURNS, TileAlbum, album, keep
from vision.printing.sheet import Sheet

SIDE = 160
NAMES = ("forum", "market", "temple", "quarry", "oracle", "statue")


def colour(chance, low, high):
    return "#" + "".join(f"{int(part):02X}" for part in chance.integers(low, high, 3))


def drawn(name):
    """A tile with a ground, a band and three pieces of print of its own."""
    chance = np.random.default_rng(sum(map(ord, name)))
    sheet = Sheet((40, 40), 4, colour(chance, 90, 230))
    sheet.box((0, 0, 40, 9), colour(chance, 0, 255))
    for symbol in chance.choice(list("GBRKYP"), 3, replace=False):
        x, y = (float(c) for c in chance.uniform(8, 32, 2))
        sheet.symbol(str(symbol), (x, y), float(chance.uniform(12, 22)))
    return sheet.picture


def photographed(tile, angle, seed=0):
    """The tile on a dark ground, turned by `angle` degrees clockwise, soft, dim and noisy; with its corners."""
    chance = np.random.default_rng(seed)
    onto = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), -angle, 0.6)
    onto[:, 2] += 60
    scene = cv2.warpAffine(tile, onto, (280, 280), borderValue=(49, 32, 46))
    noisy = 0.8 * cv2.GaussianBlur(scene, (0, 0), 1.0) + chance.normal(0, 4, scene.shape)
    corners = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], float) @ onto[:, :2].T + onto[:, 2]
    return noisy.clip(0, 255).astype(np.uint8), corners


def upright_first(corners):
    """The corners (4, 2) of a square, clockwise, from the one whose side runs most nearly to the right."""
    sides = np.roll(corners, -1, axis=0) - corners
    return np.roll(corners, -int(sides[:, 0].argmax()), axis=0)


@pytest.fixture(scope="module")
def known():
    made = TileAlbum()
    for name in NAMES:
        made.enrol(name, drawn(name))
    return made


def identified(known, name, angle, seed=0):
    photo, corners = photographed(drawn(name), angle, seed)
    return known.identify(straightened(photo, upright_first(corners), (SIDE, SIDE), 1.0))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("name", NAMES)
def test_a_tile_is_named_and_its_turn_read_even_when_laid_untidily(known, name, turn):
    for untidy in (-12, 0, 9):
        tile = identified(known, name, turn + untidy)
        assert (tile.name, tile.turn, tile.share > 0.85) == (name, turn, True)
        assert tile.runner_up in set(NAMES) - {name}


@pytest.mark.parametrize("name", ["sawmill", "curia", "academy", "blacksmith"])
@pytest.mark.parametrize("turn", TURNS)
def test_a_tile_not_enrolled_is_not_named(known, name, turn):
    tile = identified(known, name, turn)
    assert (tile.name, tile.turn) == (None, None)


def test_two_tiles_that_look_the_same_are_not_distinguished():
    twins = TileAlbum()
    twins.enrol("one", drawn("forum"))
    twins.enrol("other", drawn("forum"))
    assert identified(twins, "forum", 0).name is None


def test_a_tile_that_looks_the_same_turned_is_named_without_its_turn():
    half = drawn("forum")
    same = np.maximum(half, half[::-1, ::-1])
    made = TileAlbum()
    made.enrol("round", same)
    tile = made.identify(same)
    assert (tile.name, tile.turn) == ("round", None)


def test_an_empty_album_names_nothing():
    assert TileAlbum().identify(drawn("forum")).name is None


def test_a_folder_of_tiles_is_read_by_name(tmp_path):
    for name in ("forum-0", "forum-1", "market"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), drawn(name.split("-")[0]))
    assert album(tmp_path).names == ["forum", "forum", "market"]


def test_a_damaged_or_empty_folder_is_named(tmp_path):
    with pytest.raises(ValueError, match="no tiles"):
        album(tmp_path)
    (tmp_path / "forum.png").write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"forum\.png"):
        album(tmp_path)


def test_a_name_that_ends_in_a_number_is_taken_whole_where_it_is_known(tmp_path):
    cv2.imwrite(str(tmp_path / "forum-3.png"), drawn("forum"))
    assert album(tmp_path, names=["forum-3"]).names == ["forum-3"]


def test_one_picture_under_two_names_is_refused(tmp_path):
    for name in ("forum", "market"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), drawn("forum"))
    with pytest.raises(ValueError, match=r"forum\.png.*market\.png"):
        album(tmp_path)


def test_an_oblong_picture_is_no_tile(tmp_path):
    cv2.imwrite(str(tmp_path / "forum.png"), drawn("forum")[:90])
    with pytest.raises(ValueError, match=r"forum\.png"):
        album(tmp_path)


def test_the_side_that_is_written_beside_the_pictures_is_read(tmp_path):
    keep(tmp_path, "forum", drawn("forum"))
    (tmp_path / "tiles.toml").write_text("side = 38.5\n")
    assert album(tmp_path).side == 38.5


@pytest.mark.parametrize(("written", "words"), [("side = 0", "side = 0"), ("size = 3", "'size'"), ("side =", "tiles")])
def test_a_slip_in_the_side_s_file_is_named(tmp_path, written, words):
    keep(tmp_path, "forum", drawn("forum"))
    (tmp_path / "tiles.toml").write_text(written)
    with pytest.raises(ValueError, match=r"tiles\.toml") as caught:
        album(tmp_path)
    assert caught.match(words)
