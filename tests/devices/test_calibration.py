"""The guided minute."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from devices.calibration import PIECES, Calibration, Quality, guide, sentence, steps
from devices.hub import Hub
from devices.message import Zone
from devices.protocol import COINS, GOODS
from devices.virtual import VirtualTray
from engine.sighting import Count
from tests.devices.conftest import BOX, Heard, eventually


class Hands:
    """Does what it is asked, with the pieces in the right column, unless it is `lazy` for so many steps."""

    def __init__(self, tray: VirtualTray, zone: Zone = "coins") -> None:
        self.tray, self.zone = tray, zone
        self.asked: list[str] = []
        self.lazy = 0
        self._words = [Calibration.words(step, tray.id, zone) for step in steps(zone)]

    def __call__(self, words: str) -> None:
        self.asked.append(words)
        named = [i for i, sentence in enumerate(self._words) if i and words.endswith(sentence)]
        column = named[0] - 1 if named and not self.lazy else -1
        self.lazy = max(0, self.lazy - bool(named))
        self.tray.lay(self.zone, tuple(PIECES if i == column else 0 for i in range(5)))
        assert self.tray.wait_for_hands()


@pytest.fixture
def bad_scale(trays: Callable[..., VirtualTray], hub: Hub) -> Callable[[], Hands]:
    """A tray that was never calibrated: its columns give 4.2 a piece, and 7 when empty."""
    tray = trays(calibration="none")
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card("tray-red"))
    return lambda: Hands(tray)


def test_after_the_minute_the_tray_counts_coins_and_says_it_is_calibrated(bad_scale, hub, heard: Heard) -> None:
    hands = bad_scale()
    assert guide(hub, "tray-red", hands).state == "done"
    assert len(hands.asked) == len(steps()) + 1
    assert eventually(lambda: hub.card("tray-red").calibration == "good")
    hands.tray.lay("coins", (1, 0, 0, 2, 0))
    assert heard.sees(34)


def test_a_step_done_with_an_empty_well_is_asked_again(bad_scale, hub) -> None:
    hands = bad_scale()
    hands.lazy = 1
    guide(hub, "tray-red", hands)
    assert [words for words in hands.asked if words.startswith("That did not work")]
    assert len(hands.asked) == len(steps()) + 2


def test_a_tray_that_is_not_there_is_reported_as_silent(hub) -> None:
    calibration = Calibration(hub, "tray-red")
    calibration.ready(1.0)
    calibration.poll(1.1)
    assert calibration.state == "prompt"
    assert "does not answer" in calibration.prompt()


@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
@pytest.mark.parametrize("zone", ["coins", "stored"])
def test_every_step_is_worded(language: str, zone: Zone, hub: Hub) -> None:
    calibration = Calibration(hub, "tray-red", zone)
    for calibration.number in range(len(steps(zone)) + 1):
        assert "{" not in calibration.prompt(language)


def test_each_step_says_what_is_to_be_laid() -> None:
    assert [(step.column, step.pieces) for step in steps()] == [("", 0), *((coin, PIECES) for coin in COINS)]
    assert [step.column for step in steps("stored")] == ["", *GOODS]


def test_the_wells_of_the_storage_are_calibrated_with_cubes(trays, hub: Hub, heard: Heard) -> None:
    tray = trays(device="ledger-tray", calibration="none")
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card("tray-red"))
    assert guide(hub, "tray-red", Hands(tray, "stored"), zone="stored").state == "done"
    tray.store({"G": 3, "Y": 1})
    assert eventually(lambda: heard.readings("goods/red")[-1:] == [Count({"G": 3, "Y": 1})])


def test_the_quality_of_each_column_is_shown_in_numbers_and_in_a_word(trays, hub: Hub) -> None:
    tray = trays(calibration="none", noise=0.002)
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card("tray-red"))
    calibration = guide(hub, "tray-red", Hands(tray))
    assert [quality.column for quality in calibration.quality] == list(COINS)
    assert all(quality.unit == pytest.approx(4.2, rel=0.01) for quality in calibration.quality)
    assert calibration.verdict == "good"


def test_a_restless_scale_is_not_called_good() -> None:
    assert [Quality(30, wavers, 1.0).verdict for wavers in (0, 8, 9, 20, 21)] == [
        "good", "good", "fair", "fair", "poor"
    ]  # fmt: skip


def test_a_step_on_a_scale_that_is_not_at_rest_is_asked_again(trays, hub: Hub) -> None:
    tray = trays(calibration="none", noise=2.0)
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card("tray-red"))
    calibration = Calibration(hub, "tray-red")
    calibration.ready(0.0)
    assert eventually(lambda: calibration.poll(0.1) or calibration.state == "prompt")
    assert (calibration.number, calibration.trouble) == (0, "unsteady")


def test_a_step_may_be_done_again(trays, hub: Hub) -> None:
    tray = trays(calibration="none")
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card("tray-red"))
    calibration = guide(hub, "tray-red", Hands(tray))
    calibration.again()
    assert calibration.step == steps()[-1]


def test_the_verdict_is_worded() -> None:
    for language in ("en", "it", "es", "de"):
        assert len({sentence(verdict, language) for verdict in ("good", "fair", "poor")}) == 3


def test_the_box_has_enough_pieces_for_it() -> None:
    assert min(*BOX.coins, *BOX.cubes) >= PIECES
