"""What lies in all zones together is never more than the box holds, unless a person is asked."""

from collections import Counter

import pytest

from testkit.scenes.mat import Watcher, a_scene, cubes
from vision.cubes.cubes import GOODS, Cube, Heap, tally
from vision.cubes.stock import within
from vision.drawn.laid import LaidCube

BOX = dict.fromkeys(GOODS, 3)
ASKED = 0.1


def cube(sure=0.999, colour="G", other="B", there=1.0):
    shares = dict.fromkeys(GOODS, 0.0) | {colour: sure, other: 1 - sure}
    return Cube(tuple(shares.values()), (0.0, 0.0, 8.0, 8.0), there)


def heaps(**zones):
    return {zone: Heap(tuple(found)) for zone, found in zones.items()}


def total(found):
    return sum((Counter(tally(heap)[0]) for heap in found.values()), Counter())


def test_what_the_box_holds_is_left_alone():
    assert within(heaps(one=[cube()] * 2, two=[cube()]), BOX) == {}


def test_the_cube_that_is_least_sure_is_called_what_else_it_may_be():
    laid = heaps(one=[cube(), cube()], two=[cube(), cube(0.6, other="K")])
    changed = within(laid, BOX)
    assert total(laid | changed) == {"G": 3, "K": 1}
    assert tally(changed["two"])[0] == {"G": 1, "K": 1}
    assert max(tally(changed["two"])[1].values(), default=0) <= ASKED


def test_two_cubes_that_are_equally_doubtful_stay_in_doubt():
    laid = heaps(one=[cube(), cube(0.7)], two=[cube(), cube(0.7)])
    found = laid | within(laid, BOX)
    assert total(found) == {"G": 3, "B": 1}
    assert all(tally(heap)[1]["G"] > ASKED for heap in found.values())


def test_a_thing_that_is_hardly_there_is_no_cube_when_the_box_says_so():
    laid = heaps(one=[cube(), cube(), cube(), cube(there=0.55)])
    assert total(within(laid, BOX)) == {"G": 3}


def test_what_has_no_room_in_its_second_colour_is_passed_on():
    blue = [cube(0.8, "B", "K"), cube(colour="B", other="K"), cube(colour="B", other="K")]
    laid = heaps(one=[cube(), cube(), cube(), cube(0.6)], two=blue)
    assert total(laid | within(laid, BOX)) == {"G": 3, "B": 3, "K": 1}


def test_cubes_read_surely_keep_their_names_and_are_asked_about_wherever_they_lie():
    laid = heaps(one=[cube(), cube()], two=[cube(), cube()], three=[cube(colour="R")])
    changed = within(laid, BOX)
    assert set(changed) == {"one", "two"}
    assert total(laid | changed) == {"G": 4, "R": 1}
    assert all(tally(heap)[1]["G"] > ASKED for heap in changed.values())


@pytest.mark.parametrize("box", [{}, {"G": 0}])
def test_a_colour_the_box_does_not_hold_is_asked_about(box):
    assert tally(within(heaps(one=[cube()]), box)["one"])[1]["G"] > ASKED


def test_five_zones_of_doubtful_cubes_are_all_brought_within_the_box():
    pairs = [("G", "B"), ("B", "K"), ("K", "B"), ("R", "G"), ("Y", "R")]
    laid = heaps(**{f"zone-{n}": [cube(0.55 + 0.02 * n, *pair)] * 5 for n, pair in enumerate(pairs)})
    found = total(laid | within(laid, BOX))
    assert all(found[colour] <= BOX[colour] for colour in GOODS)


def shown(laid, box):
    watcher = Watcher(a_scene("fair"), box=box)
    return watcher.watch(laid, frames=10)


def test_the_eye_asks_where_more_lies_than_the_box_holds():
    laid = [*cubes("goods-1", "GGB"), *cubes("goods-4", "GGK")]
    seen = shown(laid, {"G": 3, "B": 3, "K": 3, "R": 3, "Y": 3}).seen
    assert {zone: reading.doubts.get("G", 0) > ASKED for zone, reading in seen.items() if zone[-1] in "14"} == {
        "mat/goods-1": True,
        "mat/goods-4": True,
    }
    assert seen["mat/goods-1"].doubts.get("B", 0) <= ASKED


def test_the_eye_asks_no_more_when_the_cube_too_many_is_gone():
    laid: list[LaidCube] = [*cubes("goods-1", "GGB"), *cubes("goods-4", "GGK")]
    watcher = shown(laid, dict.fromkeys(GOODS, 3))
    seen = watcher.watch([piece for piece in laid if piece is not laid[-2]], frames=10).seen
    assert (seen["mat/goods-1"].tally, seen["mat/goods-4"].tally) == ({"G": 2, "B": 1}, {"G": 1, "K": 1})
    assert max(seen["mat/goods-1"].doubts.get("G", 0), seen["mat/goods-4"].doubts.get("G", 0)) <= ASKED


def test_within_the_box_the_eye_says_what_it_would_say_without():
    laid = [*cubes("goods-1", "GGB"), *cubes("goods-4", "GGK")]
    with_box, without = shown(laid, dict.fromkeys(GOODS, 4)), shown(laid, None)
    assert [(s.zone, s.reading) for s in with_box.put] == [(s.zone, s.reading) for s in without.put]
