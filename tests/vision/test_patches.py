"""Looks at parts of a city are put together by the tiles they share; what they do not agree on stays in doubt."""

from engine.sighting import Guess, Seen
from vision.flat.patches import Looks, Move, Patch, fitting, moved, parts_of, patch_of, tiles_in


def seen(value, share=0.99):
    return Seen((Guess(value, share),))


def a_look(*tiles, bare=(), scale=100.0, dice=()):
    """A look at tiles written ``market-1:0,0,1``, with dice by their whole values."""
    cells = {}
    for tile in tiles:
        x, y = tile.split(":")[1].split(",")[:2]
        on = (seen(die) for die in dice if die.split(":")[3].startswith(f"{x},{y},"))
        cells[int(x), int(y)] = (seen(f"tile:{tile}"), *on)
    return Patch(cells, frozenset(bare), scale)


def put_together(*looks):
    found = Looks()
    for look in looks:
        found.take(look)
    return [each.best for each in found.reading()]


def test_a_quarter_turn_moves_cells_turns_and_the_sides_dice_stand_on():
    """From above, what lies to the right lies below after a quarter clockwise."""
    quarter = Move(1)
    assert [quarter.cell(cell) for cell in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [(0, 1), (-1, 0), (0, -1), (1, 0)]
    assert quarter.value("tile:market-1:1,0,3") == "tile:market-1:0,1,0"
    assert quarter.value("die:blue:4:1,0,2") == "die:blue:4:0,1,3"
    assert quarter.value("die:blue:4:1,0,m") == "die:blue:4:0,1,m"
    assert quarter.value("tile:?:1,0") == "tile:?:0,1"


def test_a_move_is_undone_and_moves_follow_each_other():
    one, other = Move(1, 3, -2), Move(2, -1, 5)
    assert one.back().after(one) == Move(0)
    assert other.after(one).cell((4, 7)) == other.cell(one.cell((4, 7)))


def test_one_shared_tile_joins_two_looks_however_the_camera_was_turned():
    city = a_look("market-1:0,0,1", "forum-1:1,0,2", "curia-1:2,0,0")
    other = moved(a_look("curia-1:2,0,0", "oracle-1:2,1,3"), Move(3, 5, 8))
    assert put_together(city, other) == [
        "tile:market-1:0,0,1",
        "tile:forum-1:1,0,2",
        "tile:curia-1:2,0,0",
        "tile:oracle-1:2,1,3",
    ]


def test_a_look_that_shares_nothing_waits_until_one_joins_it():
    west, east = a_look("market-1:0,0,1"), moved(a_look("forum-1:2,0,2"), Move(1))
    between = a_look("market-1:0,0,1", "oracle-1:1,0,0", "forum-1:2,0,2")
    apart = Looks()
    apart.take(west)
    apart.take(east)
    assert len(list(parts_of(apart.reading()))) == 2
    assert put_together(west, east, between) == ["tile:market-1:0,0,1", "tile:oracle-1:1,0,0", "tile:forum-1:2,0,2"]


def test_most_of_the_shared_tiles_decide_and_a_tie_joins_nothing():
    built = tiles_in(a_look("market-1:0,0,1", "forum-1:1,0,2", "curia-1:2,0,0").cells.values())
    turned = tiles_in(a_look("market-1:0,0,1", "forum-1:1,0,2", "curia-1:2,0,3").cells.values())
    assert fitting(turned, built) == Move(0)
    assert fitting(tiles_in(a_look("market-1:0,0,1", "curia-1:2,0,3").cells.values()), built) is None


def test_what_two_looks_read_differently_is_in_doubt():
    one = a_look("market-1:0,0,1", "forum-1:1,0,2", "curia-1:2,0,0")
    other = a_look("market-1:0,0,1", "forum-1:1,0,2", "curia-1:2,0,3")
    assert put_together(one, other)[-1] == "tile:?:2,0"
    assert put_together(one, one, one, other)[-1] == "tile:?:2,0"


def test_a_tile_seen_in_two_cells_is_in_doubt_in_both():
    one = a_look("market-1:0,0,1", "forum-1:1,0,2", "curia-1:2,0,0")
    other = a_look("market-1:0,0,1", "forum-1:1,0,2", "curia-1:0,1,0")
    assert sorted(put_together(one, other))[:2] == ["tile:?:0,1", "tile:?:2,0"]


def test_the_clearest_look_does_not_make_a_die_sure_that_another_does_not_have():
    both = "market-1:0,0,1", "forum-1:1,0,2"
    one, other = (a_look(*both, dice=[f"die:blue:{pips}:1,0,m"]) for pips in (3, 4))
    assert put_together(one, one) == ["tile:market-1:0,0,1", "tile:forum-1:1,0,2", "die:blue:3:1,0,m"]
    assert put_together(one, other)[2:] == ["die:?:1,0", "die:?:1,0"]
    assert put_together(one, a_look(*both))[2:] == ["die:?:1,0"]


def test_doubt_does_not_become_less_by_looking_again():
    doubtful = Patch(
        {(0, 0): (Seen((Guess("tile:?:0,0", 0.5), Guess("tile:market-1:0,0,1", 0.6))),)}, frozenset(), 90.0
    )
    sure = a_look("market-1:0,0,1", "forum-1:1,0,2")
    hidden = Patch({**sure.cells, (1, 0): (seen("tile:?:1,0", 0.5),)}, frozenset(), 90.0)
    assert put_together(*[doubtful] * 5)[0] == "tile:?:0,0"
    assert put_together(hidden, hidden, hidden)[-1] == "tile:?:1,0"
    assert put_together(hidden, sure)[-1] == "tile:forum-1:1,0,2"


def test_a_bare_cell_is_told_and_one_in_which_a_tile_is_seen_too_is_in_doubt():
    one = a_look("market-1:0,0,1", "forum-1:1,0,2", bare=[(0, 1)])
    assert "bare:0,1" in put_together(one)
    other = a_look("market-1:0,0,1", "forum-1:1,0,2", "curia-1:0,1,0")
    assert "tile:?:0,1" in put_together(one, other)


def test_what_was_seen_long_before_the_newest_look_at_a_cell_counts_no_more():
    both = "market-1:0,0,1", "forum-1:1,0,2"
    for later, doubtful in ((2.0, True), (60.0, False)):
        found = Looks()
        found.take(a_look(*both, bare=[(2, 0)]), 1.0)
        found.take(a_look(*both, "curia-1:2,0,0"), later)
        assert ("tile:?:2,0" in [seen.best for seen in found.reading()]) is doubtful


def test_a_reading_of_one_look_is_a_patch_again_and_a_die_without_a_tile_says_nothing():
    one = a_look("market-1:0,0,1", "forum-1:1,0,2", bare=[(0, 1)], dice=["die:blue:3:1,0,m"])
    found = Looks()
    found.take(one)
    again = patch_of([seen("die:red:2:5,5,m"), *reversed(found.reading())], 2.0)
    assert (again.cells, again.bare, again.at) == (one.cells, one.bare, 2.0)
    assert patch_of([], 0.0).seen == frozenset()
