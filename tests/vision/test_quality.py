"""A poor picture is named in words a player can act on, a good one is left in peace."""

import dataclasses

import cv2
import pytest

from testkit.scenes.mat import MARKETS, MAT, contracts
from vision.camera.quality import complaints, smallest_card
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.light import measure
from vision.mat.pose import MatFinder


def judged(**spoiled):
    scene = Scene(MAT, dataclasses.replace(Weather.named("kind"), **spoiled), 2, MARKETS)
    scene.lay(contracts(["contract:GB.7.112"] * 8))
    frame = scene.frame()
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    return complaints(frame, MAT, pose, measure(frame, MAT, pose)), pose


@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_a_readable_table_gives_no_warning(weather):
    assert judged(**dataclasses.asdict(Weather.named(weather)))[0] == []


@pytest.mark.parametrize(
    ("kind", "spoiled"),
    [
        ("dark", {"light": 0.25}),
        ("glare", {"glare": 1.2}),
        ("blurred", {"blur": 2.6}),
        ("oblique", {"tilt": 48.0, "distance": 760.0}),
        ("small", {"distance": 1100.0}),
    ],
)
def test_what_spoils_the_picture_is_named(kind, spoiled):
    assert [c.kind for c in judged(**spoiled)[0]] == [kind]


def test_too_small_a_card_says_how_many_pixels_are_missing():
    found, pose = judged(distance=1100.0)
    assert found[0].facts["missing"] == round(56 - smallest_card(MAT, pose))
    assert f"{found[0].facts['missing']} px" in found[0].sentence("en")


@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
def test_every_warning_speaks_every_language(language):
    sentences = {c.sentence(language) for spoiled in ({"light": 0.25}, {"glare": 1.2}) for c in judged(**spoiled)[0]}
    assert len(sentences) == 2
    assert all("{" not in s for s in sentences)
