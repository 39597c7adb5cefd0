"""What a case can say: where it begins, what lies where, and what it expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.arbiter import expecting
from companion.arbiter.judging import judge_file
from engine.table import total
from tests.arbiter.conftest import Write


def _rules(file: Path) -> list[str]:
    return [one.rule for one in judge_file(file).verdicts]


def test_the_next_market_alone_leaves_another_as_the_current_one(write: Write) -> None:
    state = judge_file(write('next = "porta-aurea"\ncommands = []\n')).state
    assert state.table["market/next"] == {"market-porta-aurea": 1}
    assert state.table["market/current"]
    assert "market-porta-aurea" not in state.table["market/current"]


@pytest.mark.parametrize(
    ("text", "command", "rule"),
    [
        ('phase = "labor camp"\nblue = { tiles = ["labor-camp-1"], retired = 1 }', "blue activate market-1 with 6", ""),
        ('phase = "market"\nso_far = { level = 2 }', "blue sell 1 wood", ""),
        ('phase = "academy"\nblue = { tiles = ["academy-1"], first = 1 }', "blue enrol 1 at academy-1", ""),
        ('phase = "training"\nblue.first = 1', "table train", ""),
        ('phase = "homecoming"\nblue.built = { market-1 = 5 }', "table return", ""),
        ('phase = "display"\ndisplay = ["curia-1", "forum-1"]', "table reveal sawmill-1", ""),
        ('phase = "display"\ndisplay = []\ndeck = ["stone-quarry-3"]', "table reveal stone-quarry-3", ""),
        ('phase = "wall"\nwall = ""\nwalls = 1', "table unveil wall-01", "P-REF-03"),
        ('wall = ""', "blue activate imperial-outpost-1 with 1", "P-TIL-17"),
        ('phase = "wall"\nwall = ""', "table unveil wall-01", ""),
        ('options.hard = "yes"', "blue activate market-1 with 1", "P-ACV-01"),
        ('preset = "lenient"\nblue.active = []', "blue pass", ""),
        ('blue = { board = "B2", morale = 14 }', "blue pass", ""),
    ],
)
def test_a_case_of_a_city_can_begin_in_every_phase(write: Write, text: str, command: str, rule: str) -> None:
    (verdict,) = judge_file(write(f'game = "praetor"\ncommands = ["{command}"]\n{text}\n')).verdicts
    assert (verdict.allowed, verdict.rule) == (not rule, rule)


def test_a_trade_partner_is_understood_by_name(write: Write) -> None:
    text = 'phase = "accept"\noptions.free_trade = "on"\ncommands = ["red trade bruno G for B"]\n'
    text += 'red.goods = "G"\nblue = { name = "Bruno", goods = "B" }\n'
    assert _rules(write(text)) == [""]


@pytest.mark.parametrize(("value", "rule"), [("no", "C-STO-01"), ("yes", "")])
def test_a_utility_building_bought_this_round_works_as_the_table_has_agreed(
    write: Write, value: str, rule: str
) -> None:
    text = f'phase = "storing"\noptions.utility_at_once = "{value}"\ncommands = ["red store GGG"]\n'
    assert _rules(write(text + 'red = { goods = "GGG", new = ["horreum"], office = 1 }\n')) == [rule]


def test_buildings_of_this_round_use_up_their_kind_and_a_wall_the_office(write: Write) -> None:
    text = 'phase = "construction"\ncommands = ["red build cura", "red build wall-ship"]\n'
    text += 'red = { gold = 90, new = ["metallum", "wall-swap"], office = "Urbi" }\nblue.office = 5\n'
    assert _rules(write(text)) == ["C-BLD-02", "C-WAL-01"]


def test_a_ship_at_sea_may_be_named_by_its_size(write: Write) -> None:
    text = 'phase = "accept"\ncommands = ["red load G.3.111 medium"]\n'
    text += 'red = { goods = "G", open = ["G.3.111"], ships = ["small", "medium long B.5.112"] }\n'
    assert _rules(write(text)) == ["C-LOD-05"]


def test_deck_and_discard_pile_are_named_card_by_card(write: Write) -> None:
    text = 'phase = "drawing"\nso_far.due = 2\ndeck = ["G.3.111", "B.5.112"]\ndiscard = ["P.5.-12"]\n'
    text += 'commands = ["red draw G.3.111+R.6.111", "red draw B.5.112+G.3.111"]\nred.office = 1\n'
    found = judge_file(write(text))
    assert [one.rule for one in found.verdicts] == ["C-GEN-05", ""]
    assert found.state.table["contracts/discard"] == {"contract:P.5.-12": 1}


CLASH = 'phase = "clash"\nso_far = { buyer = "blue", size = "large" }\nshipyard.large = 1\n'
BARGAIN = 'phase = "bargain"\noptions.free_trade = "on"\nso_far = { proposer = "red", gives = "G", gets = "3*gold" }\n'


@pytest.mark.parametrize(
    ("text", "commands", "rules"),
    [
        (CLASH, ["red yield"], [""]),
        (CLASH, ["blue yield", "red buy ship large"], ["C-SBY-04", ""]),
        (BARGAIN + 'red.goods = "G"\n', ["blue agree"], [""]),
        (BARGAIN, ["blue agree", "blue refuse"], ["C-GEN-06", ""]),
        ('phase = "shuffling"\ndeck = []\ndiscard = ["G.3.111"]\n', ["table reshuffle"], [""]),
        ('phase = "shuffling"\ndeck = []\ndiscard = ["G.3.111"]\nso_far.due = 1\n', ["table reshuffle"], [""]),
    ],
)
def test_a_case_may_begin_in_a_clash_a_bargain_or_while_the_deck_is_made_anew(
    write: Write, text: str, commands: list[str], rules: list[str]
) -> None:
    seats = 'seats = ["red", "blue"]\n'
    assert _rules(write(f"{seats}commands = {commands!r}\n{text}")) == rules


POSITION = """
commands = ["red bid Pretorio 3", "blue concede"]
deck = ["G.3.111", "B.5.112"]
red = { office = 1, posts = 2 }
blue.office = 2
[expect]
"""


@pytest.mark.parametrize(
    ("start", "line", "different"),
    [
        ('commands = []\nphase = "drawing"\nso_far.due = 3', "due = 3", []),
        ('commands = []\nphase = "drawing"\nso_far.due = 3', "due = 2", ["due"]),
        ('commands = []\nphase = "drawing"', "due = 3", ["due"]),
        ('commands = []\nphase = "auction"', "due = 0", ["due"]),
    ],
)
def test_a_case_can_expect_how_many_cards_are_due(write: Write, start: str, line: str, different: list[str]) -> None:
    found = judge_file(write(f'{start}\ndeck = ["G.3.111", "B.5.112", "B.5.112"]\n[expect]\n{line}\n'))
    assert [one.key for one in expecting.unexpected(found)] == different


@pytest.mark.parametrize(
    ("line", "different"),
    [
        ('phase = "activation"', []),
        ('phase = "duel"', ["phase"]),
        ('turn = ["blue"]', []),
        ('turn = ["red"]', ["turn"]),
        ('zones = { "office/2/coins" = "3*gold", "offices/ousted" = "office-blue" }', []),
        ('zones = { "office/2/coins" = "2*gold" }', ["zones.office/2/coins"]),
        ('zones = { "market/current" = "nothing" }', ["zones.market/current"]),
        ('zones = { "nowhere" = "G" }', ["zones.nowhere"]),
        ('zones = { "posts/red" = "2*post-red", "contracts/deck" = "G.3.111+B.5.112" }', []),
        ('zones = { "posts/red" = "post-red" }', ["zones.posts/red"]),
        ('zones = { "contracts/deck" = "G.3.111" }', ["zones.contracts/deck"]),
    ],
)
def test_a_case_can_expect_the_phase_the_turn_and_what_lies_where(
    write: Write, line: str, different: list[str]
) -> None:
    found = judge_file(write(POSITION + line + "\n"))
    assert [one.key for one in expecting.unexpected(found)] == different


@pytest.mark.parametrize(
    ("wanted", "different"),
    [("2*CL1+ME", []), ("ME+CL1+CL1", []), ("CL1+ME", ["zones.market"]), ("nothing", ["zones.market"])],
)
def test_cards_that_lie_in_a_zone_are_compared_by_their_faces(write: Write, wanted: str, different: list[str]) -> None:
    text = 'game = "byzanz"\nseats = ["red", "blue", "green"]\nmarket = ["CL1", "ME", "CL1"]\n[expect]\n'
    found = judge_file(write(f'{text}zones = {{ market = "{wanted}", offers = "offer-2+offer-4+offer-6" }}\n'))
    assert [one.key for one in expecting.unexpected(found)] == different


AWAY = 'seats = ["red", "blue", "green"]\naway = ["green"]\n'


@pytest.mark.rule("C-LEV-02")
def test_a_player_who_has_left_has_nothing_and_plays_no_more(write: Write) -> None:
    found = judge_file(write(AWAY + 'commands = ["green stay", "blue stay"]\nturn = "blue"\n'))
    assert [one.rule for one in found.verdicts] == ["C-LEV-02", ""]
    at_set_up = judge_file(write('seats = ["red", "blue", "green"]\ncommands = []\n')).state
    board = found.state.table["board"]
    assert not any(total(lying) for zone, lying in found.state.table.items() if "green" in zone.split("/")[1:2])
    assert all(count <= at_set_up.table["board"][tile] for tile, count in board.items())
    assert total(board) < total(at_set_up.table["board"])


@pytest.mark.rule("C-LEV-04")
def test_a_player_who_is_about_to_leave_passes_on_everything(write: Write) -> None:
    text = 'seats = ["red", "blue", "green"]\nso_far.leaving = ["blue"]\nphase = "construction"\n'
    text += "red.office = 1\nblue.office = 2\ngreen.office = 3\n"
    found = judge_file(write(text + 'commands = ["blue end turn", "red end turn"]\n'))
    assert [one.rule for one in found.verdicts] == ["C-LEV-04", ""]
    assert found.state.phase.actors == ("green",)
