"""Tiles and dice as rooms show them and the drawn table does not: pale prints, mirrored lamps, owners' discs, gloss."""

import json

import cv2
import numpy as np
import pytest

from companion.titles.praetor.prints import PAINT, tile_plates
from testkit.scenes.mat import MAT as COMMON
from tools.measure.city import CITY, MAT, a_reader, a_scene
from vision.drawn.laid import LaidDie, LaidTile
from vision.flat.bare import is_burnt, is_saturated, lit
from vision.flat.dice import MARGIN, PAINTED, SCALE, unlike
from vision.flat.discs import discs_in, hidden_by
from vision.flat.unshown import unshown
from vision.mat.light import Light, measure
from vision.mat.pose import MatFinder
from vision.picture import bgr
from vision.printing.flats import tile_art, tile_side

CELL = round((CITY.pitch + 2 * MARGIN) * SCALE)
GROUND = 0.17  # share of white of the printed ground


def a_print(name="oracle-1"):
    size = round(tile_side() * SCALE)
    art = tile_art(json.dumps(tile_plates()[name]), 4.0)
    return cv2.resize(art, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def with_disc(printed, paint, at, radius=7.5, ground=GROUND):
    """A tile with its margin and a disc of paint on it, its middle in mm from the tile's."""
    edge = round(MARGIN * SCALE)
    seen = cv2.copyMakeBorder(printed, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=(ground,) * 3)
    x, y = (round((seen.shape[0] - 1) / 2 + each * SCALE) for each in at)
    shade = tuple(channel / 255 for channel in bgr(PAINT[paint]))
    cv2.circle(seen, (x, y), round(radius * SCALE), shade, -1)
    return seen


@pytest.mark.parametrize("paint", ["blue", "yellow", "black", "purple"])
def test_an_owners_disc_is_found_and_hides_what_lies_under_it(paint):
    printed = a_print()
    (disc,) = discs_in(with_disc(printed, paint, (0.0, -10.0)), printed, PAINT)
    assert np.abs(disc - (0.0, -10.0)).max() < 1.5
    hidden = hidden_by(np.array([disc]), printed) > 0
    assert (bool(hidden[18, 38]), bool(hidden[60, 38])) == (True, False)


def test_a_disc_whose_upper_side_leans_over_the_edge_is_found():
    """A black one beside a dark mat: what of it is seen beyond the tile goes on in the mat."""
    printed, at = a_print(), (-10.7, -14.8)
    (disc,) = discs_in(with_disc(printed, "black", at, ground=max(bgr(PAINT["black"])) / 255), printed, PAINT)
    assert np.abs(disc - at).max() < 1.5


def test_nothing_else_is_taken_for_a_disc():
    """Neither print alone, nor paper over all of a tile, nor what is smaller than an owner's disc."""
    printed = a_print()
    bare, paper = with_disc(printed, "blue", (60.0, 60.0)), with_disc(printed, "white", (0.0, 0.0), 40.0)
    assert [len(discs_in(seen, printed, PAINT)) for seen in (bare, paper)] == [0, 0]
    assert len(discs_in(with_disc(printed, "blue", (0.0, -10.0), 4.0), printed, PAINT)) == 0


def test_what_hides_print_in_its_own_tone_is_noticed():
    """A blank of the tile's own ground over the sign, too like the print to be told from a shadow of it."""
    printed = a_print()
    seen, nothing = with_disc(printed, "blue", (60.0, 60.0)), np.zeros(printed.shape[:2], np.uint8)
    assert unshown(seen, printed, nothing) == 0
    middle = (seen.shape[0] - 1) // 2
    seen[middle - 26 : middle - 2, middle - 12 : middle + 12] = np.median(printed, axis=(0, 1))
    assert unshown(seen, printed, nothing) > 0
    covered = nothing.copy()
    covered[5:41, 20:56] = 255
    assert unshown(seen, printed, covered) == 0


def test_a_pale_print_in_haze_is_named_and_so_is_the_die_on_it():
    x, y = CITY.middle_of((0, 0))
    scene = a_scene("kind", 3)
    scene.lay([LaidTile("sawmill-2", x, y, 90), LaidDie("blue", 3, x, y, 20)])
    frame = cv2.addWeighted(scene.frame(), 0.7, np.full((720, 1280, 3), 255, np.uint8), 0.15, 0)
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    assert pose is not None
    found = a_reader().read(frame, pose, measure(frame, MAT, pose), CITY)
    assert [seen.best for seen in found] == ["tile:sawmill-2:0,0,1", "die:blue:3:0,0,m"]


def test_a_lamp_mirrored_in_bare_ground_is_no_tile():
    rise = np.linspace(GROUND, 0.8, CELL, dtype=np.float32)
    gleam = np.repeat(np.broadcast_to(rise, (CELL, CELL))[..., None], 3, axis=2)
    assert lit(gleam, CITY.pitch) == 0
    assert lit(np.maximum(gleam, 0.95), CITY.pitch) == 0
    tile = cv2.copyMakeBorder(a_print(), *((CELL - 76) // 2,) * 4, cv2.BORDER_CONSTANT, value=(GROUND,) * 3)
    assert lit(tile, CITY.pitch) > 0.8


def test_paper_as_large_as_a_cell_is_noticed_and_a_gleam_that_runs_on_beside_it_is_not():
    """A lamp near the mat makes ground as light as paper is at its corners."""
    edge = round((MARGIN + 1.0) * SCALE)
    paper = np.full((CELL, CELL, 3), GROUND, np.float32)
    paper[edge:-edge, edge:-edge] = 0.95
    assert lit(paper, CITY.pitch) == 1
    paper[:, : CELL // 2] = 0.95  # paper or a gleam runs on to one side
    paper[:edge] = paper[-edge:] = GROUND
    assert lit(paper, CITY.pitch) == 1
    paper[:edge] = 0.95
    assert lit(paper, CITY.pitch) == 0
    assert lit(paper, CITY.pitch, saturated=True) == 1  # nobody sees where it ends


def test_a_narrow_streak_of_light_hides_no_print():
    """Varnish mirrors a lamp along a tile's bent edge, where the print is plain."""
    printed = a_print()
    edge, nothing = round(MARGIN * SCALE), np.zeros(printed.shape[:2], np.uint8)
    plain = np.full_like(printed, 0.65)
    seen = with_disc(plain, "blue", (60.0, 60.0))
    seen[edge + 55 : edge + 60, edge:-edge] = 0.95
    assert unshown(seen, plain, nothing) == 0
    seen[edge + 50 : edge + 65, edge:-edge] = 0.95  # as wide as a die
    assert unshown(seen, plain, nothing) > 0


@pytest.mark.parametrize("left", [0.45, 0.3, 0.2])
def test_print_is_seen_in_the_shadow_of_a_die_and_so_is_a_black_die_there(left):
    printed = a_print()
    edge = round(MARGIN * SCALE)
    covered = np.zeros(printed.shape[:2], np.uint8)
    covered[8:32, 8:32] = 255
    seen = with_disc(printed, "blue", (60.0, 60.0))
    tile = seen[edge:-edge, edge:-edge]
    tile[8:32, 8:32] = 0.7
    tile[14:58, 32:60] *= left
    assert unshown(seen, printed, covered) == 0
    tile[28:52, 34:58] = 0.06 * left
    for x, y in ((40, 34), (52, 46)):
        cv2.circle(tile, (x, y), 3, (0.8 * left,) * 3, -1)
    assert unshown(seen, printed, covered) > 0


@pytest.mark.parametrize(("wide", "hides"), [(6, False), (10, True)])
def test_a_strip_along_the_edge_hides_no_print_and_what_reaches_farther_in_does(wide, hides):
    """Where a tile lies a hair off its cell the dark gap beside it is seen; a die there is seen from above."""
    printed = a_print()
    edge, nothing = round(MARGIN * SCALE), np.zeros(printed.shape[:2], np.uint8)
    seen = with_disc(printed, "blue", (60.0, 60.0))
    seen[edge + 20 : -edge - 20, edge : edge + wide] = 0.1
    assert (unshown(seen, printed, nothing) > 0) == hides


@pytest.mark.parametrize(
    ("begins", "shade", "pips", "noticed"),
    [(41, 0.05, 0.0, False), (41, 0.3, 0.0, False), (41, 0.0, 0.8, True), (49, 0.05, 0.0, True)],
    ids=["the shadow of a die", "a fainter one", "a black die beside it", "something dark that does not touch it"],
)
def test_the_shadow_of_a_die_hides_nothing(begins, shade, pips, noticed):
    printed, edge = a_print(), round(MARGIN * SCALE)
    covered = np.zeros(printed.shape[:2], np.uint8)
    covered[15:41, 25:51] = 255
    seen = with_disc(printed, "blue", (60.0, 60.0))
    seen[edge + 15 : edge + 41, edge + 25 : edge + 51] = 0.3
    dark = seen[edge + begins : edge + begins + 18, edge + 25 : edge + 51]
    dark[:] = dark * shade if not pips else 0.25
    for x in (5, 20) if pips else ():
        cv2.circle(dark, (x, 9), 3, (pips,) * 3, -1)
    assert (unshown(seen, printed, covered) > 0) == noticed


def test_a_cell_that_is_mostly_burnt_out_is_known_as_such():
    picture = np.full((CELL, CELL, 3), 180, np.uint8)
    assert not is_burnt(picture, CITY.pitch)
    assert not is_saturated(picture, CITY.pitch)
    picture[:, : CELL // 2 + 4, 1:] = 254
    assert is_burnt(picture, CITY.pitch)
    assert is_saturated(picture, CITY.pitch)


def test_gloss_leaves_a_paint_what_it_is():
    """What a room adds to blue and to black, as path-traced dice show it, in shares of white."""
    paints = {name: np.array(bgr(colour)) / 255 for name, colour in PAINT.items()}
    for body, name in (((0.68, 0.45, 0.36), "blue"), ((0.28, 0.28, 0.28), "black"), ((1.02, 1.08, 1.23), "white")):
        off = {paint: unlike(np.array(body), shade) for paint, shade in paints.items()}
        assert min(off, key=off.__getitem__) == name
        assert off[name] < PAINTED / 2


def test_white_changes_evenly_between_the_corners_of_the_mat():
    whites = np.array([(100.0,) * 3, (200.0,) * 3, (200.0,) * 3, (100.0,) * 3])
    light = Light(whites, {}, False, np.array(COMMON.corners))
    (left, top), (right, bottom) = COMMON.corners[0], COMMON.corners[2]
    middle = ((left + right) / 2, (top + bottom) / 2)
    assert [float(light.white_at(at)[0]) for at in ((left, top), middle, (right + 50, bottom))] == [100, 150, 200]
