"""Cards that lie over each other in the columns of the market are read by the strip each leaves free."""

from collections import Counter

import cv2
import numpy as np
import pytest

from engine.sighting import Count, Guess
from testkit.scenes.mat import a_scene, through_jpeg
from tools.measure.columns import ZONE, outcomes, read
from vision.cards.columns import ColumnReader
from vision.cards.read import SCALE
from vision.cards.stacks import drawn, strange
from vision.cards.strips import Strip, StripReader
from vision.drawn.laid import Hand, LaidCard
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.eye import Eye
from vision.layouts.layout import LayoutError, load_layout
from vision.mat.light import measure, rectified
from vision.mat.mat import load_mat, mat_file
from vision.mat.pose import MatFinder
from vision.printing.cards import art
from vision.printing.paper import draw_mat

MAT = load_mat(mat_file("byzanz"))
MARKET = {
    "CL": ["card:CL1", "card:CL1", "card:CL4"],
    "SP": ["card:SP3"],
    "WO": ["card:WO2", "card:WO1", "card:WO2", "card:WO3", "card:WO4"],
    "ME": ["card:ME", "card:ME"],
}


def column(good, faces, step=17.0, turn=0.0):
    x0, y0, x1, _ = MAT.columns(ZONE)[good]
    return [LaidCard("byzanz", f, (x0 + x1) / 2, y0 + 48 + step * n, turn * (-1) ** n) for n, f in enumerate(faces)]


def counted(cards, weather="kind", mat=MAT, seed=3):
    scene = Scene(mat, Weather.named(weather), seed)
    scene.lay(cards)
    reading = read(MAT, through_jpeg(scene)).reading
    assert isinstance(reading, Count)
    return reading


@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_covered_cards_are_counted_by_their_strips(weather):
    cards = [card for good, faces in MARKET.items() for card in column(good, faces, turn=2.0)]
    assert counted(cards, weather).tally == Counter(face for faces in MARKET.values() for face in faces)


@pytest.mark.parametrize("value", ["1", "2", "3", "4"])
def test_a_card_alone_leaves_no_doubt_whichever_way_up(value):
    for turn in (0.0, 180.0):
        faces = {good: "card:ME" if good == "ME" else f"card:{good}{value}" for good in MAT.columns(ZONE)}
        alone = [column(good, [face])[0] for good, face in faces.items()]
        cards = [LaidCard(card.family, card.face, card.x, card.y, turn) for card in alone]
        assert counted(cards) == Count(dict.fromkeys(faces.values(), 1), 0.0, {})


@pytest.mark.parametrize("mat", [MAT, MAT.lightened()], ids=["dark", "light"])
def test_an_empty_market_is_surely_empty(mat):
    assert counted([], mat=mat) == Count({}, 0.0, {})


def test_a_card_that_lies_upside_down_shows_the_same_strip():
    cards = column("OL", ["card:OL2", "card:OL4"], turn=1.0)
    over = [LaidCard(card.family, card.face, card.x, card.y, 180.0) for card in cards]
    assert counted(over) == Count({"card:OL2": 1, "card:OL4": 1}, 0.0, {})


def test_of_a_strip_too_narrow_to_read_the_count_is_in_doubt():
    read = counted(column("GR", ["card:GR1", "card:GR3", "card:GR3"], step=9.0))
    assert read.tally.keys() <= {"card:GR1", "card:GR3"}
    assert sum(read.tally.values()) < 3
    assert read.doubts.keys() >= {"card:GR1", "card:GR2", "card:GR3", "card:GR4"}


