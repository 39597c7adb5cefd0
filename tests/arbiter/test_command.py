"""The arbiter's sub-commands, as a person runs them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.arbiter.gamescript import read_game, write_game
from companion.arbiter.judging import judge_position
from companion.arbiter.may import by_kind, lawful
from companion.arbiter.why import causes, of_amount
from companion.commands.cli import main
from companion.play.record import write_record
from engine.byzanz.game import BYZANZ
from engine.constantinopolis import commands as c
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import Moved
from engine.game import legal
from engine.journal import Correct, Journal, Undo
from testkit.byzanz.dealer import Dealer
from testkit.constantinopolis.players import LIVELY, game, setup

WALL = Path(__file__).parents[2] / "docs" / "cases" / "auction-wall.toml"


def _run(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    main([str(argument) for argument in arguments])
    return capsys.readouterr().out


def _auction() -> Journal:
    """Two players; the second one holds Pretorio and has just lost it for 4 gold."""
    journal = Journal(CONSTANTINOPOLIS, setup(2, offices=("black", "blue")))
    for command in (c.Open("", journal.setup), c.Bid("black", 2, 4), c.Concede("blue"), c.Take("blue", 5)):
        journal.submit(command)
    return journal


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    write_record(_auction(), file)
    return file


# -- what may Anna do now?


def test_the_ranges_of_bids_are_told_as_least_and_most() -> None:
    journal = Journal(CONSTANTINOPOLIS, setup(2, offices=("black", "blue")))
    journal.submit(c.Open("", journal.setup))
    bids = by_kind(lawful(CONSTANTINOPOLIS, journal.state, "black"))["bid"]
    assert [(bid.line, bid.vary, bid.least, bid.most) for bid in bids] == [("bid Pretorio …", "gold", 1, 30)]
    assert (bids[0].below, bids[0].above) == ("C-AUC-07", "C-AUC-10")


def test_every_lawful_action_is_told_once() -> None:
    journal = game(3, seed=5, weights=LIVELY)
    again = Journal(CONSTANTINOPOLIS, journal.setup)
    for entry in journal.entries[:200]:
        again.submit(entry.command)
        for seat in again.state.phase.actors:
            told = lawful(CONSTANTINOPOLIS, again.state, seat)
            items = legal(CONSTANTINOPOLIS, again.state, seat)
            doubled = [one for one in items if getattr(one, "redeem", False) and replace(one, redeem=False) in items]
            assert len({one.line for one in told}) == len(told) == len(items) - len(doubled)
            assert sum(one.also == "redeeming" for one in told) == len(doubled)


def test_who_is_not_on_turn_is_told_who_is(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    text = _run(capsys, "may", record, "Black")
    assert "It is up to the table; at any time Black (black) may:" in text
    assert text.splitlines()[1:] == ["  leave"]


def test_what_one_may_do_names_prices_and_no_building_twice(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    text = (
        'phase = "construction"\nred = { gold = 20, goods = "RG", buildings = ["redemptor", "metallum"], office = 1 }\n'
    )
    case.write_text(text + 'blue = { office = "Consul" }\n', encoding="utf-8")
    text = _run(capsys, "may", case, "red")
    assert "build cura: −16 gold (redeeming: −11 gold)" in text
    assert "build sculptoris-domus" not in text
    assert text.count("build figulina") == 1
    assert "sell … G: 1 to 1  (C-MKT-07; C-MKT-07), +1 gold each" in text


def test_a_trade_asks_for_what_is_spoken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text('phase = "accept"\noptions.free_trade = "on"\nred.goods = "G"\nred.office = 1\n', encoding="utf-8")
    assert "trade blue … for …: 1 to 31 of G+30*gold" in _run(capsys, "may", case, "red")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "leave"),
        ("it", "leave – lascia il tavolo"),
        ("es", "leave – deja la mesa"),
        ("de", "leave – verlass den Tisch"),
    ],
)
def test_the_kinds_of_commands_are_explained_in_the_language_asked(
    capsys: pytest.CaptureFixture[str], language: str, line: str
) -> None:
    told = _run(capsys, "may", WALL, "red", "--language", language)
    assert line in [each.strip() for each in told.splitlines()]
    assert ("any time" in told) == (language == "en")


def test_what_a_player_may_do_at_the_end_of_a_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert "take Magister" in _run(capsys, "may", WALL, "blue")
    found = json.loads(_run(capsys, "may", WALL, "blue", "--json"))
    assert {"kind": "take", "line": "take Magister"} in found["lawful"]


# -- was that allowed?


def test_a_command_is_judged_at_the_end_of_a_record_and_after_any_entry(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    assert "forbidden – C-RND-01" in _run(capsys, "ask", record, "black bid Pretorio 1")
    assert "C-AUC-10" in _run(capsys, "ask", record, "Black bid Pretorio 31", "--at", 1)
    assert json.loads(_run(capsys, "ask", record, "black bid 2 1", "--at", 1, "--json"))["allowed"] is True


def test_another_game_is_judged_by_its_own_rulebook() -> None:
    dealer = Dealer(3, 1)
    for _ in range(3):
        dealer.step()
    seat = dealer.journal.state.phase.due
    refusal = judge_position(BYZANZ, dealer.journal.state, f"{seat} bid ME")
    assert (refusal.allowed, refusal.rule) == (False, "B-AUC-06")
    assert "Le carte mercante" in refusal.places["it"]


@pytest.mark.parametrize(
    ("line", "at", "wrong"),
    [
        ("black stay", 9, "no entry 9"),
        ("black undo to 1", 1, "booked"),
        ("black build metalum", 1, "'metalum' is no building, perhaps 'metallum', in 'black build metalum'"),
        ("purple stay", 1, "'purple' is no seat"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    capsys: pytest.CaptureFixture[str], record: Path, line: str, at: int, wrong: str
) -> None:
    assert main(["ask", str(record), line, "--at", str(at)]) == 1
    assert wrong in capsys.readouterr().err


# -- why did I pay 3?


def test_why_somebody_paid_names_the_entry_the_rule_and_the_amount() -> None:
    journal = _auction()
    (paid,) = of_amount(causes(journal, "black"), 4)
    assert (paid.entry, paid.amount, paid.rule, paid.round) == (3, -4, "C-AUC-11", 1)
    assert paid.places["it"] == "4.1.1"


def test_what_was_taken_back_or_corrected_is_told_as_such() -> None:
    journal = _auction()
    journal.submit(Undo("blue", 3))
    journal.submit(Correct("", (Moved("gold", 1, "treasury/blue", "supply", ""),), "recount"))
    found = [(cause.amount, cause.rule, cause.live) for cause in causes(journal, "blue")]
    assert found == [(-1, "", True), (2, "T-UNDO", False), (-2, "C-AUC-06", False), (30, "C-SET-06", True)]


def test_the_sums_of_all_causes_are_what_lies_in_the_treasury() -> None:
    journal = game(4, seed=3, weights=LIVELY)
    for seat in journal.setup.colours:
        gold = journal.state.table[f"treasury/{seat}"].get("gold", 0)
        assert sum(cause.amount for cause in causes(journal, seat)) == gold


def test_the_question_is_answered_from_a_record(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    told = _run(capsys, "why", record, "Black", "4", "--edition", "it")
    assert "−4 gold" in told
    assert "C-AUC-11" in told
    assert "Italian rulebook: 4.1.1." in told
    assert "No entry moved 7 gold" in _run(capsys, "why", record, "Black", "7")


def test_an_unknown_player_is_refused_with_the_names(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    assert main(["why", str(record), "Zoe"]) == 1
    assert re.search(r"'Zoe'.*Black", capsys.readouterr().err)


# -- judge and notation


def test_a_case_is_judged_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert "forbidden – C-AUC-09" in _run(capsys, "judge", WALL)
    assert "vietato – C-AUC-09" in _run(capsys, "judge", WALL, "--language", "it")
    assert json.loads(_run(capsys, "judge", WALL, "--json"))["rulings"][0]["rule"] == "C-AUC-09"


def test_a_record_becomes_a_text_and_the_text_the_same_record(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    text, again = tmp_path / "game.txt", tmp_path / "again.jsonl"
    text.write_text(_run(capsys, "notation", record), encoding="utf-8")
    _run(capsys, "notation", text, "-o", again)
    assert again.read_bytes() == record.read_bytes()
    assert write_game(read_game(text.read_text(encoding="utf-8"))) == text.read_text(encoding="utf-8")


def test_the_program_knows_the_arbiters_commands(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("red.gould = 3\n", encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "companion", "judge", bad], capture_output=True, text=True, check=False
    )
    assert found.returncode == 1
    assert found.stderr == f"companion: {bad}:1: red.gould: is no key of a case\n"


EXPECTING = """
game = "byzanz"
seats = ["red", "blue", "green"]
lot = ["WI2", "WO1", "ME", "GR3", "SP1", "SP2"]
red.hand = ["OL2", "OL1", "ME"]
commands = ["red bid OL1", "red bid OL2"]
[expect]
rulings = ["allowed", "B-AUC-04"]
scores = { red = 0 }
red = { hand = ["-OL1"], bid = ["+OL1"] }
"""


@pytest.mark.parametrize(
    ("expected", "instead", "key"),
    [
        ('"B-AUC-04"]', '"allowed"]', "rulings.1: allowed expected, B-AUC-04 found"),
        ('"B-AUC-04"]', '"B-AUC-04", "allowed"]', "rulings.2: allowed expected, – found"),
        ("red = 0", "red = 3", "scores.red: 3 expected, 0 found"),
        ('hand = ["-OL1"], ', "", "red.hand: – expected, -OL1 found"),
        ('["+OL1"] }', '["+OL1"] }\nblue = { hand = ["+OL4"] }', "blue.hand: +OL4 expected, – found"),
        ("scores", 'winners = ["blue"]\nscores', "winners: blue expected"),
        ("scores", 'options = ["raise_mode=recompose"]\nscores', "options: raise_mode=recompose expected, – found"),
    ],
)
def test_each_difference_from_what_a_case_expects_is_printed_and_the_command_fails(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, expected: str, instead: str, key: str
) -> None:
    right, wrong = tmp_path / "right.toml", tmp_path / "wrong.toml"
    right.write_text(EXPECTING, encoding="utf-8")
    wrong.write_text(EXPECTING.replace(expected, instead), encoding="utf-8")
    assert main(["judge", str(right)]) == 0
    assert "Expected otherwise" not in capsys.readouterr().out
    assert main(["judge", str(wrong)]) == 1
    assert key in capsys.readouterr().out
    assert main(["judge", str(wrong), "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["unexpected"]) == 1


# -- another game, asked the same questions


@pytest.fixture
def dealt(tmp_path: Path) -> Path:
    """The record of a game of cards after its first lot."""
    file, dealer = tmp_path / "cards.jsonl", Dealer(3, 1)
    for _ in range(6):
        dealer.step()
    write_record(dealer.journal, file)
    return file


def test_what_a_player_may_lay_is_told_as_so_many_of_a_pool(capsys: pytest.CaptureFixture[str], dealt: Path) -> None:
    told = _run(capsys, "may", dealt, "red", "--at", 2)
    assert "bid …: 1 to 4 of" in told
    assert "pass" in told


@pytest.mark.parametrize(
    ("language", "gold", "english"), [("it", "monete", "gold"), ("es", "de oro", "gold"), ("de", "Gold", "gold")]
)
def test_why_speaks_one_language_but_for_the_line_it_quotes(
    capsys: pytest.CaptureFixture[str], record: Path, language: str, gold: str, english: str
) -> None:
    told = _run(capsys, "why", record, "Black", "--language", language)
    assert f"−4 {gold}" in told.replace("-", "−")
    assert english not in re.sub("[“„«].*?[”“»]", "", told)


def test_in_a_game_without_money_every_piece_that_came_or_went_has_its_rule(
    capsys: pytest.CaptureFixture[str], dealt: Path
) -> None:
    told = _run(capsys, "why", dealt, "red")
    assert "+4 unknown card" in told
    assert "B-SET-02" in told
    assert "Italian rulebook" in told
    assert "No entry moved – SP4" in _run(capsys, "why", dealt, "red", "--piece", "SP4")


# -- how it is worded


TIE = """
phase = "scoring"
commands = ["table score"]
red = { gold = 29, fame = 10, office = 1 }
blue = { gold = 31, fame = 9, office = 2 }
"""


def _case(folder: Path, text: str) -> Path:
    file = folder / "case.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.rule("C-TIE-02")
def test_an_option_that_turns_a_tie_round_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = json.loads(_run(capsys, "judge", _case(tmp_path, TIE), "--json"))
    assert {seat: one["place"] for seat, one in found["standings"].items()} == {"blue": 1, "red": 2}
    readings = found["rulings"][0]["readings"]
    assert [(one["option"], one["value"]) for one in readings] == [("tie_gold", "remainder")]


def test_an_option_is_reported_with_its_question(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = " ".join(_run(capsys, "judge", _case(tmp_path, TIE)).split())
    assert "tie_gold = remainder: Which gold decides a tie? What is left after taking 15 for each fame." in text
    assert "readings of the rules: –" not in text


def test_a_command_is_headed_by_the_name_of_its_player(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = 'commands = ["Anna bid Pretorio 1"]\nred = { office = 1, name = "Anna" }\nblue.office = 2\n'
    assert "1. Anna bid Pretorio 1" in _run(capsys, "judge", _case(tmp_path, text))


def test_the_ledger_is_named_in_the_language_asked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = 'phase = "construction"\ncommands = ["black sell 1 G"]\nblack = { office = 1, goods = "G" }\n'
    told = _run(capsys, "judge", _case(tmp_path, text), "--language", "it")
    assert "nero, venduti" in told
    assert "sold" not in told
