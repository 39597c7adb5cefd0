"""The cases in docs/cases: each is judged as it expects, and a mistake in one is named by file, line and key."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.arbiter import expecting
from companion.arbiter.as_json import as_json
from companion.arbiter.cases import read_cases
from companion.arbiter.judging import Judgement, judge_all, judge_case, judge_file
from companion.arbiter.report import Report
from companion.commands.cli import main
from companion.notation.case import Expect
from companion.notation.toml_lines import FileError, Keys
from companion.titles.constantinopolis.moment import PHASES
from engine.table import total

CASES_FOLDER = Path(__file__).parents[2] / "docs" / "cases"
CASES = sorted(CASES_FOLDER.rglob("*.toml"))
Write = Callable[[str], Path]


SITUATIONS = [(file, sheet.instead) for file in CASES for sheet in read_cases(file)]
every_situation = pytest.mark.parametrize(
    ("file", "instead"), SITUATIONS, ids=["-".join((file.stem, *instead)) for file, instead in SITUATIONS]
)


@cache
def _judged(file: Path, instead: Keys = ()) -> tuple[Judgement, Expect]:
    sheet = next(sheet for sheet in read_cases(file) if sheet.instead == instead)
    found = judge_case(sheet)
    assert found.case.expect is not None
    return found, found.case.expect


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def _write(text: str) -> Path:
        file = tmp_path / "case.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return _write


@pytest.mark.parametrize(("folder", "least"), [("", 30), ("byzanz", 35), ("praetor", 25)])
def test_there_are_as_many_cases_as_promised(folder: str, least: int) -> None:
    assert len(list((CASES_FOLDER / folder).glob("*.toml"))) >= least


@every_situation
def test_a_case_is_ruled_as_it_expects(file: Path, instead: Keys) -> None:
    found, expect = _judged(file, instead)
    assert expecting.rulings(found) == expect.rulings


@every_situation
def test_exactly_the_expected_options_change_a_ruling_or_what_follows(file: Path, instead: Keys) -> None:
    found, expect = _judged(file, instead)
    assert expecting.options(found) == set(expect.options or ())


@every_situation
def test_every_player_ends_with_the_expected_differences(file: Path, instead: Keys) -> None:
    found, expect = _judged(file, instead)
    assert expecting.changed(found) == expect.changes


@every_situation
def test_expected_scores_and_winners_are_those_of_the_standings(file: Path, instead: Keys) -> None:
    found, expect = _judged(file, instead)
    scores = {one.seat: one.score for one in found.standings if one.seat in expect.scores}
    assert scores == expect.scores
    assert expecting.winners(found) == (expect.winners or expecting.winners(found))


@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_every_ruling_can_be_told_in_every_language(file: Path, language: str) -> None:
    found = judge_file(file, language)
    text = Report(found.case.game, found.case.edition, language).judgement(found)
    assert all(one.command in text and one.rule in text for one in found.verdicts)
    assert "{" not in text


def test_a_judgement_is_one_json_object() -> None:
    found = as_json(judge_file(CASES[0]))
    again: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    assert again["rulings"][0]["allowed"] in (True, False)
    assert set(again) >= {"title", "edition", "preset", "rulings", "changes", "standings", "phase", "state"}


def test_a_table_that_agreed_otherwise_is_asked_from_the_first_command_on(write: Write) -> None:
    text = 'phase = "duel"\ncommands = ["blue concede", "blue take Urbi"]\nred.office = "none"\nblue.office = 2\n'
    text += 'so_far = { challenger = "red", contest = 2, bid = 1, left = [4] }\n'
    verdicts = judge_file(write(text)).verdicts
    assert [[one.option for one in verdict.readings] for verdict in verdicts] == [[], ["auction_free_move"]]
    assert verdicts[1].presets["author"] is False


def test_three_lines_make_a_case(write: Write) -> None:
    found = judge_file(write('title = "First bid"\nseats = ["red", "blue"]\ncommands = ["red bid 2 1"]\n'))
    assert [one.allowed for one in found.verdicts] == [True]


@pytest.mark.rule("C-AUC-09")
def test_a_refusal_tells_rule_facts_places_differences_and_the_option_that_changes_it() -> None:
    found, _ = _judged(CASES[0].with_name("auction-wall.toml"))
    refusal = found.verdicts[0]
    assert (refusal.rule, refusal.facts) == ("C-AUC-09", {"least": 5})
    assert refusal.places["it"] == "9.5"
    assert "D-04" in refusal.differs
    assert refusal.presets == {"reconciled": True, "author": True, "english": False, "spanish": True}
    assert "least bid is 5" in refusal.sentence


def test_an_edition_that_is_silent_is_said_to_be(write: Write) -> None:
    text = 'edition = "it"\nphase = "duel"\ncommands = ["blue concede", "blue bid Pretorio 9"]\n'
    text += 'red.office = 1\nblue.office = 2\nso_far = { challenger = "red", contest = 2, bid = 1 }\n'
    found = judge_file(write(text))
    assert [one.rule for one in found.verdicts] == ["", "C-AUC-14"]
    told = Report("constantinopolis", "it", "en").judgement(found)
    assert "The Italian rulebook is silent; the rule stands in another edition." in told


@pytest.mark.parametrize(
    ("text", "line", "key", "wrong"),
    [
        ('title = "x"\nred.gold = "much"\n', 2, "red.gold", "expected `int | null`, got `str`"),
        ('title = "x"\n\nred.gould = 3\n', 3, "red.gould", "is no key of a case"),
        ('colour = "red"\n', 1, "colour", "is no key of a case"),
        ("red.gold = -4\n", 1, "red.gold", "-4 is less than nothing"),
        ('red.goods = "GGX"\n', 1, "red.goods", "'X' is no good"),
        ('red.buildings = [\n  "pistrinum",\n  "metalum",\n]\n', 3, "red.buildings.1", "perhaps 'metallum'"),
        ('red.buildings = ["wall-ship"]\nblue.buildings = ["wall-ship"]\n', 2, "blue.buildings.0", "too few"),
        ('red.ships = ["huge harbour"]\n', 1, "red.ships.0", "'huge' is no size of ship"),
        ('red.ships = ["small moon"]\n', 1, "red.ships.0", "'moon' is no place of a ship"),
        ('red.open = ["GB.7.999"]\n', 1, "red.open.0", "is not a contract's face"),
        ("red.office = 6\n", 1, "red.office", "6 is no office"),
        ("red.office = 2\nblue.office = 2\n", 2, "blue.office", "office 2 is taken"),
        ('phase = "siesta"\n', 1, "phase", "'siesta' is no phase"),
        ('turn = "green"\n', 1, "turn", "'green' is no seat of this case"),
        ("round = 10\n", 1, "round", "there is no round 10"),
        ('market = "forum"\n', 1, "market", "is no market card"),
        ('round = 2\npast = ["opificies", "porta-aurea"]\n', 2, "past", "1 cards lie under"),
        ('preset = "german"\n', 1, "preset", "'german' is no preset"),
        ('edition = "de"\n', 1, "edition", "invalid enum value 'de'"),
        ('options.tabern = "one_type"\n', 1, "options.tabern", "perhaps 'taberna'"),
        ('options.taberna = "two"\n', 1, "options.taberna", "'two' is no value of this option"),
        ("coins.Emperor = 3\n", 1, "coins.Emperor", "is no office"),
        ("deck = 300\n", 1, "deck", "there are"),
        ("shipyard.large = 9\n", 1, "shipyard.large", "9 ships cannot be left"),
        ('seats = ["red"]\n', 1, "seats", "C-GEN-03"),
        ('seats = ["red", "pink"]\n', 1, "seats.1", "'pink' is no colour of a seat"),
        ('seats = ["red", "blue"]\ngreen.gold = 2\n', 2, "green", "is not one of the seats"),
        ('game = "chess"\n', 1, "game", "not 'chess'"),
        ('values = "mine.toml"\n', 1, "values", "mine.toml"),
        ('values = "known"\n', 1, "values", "is not known"),
        ("printed.buildings.metallum.cost = 'dear'\n", 1, "printed.buildings.metallum.cost", "Expected `int`"),
        ('phase = "duel"\n', 1, "so_far.contest", "no office somebody holds"),
        ('commands = [\n  "red stay",\n  "red fly",\n]\n', 3, "commands.1", "'fly' is no command"),
        ("commands = [3]\n", 1, "commands.0", "expected `str`, got `int`"),
        ("[expect]\nrulings = []\nsmell = 3\n", 3, "expect.smell", "is no key"),
        ("red.gold = 3\nred.gold = 4\n", 2, "", "Cannot overwrite a value"),
        ("red.gold = \n", 1, "", "Invalid value"),
    ],
)
def test_a_mistake_is_named_by_file_line_and_key(write: Write, text: str, line: int, key: str, wrong: str) -> None:
    file = write(text)
    with pytest.raises(FileError) as error:
        judge_file(file)
    assert (error.value.file, error.value.line, error.value.key) == (str(file), line, key)
    assert wrong in error.value.wrong
    assert str(error.value).startswith(f"{file}:{line}: ")


@pytest.mark.parametrize(
    ("text", "key", "wrong"),
    [
        ('red.hand = ["SP5"]', "red.hand.0", "'SP5' is no card, perhaps 'SP"),
        ('red.hand = ["SP4", "SP4"]\nlot = ["SP4", "?", "?", "?", "?", "?"]', "lot.0", "all 2 cards 'SP4'"),
        ("red.gold = 3", "red.gold", "is no key of a case"),
        ('phase = "siesta"', "phase", "'siesta' is no phase"),
        ("red.offer = 5", "red.offer", "too few"),
        ("red.offer = 2\nblue.offer = 2", "blue.offer", "too few"),
        ('lot = ["SP1"]', "lot", "the lot of offer card 6 has 6 cards"),
        ('phase = "market"', "red.offer", "all players have an offer card"),
        ('phase = "limit"', "red.hand", "no more cards than the hand limit"),
        ('red.hand = ["?", "?", "?", "?", "?", "?", "?", "?"]', "red.hand", "more cards than the limit"),
        ("round = 9", "round", "there are 8"),
        ('round = 1\nred.hand = ["?", "?", "?", "?", "?", "?", "?"]', "round", "more cards lie"),
        ('phase = "last sales"\nso_far = { done = ["red", "blue", "green"] }', "so_far.done", "the game is over"),
        ('turn = "white"', "turn", "'white' is no seat"),
        ('dealer = "white"', "dealer", "'white' is no seat"),
        ('so_far = { passed = ["red"] }\nturn = "red"', "turn", "'red' is no seat still in this auction"),
        ('seats = ["red", "blue"]', "seats", "3 to 6 different seats"),
        ('preset = "author"', "preset", "'author' is no preset"),
        ('options.raise_mood = "recompose"', "options.raise_mood", "is no option"),
        ('options.raise_mode = "swap"', "options.raise_mode", "is no value of this option"),
        ('options.hand_limit = "6"', "options.hand_limit", "7 or more"),
        ('commands = ["red fly"]', "commands.0", "'fly' is no command"),
        ("[expect]\nred.gold = 3", "expect.red.gold", "is no belonging"),
    ],
)
def test_a_mistake_in_a_case_of_cards_is_named_by_its_key(write: Write, text: str, key: str, wrong: str) -> None:
    seats = "" if "seats" in text else 'seats = ["red", "blue", "green"]\n'
    with pytest.raises(FileError) as error:
        judge_file(write(f'game = "byzanz"\n{seats}{text}\n'))
    assert error.value.key == key
    assert wrong in error.value.wrong


@pytest.mark.parametrize(
    ("text", "key", "wrong"),
    [
        ('blue.tiles = ["sawmil-1"]', "blue.tiles.0", "'sawmil-1' is no tile of this game, perhaps 'sawmill-1'"),
        ('blue.tiles = ["sawmill-1 3"]', "blue.tiles.0", "'3' is no spot of the city"),
        ('blue.tiles = ["sawmill-1 0,0"]', "blue.tiles.0", "another tile lies at 0,0"),
        ('blue.tiles = ["market-1 5,5"]', "blue.tiles.0", "lies in the city already"),
        ('blue.tiles = ["sawmill-1"]\nyellow.tiles = ["sawmill-1"]', "yellow.tiles.0", "belongs to another player"),
        ('blue.tiles = ["gold-mine-1"]\nyellow.tiles = ["gold-mine-1"]', "seats", "P-SET-09"),
        ("blue.gold = -1", "blue.gold", "-1 is less than nothing"),
        ("blue.fame = 1", "blue.fame", "is no key of a case"),
        ("blue.morale = 3", "blue.morale", "3 is no space of this board: -10, -7"),
        ('blue.board = "C1"', "blue.board", "'C1' is no side of a board"),
        ("blue.active = [7]", "blue.active.0", "7 is no level of a worker"),
        ("blue.retired = 6", "blue.retired", "too few"),
        ("blue.built = { curia-1 = 2 }", "blue.built.curia-1", "'curia-1' is no tile of the city"),
        ('blue.sections = ["wall-15"]', "blue.sections.0", "'wall-15' is no wall section"),
        ('blue.used = ["labor-camp-1"]', "blue.used.0", "is no tile of the city"),
        ('display = ["market-1"]', "display.0", "too few"),
        ('deck = ["market-1"]', "deck.0", "lies elsewhere"),
        ('wall = "wall-01"\nblue.sections = ["wall-01"]', "wall", "too few"),
        ("walls = 14", "walls", "0 to 13 sections can be left"),
        ('phase = "wall"\nwalls = 0', "walls", "no wall section is left"),
        ('phase = "display"', "display", "has no gap"),
        ('phase = "siesta"', "phase", "'siesta' is no phase"),
        ('phase = "labor camp"', "phase", "there is no Labor Camp"),
        ('phase = "labor camp"\nblue.tiles = ["labor-camp-1"]', "blue.retired", "no retired worker"),
        ('phase = "market"\nso_far = { level = 7 }', "so_far.level", "7 is no level"),
        ('so_far = { passed = ["blue", "yellow"] }', "so_far.passed", "all players have passed"),
        ('turn = "blue"\nso_far = { passed = ["blue"] }', "turn", "'blue' is no seat that is still to act"),
        ('turn = "white"', "turn", "'white' is no seat of this case"),
        ('order = ["blue"]', "order", "names not all players"),
        ('stack = ["blue", "blue"]', "stack.1", "is named twice"),
        ("round = 15", "round", "there is no round 15, there are 14"),
        ('rome = "red"', "rome", "'red' is no seat"),
        ('seats = ["blue", "red"]', "seats.1", "'red' is no colour of a seat"),
        ('seats = ["blue"]', "seats", "P-SET-01"),
        ('preset = "reconciled"', "preset", "'reconciled' is no preset"),
        ('options.hard = "maybe"', "options.hard", "'maybe' is no value of this option"),
        ('options.expert = "yes"', "seats", "P-EXP-01"),
        ('city = ["market-1"]', "seats", "P-SET-03"),
        ('values = "known"', "values", "value 'layouts.players-2.tiles' is not known"),
        ('values = "mine.toml"', "values", "mine.toml"),
        ('printed.city.sawmill-1.favor = "much"', "printed.city.sawmill-1.favor", "'much' cannot be printed there"),
        ("printed.city = 3", "printed", "city"),
        ("printed.city.sawmill-1.favor = -3", "printed.city.sawmill-1.favor", "-3 cannot be printed there"),
        ("printed.sections.wall-01.cost = { silver = 2 }", "printed.sections.wall-01.cost", "cannot be printed there"),
        ('commands = ["blue fly"]', "commands.0", "'fly' is no command"),
    ],
)
def test_a_mistake_in_a_case_of_a_city_is_named_by_its_key(write: Write, text: str, key: str, wrong: str) -> None:
    seats = "" if "seats" in text else 'seats = ["blue", "yellow"]\n'
    with pytest.raises(FileError) as error:
        judge_file(write(f'game = "praetor"\n{seats}{text}\n'))
    assert error.value.key == key
    assert wrong in error.value.wrong


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


TWICE = """
seats = ["red", "blue"]
red.gold = 12
commands = ["red bid Pretorio 13"]
[expect]
rulings = ["C-AUC-10"]
[[instead]]
title = "one more"
red.gold = 13
[instead.expect]
rulings = ["allowed"]
[[instead]]
red = { gold = 14, goods = "G" }
"""


def test_a_file_may_hold_several_situations(write: Write) -> None:
    found = judge_all(write(TWICE))
    assert [expecting.rulings(one) for one in found] == [("C-AUC-10",), ("allowed",), ("allowed",)]
    assert [one.case.title for one in found] == ["", "one more", ""]
    assert [one.state.table["goods/red"] for one in found] == [{}, {}, {"G": 1}]
    assert found[2].case.expect is None


def test_every_situation_of_a_file_is_printed_and_compared(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(TWICE)
    assert main(["judge", str(file)]) == 0
    assert capsys.readouterr().out.count("red bid Pretorio 13") == 3
    assert main(["judge", str(file), "--json"]) == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    assert [one["title"] for one in told["instead"]] == ["one more", ""]
    wrong = TWICE.replace('rulings = ["allowed"]', 'rulings = ["C-AUC-10"]')
    assert main(["judge", str(write(wrong))]) == 1


@pytest.mark.parametrize(
    ("text", "line", "key", "wrong"),
    [
        ("[[instead]]\nred.gold = 3\n[[instead]]\nred.gould = 3", 6, "instead.1.red.gould", "is no key"),
        ("[[instead]]\n[instead.expect]\nsmell = 3", 5, "instead.0.expect.smell", "is no key"),
        ("[[instead]]\nround = 12", 4, "instead.0.round", "no round 12"),
        ('[[instead]]\ncommands = [\n"red stay",\n"red fly"]', 6, "instead.0.commands.1", "'fly' is no command"),
        ('[[instead]]\nphase = "duel"', 1, "so_far.contest", "no office"),
        ("instead = 3", 3, "instead", "is written as tables of its own"),
        ("[[instead]]\n[[instead.instead]]", 4, "instead.0.instead", "cannot stand below another"),
    ],
)
def test_a_mistake_in_a_further_situation_is_named_where_it_stands(
    write: Write, text: str, line: int, key: str, wrong: str
) -> None:
    file = write(f'title = "x"\nseats = ["red", "blue"]\n{text}\n')
    with pytest.raises(FileError) as error:
        judge_all(file)
    assert (error.value.line, error.value.key) == (line, key)
    assert wrong in error.value.wrong


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_bytes(b"title = '\xff\xfe'")
    with pytest.raises(FileError, match="no text in UTF-8"):
        judge_file(file)


_SILLY = [
    'seats = ["red", "blue", "green"]',
    'phase = "{phase}"',
    'turn = "red"',
    'turn = ["blue", "red"]',
    "turn = []",
    "round = 0",
    "round = 9",
    'market = "opificies"',
    'next = "opificies"',
    "deck = 0",
    "shipyard.small = 0",
    "board = []",
    'gone = ["vinaria"]',
    "coins.3 = 999999",
    "coins.Comes = -1",
    'options.supply = "limited"',
    'options.future_market = "all_open"',
    'preset = "author"',
    'red.office = "none"',
    "red.office = 5",
    "red.office_used = true",
    "red.gold = 10000",
    "red.gold = 0",
    'red.goods = "YYYYYYYYYYYYYYYY"',
    'red.buildings = ["ager", "ager"]',
    'red.used = ["caupona"]',
    'red.used = ["wall-swap"]',
    "red.level = 99",
    "red.level = -1",
    'red.open = ["?"]',
    'red.open = ["P.5.-12"]',
    'red.saved = ["P.5.-12"]',
    "red.posts = 9",
    "red.ships = []",
    'red.ships = [""]',
    'red.ships = ["small long P.5.-12"]',
    "red.fame = 3000",
    'red.sold = "GG"',
    'red.able = "X"',
    'blue.new = ["metallum"]',
    'so_far = { challenger = "red", contest = 2, bid = 5 }',
    'so_far = { builder = "red", tile = "metallum" }',
    "so_far = { due = -4 }",
]
_COMMANDS = [
    "red stay",
    "red bid 2 3",
    "red take 9",
    "blue concede",
    "table collect",
    "red build metallum",
    "red end turn",
    "blue preempt",
    "red buy 1 B",
    "red sell 9 Y",
    "red draw ?",
    "red draw P.5.-12",
    "red load P.5.-12 small",
    "red done",
    "blue done",
    "table depart",
    "table score",
    "table change market",
    "red store nothing",
    "red donate KKK",
    "red use caupona",
    "red redraw ?",
    "red leave",
    "nobody stay",
    "red undo to 0",
    "red undo to 7",
    "table correct 5 gold treasury/red > nowhere",
    "red allows blue preempt",
]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.sampled_from(_SILLY), max_size=6, unique_by=lambda line: line.split("=")[0]),
    st.lists(st.sampled_from(_COMMANDS), max_size=5),
    st.sampled_from(list(PHASES)),
)
def test_any_case_is_judged_or_its_mistake_named(lines: list[str], commands: list[str], phase: str) -> None:
    text = "\n".join([f"commands = {list(commands)!r}", *lines]).replace("{phase}", phase)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "case.toml"
        file.write_text(text, encoding="utf-8")
        judged, line = _judged_or_line(file)
    assert judged == len(commands) or 1 <= line <= len(lines) + 1


def _judged_or_line(file: Path) -> tuple[int, int]:
    """How many commands were judged, or the line of the mistake."""
    try:
        return len(judge_file(file).verdicts), 0
    except FileError as error:
        return -1, error.line


# -- what a case can say


def _rules(file: Path) -> list[str]:
    return [one.rule for one in judge_file(file).verdicts]


def test_the_next_market_alone_leaves_another_as_the_current_one(write: Write) -> None:
    state = judge_file(write('next = "porta-aurea"\ncommands = []\n')).state
    assert state.table["market/next"] == {"market-porta-aurea": 1}
    assert state.table["market/current"]
    assert "market-porta-aurea" not in state.table["market/current"]


@pytest.mark.parametrize(
    ("command", "phase", "wrong"),
    [
        ("red build metalum", "construction", "'metalum' is no building, perhaps 'metallum'"),
        ("red sell 1 Q", "construction", "'Q' is no good"),
        ("purple stay", "auction", "'purple' is no seat of this game"),
        ("red load GB.7.112 smal-1", "accept", "'smal-1' is no ship, perhaps 'small-1'"),
        ("red load GB.7.999 small", "accept", "'contract:GB.7.999' is no contract"),
        ("red donate QQQ", "donation", "'Q' is no good"),
        ("red trade Bert G for B", "accept", "'Bert' is no seat of this game"),
        ("red buy ship huge", "accept", "'huge' is no size of ship"),
    ],
)
def test_a_name_there_is_none_of_is_no_ruling_but_a_mistake_of_the_case(
    write: Write, command: str, phase: str, wrong: str
) -> None:
    with pytest.raises(FileError) as error:
        judge_file(write(f'phase = "{phase}"\noptions.free_trade = "on"\ncommands = [\n  "{command}",\n]\n'))
    assert (error.value.line, error.value.key) == (4, "commands.0")
    assert wrong in error.value.wrong


BYZANZ = 'game = "byzanz"\nseats = ["red", "blue", "green"]\n'
PRAETOR = 'game = "praetor"\nseats = ["blue", "yellow"]\n'


@pytest.mark.parametrize(
    ("head", "command", "wrong"),
    [
        (BYZANZ, "red bid WI5", "'WI5' is no card, perhaps 'WI"),
        (BYZANZ, "red sell WI2+WI2+XX2", "'XX2' is no card"),
        (BYZANZ, "red keep ZZ1 of WI2+WI1+WI1", "'ZZ1' is no card"),
        (BYZANZ, "red give ME1", "'ME1' is no card, perhaps 'ME'"),
        (BYZANZ, "red pick WJ", "'WJ' is no kind of card, perhaps 'W"),
        (BYZANZ, "white pass", "'white' is no seat of this game"),
        (BYZANZ, "table award white", "'white' is no seat of this game"),
        (PRAETOR, "blue activate sawmil-1 with 1", "'sawmil-1' is no city tile, perhaps 'sawmill-1'"),
        (PRAETOR, "blue activate sawmill-1 with 7", "'7' is no level of a worker"),
        (PRAETOR, "blue build curia-9 with 2 at 1,0,0", "'curia-9' is no city tile, perhaps 'curia-"),
        (PRAETOR, "blue lend at labour-camp-1", "'labour-camp-1' is no city tile, perhaps 'labor-camp-1'"),
        (PRAETOR, "blue enrol 1 at akademy-1", "'akademy-1' is no city tile, perhaps 'academy-1'"),
        (PRAETOR, "blue buy 1 woods", "'woods' is no good, perhaps 'wood'"),
        (PRAETOR, "table reveal curya-1", "'curya-1' is no city tile, perhaps 'curia-1'"),
        (PRAETOR, "table unveil wall-15", "'wall-15' is no wall section, perhaps 'wall-"),
        (PRAETOR, "table youngest red", "'red' is no seat of this game"),
        (PRAETOR, "table restack yellow,red", "'red' is no seat of this game"),
        (PRAETOR, "red pass", "'red' is no seat of this game"),
    ],
)
def test_in_the_other_games_too_a_name_there_is_none_of_is_a_mistake(
    write: Write, head: str, command: str, wrong: str
) -> None:
    with pytest.raises(FileError) as error:
        judge_file(write(f'{head}commands = [\n  "{command}",\n]\n'))
    assert (error.value.line, error.value.key) == (4, "commands.0")
    assert wrong in error.value.wrong


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


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('printed.buildings.cura.output = "QZ"', "printed.buildings.cura.output"),
        ("printed.buildings.cura.copies = -3", "printed.buildings.cura.copies"),
        ('printed.buildings.caupona.requires = "GX"', "printed.buildings.caupona.requires"),
    ],
)
def test_what_could_not_be_printed_is_a_mistake_of_the_case(write: Write, line: str, key: str) -> None:
    with pytest.raises(FileError) as error:
        judge_file(write(f"commands = []\n{line}\n"))
    assert (error.value.line, error.value.key) == (2, key)
    assert "cannot be printed" in error.value.wrong


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
red.office = 1
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


@pytest.mark.parametrize(
    ("text", "key", "wrong"),
    [
        ('away = ["grey"]', "away.0", "'grey' is no seat of this case, perhaps 'gree"),
        ('away = ["green"]\ngreen.gold = 3', "green.gold", "has left the game"),
        ('away = ["green", "blue"]', "away", "two players at least"),
        ('away = ["green"]\nturn = "green"', "turn", "'green' is no player who plays on"),
        ('so_far.leaving = ["white"]', "so_far.leaving.0", "'white' is no player who is still there"),
        ('so_far.leaving = ["blue"]\nturn = "blue"', "turn", "'blue' is no player who plays on"),
    ],
)
def test_a_mistake_about_who_has_left_is_named(write: Write, text: str, key: str, wrong: str) -> None:
    with pytest.raises(FileError) as error:
        judge_file(write(f'seats = ["red", "blue", "green"]\n{text}\n'))
    assert error.value.key == key
    assert wrong in error.value.wrong