def test_a_doubt_stays_in_its_column():
    cards = [*column("GR", ["card:GR1", "card:GR3"], step=8.0), *column("SP", ["card:SP1", "card:SP2"])]
    read = counted(cards)
    assert (read.tally["card:SP1"], read.tally["card:SP2"]) == (1, 1)
    assert not [face for face in read.doubts if face.startswith("card:SP")]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_last_card_of_a_column_as_long_as_its_field_is_not_missed_in_silence(seed):
    x0, _, x1, _ = MAT.columns(ZONE)["SP"]
    due = [("2", 0.5, 302.9, 180), ("2", 2.5, 317.5, 1), ("4", 2.5, 333.2, 179)]
    due += [("4", -2.1, 348.4, -2), ("2", 1.8, 363.9, -1), ("2", -2.1, 379.2, 181)]
    cards = [LaidCard("byzanz", f"card:SP{value}", (x0 + x1) / 2 + x, y, turn) for value, x, y, turn in due]
    read = counted(cards, "poor", seed=seed)
    missed = Counter(card.face for card in cards) - Counter(read.tally)
    assert missed.keys() <= read.doubts.keys()


def test_the_last_card_of_which_the_picture_shows_but_the_upper_end_is_read():
    faces = ["card:CL4", "card:CL1", "card:CL2", "card:CL1", "card:CL3"]
    assert counted(column("CL", faces, step=18.0)) == Count(Counter(faces), 0.0, {})


def hazy(frame, light, at=None):
    """A frame in which light lies on everything: evenly, or about a place (x, y) in parts of the frame."""
    high, wide = frame.shape[:2]
    y, x = np.mgrid[:high, :wide]
    about = 1.0 if at is None else np.exp(-(((x / wide - at[0]) / 0.2) ** 2 + ((y / high - at[1]) / 0.3) ** 2))
    return (frame + light * np.broadcast_to(about, (high, wide))[..., None] * (1 - frame / 255)).astype(np.uint8)


@pytest.mark.parametrize(("light", "at"), [(60, None), (90, None), (80, (0.8, 0.8)), (80, (0.2, 0.8))])
def test_light_that_lies_on_everything_puts_no_card_in_doubt(light, at):
    scene = Scene(MAT, Weather.named("kind"), 3)
    scene.lay([card for good, faces in MARKET.items() for card in column(good, faces, turn=2.0)])
    seen = read(MAT, hazy(through_jpeg(scene), light, at)).reading
    assert seen == Count(Counter(face for faces in MARKET.values() for face in faces), 0.0, {})


