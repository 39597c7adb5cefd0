"""An outline beside its card is moved to where the print says that it lies; where another thing lies it stays."""

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import through_jpeg
from vision.cards.aligned import aligned
from vision.cards.deck import DeckReader
from vision.cards.placed import in_lumps
from vision.cards.read import RegionReader
from vision.drawn.laid import LaidCard
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.layouts.layout import load_layout
from vision.mat.mat import load_mat, mat_file
from vision.mat.pose import MatFinder
from vision.picture import rectangle, turned

INNER = 0.06  # part of the way from a card's corner to its middle that may be paper without print
NEAR = 2.5  # px of the frame, of 8 by which an outline misses
BESIDE = np.array([(-3.0, -4.0), (2.0, -3.0), (1.0, 2.0), (-2.0, 1.0)])  # mm by which an outline misses a card


def seen(name, family, face, turn):
    """A frame in which a card lies, its corners in mm of the mat, and how those are seen in it."""
    mat = load_mat(mat_file(name)) if name else load_mat()
    scene = Scene(mat, Weather.named("kind"), 3)
    x0, y0, x1, y1 = next(zone for zone in mat.zones.values() if zone.family == family).box
    lying = LaidCard(family, face, (x0 + x1) / 2, (y0 + y1) / 2, turn)
    scene.lay([lying])
    card = turned(rectangle(*load_layout(family).size), lying.x, lying.y, turn)
    return through_jpeg(scene), card, scene.lens.to_pixels


@pytest.mark.parametrize("first", [0, 2], ids=["upright", "upside down"])
@pytest.mark.parametrize("turn", [2.0, 182.0])
@pytest.mark.parametrize("face", ["card:WI2", "card:ME", "card:GR3"])
def test_an_outline_beside_its_card_is_moved_onto_it(face, turn, first):
    frame, card, pixels = seen("byzanz", "byzanz", face, turn)
    beside = pixels(card + turned(BESIDE, 0, 0, turn))
    (found,) = aligned(frame, np.roll(beside, first, axis=0)[None], DeckReader("byzanz"), "byzanz")
    assert np.linalg.norm(np.roll(found, first, axis=0) - pixels(card), axis=1).max() < NEAR


def test_a_contract_is_found_by_its_print_too():
    frame, card, pixels = seen("", "contract", "contract:B.5.112", 1.0)
    beside = pixels(card + BESIDE / 2)
    (found,) = aligned(frame, beside[None], RegionReader(load_layout("contract")), "contract")
    assert np.linalg.norm(found - pixels(card), axis=1).max() < NEAR


def test_an_outline_on_its_card_stays_there():
    frame, card, pixels = seen("byzanz", "byzanz", "card:WI2", 0.0)
    (found,) = aligned(frame, pixels(card)[None], DeckReader("byzanz"), "byzanz")
    assert np.linalg.norm(found - pixels(card), axis=1).max() < NEAR


@pytest.mark.parametrize("seed", range(4))
def test_an_outline_of_what_is_no_such_card_stays(seed):
    frame, card, pixels = seen("byzanz", "byzanz", "card:WI2", 0.0)
    chance = np.random.default_rng(seed)
    outline = pixels(card)
    x, y, wide, high = cv2.boundingRect(np.round(outline).astype(np.int32))
    print_ = cv2.resize(chance.integers(40, 255, (9, 6, 3), np.uint8), (wide, high), interpolation=cv2.INTER_CUBIC)
    frame[y : y + high, x : x + wide] = print_
    assert (aligned(frame, outline[None], DeckReader("byzanz"), "byzanz") == outline).all()


def test_no_outline_is_none():
    frame = np.zeros((720, 1280, 3), np.uint8)
    assert aligned(frame, np.empty((0, 4, 2)), DeckReader("byzanz"), "byzanz").shape == (0, 4, 2)


def lumped(frame, box, pixels):
    """What lies in a box, (4, 2) in mm of the mat, that no outline explained."""
    pose = MatFinder(load_mat(mat_file("byzanz"))).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    return [each.best for each in in_lumps(frame, pose, pixels(box)[None], DeckReader("byzanz"), "byzanz")]


@pytest.mark.parametrize("face", ["card:CL3", "card:ME"])
def test_a_card_whose_outline_was_not_found_is_read_by_its_print(face):
    frame, card, pixels = seen("byzanz", "byzanz", face, 1.0)
    assert lumped(frame, card + BESIDE, pixels) == [face]


def test_so_is_one_of_which_what_is_printed_alone_was_found():
    frame, card, pixels = seen("byzanz", "byzanz", "card:CL3", 1.0)
    assert lumped(frame, card + (card.mean(axis=0) - card) * INNER, pixels) == ["card:CL3"]


def test_what_shows_no_card_s_print_is_no_card():
    frame, card, pixels = seen("byzanz", "byzanz", "card:WI2", 0.0)
    assert lumped(frame, card + np.array((70, 0)), pixels) == []
    assert lumped(frame, card + np.array((25, 30)), pixels) == []
