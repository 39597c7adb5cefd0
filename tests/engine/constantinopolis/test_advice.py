"""The best loading of ships, against trying everything."""

from __future__ import annotations

import random
from itertools import product

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis.advice import Hull, Weights, best, bonus, pack, possible, solve, trade_off
from engine.constantinopolis.faces import contract
from engine.constantinopolis.values import house
from testkit.constantinopolis.tables import do, table

FACES = [f"contract:{face}" for face in house().contracts.faces]
HOLDS = {"small": (2, 0), "medium": (4, 1), "large": (8, 3)}


def instance(seed: int, most_ships: int, most_cards: int) -> tuple[list[Hull], list[str], dict[str, int]]:
    chance = random.Random(seed)
    sizes = [chance.choice(list(HOLDS)) for _ in range(chance.randint(1, most_ships))]
    hulls = [Hull(f"{size}-{place}", size, *HOLDS[size]) for place, size in enumerate(sizes)]
    stock = {good: chance.randint(0, 4) for good in "GBRKY"}
    return hulls, [chance.choice(FACES) for _ in range(chance.randint(1, most_cards))], stock


def by_trying_everything(hulls: list[Hull], faces: list[str], stock: dict[str, int], weights: Weights) -> float:
    """Every contract on every ship or on none."""
    found = 0.0
    for places in product(range(-1, len(hulls)), repeat=len(faces)):
        cargo = [
            [face for face, place in zip(faces, places, strict=True) if place == ship] for ship in range(len(hulls))
        ]
        goods = [good for load in cargo for face in load for good, n in contract(face).goods.items() for _ in range(n)]
        if any(goods.count(good) > stock[good] for good in set(goods)):
            continue
        if all(_fits(hull, load) for hull, load in zip(hulls, cargo, strict=True)):
            found = max(found, sum(_worth(hull, load, weights) for hull, load in zip(hulls, cargo, strict=True)))
    return found


def _fits(hull: Hull, load: list[str]) -> bool:
    papers = [contract(face) for face in load]
    return (
        sum(paper.slots for paper in papers) <= hull.slots
        and sum(paper.passengers for paper in papers) <= hull.places
        and all(paper.rounds[hull.size] for paper in papers)
    )


def _worth(hull: Hull, load: list[str], weights: Weights) -> float:
    papers = [contract(face) for face in load]
    rounds = max((paper.rounds[hull.size] for paper in papers), default=0)
    fame = sum(paper.fame for paper in papers) + bonus(hull.size, rounds)
    return sum(paper.gold for paper in papers) * weights.gold + fame * weights.fame - rounds * weights.round


@pytest.mark.parametrize("seed", range(60))
def test_the_best_loading_is_the_best_of_all(seed: int) -> None:
    hulls, faces, stock = instance(seed, 3, 5)
    weights = Weights(*[(1.0, 5.0, 2.0), (2.0, 3.0, 2.0), (1.0, 0.0, 6.0)][seed % 3])
    found = solve(hulls, faces, stock, weights)
    assert found.worth == pytest.approx(by_trying_everything(hulls, faces, stock, weights))
    for cargo in found.cargoes:
        assert possible(next(hull for hull in hulls if hull.ship == cargo.ship), cargo.contracts, pack(stock))


def test_the_advised_loading_can_be_carried_out() -> None:
    red = {"harbour": ("small", "medium"), "goods": "GGBB", "contracts": ("GB.7.112", "B.5.112", "P.5.-12", "G.3.111")}
    state = table("acceptance", red=red)
    advice = best(state, "red")
    do(state, *(c.Load("red", face, cargo.ship) for cargo in advice.cargoes for face in cargo.contracts))
    assert advice.gold == 7 + 5 + 5 + 3


def test_what_is_loaded_already_may_be_loaded_otherwise() -> None:
    red = {"harbour": ("small", "large"), "goods": "GG", "contracts": ("GG.6.111", "G.3.111")}
    state = table("acceptance", red=red)
    free = best(state, "red")
    do(state, c.Load("red", "contract:G.3.111", "large-1"))
    assert best(state, "red").worth == free.worth


def test_a_loading_without_goods_room_or_passenger_places_is_not_possible() -> None:
    small = Hull("small-1", "small", 2, 0)
    assert possible(small, ["contract:GB.7.112"], pack({"G": 1, "B": 1}))
    assert not possible(small, ["contract:GB.7.112"], pack({"G": 2}))
    assert not possible(small, ["contract:GB.7.112", "contract:G.3.111"], pack({"G": 9, "B": 9}))
    assert not possible(small, ["contract:P.5.-12"], pack({}))


def test_the_trade_off_between_gold_fame_and_length_is_shown() -> None:
    red = {"harbour": ("medium",), "goods": "GGG", "contracts": ("G.6.122", "G.5.122", "G.4.111", "G.3.111", "P.5.-11")}
    found = trade_off(table("acceptance", red=red), "red")
    assert found["gold"].gold == 6 + 5 + 4 + 5
    assert found["fame"].fame == 3 + 1
    assert (found["soon"].rounds, found["gold"].rounds) == (1, 2)
