"""Clips are kept when the table agreed, up to a limit, can be erased, and colours learnt from them must read better."""

import stat
import zipfile

import cv2
import numpy as np
import pytest

from companion.tasks.clip_keeper import Book, ClipKeeper
from companion.tasks.clip_learning import Evening, Figures, learn_from
from companion.tasks.clips import (
    CONSENT,
    FOLDER,
    Clip,
    Consent,
    agree,
    consent,
    end,
    erase,
    keep,
    kept,
    packed,
    unpacked,
)
from companion.tasks.colour_calibration import UNKNOWN, known, taught
from engine.errors import NotFound, WrongFile
from engine.sighting import Count, Pieces, Sighting
from testkit.scenes.mat import MARKETS, MAT, cubes
from vision.camera.mat_pictures import cut, found_again
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather

OTHERS = {"G": "#2F7F8F", "B": "#4B3F9A", "R": "#C0571B", "K": "#43342C", "Y": "#D8A63A"}
WHOLE = np.array([(0, 0), (1280, 0), (1280, 720), (0, 720)], np.float32)
JPEG = cut(np.full((720, 1280, 3), 120, np.uint8), WHOLE)


def clip(**known):
    usual = {"game": "constantinopolis", "zone": "mat/goods-1", "place": "hold", "camera": "kitchen", "entry": 7}
    return Clip(**{**usual, "read": {"G": 2}, "doubts": {}, "truth": {"G": 3}, **known})


def test_nothing_is_agreed_to_by_itself(tmp_path):
    assert consent(tmp_path) is None
    assert known(tmp_path, "0").clips is None is UNKNOWN.clips
    agree(tmp_path, 50)
    assert (consent(tmp_path).most_mb, known(tmp_path, "0").clips) == (50, tmp_path)
    end(tmp_path)
    assert consent(tmp_path) is None


def test_a_damaged_consent_is_none(tmp_path, caplog):
    agree(tmp_path)
    (tmp_path / FOLDER / CONSENT).write_text('{"since": 3}')
    assert consent(tmp_path) is None
    assert CONSENT in caplog.text


def test_a_clip_is_one_file_that_only_its_owner_reads_and_comes_back(tmp_path):
    agree(tmp_path)
    path = keep(tmp_path, clip(), [JPEG, JPEG], 50)
    assert unpacked(path) == (clip(), [JPEG, JPEG])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_oldest_go_where_all_would_take_too_much(tmp_path):
    agree(tmp_path)
    big = [np.random.default_rng(1).bytes(300_000)]
    paths = [keep(tmp_path, clip(entry=n), big, 1) for n in range(5)]
    assert kept(tmp_path) == paths[-3:]
    assert keep(tmp_path, clip(), [np.random.default_rng(1).bytes(1_200_000)], 1) is None


def test_all_clips_can_be_erased(tmp_path):
    agree(tmp_path)
    keep(tmp_path, clip(), [JPEG], 50)
    assert (erase(tmp_path), kept(tmp_path)) == (1, [])


@pytest.mark.parametrize("data", [b"", b"PK", packed(clip(), []), packed(clip(version=2), [JPEG]), b"x" * 5000])
def test_what_is_no_clip_is_refused_by_name(data, tmp_path):
    path = tmp_path / "odd.clip.zip"
    path.write_bytes(data)
    with pytest.raises(WrongFile, match="odd"):
        unpacked(path)


def test_a_clip_that_names_a_path_is_refused(tmp_path):
    path = tmp_path / "odd.clip.zip"
    for odd in ({"camera": "../../x"}, {"game": "../x"}):
        path.write_bytes(packed(clip(**odd), [JPEG]))
        with pytest.raises(WrongFile, match="no clip"):
            unpacked(path)


def test_a_clip_that_unpacks_to_too_much_is_refused(tmp_path):
    path = tmp_path / "odd.clip.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("0.jpg", bytes(50_000_000))
    with pytest.raises(WrongFile, match="longer"):
        unpacked(path)


def test_a_kept_picture_shows_the_mat_and_nothing_beside_it():
    picture = np.full((720, 1280, 3), 200, np.uint8)
    data = cut(picture, np.array([(300, 200), (900, 200), (900, 600), (300, 600)]))
    shown = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert (shown[:190].max(), shown[:, :290].max(), shown[400, 600, 0]) == (0, 0, 200)


class Table:
    """A book whose one field and disputes a test sets."""

    def __init__(self):
        self.tally, self.entry, self.wrong, self.upheld = {}, 0, [], []

    @property
    def book(self):
        return Book(
            tallies=lambda _zone: self.tally,
            last=lambda: self.entry,
            disputed=lambda: self.wrong,
            upheld=lambda: self.upheld,
        )


def keeper(folder):
    return ClipKeeper(folder, agree(folder), "constantinopolis", "kitchen", {"mat/goods-1": "hold"})


def seen(doubts=None, **tally):
    return Sighting("camera", "mat/goods-1", 1.0, Count(tally, 0.0, doubts or {}))