def under_a_lamp(frame, rest=0.45, gleam=70.0, at=(0.5, 0.82)):
    """A frame of which a lamp lights but a part, about a place (x, y) in parts of it; beside it `rest` is left.

    By so much light the lamp is mirrored in the dark mat.
    """
    high, wide = frame.shape[:2]
    y, x = np.mgrid[:high, :wide]
    spot = np.exp(-((((x / wide - at[0]) / 0.16) ** 2 + ((y / high - at[1]) / 0.3) ** 2) ** 2))[..., None]
    lit = frame * (rest + (1 - rest) * spot)
    return np.clip(lit + gleam * spot * (1 - frame / 255) ** 2, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("mat", [MAT, MAT.lightened()], ids=["dark", "light"])
def test_an_empty_market_is_surely_empty_under_a_lamp_that_lights_its_middle(mat):
    frame = through_jpeg(Scene(mat, Weather.named("kind"), 3))
    assert read(MAT, under_a_lamp(frame, gleam=0.0)).reading == Count({}, 0.0, {})


def test_a_card_is_read_under_a_lamp_that_lights_its_place_alone():
    scene = Scene(MAT, Weather.named("kind"), 3)
    scene.lay(column("WO", ["card:WO3"]))
    assert read(MAT, under_a_lamp(through_jpeg(scene), gleam=0.0)).reading == Count({"card:WO3": 1}, 0.0, {})


@pytest.mark.parametrize("gleam", [0.0, 40.0, 70.0, 110.0])
def test_paper_without_a_print_is_in_doubt_under_a_lamp_too(gleam):
    scene = Scene(MAT, Weather.named("kind"), 3)
    frame = through_jpeg(scene)
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    x0, y0, *_ = MAT.columns(ZONE)["WO"]
    sheet = pose.to_pixels(
        np.array([(x0 + 8, y0 + 8), (x0 + 30, y0 + 8), (x0 + 30, y0 + 22), (x0 + 8, y0 + 22)], float)
    )
    cv2.fillConvexPoly(frame, sheet.astype(np.int32), (225, 228, 230))
    assert {"card:WO1", "card:WO4"} <= read(MAT, under_a_lamp(frame, gleam=gleam)).reading.doubts.keys()


def test_what_fades_slowly_on_the_mat_is_a_lamp_and_what_ends_at_once_is_paper():
    x0, y0, x1, y1 = (round(edge * SCALE) for edge in MAT.zones[ZONE].box)
    printed = draw_mat(MAT, SCALE)[y0:y1, x0:x1]
    y, x = np.mgrid[: y1 - y0, : x1 - x0]
    gleam = 110 * np.exp(-(((x - 560) / 150) ** 2) - ((y - 90) / 110) ** 2)[..., None]
    seen = np.clip(printed + gleam, 0, 255).astype(np.uint8)
    assert not strange(seen, drawn([], seen.shape), printed).any()
    seen[70:92, 610:640] = 235
    assert strange(seen, drawn([], seen.shape), printed).any()


def mirrored(frame, wide, good="CL"):
    """A frame in which a lamp is mirrored at the left side of a field, burnt out within so many mm, and then fades."""
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    x0, y0, _, y1 = MAT.columns(ZONE)[good]
    (x, y), (near, _) = pose.to_pixels(np.array([(x0 - 14, (y0 + y1) / 2), (x0 - 4, (y0 + y1) / 2)]))
    down, right = np.mgrid[: frame.shape[0], : frame.shape[1]]
    far = 10 * np.hypot(right - x, down - y) / (near - x)
    light = 235 * np.exp((wide + 14 - far) / 30)[..., None]
    return np.clip(frame + light * (1 - frame / 255), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("wide", [4.0, 18.0])
def test_a_field_that_a_lamp_is_mirrored_in_is_bare_where_its_print_is_seen_beside_that(wide):
    frame = through_jpeg(Scene(MAT, Weather.named("kind"), 3))
    assert read(MAT, mirrored(frame, wide)).reading == Count({}, 0.0, {})


def test_a_field_that_a_lamp_burns_out_is_in_doubt():
    frame = through_jpeg(Scene(MAT, Weather.named("kind"), 3))
    assert "card:CL1" in read(MAT, mirrored(frame, 45.0)).reading.doubts


@pytest.mark.parametrize("faces", [["card:CL3"], ["card:CL1", "card:CL4"]])
def test_light_on_the_mat_beside_cards_is_no_paper_where_theirs_is_lighter(faces):
    scene = Scene(MAT, Weather.named("kind"), 3)
    scene.lay([*column("CL", faces), *column("OL", ["card:OL2"]), *column("ME", ["card:ME"])])
    frame = (mirrored(through_jpeg(scene), 2.0) * 0.8).astype(np.uint8)
    assert read(MAT, frame).reading == Count(Counter([*faces, "card:OL2", "card:ME"]), 0.0, {})


@pytest.mark.parametrize(("bent", "odd"), [(28, False), (0, True)], ids=["a curled edge", "something dark"])
def test_a_card_that_curls_is_darker_along_its_edge(bent, odd):
    place = np.array([(1, 0, 40), (0, 1, 20)], np.float32)
    ground = np.full((230, 200, 3), 90, np.uint8)
    due = drawn([(art("byzanz", "card:OL3", SCALE), place)], ground.shape)
    columns = np.nonzero(due.owner.any(axis=0))[0]
    far = (columns[-1] - np.arange(200))[:, None].astype(float)
    shade = np.clip(0.1 + far / bent, 0.1, 1.0) if bent else np.where(far < 20, 0.1, 1.0)
    seen = np.where(due.owner[..., None] > 0, due.picture * shade, ground)
    assert strange(cv2.GaussianBlur(seen, (0, 0), 1.4).astype(np.uint8), due, ground).any() == odd


def test_yellow_print_that_looks_pale_is_no_paper():
    x0, y0, x1, y1 = (round(edge * SCALE) for edge in MAT.zones[ZONE].box)
    printed = draw_mat(MAT.lightened(), SCALE)[y0:y1, x0:x1]
    seen = printed.copy()
    yellow = (printed[..., 0] < 90) & (printed[..., 2] > 200)
    seen[yellow] = (125, 204, 221)
    assert np.count_nonzero(yellow) > 500
    assert not strange(seen, drawn([], seen.shape), printed).any()


@pytest.mark.parametrize("face", ["GR1", "OL1", "ME"])
def test_a_card_the_upper_end_of_which_is_half_washed_out_is_as_it_is_drawn_and_with_another_print_is_not(face):
    place = np.array([(1, 0, 40), (0, 1, 20)], np.float32)
    ground = np.full((230, 200, 3), 90, np.uint8)
    due = drawn([(art("byzanz", f"card:{face}", SCALE), place)], ground.shape)
    covered = due.owner[..., None] > 0
    seen = cv2.GaussianBlur(np.where(covered, due.picture, ground), (0, 0), 1.4)
    light = 0.5 * np.clip((110 - np.arange(230)[:, None, None]) / 60, 0, 1) * covered
    seen = (seen + light * (255.0 - seen)).astype(np.uint8)
    assert not strange(seen, due, ground).any()
    other = art("byzanz", "card:SP4", SCALE)
    assert strange(seen, drawn([(other, place)], ground.shape), ground).any()


@pytest.mark.parametrize(("step", "needed"), [(None, False), (9.0, True)], ids=["explained", "unexplained"])
def test_what_is_read_unsurely_is_no_card_where_the_sure_ones_explain_all_that_is_seen(step, needed):
    scene = Scene(MAT, Weather.named("kind"), 3)
    scene.lay(column("SP", ["card:SP2", "card:SP3"], step=step) if step else column("SP", ["card:SP2"]))
    frame, reader = through_jpeg(scene), ColumnReader(MAT, MAT.zones[ZONE])
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    even = measure(frame, MAT, pose).evened(rectified(frame, pose, MAT.zones[ZONE].box, SCALE))
    strips = [strip for strip in StripReader("byzanz").read(even) if strip.sure]
    lower = strips[0].place + np.array([(0, 0, 0), (0, 0, 60)], np.float32)
    unsure = Strip((Guess("card:SP4", 0.6), Guess("card:SP1", 0.4)), lower, 30.0)
    kept, odd = reader.needed(even, [*strips, unsure])
    assert (unsure in kept, bool(odd)) == (needed, needed)


def gleaming(frame, spots, light):
    """A frame in which so much more light lies on spots: their middle x, y, and half their width, mm of the mat."""
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    for x, y, wide in spots:
        ends = pose.to_pixels(np.array([(x - wide, y - wide), (x + wide, y + wide)]))
        (left, top), (right, low) = np.round(ends).astype(int)
        part = frame[top:low, left:right]
        part[:] = np.minimum(part.astype(int) + light, 255)
    return frame


def test_a_market_that_a_lamp_stands_over_is_read_though_the_corners_of_the_mat_are_dark():
    scene = Scene(MAT, Weather.named("kind"), 3)
    scene.lay([*column("GR", ["card:GR1", "card:GR3"]), *column("WO", ["card:WO3"])])
    frame = through_jpeg(scene)
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    x0, y0, x1, _ = MAT.zones[ZONE].box
    lit = np.zeros(frame.shape[:2], np.uint8)
    field = pose.to_pixels(np.array([(x0 + 30, y0 - 8), (x1 - 30, y0 - 8), (x1 - 30, 352), (x0 + 30, 352)], float))
    cv2.fillConvexPoly(lit, np.round(field).astype(np.int32), 255)
    light = 0.5 + 0.5 * cv2.GaussianBlur(lit, (0, 0), 12)[..., None] / 255
    assert read(MAT, (frame * light).astype(np.uint8)).reading == Count(
        {"card:GR1": 1, "card:GR3": 1, "card:WO3": 1}, 0.0, {}
    )


def on_card(card, x, y):
    """Where a place of a card that lies straight, mm from its upper left corner, is on the mat."""
    return card.x - 29.5 + x, card.y - 46 + y


@pytest.mark.parametrize("good", ["GR", "OL"])
def test_an_index_that_a_lamp_makes_pale_is_read_where_the_same_value_stands_on_both_sides(good):
    scene = Scene(MAT, Weather.named("kind"), 3)
    scene.lay(cards := column(good, [f"card:{good}3"]))
    frame = gleaming(through_jpeg(scene), [(*on_card(cards[0], 29.5, 10.5), 8.0)], 90)
    assert read(MAT, frame).reading == Count({f"card:{good}3": 1}, 0.0, {})


def test_a_gleam_on_a_disc_is_no_card():
    scene = Scene(MAT, Weather.named("kind"), 3)
    scene.lay(cards := column("WI", ["card:WI1"]))
    frame = gleaming(through_jpeg(scene), [(*on_card(cards[0], 53.0, 9.5), 2.0)], 150)
    assert read(MAT, frame).reading == Count({"card:WI1": 1}, 0.0, {})


def test_a_card_too_pale_to_be_read_under_another_one_is_in_doubt():
    scene = Scene(MAT, Weather.named("kind"), 3)
    scene.lay(cards := column("GR", ["card:GR1", "card:GR3"], step=15.0))
    spots = [(*on_card(cards[0], x, 8.5), 6.0) for x in (9.5, 29.5, 49.5)]
    counted = read(MAT, gleaming(through_jpeg(scene), spots, 200)).reading
    assert (counted.tally, "card:GR1" in counted.doubts) == ({"card:GR3": 1}, True)


TURNED = [
    ("kind", 131, ("WI4", 214.8, 301.6, -3.5), ("WI3", 222.7, 301.8, 186.3)),
    ("kind", 586, ("GR3", 371.8, 300.2, -3.5), ("GR4", 377.7, 300.2, 183.8)),
    ("fair", 783, ("WO3", 343.1, 302.0, 14.1), ("WO4", 334.4, 300.7, 3.1)),
]


@pytest.mark.parametrize(("weather", "seed", "under", "over"), TURNED)
def test_a_card_under_another_one_is_in_doubt_where_it_shows_in_the_next_field_alone(weather, seed, under, over):
    cards = [LaidCard("byzanz", f"card:{face}", *place) for face, *place in (under, over)]
    assert {card.face for card in cards} <= counted(cards, weather, seed=seed).doubts.keys()


@pytest.mark.parametrize("seed", [5, 7, 10])
def test_merchants_are_never_taken_for_spices(seed):
    read = counted(column("ME", ["card:ME"] * 5, step=15.0, turn=2.0), "nasty", seed=seed)
    assert not {face for face in read.tally if face != "card:ME"}


def test_a_card_across_its_column_is_not_guessed():
    x0, y0, x1, y1 = MAT.columns(ZONE)["WI"]
    read = counted([LaidCard("byzanz", "card:WI2", (x0 + x1) / 2, (y0 + y1) / 2, 90.0)])
    assert read.tally == {}
    assert "card:WI2" in read.doubts


def test_the_market_is_read_on_a_light_mat_too():
    cards = column("CL", ["card:CL1", "card:CL2"])
    read = counted(cards, mat=MAT.lightened())
    assert (read.tally, "card:CL1" in read.doubts) == ({"card:CL1": 1, "card:CL2": 1}, False)


def test_the_live_eye_reports_the_market_as_one_count():
    scene, put = Scene(MAT, Weather.named("kind"), 5), []
    eye = Eye(MAT, put.append)
    scene.lay(column("CL", MARKET["CL"]))
    for n in range(8):
        eye.look(through_jpeg(scene), n / 10)
    (market,) = [sighting.reading for sighting in put if sighting.zone == ZONE]
    assert market.tally == {"card:CL1": 2, "card:CL4": 1}
    assert len([mark for mark in eye.marks if mark.zone == ZONE]) == 3


def test_cards_that_reach_over_the_edge_of_the_picture_are_no_hand():
    scene, put = Scene(MAT, Weather.named("kind"), 5), []
    eye = Eye(MAT, put.append)
    for many in (0, 3, 5):
        scene.lay([*column("CL", ["card:CL1"] * many), *column("WI", ["card:WI2"] * many)])
        for n in range(8):
            eye.look(through_jpeg(scene), many + n / 10)
    markets = [sighting.reading.tally for sighting in put if sighting.zone == ZONE]
    assert markets == [{}, {"card:CL1": 3, "card:WI2": 3}, {"card:CL1": 5, "card:WI2": 5}]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("x", [80, 160, 240, 320, 400, 480, 560])
@pytest.mark.parametrize("y", [200, 270, 310])
def test_what_a_hand_covers_is_in_doubt(x, y):
    cards = [card for good, faces in MARKET.items() for card in column(good, faces)]
    due = Counter(card.face for card in cards)
    read = counted([*cards, Hand(x, y)])
    off = {face for face in due | Counter(read.tally) if due[face] != read.tally.get(face, 0)}
    assert off <= read.doubts.keys()


def test_a_dark_sleeve_over_a_column_hides_no_card_unnoticed():
    scene = Scene(MAT, Weather.named("kind"), 3)
    scene.lay(column("SP", ["card:SP3", "card:SP1"]))
    frame = through_jpeg(scene)
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    x0, _, x1, _ = MAT.columns(ZONE)["SP"]
    sleeve = pose.to_pixels(np.array([(x0 - 6, 230), (x1 + 6, 230), (x1 + 6, 380), (x0 - 6, 380)], float))
    cv2.fillConvexPoly(frame, sleeve.astype(np.int32), (34, 28, 26))
    reading = read(MAT, frame).reading
    assert reading.tally == {}
    assert {"card:SP1", "card:SP3"} <= reading.doubts.keys()


def test_index_and_value_stand_at_both_ends():
    card = art("byzanz", "card:SP3", 4.0)
    top = card[12:82, 14:148]
    assert np.abs(top.astype(int) - cv2.rotate(card, cv2.ROTATE_180)[12:82, 14:148]).mean() < 4
    assert load_layout("byzanz").at_edge[0].name == "index"


def test_a_layout_without_an_index_is_named():
    with pytest.raises(LayoutError, match="'offer'"):
        StripReader("offer")


def test_the_common_mat_has_no_columns():
    assert not [zone for zone in a_scene().mat.zones.values() if zone.kind == "columns"]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("weather", ["kind", "poor"])
def test_a_few_untidy_markets_hold_no_sure_mistake(weather):
    found = Counter(outcomes(weather, 6))
    assert sum(found.values()) == 42
    assert not [what for what in found if what.endswith("wrong")]
    assert found["free right"] > found["free asked"]


@pytest.mark.slow
@pytest.mark.parametrize(("weather", "least"), [("kind", 0.9), ("fair", 0.8), ("poor", 0.6), ("nasty", 0.0)])
def test_of_two_hundred_columns_none_is_surely_wrong(weather, least):
    found = Counter(outcomes(weather, 30))
    assert sum(found.values()) == 210
    assert not [what for what in found if what.endswith("wrong")]
    assert found["free right"] >= least * (found["free right"] + found["free asked"])
