"""A mistake in a case is named by file, line and key; a case that has none is judged, whatever it contains."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.arbiter.judging import judge_all, judge_file
from companion.notation.toml_lines import FileError
from companion.titles.constantinopolis.moment import PHASES
from tests.arbiter.conftest import Write


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
