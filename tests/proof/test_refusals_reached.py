"""Every rule that a game can refuse by is what some refusal rests on, in random games or in printed cases."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.titles import rulebook_of
from engine.constantinopolis import commands as c
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import State
from engine.game import judge
from testkit.constantinopolis.tables import do, table
from testkit.refusals import reached, refused
from tools.rules import in_tests

ROOT = Path(__file__).parents[2]
ID = re.compile(r"[CBP]-[A-Z]{3}-\d{2}")
SET_UP = ("setup", "soundness", "opening", "checks")
"""What these modules refuse is a set-up, not a command at a position; `tests/engine/*/test_setup.py` tries those."""
GAMES = {"constantinopolis": 24, "byzanz": 40, "praetor": 8}
ELSEWHERE = {"constantinopolis": {"C-LIC-01", "C-LIC-02", "C-LIC-03", "C-LIC-04", "C-AUC-14", "C-AUC-18", "C-LEV-02"}}
"""Rules that a function of the game returns instead of stating them in a sentence."""
SELDOM = {
    "constantinopolis": {"C-AUC-18"},  # nobody can pay for an office that two have bid for, and one bids again
    "byzanz": {"B-END-01"},  # every command has a rule of its own once the game is over
    "praetor": {"P-CMP-05", "P-SPC-05", "P-TIL-15", "P-TIL-17"},  # a thirteenth tile, nobody retired, no section left
}
"""Rules that these searches do not come to; tests marked with them do."""
LICENCE_B = ("lignarii-officina", "cura", "figulina", "metallum")
LICENCE_C = ("armorum-faber", "fabri-officina", "conflatorium")


def refusing(game: str) -> set[str]:
    """The rules that the needs of a game's actions state, and those its moments name."""
    found = set(ELSEWHERE.get(game, ()))
    for file in (ROOT / "engine" / game).glob("*.py"):
        if file.stem not in SET_UP:
            found |= set(_stated(ast.parse(file.read_text(encoding="utf-8")), file.stem == "moments"))
    return found


def _stated(tree: ast.AST, moments: bool) -> Iterator[str]:
    sentences = [node.value for node in ast.walk(tree) if isinstance(node, ast.Yield)]
    nodes = [tree] if moments else [each for each in sentences if isinstance(each, ast.Tuple)]
    for node in (inner for each in nodes for inner in ast.walk(each)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
            yield node.value


def printed(game: str) -> set[str]:
    """The rules by which the cases of the documents are ruled."""
    folder = ROOT / "docs" / "cases"
    files = folder.glob("*.toml") if game == "constantinopolis" else (folder / game).glob("*.toml")
    expected = (tomllib.loads(file.read_text(encoding="utf-8")).get("expect", {}) for file in files)
    return {rule for expect in expected for rule in expect.get("rulings", ())}


def rare() -> Iterator[tuple[State, Any]]:
    """Positions of Constantinopolis that random games seldom come to."""
    consul = {"red": 1, "blue": 5, "green": 2}
    late = {"buildings": ("armorum-faber",)}
    yield table(red=late), c.Build("red", "conflatorium")
    yield table(gone=LICENCE_B), c.Build("red", "vinaria")
    yield table(gone=LICENCE_C), c.Build("red", "vinaria")
    yield table(), c.Build("red", "vinaria")
    walls = table(offices={"red": 4, "blue": 5, "green": 2})
    do(walls, c.Build("red", "wall-ship"))
    yield walls, c.Preempt("blue")
    yield table("declared", "blue", offices=consul, memory={"builder": "red", "tile": "vinaria"}), c.Preempt("blue")
    wall = {"buildings": ("wall-auction",)}
    yield table("activation", blue=wall), c.Bid("red", 2, 1)
    fresh = {"goods": "R", "buildings": ("metallum",), "new": ("redemptor",)}
    yield table(options={"utility_at_once": "no"}, fresh=("red/redemptor",), red=fresh), c.Build("red", "cura", True)
    aboard = {"goods": "G", "contracts": ("G.3.111", "B.5.112")}
    loaded = table("acceptance", offices=consul, blue=aboard)
    do(loaded, c.Load("blue", "contract:G.3.111", "small-2"))
    yield loaded, c.Redraw("blue", {"contract:B.5.112": 1})
    swap = {"goods": "B", "buildings": ("wall-swap",)}
    short = table(options={"supply": "limited"}, red=swap)
    short.table["supply"] = {"gold": 1}
    yield short, c.Swap("red", "B", "G")


def found(game: str) -> set[str]:
    """Every rule that some refusal of a game rests on, in games, cases and rare positions."""
    extra = {judge(CONSTANTINOPOLIS, *each).rule for each in rare()} if game == "constantinopolis" else set()
    return reached(game, GAMES[game]) | printed(game) | extra


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_can_forbid_something_is_what_some_refusal_rests_on(game: str) -> None:
    reached_by = found(game)
    never = sorted(refusing(game) - reached_by - SELDOM[game])
    assert not never, f"no refusal ever rests on {', '.join(never)}"
    assert SELDOM[game] & reached_by == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_rests_on_a_rule_of_the_game(game: str) -> None:
    assert reached(game, 2) <= set(rulebook_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_sentence_of_a_refusal_leaves_no_fact_open(game: str) -> None:
    book = rulebook_of(game)
    told = {
        (one.rule, book.explain(one.rule, one.facts, "en", reason=one.reason, edition=state.setup.edition))
        for state, one in refused(game, 1)
        if one.untimely is None
    }
    assert told
    assert sorted(each for each in told if "…" in each[1]) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_random_games_hardly_come_to_has_a_test_of_its_own(game: str) -> None:
    marked = in_tests(game)
    assert [rule for rule in SELDOM[game] if not marked.get(rule)] == []
