"""Colours are told apart by everybody, and every word stands out from its ground in both lights."""

import re
import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from testkit.colours import SIGHT, apart, contrast, difference

THEME = tomllib.loads((Path(__file__).parents[2] / "companion" / "ui" / "theme.toml").read_text("utf-8"))
SCREENS = Path(__file__).parents[2] / "companion" / "ui" / "screens"
GLANCE = 20
"""From so far apart (CIEDE2000) on two colours are told apart at a glance."""
BY_SHAPE = {("gold", "wood")}
"""Pairs that fall together for some sights: a ring stands against a log."""
APART = 25
"""How far apart (ΔE) two seats' colours, which are the goods' too, must be for every kind of sight."""
READ = 4.5
"""The least contrast of words with their ground."""
WORDS = ("ink", "muted", "porphyry", "verdigris", "alarm", "sea", "gold_text")
GROUNDS = ("page", "card", "sunk")
TINTS = ("sea_tint", "porphyry_tint", "gold_tint", "saffron_tint", "verdigris_tint", "alarm_tint")
ON = [
    ("on_fill", "fill"),
    ("on_fill", "pressed"),
    ("on_fill_second", "fill"),
    ("on_fill_second", "pressed"),
    ("on_bar", "bar"),
    ("past", "bar"),
    ("coming", "bar"),
    ("agree_on_bar", "bar"),
    ("pill", "bar"),
    ("on_pill", "pill"),
    ("on_toast", "toast"),
    ("coin_edge", "coin"),
    ("on_fill", "hull"),
    ("page", "ink"),
    ("card", "ink"),
]
"""Words on grounds of their own, as the screens put them."""


@pytest.mark.parametrize("sight", SIGHT)
def test_seats_and_goods_are_told_apart(sight):
    fills = {seat: part["fill"] for seat, part in THEME["seats"].items()}
    near = {(a, b): difference(fills[a], fills[b], sight) for a, b in combinations(fills, 2)}
    assert {pair: round(apart) for pair, apart in near.items() if apart < APART} == {}


def goods(game, prefix):
    """Each good of a game → the colour of its drawing."""
    drawn = tomllib.loads((SCREENS / game / "icons.toml").read_text("utf-8"))["coloured"]
    found = {name.removeprefix(prefix): re.search("#[0-9A-F]{6}", "".join(parts)) for name, parts in drawn.items()}
    return {name: colour[0] for name, colour in found.items()}


@pytest.mark.parametrize("sight", SIGHT)
def test_the_goods_of_every_game_are_told_apart(sight):
    resources = [goods("praetor", "stuff-") | {"gold": THEME[light]["gold_text"]} for light in ("light", "dark")]
    for palette in (goods("byzanz", "ware-"), *resources):
        assert len(palette) >= 5
        near = {(a, b): apart(palette[a], palette[b], sight) for a, b in combinations(sorted(palette), 2)}
        close = {pair: round(far) for pair, far in near.items() if far < GLANCE and pair not in BY_SHAPE}
        assert close == {}


def test_every_seat_has_a_pattern_of_its_own_beside_its_colour():
    kinds = [part["kind"] for part in THEME["seats"].values()]
    assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize("light", ["light", "dark"])
def test_words_stand_out_from_their_ground(light):
    tones = THEME[light]
    pairs = [(word, ground) for word in WORDS for ground in (*GROUNDS, *TINTS)] + ON
    weak = {pair: round(contrast(tones[pair[0]], tones[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < READ} == {}


@pytest.mark.parametrize("seat", THEME["seats"])
def test_initials_stand_out_from_their_disc(seat):
    assert contrast(THEME["seats"][seat]["fill"], THEME["seats"][seat]["on"]) >= READ


def test_the_ring_of_the_focus_stands_out_in_both_lights():
    for light in ("light", "dark"):
        assert contrast(THEME[light]["ink"], THEME[light]["page"]) >= 7


def test_the_measures_are_those_of_the_standards():
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert difference("#FFFFFF", "#000000") == pytest.approx(100, abs=0.1)
    # Pairs of Sharma, Wu and Dalal (2005), and what the design was measured with.
    assert apart("#FFFFFF", "#000000") == pytest.approx(100, abs=0.1)
    assert round(apart("#1F1E23", "#27519F")) == 28
    assert [round(apart("#871303", "#CC662A")), round(apart("#27519F", "#A785BE", "protanopia"))] == [25, 22]
    # Red and green of one lightness: far apart for most, near for those who lack one of the two.
    assert difference("#C04A3A", "#6C7F1E") > 60
    assert difference("#C04A3A", "#6C7F1E", "deuteranopia") < 25
