"""Setting up camera and cards without a window."""

from __future__ import annotations

from random import Random

import pytest

from companion.host.host import Host
from companion.play.reports import Frame, Mark, Refusal
from companion.presenters import before_game, care
from companion.presenters.common.scan import crop_of
from companion.presenters.constantinopolis.contract_editor import face_of, printed, values_of
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common import task_acts as t
from companion.views.common.card_enrolment import LaidPieces
from companion.views.common.options import Options
from engine.errors import WrongFile
from testkit.taps import labelled, tap


@pytest.fixture
def bare(tmp_path):
    """A desk of a host with a virtual table, without a game."""
    host = Host(tmp_path, virtual=True, chance=Random(7))
    yield Desk(host)
    host.close()


def said(start, *letters):
    """A card's cargo after these letters were tapped."""
    values = values_of(start)
    for letter in letters:
        values = printed(values, "cargo", letter)
    return face_of(values)


def test_goods_are_put_together_by_taps_and_stand_in_order():
    assert said("contract:G.7.112", "K") == "contract:GK.7.112"
    assert said("contract:K.7.112", "G") == "contract:GK.7.112"
    assert said("contract:G.7.112", "G") == "contract:GG.7.112"
    assert said("contract:GK.7.112", "G") == "contract:K.7.112"
    assert said("contract:GK.7.112", "Y") == "contract:Y.7.112"


def test_a_passenger_goes_on_no_small_ship():
    assert said("contract:G.5.112", "P") == "contract:P.5.-12"


def test_what_was_not_read_begins_empty():
    assert values_of("contract:?") == ()


def test_without_a_camera_it_is_said_what_to_do(tmp_path):
    host = Host(tmp_path, chance=Random(7))
    desk = Desk(host)
    desk.do(t.BeginTask("card_enrolment"))
    assert isinstance(desk.view().body, Options)
    assert "devices.toml" in desk.view().body.note
    host.close()


def test_damaged_pictures_are_named_and_kept(bare, tmp_path):
    folder = tmp_path / "enrolled" / "contract"
    folder.mkdir(parents=True)
    (folder / "filed.json").write_text("[1")
    bare.do(t.BeginTask("card_enrolment"))
    assert "enrolled" in bare.view().body.note
    assert (folder / "filed.json").read_text() == "[1"


def test_leaving_gives_the_camera_back(bare):
    bare.do(acts.Open("new"))
    bare.do(t.BeginTask("card_enrolment"))
    assert isinstance(bare.view().body, LaidPieces)
    tap(bare, "Stop here")
    assert bare.host.camera_setup is None
    assert bare.look.screen == "new"


def test_four_taps_that_make_no_mat_are_refused_and_can_be_taken_back(bare):
    bare.do(acts.Open("scan"))
    eyes = bare.host.camera_setup.eyes
    while eyes.shot is None:
        bare.host.poll()
    tap(bare, "Tap the corners")
    for corner in ((0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)):
        bare.do(t.TapPicture(*corner))
    assert "no mat" in bare.view().bar.sentence
    bare.press(bare.view().bar.undo)
    assert len(bare.host.camera_setup.task.corners) == 3


def test_the_devices_of_a_host_are_shown_without_a_game(bare):
    bare.do(acts.Open("devices"))
    assert [row.icon for row in bare.view().body.rows] == ["camera"]
    assert labelled(bare, "My pieces").open


def test_the_part_of_the_picture_that_is_asked_about_is_cut_out():
    frame = Frame(pixels=bytes(range(200)) * 100, width=100, height=50)
    mark = Mark(label="?", corners=((10, 10), (30, 10), (30, 20), (10, 20)), sure=False, zone="mat/draw")
    crop = crop_of(frame, [mark])
    assert (crop.width, crop.height) == (27, 17)
    assert crop.pixels[:4] == frame.pixels[4 * (7 * 100 + 7) :][:4]
    assert len(crop.pixels) == 4 * crop.width * crop.height


@pytest.mark.parametrize("corners", [(), (((-40.0, -9.0), (-30.0, -9.0), (-30.0, -2.0), (-40.0, -2.0)),)])
def test_nothing_is_cut_out_where_nothing_is_seen(corners):
    assert (
        crop_of(Frame(pixels=bytes(400), width=10, height=10), [Mark(label="?", corners=each) for each in corners])
        is None
    )


def test_the_camera_screen_says_what_hands_still_have_to_do(desk):
    desk.do(acts.Open("scan"))
    assert desk.view().body.todo == ()
    desk.source.note = "3 of 5 read: pick them up and show the rest"
    assert desk.view().body.todo == (desk.source.note,)


def test_a_refused_press_on_a_tray_is_told_on_the_camera_screen_with_the_names_of_goods(desk):
    desk.source.note = Refusal("C-DON-01", {"goods": "GGB"}, ("GGB",))
    desk.do(acts.Open("scan"))
    (told,) = desk.view().body.todo
    assert "2 alimentary" in told
    assert "GGB" not in told


def test_what_spoils_the_picture_is_said_on_the_camera_screen_and_at_the_table(desk):
    caution = {language: f"It is too dark: do something, {language}." for language in ("en", "it", "es", "de")}
    desk.source.cautions = lambda: (caution,)
    desk.source.picture = lambda: Frame(pixels=bytes(400), width=10, height=10, cautions=(caution,))
    desk.do(acts.Open("scan"))
    assert desk.view().body.cautions == ("It is too dark: do something, en.",)
    desk.do(acts.Open("table"))
    assert desk.view().tag.text == "It is too dark"


def test_no_screen_before_a_game_has_the_name_of_a_task():
    assert not care.SCREENS & before_game.SCREENS


def test_a_mistake_in_the_program_is_not_shown_as_a_camera_that_is_missing(bare, monkeypatch):
    monkeypatch.setattr(bare.host, "set_up_camera", lambda *_given: {}["no such key"])
    with pytest.raises(KeyError, match="no such key"):
        bare.do(t.BeginTask("lens_calibration"))


def test_a_damaged_file_of_calibrations_is_named_and_a_mistake_in_the_program_is_not_taken_for_it(bare, monkeypatch):
    def damaged(*_given: object) -> str:
        raise WrongFile("calibrations.json: no number")

    monkeypatch.setattr(bare.host, "advice", damaged)
    assert "calibrations.json" in bare.care._advice("serial:tray-red")
    monkeypatch.setattr(bare.host, "advice", lambda *_given: {}["no such key"])
    with pytest.raises(KeyError, match="no such key"):
        bare.care._advice("serial:tray-red")
