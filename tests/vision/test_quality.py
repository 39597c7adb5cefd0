"""A poor picture is named in words a player can act on, a good one is left in peace."""

import dataclasses

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MARKETS, MAT, Watcher, a_scene, contracts
from vision.camera.quality import Complaint, complaints, misprinted, smallest_card
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.light import measure
from vision.mat.mat import Mat
from vision.mat.pose import MatFinder

FACES = ["contract:GB.7.112", "contract:RK.14.122", "contract:Y.10.111"]


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
        ("bright", {"light": 1.6}),
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


def scaled(share: float) -> Mat:
    """The mat as somebody believes it to be who printed `MAT` smaller by this share: all of it is larger."""

    def grown(place):
        return tuple(side / share for side in place)

    patches = tuple(dataclasses.replace(one, middle=grown(one.middle)) for one in MAT.patches)
    zones = {name: dataclasses.replace(zone, box=grown(zone.box)) for name, zone in MAT.zones.items()}
    lengths = {name: getattr(MAT, name) / share for name in ("marker", "margin", "patch")}
    places = {"size": grown(MAT.size), "corners": tuple(map(grown, MAT.corners))}
    return dataclasses.replace(MAT, **lengths, **places, patches=patches, zones=zones, cells=None)


@pytest.mark.parametrize("share", [1.0, 0.95])
def test_a_mat_printed_too_small_is_to_be_printed_again(share):
    watcher = Watcher(a_scene(), mat=scaled(share)).watch(contracts(FACES))
    found = {one.kind: one.facts for one in watcher.eye.warnings}
    assert ("scale" in found) == (share < 1)
    assert found.get("scale", {"percent": 95})["percent"] in (94, 95, 96)


def test_sleeves_are_no_wrong_scale():
    sleeved = np.array([(0, 0), (47, 0), (47, 66), (0, 66)], float)
    smaller = np.array([(0, 0), (46.3, 0), (46.3, 66.3), (0, 66.3)], float)
    assert misprinted([(sleeved, (44, 63))] * 3) == []
    assert [one.kind for one in misprinted([(smaller, (44, 63))] * 3)] == ["scale"]
    assert misprinted([(smaller, (44, 63))]) == []


def test_a_grey_print_is_named():
    scene = a_scene()
    scene.lay([])
    grey = cv2.cvtColor(cv2.cvtColor(scene.frame(), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    pose = MatFinder(MAT).find(cv2.cvtColor(grey, cv2.COLOR_BGR2GRAY))
    assert [c.kind for c in complaints(grey, MAT, pose, measure(grey, MAT, pose))] == ["grey"]


@pytest.mark.parametrize("kind", ["bright", "grey", "scale"])
def test_what_is_said_of_a_print_differs_in_every_language(kind):
    assert len({Complaint(kind, {"percent": 95}).sentence(one) for one in ("en", "it", "es", "de")}) == 4