def test_the_truth_of_a_clip_is_what_the_book_has_where_that_fits_what_was_read(tmp_path):
    keeping, table = keeper(tmp_path), Table()
    keeping.take(seen({"B": 0.6}, G=2, B=1), [JPEG] * 9)
    keeping.poll(table.book)
    table.tally, table.entry = {"G": 2, "B": 2, "gold": 4}, 9
    keeping.poll(table.book)
    table.tally, table.entry = {}, 10
    keeping.poll(table.book)
    assert kept(tmp_path) == []
    keeping.take(seen(G=1), [JPEG])
    keeping.poll(table.book)
    (first,) = kept(tmp_path)
    made, pictures = unpacked(first)
    assert (made.read, made.truth) == ({"G": 2, "B": 1}, {"G": 2, "B": 2})
    assert (made.entry, made.place, len(pictures)) == (9, "hold", 5)


def test_a_person_who_says_that_the_book_is_right_corrects_a_clip(tmp_path):
    keeping, table = keeper(tmp_path), Table()
    table.tally, table.upheld = {"G": 3}, ["hold"]
    keeping.take(seen(G=2), [JPEG])
    keeping.poll(table.book)
    keeping.poll(table.book)
    table.upheld = ["hold", "hold"]
    keeping.close(table.book)
    (only,) = kept(tmp_path)
    assert unpacked(only)[0].truth == {"G": 3}


@pytest.mark.parametrize(("tally", "wrong"), [({"G": 3}, []), ({"G": 2}, ["hold"])])
def test_of_a_field_on_its_way_or_disputed_nothing_is_kept(tally, wrong, tmp_path):
    keeping, table = keeper(tmp_path), Table()
    table.tally, table.wrong = tally, wrong
    keeping.take(seen(G=2), [JPEG])
    keeping.close(table.book)
    assert kept(tmp_path) == []


def test_cards_and_fields_without_pictures_are_not_kept(tmp_path):
    keeping = keeper(tmp_path)
    keeping.take(Sighting("camera", "mat/goods-1", 1.0, Pieces(())), [JPEG])
    keeping.take(seen(G=2), [])
    keeping.close(Table().book)
    assert kept(tmp_path) == []


def test_a_full_disk_ends_no_game(tmp_path, caplog):
    keeping = ClipKeeper(tmp_path / "nowhere", Consent("2026-01-01"), "constantinopolis", "kitchen", {})
    keeping.take(seen(), [JPEG])
    keeping.close(Table().book)
    assert "not kept" in caplog.text


def evening(paints, several=1):
    """Clips of fields with cubes of one colour each, and then of all together."""
    scene, made = Scene(MAT, Weather.named("fair"), 4, MARKETS, paints), []
    corners = None
    for laid in ("GGGG", "GGGBBRRKKYY", "BBBB", "GGBBRRRKYY", "RRRR", "GBRKKYYY", "KKKK", "GBBRKY", "YYYY", "GRKYBG"):
        scene.lay(cubes("goods-2", laid))
        corners = scene.lens.to_pixels([(0, 0), (640, 0), (640, 360), (0, 360)]) if corners is None else corners
        truth = {letter: laid.count(letter) for letter in set(laid)}
        pictures = [cut(scene.frame(), np.array(corners)) for _ in range(several)]
        made.append((clip(zone="mat/goods-2", truth=truth), pictures))
    return made


def test_the_mat_is_found_again_in_a_picture_cut_to_it():
    (first, *_rest) = evening(None)
    assert len(found_again(first[1][0], MAT)[1].markers) == 4
    assert found_again(b"nothing", MAT) is None


def test_colours_of_other_cubes_are_learnt_and_kept_because_they_read_better(tmp_path):
    path = tmp_path / "cameras" / "kitchen.json"
    found = learn_from(evening(OTHERS), path)
    assert found.used == "learnt"
    assert found.learnt.better_than(found.printed)
    assert taught(path).goods.keys() == set("GBRKY")


def test_colours_that_read_no_better_are_not_used_and_worse_ones_go(tmp_path):
    path = tmp_path / "cameras" / "kitchen.json"
    learn_from(evening(OTHERS), path)
    found = learn_from(evening(None), path)
    assert (found.used, path.exists()) == ("printed", False)
    assert found.kept is not None


def test_too_few_clips_teach_nothing(tmp_path):
    with pytest.raises(NotFound, match="too few"):
        learn_from(evening(None)[:3], tmp_path / "x.json")


def test_fewer_wrong_counts_are_better_than_more_right_ones():
    assert Figures(5, 5, 0).better_than(Figures(9, 0, 1))
    assert Figures(6, 4, 0).better_than(Figures(5, 5, 0))
    assert not Figures(5, 5, 0).better_than(Figures(5, 5, 0))


def test_a_field_that_the_mat_lacks_is_passed_over():
    assert Evening([(clip(zone="mat/elsewhere"), [JPEG])]).clips == []
