"""Coins and tiles are enrolled by showing them, kept in the data folder, and known again another day."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.host.doctor import examine_enrolled
from companion.tasks.albums import coins_folder, enrolled_coins, enrolled_tiles, has_coins, known_tiles, tiles_folder
from companion.tasks.coin_enrolment import CoinEnrolment
from companion.tasks.tile_enrolment import TileEnrolment
from companion.titles.constantinopolis.tiles import tile_prints
from companion.virtual.laying import Laying
from engine.sighting import Guess, Pieces, Seen, Sighting
from vision.cards.enrol import EnrolError
from vision.drawn.laid import LaidCoin
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.mat import load_mat
from vision.mat.pose import tapped
from vision.printing.flats import mint, tile_side


class Eyes:
    """Eyes over a drawn mat that see where things lie, but not what they are."""

    def __init__(self) -> None:
        self.mat = load_mat()
        self.scene = Scene(self.mat, Weather.named("kind"), seed=7, tiles=tile_prints())
        self.laying, self.known, self.forgotten = Laying(self.mat, Random(4)), [], 0

    @property
    def eye(self) -> Any:
        wide, high = self.mat.size
        corners = self._pixels([(0, 0), (wide, 0), (wide, high), (0, high)])
        return SimpleNamespace(pose=tapped(self.mat, corners, self.scene.frame().shape[1::-1]))

    def lay(self, coins: dict[int, int] | None = None, tiles: tuple[str, ...] = ()) -> None:
        self.laying.coins("draw", coins or {})
        self.laying.tiles("draw", tiles) if tiles else None
        self.scene.lay(self.laying.pieces)
        seen = tuple(self._seen(piece) for piece in self.laying.pieces)
        self.listener(self.scene.frame(), Sighting("camera", "mat/draw", 0.0, Pieces(seen)))

    def _seen(self, piece: Any) -> Seen:
        coin = isinstance(piece, LaidCoin)
        half = (piece.diameter if coin else tile_side()) / 2
        square = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) + np.array([piece.x, piece.y])
        corners = tuple((float(x), float(y)) for x, y in self._pixels(square))
        return Seen((Guess("coin:?" if coin else "tile:?", 0.99),), corners)

    def _pixels(self, places: Any) -> Any:
        return self.scene.lens.to_pixels(np.array([(x, y, 0.0) for x, y in places]))

    def divert(self, listener: Any) -> None:
        self.listener = listener

    def know(self, **albums: Any) -> None:
        self.known.append(albums)

    def ask(self, deed: Any) -> None:
        deed(None)

    def forget(self, _zone: str) -> None:
        self.forgotten += 1


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()


def shown(work, eyes, **laid):
    """Lay things and take in what is seen of them."""
    eyes.lay(**laid)
    work.poll()


def test_coins_are_kept_with_their_faces_and_widths(eyes, tmp_path):
    work = CoinEnrolment(tmp_path, eyes)
    shown(work, eyes, coins={1: 4})
    assert work.ready
    assert work.keep()
    assert (work.kept, work.value) == ({1: 4}, 2)
    assert enrolled_coins(tmp_path).diameters == pytest.approx({1: mint()[1].wide}, abs=0.5)
    assert eyes.known[-1]["coins"].values == (1,)


def test_coins_go_on_another_day_and_may_be_shown_anew(eyes, tmp_path):
    first = CoinEnrolment(tmp_path, eyes)
    shown(first, eyes, coins={1: 4})
    first.keep()
    work = CoinEnrolment(tmp_path, eyes)
    assert work.value == 2
    work.choose(1)
    shown(work, eyes, coins={1: 2})
    assert work.keep()
    assert work.kept == {1: 2}


def test_coins_of_two_sizes_are_not_kept_as_one(eyes, tmp_path):
    work = CoinEnrolment(tmp_path, eyes)
    shown(work, eyes, coins={1: 1, 30: 1})
    assert not work.keep()
    assert (work.trouble, work.kept, has_coins(tmp_path)) == ("uneven", {}, False)


def test_tiles_among_the_coins_are_taken_away_first(eyes, tmp_path):
    work = CoinEnrolment(tmp_path, eyes)
    eyes.laying.tiles("market", ["cura"])
    shown(work, eyes, coins={1: 1})
    assert work.pile
    assert not work.ready


def test_a_value_is_forgotten_again(eyes, tmp_path):
    work = CoinEnrolment(tmp_path, eyes)
    shown(work, eyes, coins={1: 2})
    work.keep()
    work.choose(1)
    work.drop()
    assert work.kept == {}


def test_a_tile_is_kept_under_the_name_its_owner_says(eyes, tmp_path):
    work = TileEnrolment(tmp_path, eyes)
    shown(work, eyes, tiles=("cura", "metallum"))
    assert work.name(1, "metallum")
    assert [tile.filed for tile in work.cards] == ["", "metallum"]
    assert not work.all_filed
    assert enrolled_tiles(tmp_path).names == ["metallum"]


def test_a_tile_is_known_again_another_day(eyes, tmp_path):
    work = TileEnrolment(tmp_path, eyes)
    shown(work, eyes, tiles=("cura", "metallum"))
    work.name(0, "cura")
    assert TileEnrolment(tmp_path, eyes).known == {"cura"}
    assert eyes.known[-1]["tiles"].identify(eyes_picture(work)).name == "cura"


def eyes_picture(work):
    """The picture of the first tile that was laid."""
    return work._pictures[0]


def test_the_last_name_is_taken_back(eyes, tmp_path):
    work = TileEnrolment(tmp_path, eyes)
    shown(work, eyes, tiles=("cura", "metallum"))
    work.name(0, "cura")
    work.name(1, "vinaria")
    work.take_back()
    assert work.known == {"cura"}
    assert [path.name for path in tiles_folder(tmp_path).glob("*.png")] == ["cura-0.png"]


def test_what_is_kept_and_damaged_is_named_and_stops_no_game(tmp_path, caplog):
    for place, name in ((coins_folder(tmp_path), "5-0.png"), (tiles_folder(tmp_path), "cura-0.png")):
        place.mkdir(parents=True)
        (place / name).write_bytes(b"no picture")
    with pytest.raises(EnrolError, match=r"5-0\.png"):
        enrolled_coins(tmp_path)
    with pytest.raises(EnrolError, match=r"cura-0\.png"):
        enrolled_tiles(tmp_path)
    assert known_tiles(tmp_path) is None
    assert "cura-0.png" in caplog.text
    found = list(examine_enrolled(tmp_path))
    assert [finding.id for finding in found] == ["enrolled-damaged"] * 2
    for finding, name in zip(found, ("5-0.png", "cura-0.png"), strict=True):
        assert name in finding.what("en")
