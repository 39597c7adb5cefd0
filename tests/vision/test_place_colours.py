"""A guided minute teaches the eye the colours of a place, and says in words when that does not do."""

import json

import numpy as np
import pytest

from engine.sighting import Count
from testkit.scenes.mat import MARKETS, MAT, Watcher, contracts, cubes, tally
from vision.cubes.place_colours import (
    GOODS,
    ColourProfile,
    Paint,
    ProfileError,
    Trial,
    guided,
    learn,
    load,
    mixed,
    save,
    tried,
)
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather

OTHERS = {"G": "#2F7F8F", "B": "#4B3F9A", "R": "#C0571B", "K": "#43342C", "Y": "#D8A63A"}
"""Another maker's cubes: teal, violet, orange, brown and ochre."""


def other_cubes(weather="fair", seed=4):
    return Watcher(Scene(MAT, Weather.named(weather), seed, MARKETS, OTHERS))


def laid_out(count=4):
    return [cube for zone, letter in guided(MAT).items() for cube in cubes(zone, letter * count)]


def taught(watcher, pieces=None):
    watcher.watch(laid_out() if pieces is None else pieces)
    samples = {letter: [watcher.eye.swatch(zone)] for zone, letter in guided(MAT).items()}
    return learn(samples, watcher.eye.light)


@pytest.fixture(scope="module")
def profile():
    return taught(other_cubes())


@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_cubes_of_another_maker_are_counted_after_the_guided_minute(weather):
    colours = "GGGBBRRKKKKYY"
    watcher = other_cubes(weather)
    learnt = taught(watcher)
    assert learnt.complaints == []
    watcher.eye.use(learnt)
    assert watcher.watch(cubes("goods-2", colours)).seen["mat/goods-2"].tally == tally(colours)


def test_without_the_guided_minute_they_are_not_all_distinguished():
    colours = "GGGBBRRKKKKYY"
    assert other_cubes().watch(cubes("goods-2", colours)).seen["mat/goods-2"].tally != tally(colours)


def test_a_camera_that_washes_colours_out_reads_cards_more_surely_with_the_profile():
    faces = ["contract:GB.7.112", "contract:RK.14.122", "contract:BY.9.111"]
    watcher = WashedOut(Scene(MAT, Weather.named("fair"), 4, MARKETS))
    likeness = {}
    for name, known in (("without", None), ("with", taught(watcher))):
        watcher.eye.use(known)
        likeness[name] = [o.share for o in watcher.watch(contracts(faces)).seen["mat/draw"].objects]
        assert watcher.faces() == faces
    assert min(likeness["with"]) >= min(likeness["without"])


class WashedOut(Watcher):
    """A camera whose channels run into each other."""

    def watch(self, pieces=None, frames=8):
        mix = np.full((3, 3), 0.2) + 0.4 * np.eye(3)
        plain, self.scene.frame = self.scene.frame, None
        self.scene.frame = lambda: np.clip(plain() @ mix, 0, 255).astype(np.uint8)
        try:
            return super().watch(pieces, frames)
        finally:
            self.scene.frame = plain


def test_the_correction_brings_mixed_channels_back():
    names = {patch.name: patch.colour for patch in MAT.patches}
    mix = np.full((3, 3), 0.1) + 0.7 * np.eye(3)
    due = {n: np.array([int(c[5:7], 16), int(c[3:5], 16), int(c[1:3], 16)]) / 235 for n, c in names.items()}
    correction = ColourProfile({}, {n: tuple(mix @ share) for n, share in due.items()}).correction(MAT)
    before = max(np.abs(mix @ share - share).max() for share in due.values())
    after = max(np.abs(correction @ mix @ share - share).max() for share in due.values())
    assert after < before / 2


def read_by(watcher, profile):
    fields = guided(MAT).items()
    return tried({letter: watcher.eye.tried(zone, profile).reading for zone, letter in fields})


def test_other_cubes_read_better_with_what_was_learnt_and_printed_ones_do_not():
    other, ours = other_cubes(), Watcher(Scene(MAT, Weather.named("fair"), 4, MARKETS))
    for watcher, better in ((other, True), (ours, False)):
        learnt = taught(watcher)
        assert read_by(watcher, learnt).better_than(read_by(watcher, None)) == better
        assert mixed({n: watcher.eye.tried(zone, learnt).reading for zone, n in guided(MAT).items()}) == []
    assert read_by(ours, None) == Trial(0, 0)


