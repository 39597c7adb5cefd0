"""What lies before a player at the end is read in a picture, corrected by taps, and stays open to a check."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

import cv2
import numpy as np
import pytest

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.tasks.picture_count import NO_PIECE
from companion.titles import title_of
from companion.titles.showing import showing_named
from companion.views.common import acts, count_acts
from companion.views.common import shown_pieces as s
from companion.views.common.parts import Glyph, Word
from companion.views.common.task_acts import TapPicture
from testkit.scenes.mat import a_scene, contracts, cubes
from testkit.taps import labelled, tap
from vision.drawn.laid import LaidCube

LIMIT = 120
"""Seconds after which nobody waits any longer."""


@pytest.fixture
def host(tmp_path):
    """A table without a camera: pictures come as files."""
    made = Host(tmp_path, chance=Random(3))
    yield made
    made.close()


@pytest.fixture
def desk(host):
    """A desk where a finished game is counted."""
    return counting(host)


@pytest.fixture
def drawn(tmp_path):
    """The same at the drawn table, under its camera."""
    made = Host(tmp_path, virtual=True, chance=Random(3))
    yield counting(made)
    made.close()


def counting(host):
    made = Desk(host, chance=Random(1))
    tap(made, "Score a finished game")
    return made


def until(desk, holds):
    """Look until something holds; fails when it never does."""
    end = time.monotonic() + LIMIT
    while not holds(desk.view()):
        assert time.monotonic() < end, desk.view().bar
        time.sleep(0.05)


def read(desk):
    """Wait until the picture has been read."""
    until(desk, lambda _view: desk.host.picture_count.state == "read" or desk.host.picture_count.trouble)


def taken(desk, pieces):
    """Take a picture, and another one while the virtual hands have not laid all the pieces yet, or lie in the picture
    themselves, where they are like nothing that counts; what was read."""
    end = time.monotonic() + LIMIT
    while True:
        until(desk, lambda view: view.bar.primary is not None)
        tap(desk, "Take the picture")
        read(desk)
        found = desk.host.picture_count.pieces
        if (len(found) >= pieces and all(piece.likely for piece in found)) or time.monotonic() > end:
            return desk.host.picture_count.labels
        tap(desk, "Another picture")


def opened(desk, file):
    """Show a picture file for the player on the screen."""
    tap(desk, "Show to the camera")
    desk.do(s.OpenPicture(str(file)))
    read(desk)


def photo_of(path, pieces):
    """A picture of our mat with these pieces on it."""
    scene = a_scene()
    scene.lay(pieces)
    cv2.imwrite(str(path), scene.frame())
    return path


def figure(desk, label):
    return next(row.figure for row in desk.view().body.rows if row.label == label)


def note(desk, label):
    return next(row.note for row in desk.view().body.rows if row.label == label)


def words(lines):
    return [" ".join(part.text for part in line if isinstance(part, Word)) for line in lines]


def test_the_drawn_tables_camera_counts_what_lies_there(drawn):
    desk = drawn
    tap(desk, "Show to the camera")
    example = showing_named(title_of("constantinopolis").showings, "all").example(Random("example 0"))
    labels = taken(desk, len(example.cards) + sum(example.cubes.values()))
    assert {label for label in labels if label.startswith("contract")} == set(example.cards)
    assert Counter(label[-1] for label in labels if label.startswith("cube")) == example.cubes
    tap(desk, "Count these")
    assert (figure(desk, "Contracts at sea"), figure(desk, "Goods in hand")) == (
        str(len(example.cards)),
        str(sum(example.cubes.values())),
    )
    assert desk.host.picture_count is None


def test_a_figure_says_where_it_comes_from(desk, tmp_path):
    opened(desk, photo_of(tmp_path / "end.png", [*contracts(["contract:GB.7.112"]), *cubes("goods-1", "GB")]))
    tap(desk, "Count these")
    assert note(desk, "Goods in hand") == "read by the camera"
    seat = desk.view().band
    desk.do(acts.Open("counted"))
    desk.do(count_acts.CountCell(f"{seat} ships"))
    lines = desk.view().body.opened.lines
    assert words(lines)[-2:] == ["Read by the camera:", "7"]
    assert [part.icon for part in lines[-1] if isinstance(part, Glyph)] == ["good-alimentary", "good-consumer"]
    desk.do(count_acts.CountCell(f"{seat} walls"))
    assert words(desk.view().body.opened.lines)[-1] == "Counted by hand."


def test_a_figure_changed_by_hand_says_what_the_camera_read(desk, tmp_path):
    opened(desk, photo_of(tmp_path / "end.png", [*contracts(["contract:GB.7.112"]), *cubes("goods-1", "GBR")]))
    tap(desk, "Count these")
    desk.do(count_acts.CountStep("goods", 1))
    assert (figure(desk, "Goods in hand"), note(desk, "Goods in hand")) == ("4", "changed by hand")


def test_a_contract_is_corrected_in_three_taps(desk, host, tmp_path):
    opened(desk, photo_of(tmp_path / "end.png", contracts(["contract:GB.7.112"])))
    (piece,) = host.picture_count.pieces
    xs, ys = zip(*piece.corners, strict=True)
    desk.do(TapPicture(sum(xs) / 4, sum(ys) / 4))
    for label in ("contract:RK.", "contract:RK.9.111"):
        answers = desk.view().body.ask.answers
        desk.press(next(one.button for one in answers if one.button.key == label))
    assert host.picture_count.labels == ("contract:RK.9.111",)
    tap(desk, "Count these")
    assert desk.before.count.finals[desk.view().band].contracts == ("RK.9.111",)


def test_a_piece_that_is_none_does_not_count(desk, host, tmp_path):
    opened(desk, photo_of(tmp_path / "end.png", cubes("goods-1", "GBR")))
    desk.do(s.AskPiece(0))
    tap(desk, "Not counted")
    assert host.picture_count.pieces[0].label == NO_PIECE
    tap(desk, "Count these")
    assert figure(desk, "Goods in hand") == "2"


def test_a_second_picture_adds_or_takes_the_place(desk, tmp_path):
    one = photo_of(tmp_path / "one.png", cubes("goods-1", "GBR"))
    opened(desk, one)
    tap(desk, "Count these")
    opened(desk, one)
    tap(desk, "Add them")
    assert figure(desk, "Goods in hand") == "6"
    opened(desk, one)
    tap(desk, "Count these instead")
    assert figure(desk, "Goods in hand") == "3"


def test_kinds_that_are_not_in_the_picture_keep_their_figures(desk, tmp_path):
    desk.do(count_acts.CountLine("gold"))
    desk.do(count_acts.CountKey("7"))
    opened(desk, photo_of(tmp_path / "end.png", cubes("goods-1", "GBR")))
    tap(desk, "Count these")
    assert (figure(desk, "Gold"), figure(desk, "Goods in hand")) == ("7", "3")


def wrong_files(folder):
    """Files that hold no picture that can be read, with what is said of each."""
    (folder / "words.jpg").write_text("no picture at all")
    cv2.imwrite(str(folder / "whole.jpg"), np.full((300, 300, 3), 90, np.uint8))
    (folder / "half.jpg").write_bytes((folder / "whole.jpg").read_bytes()[:500])
    huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2 + b"\x08\x02\0\0\0" + b"\0" * 40 + b"IEND"
    (folder / "huge.png").write_bytes(huge)
    return {
        "words.jpg": "no whole picture",
        "half.jpg": "no whole picture",
        "huge.png": "too large",
        "gone.png": "opened",
    }


def test_files_that_are_no_pictures_are_told_and_nothing_is_lost(desk, tmp_path):
    desk.do(count_acts.CountLine("gold"))
    desk.do(count_acts.CountKey("7"))
    for name, said in wrong_files(tmp_path).items():
        opened(desk, tmp_path / name)
        assert said in desk.view().bar.note
        assert name in desk.view().bar.note
        tap(desk, "Back")
        assert figure(desk, "Gold") == "7"


def test_a_blank_picture_counts_nothing(desk, tmp_path):
    cv2.imwrite(str(tmp_path / "blank.png"), np.full((480, 640, 3), 128, np.uint8))
    opened(desk, tmp_path / "blank.png")
    assert desk.view().bar.sentence == "Nothing was found"
    tap(desk, "Back")
    assert desk.before.count.finals == {}


def test_cards_of_byzanz_are_sorted_by_value_and_the_hand_counts_by_number(drawn):
    desk = drawn
    desk.do(acts.Agreed("game", "byzanz"))
    for line, name in (("fours", "profit"), ("hand", "hand")):
        desk.do(count_acts.CountLine(line))
        tap(desk, "Show to the camera")
        showing = showing_named(title_of("byzanz").showings, name)
        example = showing.example(Random("example 0")).cards
        assert sorted(taken(desk, len(example))) == sorted(example)
        tap(desk, "Count these")
        final = desk.before.count.finals[desk.view().band]
        assert {line: getattr(final, line) for line in showing.kinds[0].lines} == showing.counts(example)


def test_praetor_says_what_its_eye_cannot_read(desk):
    desk.do(acts.Agreed("game", "praetor"))
    assert "all else is typed" in desk.view().body.note
    tap(desk, "Show to the camera")
    assert labelled(desk, "A picture file").open
    assert "typed" in desk.view().body.note


def test_pictures_are_chosen_folder_by_folder(desk, tmp_path):
    photo_of(tmp_path / "end.PNG", cubes("goods-1", "GB"))
    (tmp_path / "game.jsonl").write_text("{}")
    tap(desk, "Show to the camera")
    tap(desk, "A picture file")
    desk.do(acts.Open("pictures", str(tmp_path)))
    assert "game.jsonl" not in [option.label for option in desk.view().body.options]
    tap(desk, "end.PNG")
    read(desk)
    assert desk.look.screen == "shown"
    assert figure(desk, "Goods in hand") == "2"


def tower(path):
    """A picture of three cubes on our mat, one of them on the two others, of which it hides much."""
    return photo_of(path, [LaidCube("G", 316, 276), LaidCube("B", 325, 276), LaidCube("R", 320.5, 276, 20, 8)])


def the_rest(desk):
    """Name the cube that shows but in part as it looks; what is left is how many more lie there: its crop, its ask."""
    for crop in desk.view().body.doubtful:
        desk.do(crop.button.command)
        ask = desk.view().body.ask
        if ask.heading == "How many more lie under these?":
            continue
        desk.do(ask.answers[0].button.command)
    (crop,) = desk.view().body.doubtful
    desk.do(crop.button.command)
    return crop, desk.view().body.ask


def test_cubes_that_others_may_hide_are_asked_about_with_their_picture_and_never_passed_over(desk, host, tmp_path):
    opened(desk, tower(tmp_path / "end.png"))
    assert desk.view().bar.sentence == "2 pieces are in doubt"
    assert desk.view().bar.primary is None
    crop, ask = the_rest(desk)
    seen = len(host.picture_count.labels)
    assert (ask.heading, ask.seen) == ("How many more lie under these?", crop.seen)
    assert ask.note == "How likely one is: 80\u00a0%"
    assert words([answer.line for answer in ask.answers]) == ["+1", "+2", "+3", "+4"]
    desk.do(ask.answers[1].button.command)
    assert len(host.picture_count.labels) == seen + 2
    tap(desk, "Count these")
    assert figure(desk, "Goods in hand") == str(seen + 2)


def test_nothing_more_under_a_heap_counts_what_is_seen(desk, host, tmp_path):
    opened(desk, tower(tmp_path / "end.png"))
    _, ask = the_rest(desk)
    seen = host.picture_count.labels
    desk.do(next(button.command for button in ask.others if button.label == "No more"))
    assert host.picture_count.labels == seen
    tap(desk, "Count these")


def test_cubes_that_lie_apart_hide_nothing(desk, host, tmp_path):
    opened(desk, photo_of(tmp_path / "end.png", cubes("goods-3", "GGBBRRKKYYGB")))
    assert len(host.picture_count.labels) == 12
    assert not host.picture_count.doubtful
