"""Why there is no picture is said in the language that is spoken, whatever kind of camera it is."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.host.camera import Eyes
from companion.wording import LANGUAGES, wording
from testkit.tongue import is_english
from vision.camera.source import Camera

SOON = 15.0
"""Seconds until a camera that gives nothing is noticed, on a slow machine."""
LACKING = ("phone://table", "http://127.0.0.1:9/", "none.avi")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", LACKING)
def test_a_lacking_picture_is_explained_in_the_language_that_is_spoken(
    address: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(Eyes(address, lambda _news: None, {}, {}, game="constantinopolis")) as eyes:
        until = time.monotonic() + SOON
        while not eyes.trouble and time.monotonic() < until:
            time.sleep(0.05)
        wording.speak(language)
        assert eyes.trouble
        assert is_english(eyes.trouble) == (language == "en"), eyes.trouble


def test_a_camera_of_no_phone_names_itself(tmp_path: Path) -> None:
    with Camera(str(tmp_path / "none.avi")) as camera:
        assert camera.newest(SOON) is None
        lack = camera.lack
        assert lack is not None
        assert all("none.avi" in lack.sentence(language) for language in LANGUAGES)
