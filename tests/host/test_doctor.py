"""The doctor names what is wrong before a game and says what to do."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.host.doctor import _words, examine, examine_camera, examine_data, examine_unnamed, forget, found, keep
from companion.host.wiring import read_wiring
from companion.play.storage import Store
from companion.tasks.colour_calibration import lens_file
from devices.broker import Broker, start_broker
from devices.mqtt import OFFLINE
from devices.mqtt_client import Arrived, MqttClient
from devices.virtual import VirtualTray
from testkit.nim import Lay, Setup
from vision.camera.mjpeg import MjpegServer
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.mat import load_mat

LONG = 180.0  # it ends as soon as the mat was seen


def ids(findings: Iterable[Any]) -> list[str]:
    return [finding.id for finding in findings]


def until(holds: Callable[[], object], seconds: float = 120.0) -> bool:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return bool(holds())


def jpeg() -> bytes:
    return Scene(load_mat(), Weather.named("kind"), seed=1).jpeg()


def test_a_sound_folder_is_good(tmp_path: Path) -> None:
    assert [finding.id for finding in examine_data(tmp_path)] == ["data-good"]


def test_a_folder_where_nothing_can_be_kept_is_bad(tmp_path: Path) -> None:
    (tmp_path / "games.db").mkdir()
    (finding,) = examine_data(tmp_path)
    assert (finding.id, finding.level) == ("data-unwritable", "bad")


def test_a_damaged_game_is_named_with_its_entry(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.begin("nim", Setup(), 1.0)[1].submit(Lay("", 12))
    with sqlite3.connect(tmp_path / "games.db") as other:
        other.execute("DROP TRIGGER entries_never_change")
        other.execute("UPDATE entry SET digest = 'x' WHERE number = 1")
    finding = list(examine_data(tmp_path))[1]
    assert "entry 1" in finding.what("en")


def test_a_damaged_file_is_named_with_the_place_where_it_is_kept(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.begin("nim", Setup(), 1.0)[1].submit(Lay("", 12))
    data = (tmp_path / "games.db").read_bytes()
    (tmp_path / "games.db").write_bytes(bytes(4096) + data[4096:])
    findings = {finding.id: finding for finding in examine_data(tmp_path)}
    assert Path(findings["data-mended"].facts["file"]).read_bytes()[:4096] == bytes(4096)


def test_no_camera_is_no_fault() -> None:
    assert ids(examine_unnamed(())) == ["camera-none"]


def test_a_folder_without_pictures_and_a_camera_that_is_off_are_named(tmp_path: Path) -> None:
    assert ids(examine_camera(str(tmp_path), 0.3)) == ["camera-empty"]
    assert ids(examine_camera("http://127.0.0.1:9/", 0.3)) == ["camera-missing"]


def test_a_camera_over_the_mat_sees_its_corners(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(jpeg())
    (finding,) = examine_camera(str(tmp_path), LONG)
    assert (finding.id, finding.facts["size"]) == ("mat-good", "1280 × 720")


def test_the_stream_of_a_phone_is_looked_at() -> None:
    with MjpegServer() as phone:
        phone.push(jpeg())
        found = list(examine_camera(phone.url, LONG))
    assert found[0].id == "mat-good"
    assert "camera-slow" in ids(found)  # it sends one picture again and again


def test_a_spoilt_picture_is_named_with_what_to_do(tmp_path: Path) -> None:
    dark = cv2.imdecode(np.frombuffer(jpeg(), np.uint8), cv2.IMREAD_COLOR) // 4
    cv2.imwrite(str(tmp_path / "1.png"), dark)
    found = list(examine_camera(str(tmp_path), LONG))
    assert ids(found) == ["mat-good", "picture-spoilt"]
    assert "lamp" in found[1].remedy("en")
    assert "lampada" in found[1].remedy("it")


def test_a_camera_nobody_has_named_is_offered() -> None:
    with MjpegServer() as phone:
        phone.push(jpeg())
        (finding,) = examine_unnamed([phone.url], LONG)
    assert (finding.id, finding.facts["camera"]) == ("camera-unused", phone.url)
    assert f'camera = "{phone.url}"' in finding.remedy("en")


def test_a_camera_that_gives_nothing_is_not_offered() -> None:
    assert ids(examine_unnamed(["/dev/video98"], 0.3)) == ["camera-none"]


def test_the_best_setting_is_kept_in_the_file_and_nothing_else_is_touched(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text('# our table\ncamera = "0"\nserial = ["/dev/ttyACM0"]\n')
    facts = {"camera": "0", "size": "1920 × 1080", "address": "0 1920x1080 exposure=200"}
    assert keep(tmp_path, [found("camera-setting", **facts)]) == 'camera = "0 1920x1080 exposure=200"'
    assert (tmp_path / "devices.toml").read_text().startswith("# our table\ncamera = ")
    wiring = read_wiring(tmp_path)
    assert (wiring.camera, wiring.serial) == ("0 1920x1080 exposure=200", ("/dev/ttyACM0",))


def test_what_was_taught_of_a_camera_stays_when_its_setting_changes(tmp_path: Path) -> None:
    assert lens_file(tmp_path, "0") == lens_file(tmp_path, "0 1920x1080 exposure=200")
    assert lens_file(tmp_path, "0") != lens_file(tmp_path, "1")


def test_without_a_better_setting_nothing_is_written(tmp_path: Path) -> None:
    assert keep(tmp_path, [found("camera-none")]) is None
    assert list(tmp_path.iterdir()) == []


def test_a_setting_of_the_camera_that_is_none_is_named_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text('camera = "0 bright"\n')
    (finding,) = [each for each in examine(tmp_path) if each.level == "bad"]
    assert finding.id == "wiring-wrong"
    assert "devices.toml: camera '0 bright': 'bright'" in finding.what("en")


def kept_at(broker: Broker) -> dict[str, bytes]:
    """What a broker keeps, by topic."""
    client = MqttClient(broker.address(), "watcher", ["companion/#"], ("companion/will", b""), lambda: None)
    heard: list[Arrived] = []

    def told() -> bool:
        heard.extend(client.poll(0.05))
        client.publish("companion/end", b"x")  # what is kept comes before what is said
        return any(arrived.topic == "companion/end" for arrived in heard)

    assert until(told)
    client.close()
    return {arrived.topic: arrived.payload for arrived in heard if arrived.retained}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("camera = 3", 'camera: text in quotes "…" is expected, not a whole number'),
        ('[broker]\nhost = "x"\nport = "1"', 'broker.port: a whole number is expected, not text in quotes "…"'),
        ('camra = "0"', "there is no setting 'camra'"),
        ('[broker]\nhost = "x"\ntabel = "t"', "there is no setting 'broker.tabel'"),
        ("camera =", "devices.toml: "),
    ],
)
def test_what_does_not_fit_in_the_file_is_told_as_one_looks_for_it(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text(text)
    with pytest.raises(ValueError, match=re.escape(told)):
        read_wiring(tmp_path)


def test_a_tray_that_is_gone_is_forgotten_by_the_broker(tmp_path: Path) -> None:
    with start_broker({"host": "h", "tray-red": "r"}) as broker:
        tray = VirtualTray("red", settle=0.02)
        tray.serve_mqtt(broker.address("tray-red"), "t1")
        assert until(lambda: f"companion/t1/device/{tray.id}/snapshot" in kept_at(broker))
        tray.close()
        assert until(lambda: kept_at(broker)[f"companion/t1/device/{tray.id}/status"] == OFFLINE)
        wiring = f'[broker]\nhost = "127.0.0.1"\nport = {broker.port}\nuser = "host"\npassword = "h"\ntable = "t1"\n'
        (tmp_path / "devices.toml").write_text(wiring)
        assert tray.id in forget(tmp_path, tray.id)
        assert kept_at(broker) == {}


def test_without_a_broker_nothing_can_be_forgotten(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no broker is named"):
        forget(tmp_path, "tray-red")


@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
def test_every_finding_speaks_three_languages_and_says_what_to_do_unless_all_is_well(language: str) -> None:
    names = (
        "games",
        "folder",
        "file",
        "reason",
        "camera",
        "markers",
        "size",
        "address",
        "rate",
        "en",
        "it",
        "es",
        "de",
    )
    facts = dict.fromkeys(names, "x")
    for id in _words():
        finding = found(id, **facts)
        assert finding.what(language)
        assert bool(finding.remedy(language)) == (finding.level != "ok")


def test_the_command_says_it_as_json_and_fails_when_something_is_bad(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text("camera = 3\n")
    asked = [sys.executable, "-m", "companion", "--data", str(tmp_path), "doctor", "--json"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert [finding["id"] for finding in json.loads(done.stdout)] == ["data-good", "wiring-wrong"]
    assert done.returncode == 1


def test_the_command_speaks_without_being_told_a_language(tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "companion", "--data", str(tmp_path), "doctor"]
    done = subprocess.run(
        asked, capture_output=True, text=True, check=False, env={**os.environ, "LANGUAGE": "", "LANG": "C"}
    )
    assert "Games can be kept" in done.stdout
    assert done.returncode == 0
