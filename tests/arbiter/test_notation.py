"""Commands on one line and whole games: what is written reads back the same."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.arbiter.gamescript import read_game, write_game
from companion.arbiter.spelling import speller, spelling_of
from companion.notation.tokens import NotationError
from engine.byzanz.game import BYZANZ
from engine.byzanz.setup import Open, Setup
from engine.constantinopolis import commands as c
from engine.constantinopolis.editions import Edition
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import Moved, Turned
from engine.journal import Correct, Journal, Learn, Overrule, Remark, Undo
from engine.praetor import commands as r
from engine.praetor.city import Spot
from engine.praetor.game import PRAETOR
from testkit.byzanz.dealer import Dealer
from testkit.byzanz.dealer import any_game as any_game_of_byzanz
from testkit.constantinopolis.players import LIVELY, game, setup
from testkit.play import any_game
from testkit.praetor import players as praetor

SAID = speller(CONSTANTINOPOLIS)
LINES = {
    "red bid Consul 5": c.Bid("red", 5, 5),
    "blue build pistrinum": c.Build("blue", "pistrinum"),
    "blue build vinaria redeeming": c.Build("blue", "vinaria", True),
    "green sell 2 G": c.Sell("green", "G", 2),
    "red buy ship large": c.BuyShip("red", "large"),
    "red buy post": c.BuyPost("red"),
    "table arrive": c.Arrive(""),
    "red load GB.7.112 small-1": c.Load("red", "contract:GB.7.112", "small-1"),
    "red draw GB.7.112+2*P.5.-12+?": c.Draw("red", {"contract:GB.7.112": 1, "contract:P.5.-12": 2, "contract:?": 1}),
    "black exchange GGY": c.ThreeGoods("black", {"G": 2, "Y": 1}),
    "red trade blue GG+3*gold for P.5.-12": c.Trade("red", "blue", {"G": 2, "gold": 3}, {"contract:P.5.-12": 1}),
    "red store nothing": c.Store("red", {}),
    "table reveal porta-aurea": c.Reveal("", "market-porta-aurea"),
    'red undo to 12 because "misread"': Undo("red", 12, "misread"),
    'red tells buildings.cura.output "BB" because "my tile"': Learn("red", "buildings.cura.output", "BB", "my tile"),
    "red tells buildings.cura.copies 2": Learn("red", "buildings.cura.copies", 2),
    'red tells markets.opificies.buy {"G":2,"B":3}': Learn("red", "markets.opificies.buy", {"G": 2, "B": 3}),
    'blue says "a licence is missing" rule C-LIC-01': Remark("blue", "a licence is missing", "C-LIC-01"),
}


@pytest.mark.parametrize(("line", "command"), LINES.items())
def test_a_command_is_one_line_and_the_line_is_the_command(line: str, command: Any) -> None:
    assert SAID.write(command) == line
    assert SAID.read(line) == command


@pytest.mark.parametrize("game", [CONSTANTINOPOLIS, BYZANZ, PRAETOR], ids=lambda game: game.name)
def test_every_command_of_the_game_has_a_form(game: Any) -> None:
    assert {command.__name__ for command in game.commands} == set(spelling_of(game.name).forms)


def test_offices_are_read_by_name_in_any_case_and_by_number() -> None:
    assert SAID.read("red bid consul 5") == SAID.read("red bid 5 5") == c.Bid("red", 5, 5)


def test_a_player_is_known_by_name_where_the_setup_tells_it() -> None:
    said = speller(CONSTANTINOPOLIS, setup(2))
    assert said.read("Blue stay") == c.Stay("blue")


def test_an_accepted_unlawful_move_names_who_allowed_it_the_rule_and_why() -> None:
    line = 'green allows red build vinaria rule C-LIC-01 because "all agreed; no appeal"'
    command = Overrule("green", c.Build("red", "vinaria"), "C-LIC-01", "all agreed; no appeal")
    assert SAID.write(command) == line
    assert SAID.read(line) == command


def test_a_correction_lists_what_was_moved_and_turned() -> None:
    shifts = (
        Moved("gold", 2, "treasury/red", "supply", ""),
        Turned("office-red", "office-red:used", 1, "office/5", "C-OFF-06"),
    )
    line = (
        "table correct 2 gold treasury/red > supply and 1 office-red into office-red:used office/5 by C-OFF-06"
        ' because "recount"'
    )
    assert SAID.write(Correct("", shifts, "recount")) == line
    assert SAID.read(line) == Correct("", shifts, "recount")


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("red", "a seat and a command"),
        ("red fly home", "'fly' is no command"),
        ("red bid Emperor 5", "'Emperor': expected an office"),
        ("red bid Consul five", "'five': expected a number"),
        ("red bid Consul", "the gold is missing"),
        ("red stay put", "'put' is one word too many"),
        ("red swap G with B", "'with' where 'for' is expected"),
        ('red says "unfinished', "does not close"),
        ("red undo to -3", "the number of an entry"),
        ("table open {}", "{}"),
    ],
)
def test_a_line_that_is_no_command_is_refused_with_the_word_that_does_not_fit(line: str, quoted: str) -> None:
    with pytest.raises(NotationError) as refusal:
        SAID.read(line)
    assert quoted in str(refusal.value)
    assert repr(line) in str(refusal.value)


@given(st.text(max_size=60))
def test_any_line_is_a_command_or_refused(line: str) -> None:
    try:
        command = SAID.read(line)
    except NotationError:
        return
    assert SAID.read(SAID.write(command)) == command


_TEXT = st.text(max_size=8)
_TALLY = st.dictionaries(
    st.sampled_from(["G", "B", "Y", "gold", "contract:P.5.-12", "contract:?", "x y", ""]), st.integers(-2, 9)
)
_VALUES: dict[Any, Any] = {int: st.integers(-(10**9), 10**9), str: _TEXT, bool: st.booleans()}


@given(st.data(), st.sampled_from([kind for kind in CONSTANTINOPOLIS.commands if kind is not c.Open]))
def test_any_command_however_silly_round_trips(data: Any, kind: type) -> None:
    fields = kind.__annotations__
    chosen = [
        data.draw(_VALUES.get({"int": int, "str": str, "bool": bool}.get(form), _TALLY)) for form in fields.values()
    ]
    assert SAID.read(SAID.write(kind(*chosen))) == kind(*chosen)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_reads_back_entry_by_entry(players: int) -> None:
    journal = game(players, seed=players, weights=LIVELY, edition=Edition(taberna="one_type"))
    text = write_game(journal)
    again = read_game(text)
    assert [entry.digest for entry in again.entries] == [entry.digest for entry in journal.entries]
    assert write_game(again) == text


def _disputed() -> Journal:
    journal = Journal(CONSTANTINOPOLIS, setup(2))
    journal.submit(c.Open("", journal.setup), "table", 1732099200.25)
    seat = journal.state.phase.actors[0]
    journal.submit(c.Stay(seat), "serial:7", evidence='dial 0; "confirm"')
    journal.submit(Undo(seat, 1, "pressed too early"))
    journal.submit(Correct("", (Moved("gold", 2, f"treasury/{seat}", "supply", ""),), "recount", "C-GEN-06"), "referee")
    journal.submit(Remark(seat, "I never bid", "C-AUC-08"))
    journal.submit(Overrule("", c.Bid(seat, 2, 90), "C-AUC-10", "the table agreed"), "@odd origin")
    return journal


def test_a_disputed_game_keeps_undo_correction_ruling_and_what_was_accepted() -> None:
    journal = _disputed()
    again = read_game(write_game(journal))
    assert [entry.command for entry in again.entries] == [entry.command for entry in journal.entries]
    assert again.entries == journal.entries


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2. ", "3. ", "entry 3 follows entry 1"),
        ("2. ", "two ", "does not begin with the number of an entry"),
        ("stay", "raise 3", "forbidden by C-AUC-08"),
        ("[Offices", "[Officers", "the head 'Offices' is missing"),
        ('[Game "constantinopolis"]', '[Game "chess"]', "chess"),
        ("[Seat", "(Seat", "does not begin with the number"),
        ('"recount"', '"miscount"', "is not the digest"),
        ("taberna=any_types", "taberna=two_types", "taberna"),
    ],
)
def test_a_damaged_game_is_refused_naming_the_line(old: str, new: str, message: str) -> None:
    text = write_game(_disputed()).replace('[Options ""]', '[Options "taberna=any_types"]')
    with pytest.raises(NotationError) as refusal:
        read_game(text.replace(old, new, 1))
    assert message in str(refusal.value)


def test_a_whole_game_of_byzanz_reads_back() -> None:
    journal = Dealer(4, 3).play()
    again = read_game(write_game(journal))
    assert again.entries == journal.entries


@pytest.mark.parametrize("names", [("", "", ""), ("Anna", "", "Zoë de la Cruz"), (" Anna", "Bruno ", '"C"')])
def test_seats_names_and_dealer_stand_in_the_head(names: tuple[str, ...]) -> None:
    journal = Journal(BYZANZ, Setup(("red", "blue", "green"), names, "blue"))
    journal.submit(Open("", journal.setup))
    assert '[Dealer "blue"]' in write_game(journal)
    assert read_game(write_game(journal)).entries == journal.entries


def test_a_head_with_the_set_up_as_json_is_still_read() -> None:
    journal = Journal(BYZANZ, Setup(("red", "blue", "green"), ("", "", ""), "blue"))
    journal.submit(Open("", journal.setup))
    setup = json.dumps(msgspec.json.encode(journal.setup).decode())
    assert read_game(f'[Game "byzanz"]\n[Setup {setup}]\n1. table open ; @0.5\n').setup == journal.setup


def test_a_missing_head_is_named() -> None:
    with pytest.raises(NotationError, match="the head 'Dealer' is missing"):
        read_game('[Game "byzanz"]\n[Seat "red"]\n')


BUILT = speller(PRAETOR)
BUILDING = {
    "blue build sawmill-1 with 2 at 3,-1,3": r.Build("blue", "sawmill-1", 2, Spot(3, -1, 3)),
    "blue activate curia-1 with 5": r.Activate("blue", "curia-1", 5),
    "blue activate blacksmith-1 with 5 using 4": r.Activate("blue", "blacksmith-1", 5, 4),
    "purple lend at labor-camp-1": r.Labor("purple", "labor-camp-1"),
    "white buy 3 stone": r.Buy("white", "stone", 3),
    "table restack purple,blue": r.Restack("", ("purple", "blue")),
    "table restack []": r.Restack("", ()),
    'table restack ["Anna, Bruno"]': r.Restack("", ("Anna, Bruno",)),
    "table reveal sawmill-2+curia-1": r.Reveal("", {"sawmill-2": 1, "curia-1": 1}),
    "black enrol 2 at academy-1": r.Enrol("black", "academy-1", 2),
}


@pytest.mark.parametrize(("line", "command"), BUILDING.items())
def test_a_command_of_a_city_is_one_line_and_the_line_is_the_command(line: str, command: Any) -> None:
    assert BUILT.write(command) == line
    assert BUILT.read(line) == command


def test_a_spot_without_a_turn_is_read_as_unturned() -> None:
    assert BUILT.read("blue build sawmill-1 with 2 at 3,-1") == r.Build("blue", "sawmill-1", 2, Spot(3, -1, 0))


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("blue build sawmill-1 with 2 at 3", "'3': expected x,y,turn"),
        ("blue build sawmill-1 with 2 at 1,2,3,4", "'1,2,3,4': expected x,y,turn"),
        ("blue build sawmill-1 with 2 at 3,x", "'3,x': expected a number"),
        ("blue build sawmill-1 with 2", "'the end' where 'at' is expected"),
        ("blue activate blacksmith-1 with 2 using", "the wood is missing"),
        ("blue activate blacksmith-1 with 2 4", "'4' is one word too many"),
        ("table restack [", "does not close"),
    ],
)
def test_a_line_without_a_spot_or_its_wood_is_refused_with_the_word_that_does_not_fit(line: str, quoted: str) -> None:
    with pytest.raises(NotationError, match=re.escape(quoted)):
        BUILT.read(line)


_SPOTS = st.builds(Spot, st.integers(), st.integers(), st.integers())
_FIELDS: dict[Any, Any] = {
    "str": _TEXT,
    "int": st.integers(-(10**9), 10**9),
    "Spot": _SPOTS,
    "tuple[str, ...]": st.lists(_TEXT, max_size=4).map(tuple),
    "dict[str, int]": _TALLY,
}


@given(st.data(), st.sampled_from([kind for kind in PRAETOR.commands if kind is not r.Open]))
def test_any_command_of_a_city_however_silly_round_trips(data: Any, kind: type) -> None:
    command = kind(*(data.draw(_FIELDS[form]) for form in kind.__annotations__.values()))
    assert BUILT.read(BUILT.write(command)) == command


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_any_whole_game_of_praetor_reads_back_entry_by_entry(seed: int, players: int) -> None:
    made = praetor.any_setup(seed)
    edition = msgspec.structs.replace(made.edition, expert="no") if players == 2 else made.edition
    journal = praetor.game(players, seed, praetor.LIVELY if seed % 2 else praetor.UNIFORM, edition=edition)
    text = write_game(journal)
    again = read_game(text)
    assert [entry.digest for entry in again.entries] == [entry.digest for entry in journal.entries]
    assert write_game(again) == text


@pytest.mark.parametrize("seed", range(12))
def test_any_finished_game_with_any_options_reads_back_with_the_same_digests(seed: int) -> None:
    for journal in (any_game(seed), any_game_of_byzanz(seed)):
        again = read_game(write_game(journal))
        assert [entry.digest for entry in again.entries] == [entry.digest for entry in journal.entries]
