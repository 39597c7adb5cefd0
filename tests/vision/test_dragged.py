"""Motion blur in the training pictures."""

import numpy as np

from tools.train.weather import dragged


def test_a_dragged_dot_becomes_a_line_no_longer_than_asked() -> None:
    dot = np.zeros((64, 64, 3), np.uint8)
    dot[32, 32] = 255
    lengths = [np.count_nonzero(dragged(dot, np.random.default_rng(seed), 15)[..., 0]) for seed in range(20)]
    assert min(lengths) >= 3
    assert 8 < max(lengths) < 15
