"""The engine's scoring against a second scorer that does not know it, and the scoring of untracked games."""

from __future__ import annotations

import random

import pytest

from engine.constantinopolis.commands import Score
from engine.constantinopolis.editions import Edition
from engine.constantinopolis.faces import contract
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.untracked import Final, score
from engine.constantinopolis.values import house
from engine.journal import Journal
from testkit.constantinopolis.players import LIVELY, Player, play, setup
from testkit.constantinopolis.second_scorer import final_fame, ranking
from testkit.constantinopolis.situation import Hand, Laden, Situation, lay
from testkit.constantinopolis.tables import do, table

WALLS = ("wall-swap", "wall-three-goods", "wall-contract", "wall-market", "wall-auction", "wall-ship")


def some_end(seed: int) -> Situation:
    """A random position before the final scoring."""
    chance = random.Random(seed)
    seats = tuple(chance.sample(("black", "blue", "green", "red", "yellow"), chance.randint(2, 5)))
    faces = [face for face, copies in house().contracts.faces.items() for _ in range(copies)]
    walls = list(WALLS)
    chance.shuffle(walls)
    chance.shuffle(faces)
    hands = {}
    for seat in seats:
        own = tuple(walls.pop() for _ in range(chance.randint(0, 6)) if walls)
        ships = tuple(Laden("large", (faces.pop(),)) for _ in range(chance.randint(0, 1)))
        more = tuple(
            Laden("medium", tuple(faces.pop() for _ in range(chance.randint(1, 3))))
            for _ in range(chance.randint(0, 1))
        )
        goods = "".join(chance.choice("GBRKY") for _ in range(chance.randint(0, 3)))
        small = chance.choice((0, 14, 15, chance.randint(0, 120)))
        hands[seat] = Hand(
            gold=small, goods=goods, buildings=own, short=ships, long=more, fame=chance.randint(0, 5) * 20
        )
    return Situation(seats=seats, phase="scoring", hands=hands)


def agree(case: Situation) -> None:
    state = lay(case)
    expected = {seat: final_fame(state.table, seat) for seat in case.seats}
    do(state, Score(""))
    found = CONSTANTINOPOLIS.standings(state)
    assert {standing.seat: standing.score for standing in found} == expected
    places = ranking(state.table, list(case.seats), expected)
    assert [{s.seat for s in found if s.place == place} for place in sorted({s.place for s in found})] == places


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_two_scorers_agree_on_random_end_positions(start: int) -> None:
    for seed in range(start, start + 100):
        agree(some_end(seed))


@pytest.mark.slow
def test_two_scorers_agree_on_ten_thousand_end_positions() -> None:
    for seed in range(10_000):
        agree(some_end(seed))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_scorers_agree_at_the_end_of_played_games(players: int) -> None:
    journal = Journal(CONSTANTINOPOLIS, setup(players, 5))
    for _ in play(journal, Player(5, LIVELY)):
        if type(journal.state.phase).__name__ == "Scoring":
            seats = journal.setup.colours
            expected = {seat: final_fame(journal.state.table, seat) for seat in seats}
    assert {line.seat: line.score for line in CONSTANTINOPOLIS.standings(journal.state)} == expected


def test_an_untracked_game_is_scored_as_a_tracked_one() -> None:
    for seed in range(100):
        case = some_end(seed)
        state = lay(case)
        do(state, Score(""))
        finals = {seat: _final(case.hands[seat]) for seat in case.seats}
        assert {(s.seat, s.place, s.score) for s in score(finals, house())} == {
            (s.seat, s.place, s.score) for s in CONSTANTINOPOLIS.standings(state)
        }


def _final(hand: Hand) -> Final:
    aboard = tuple(face for ship in (*hand.short, *hand.long) if isinstance(ship, Laden) for face in ship.contracts)
    return Final(hand.fame, len(hand.buildings), aboard, hand.gold, len(hand.goods))


@pytest.mark.rule("C-SCO-06")
def test_an_untracked_game_past_eighty_is_a_plain_total() -> None:
    assert score({"red": Final(fame=95, gold=30)}, house())[0].score == 97


def test_what_cannot_lie_before_a_player_is_an_error() -> None:
    with pytest.raises(ValueError, match="walls are 7"):
        score({"red": Final(0, walls=7)}, house())
    with pytest.raises(ValueError, match="fish"):
        score({"red": Final(0, contracts=("fish",))}, house())


@pytest.mark.rule("C-TIE-02")
@pytest.mark.parametrize(("value", "first"), [("total", "red"), ("remainder", "blue")])
def test_gold_as_tie_break_is_an_option_here_too(value: str, first: str) -> None:
    finals = {"red": Final(0, gold=16), "blue": Final(1, gold=2)}
    assert score(finals, house(), Edition(tie_gold=value))[0].seat == first  # type: ignore[arg-type]


@pytest.mark.rule("C-CMP-09")
def test_what_a_contract_says() -> None:
    paper = contract("contract:GB.7.112")
    assert (paper.goods, paper.gold, paper.fame, paper.slots) == ({"G": 1, "B": 1}, 7, 1, 2)
    assert contract("contract:P.5.-12").passengers == 1
    with pytest.raises(ValueError, match="not a contract's face"):
        contract("contract:P.5.112")
    assert table("acceptance").setup.book.deck()["contract:GB.7.112"] == 1
