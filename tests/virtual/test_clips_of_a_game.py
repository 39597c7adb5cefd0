"""A game whose table agreed leaves clips with their truth behind; without a yes it leaves none."""

import time

import pytest

from companion.host.opening import Running, deal, set_table, shuffled_game
from companion.tasks.clips import agree, kept, unpacked
from companion.tasks.colour_calibration import known

GIVE_UP = 120.0


@pytest.mark.parametrize("agreed", [True, False])
def test_a_round_leaves_clips_only_where_the_table_agreed(agreed, tmp_path):
    if agreed:
        agree(tmp_path)
    with Running(shuffled_game("constantinopolis", 3, 4)) as running:
        set_table(running, 4, known(tmp_path, "virtual"))
        deal(running, 4, slips=0)
        end = time.monotonic() + GIVE_UP
        while running.session.state.phase.round.number < 2 and time.monotonic() < end:
            running.poll()
            time.sleep(0.002)
    found = [unpacked(path) for path in kept(tmp_path)]
    assert bool(found) == agreed
    assert all(pictures and clip.camera == "virtual" for clip, pictures in found)
    assert all(clip.read == clip.truth for clip, _ in found)
