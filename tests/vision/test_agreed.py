"""Two readers of a field: agreement is believed, contradiction is asked, and what may lie hidden is never agreed on."""

from dataclasses import replace

import pytest

from vision.cubes.agreed import agreed
from vision.cubes.cubes import GOODS, Cube, Heap, number_doubt, tally

BOX = (10.0, 10.0, 8.0, 8.0)


def _cube(good: str, share: float) -> Cube:
    return Cube(tuple(1.0 if each == good else 0.0 for each in GOODS), BOX, share)


def _heap(goods: str, share: float = 0.999, hidden: float = 0.0) -> Heap:
    return Heap(tuple(_cube(good, share) for good in goods), (), tuple((good, hidden) for good in GOODS))


def test_of_two_that_agree_the_surer_is_believed():
    for one, other in [(_heap("RRB"), _heap("RRB", 0.9)), (_heap("RRB", 0.9), _heap("RRB"))]:
        counts, doubts = tally(agreed(one, other))
        assert counts == {"R": 2, "B": 1}
        assert max(doubts.values()) < 0.1


def test_two_that_are_sure_of_different_things_are_asked_about_just_these():
    counts, doubts = tally(agreed(_heap("RRB"), _heap("RRY")))
    assert counts == {"R": 2, "Y": 1}
    assert doubts["B"] > 0.1
    assert doubts["Y"] > 0.1
    assert doubts["R"] < 0.1


@pytest.mark.parametrize("share", [0.6, 0.8])
def test_the_tops_stand_where_the_outlines_are_in_doubt(share):
    counts, doubts = tally(agreed(_heap("RRRR", share), _heap("RRR")))
    assert counts == {"R": 3}
    assert doubts["R"] < 0.1


def test_outlines_that_are_sure_make_doubtful_tops_asked():
    counts, doubts = tally(agreed(_heap("R"), _heap("RR", 0.7)))
    assert counts == {"R": 1}
    assert doubts["R"] > 0.1


@pytest.mark.parametrize("seen", ["", "KKKK"])
def test_tops_that_see_far_fewer_than_doubtful_outlines_are_asked_however_sure_they_are(seen):
    assert tally(agreed(_heap("KKKKKK", 0.8), _heap(seen)))[1]["K"] > 0.1


def test_a_stack_that_only_the_tops_see_is_asked_where_the_outlines_are_surer():
    doubts = tally(agreed(_heap("RRB"), _heap("RRY", 0.7, hidden=0.1)))[1]
    assert min(doubts[good] for good in GOODS) > 0.1


def test_what_may_lie_under_others_is_asked_though_both_see_the_same():
    assert min(tally(agreed(_heap("RB"), _heap("RB", hidden=0.1)))[1].values()) > 0.1


def test_tops_that_are_at_sea_say_nothing_against_outlines_that_are_sure():
    counts, doubts = tally(agreed(_heap("YB"), Heap((*_heap("YB").cubes, *(_cube("Y", 0.55),) * 4))))
    assert counts == {"Y": 1, "B": 1}
    assert max(doubts.values()) < 0.1


@pytest.mark.parametrize(
    ("dim", "shown", "counted"), [(True, "RRB", 2), (False, "RRB", 1), (True, "RRRB", 1), (True, "B", 0)]
)
def test_in_dim_light_one_cube_more_is_believed_to_tops_that_are_sure(dim, shown, counted):
    counts, doubts = tally(agreed(replace(_heap("RB"), dim=dim), _heap(shown)))
    assert counts.get("R", 0) == counted
    assert (doubts["R"] > 0.1) == (counted < 2)


def test_in_dim_light_tops_that_are_not_sure_are_asked_about():
    assert tally(agreed(replace(_heap("RB"), dim=True), _heap("RRB", 0.9)))[1]["R"] > 0.1


def test_readers_that_disagree_about_colours_alone_are_sure_how_many_lie_there():
    assert number_doubt(agreed(_heap("RRB"), _heap("RRY"))) < 0.1
    assert number_doubt(agreed(_heap("RRB"), _heap("RRBY"))) > 0.1
    assert number_doubt(agreed(_heap("RRB", 0.9), _heap("RRB", 0.8))) > 0.1


def test_what_may_lie_under_others_puts_their_number_in_doubt():
    assert number_doubt(agreed(_heap("RB"), _heap("RB", hidden=0.1))) > 0.1


def test_where_a_lamp_makes_cubes_gleam_the_tops_are_believed():
    assert agreed(replace(_heap("RKK"), glared=True), _heap("RBBK")) == _heap("RBBK")
    assert number_doubt(agreed(_heap("RKK"), _heap("RBBK"))) > 0.1


@pytest.mark.parametrize("shown", [_heap("RB"), _heap("RBBK", 0.9)])
def test_not_where_they_lack_cubes_or_may_show_none(shown):
    assert number_doubt(agreed(replace(_heap("RKK"), glared=True), shown)) > 0.1
