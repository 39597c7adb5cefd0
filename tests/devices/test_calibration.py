"""The guided minute."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from devices.calibration import PIECES, STEPS, Calibration, guide
from devices.inventory import BOX_COINS
from devices.protocol import COINS
from tests.devices.conftest import Heard, eventually


class Hands:
    """Does what it is asked, on a tray whose scales read 4.2 where a coin lies."""

    def __init__(self, tray, heard: Heard) -> None:
        self.tray, self.heard, self.asked = tray, heard, []
        self.lazy = 0

    def __call__(self, words: str) -> None:
        self.asked.append(words)
        coins = [0] * len(COINS)
        named = [i for i, coin in enumerate(COINS) if f"{PIECES} coins of {coin} " in words]
        if named and not self.lazy:
            coins[named[0]] = PIECES
        self.lazy = max(0, self.lazy - bool(named))
        self.tray._lay("coins", tuple(coins))
        eventually(lambda: self.tray._sensor._lying["coins"] == coins)
        eventually(lambda: False, 0.15)


@pytest.fixture
def bad_scale(trays, hub, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Hands]:
    """A tray that was never calibrated: its columns give 4.2 a piece, and 7 when empty."""
    tray = trays()
    read = tray._sensor.read
    raw = lambda now: {zone: [7 + 4.2 * n for n in row] if zone == "coins" else row for zone, row in read(now).items()}  # noqa: E731
    monkeypatch.setattr(tray._sensor, "read", raw)
    tray._machine.me["calibration"] = "none"
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card("tray-red"))
    return lambda: Hands(tray, heard)


def test_after_the_minute_the_tray_counts_coins_and_says_it_is_calibrated(bad_scale, hub, heard: Heard) -> None:
    hands = bad_scale()
    assert guide(hub, "tray-red", hands).state == "done"
    assert len(hands.asked) == len(STEPS) + 1
    assert eventually(lambda: hub.card("tray-red").calibration == "good")
    hands.tray._lay("coins", (1, 0, 0, 2, 0))
    assert heard.sees(34)


def test_a_step_done_with_an_empty_well_is_asked_again(bad_scale, hub) -> None:
    hands = bad_scale()
    hands.lazy = 1
    guide(hub, "tray-red", hands)
    assert [words for words in hands.asked if words.startswith("That did not work")]
    assert len(hands.asked) == len(STEPS) + 2


def test_a_tray_that_is_not_there_is_said_to_be_silent(hub) -> None:
    calibration = Calibration(hub, "tray-red")
    calibration.ready(1.0)
    calibration.look(1.1)
    assert calibration.state == "prompt"
    assert "does not answer" in calibration.prompt()


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_every_step_is_worded(language: str, hub) -> None:
    calibration = Calibration(hub, "tray-red")
    for calibration._step in range(len(STEPS)):
        assert "{" not in calibration.prompt(language)


def test_the_box_has_enough_coins_for_it() -> None:
    assert min(BOX_COINS) >= PIECES