def test_a_field_in_which_another_colour_is_surely_seen_is_wrong_and_a_doubtful_one_asked():
    sure, doubtful = Count({"G": 4}, 0.0, {}), Count({"B": 4, "K": 1}, 0.5, {"K": 0.5, "B": 0.0})
    assert tried({"G": sure, "B": doubtful}) == Trial(0, 1)
    assert tried({"G": Count({"G": 4, "K": 1}, 0.0, {}), "B": Count({}, 0.0, {})}) == Trial(2, 0)


def test_a_shadow_with_a_tint_is_not_taken_for_cubes_laid_together():
    watcher = other_cubes()
    watcher.watch(laid_out())
    fields = {letter: watcher.eye.swatch(zone) for zone, letter in guided(MAT).items()}
    shaded = {letter: swatch.copy() for letter, swatch in fields.items()}
    for swatch in shaded.values():
        high, wide = swatch.shape[:2]
        part = swatch[: high // 3, : wide // 2]
        part[:] = np.clip(part * np.array([0.7, 0.85, 1.0]) * 0.7, 0, 255)
    assert [c.kind for c in learn({n: [s] for n, s in shaded.items()}).complaints if c.kind == "mixed"] == []


def test_a_colour_that_was_not_laid_is_named():
    watcher = other_cubes()
    bare = taught(watcher, [c for c in laid_out() if c.colour != "R"])
    assert [(c.kind, c.facts) for c in bare.complaints] == [("few", {"colour": "R"})]
    assert "rossi" in bare.complaints[0].sentence("it")


def test_cubes_of_two_colours_in_one_field_are_noticed():
    fields = guided(MAT)
    laid = [cube for zone, letter in fields.items() for cube in cubes(zone, "BYBY" if letter == "B" else letter * 4)]
    watcher = other_cubes()
    learnt = taught(watcher, laid)
    found = mixed({letter: watcher.eye.tried(zone, learnt).reading for zone, letter in fields.items()})
    assert [(c.kind, c.facts) for c in found] == [("mixed", {"colour": "B"})]


def test_two_colours_that_look_alike_are_named_together():
    near = ColourProfile({"G": Paint((0.4, 0.6, 0.3), 3), "B": Paint((0.41, 0.6, 0.3), 3)})
    assert ("alike", {"colour": "G", "other": "B"}) in [(c.kind, c.facts) for c in near.complaints]


def test_an_empty_field_teaches_nothing():
    assert taught(other_cubes(), []).goods == {}


def test_a_letter_that_is_no_colour_is_refused():
    with pytest.raises(ValueError, match="substring"):
        learn({"X": []})


def test_a_profile_is_kept_and_read_again(profile, tmp_path):
    save(profile, tmp_path / "home" / "venue.json")
    assert load(tmp_path / "home" / "venue.json") == profile


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 1}', '{"version": 1, "goods": {"Q": {}}, "printed": {}}', "\x00"]
)
def test_a_damaged_profile_is_refused_with_its_name(text, tmp_path):
    (tmp_path / "venue.json").write_text(text)
    with pytest.raises(ProfileError, match=r"venue\.json"):
        load(tmp_path / "venue.json")


@pytest.mark.parametrize("share", [[1, 2], [1, 2, "3"], [1, 2, float("nan")], [1, 2, 9], "abc", None])
def test_a_share_that_is_none_is_refused(share, profile, tmp_path):
    path = tmp_path / "venue.json"
    save(profile, path)
    read = json.loads(path.read_text())
    read["goods"]["G"]["share"] = share
    path.write_text(json.dumps(read))
    with pytest.raises(ProfileError, match="damaged"):
        load(path)


def test_a_profile_of_a_later_version_is_refused(profile, tmp_path):
    path = tmp_path / "venue.json"
    save(profile, path)
    path.write_text(path.read_text().replace('"version": 1', '"version": 9'))
    with pytest.raises(ProfileError, match="version 9"):
        load(path)


def test_all_five_colours_have_a_field_of_their_own():
    assert "".join(guided(MAT).values()) == GOODS
