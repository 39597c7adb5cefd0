"""What lies before a player at the end of Constantinopolis and is read in a picture (C-SCO, C-TIE)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from random import Random

from companion.titles.showing import Example, PieceKind, Showing
from engine.constantinopolis.values import catalogue, house

CARGOS = (*"GBRKY", *(a + b for a, b in combinations_with_replacement("GBRKY", 2)), "P")
"""What a contract carries: one good, two, or a passenger."""
PAYS = range(1, 25)
"""The gold a contract may pay."""


def as_counted(face: str) -> str:
    """A contract without its voyages: how long a ship sails does not matter once the game is over."""
    cargo, gold, _rounds = face.removeprefix("contract:").split(".")
    return f"{cargo}.{gold}.{'-11' if cargo == 'P' else '111'}"


def _contracts(labels: Sequence[str]) -> dict[str, tuple[str, ...]]:
    return {"contracts": tuple(as_counted(label) for label in labels)}


def _contract_choices(begun: str) -> tuple[str, ...]:
    """First the cargo, then the gold."""
    if not begun:
        return tuple(f"contract:{cargo}." for cargo in CARGOS)
    voyages = "-11" if begun == "contract:P." else "111"
    return tuple(f"{begun}{gold}.{voyages}" for gold in PAYS)


def _tiles(labels: Sequence[str]) -> dict[str, int]:
    """The sections of the wall, and the fame of the public buildings; other buildings count nothing."""
    built = [house().buildings[label.removeprefix("tile:")] for label in labels]
    walls = sum(one.kind == "wall" for one in built)
    return {"walls": walls, "public": sum(one.fame or 0 for one in built if one.kind == "public")}


def _counting_tiles(_begun: str) -> tuple[str, ...]:
    buildings = catalogue().values["buildings"]
    return tuple(f"tile:{name}" for name, one in buildings.items() if one["kind"] in ("wall", "public"))


def _example(chance: Random) -> Example:
    deck = [f"contract:{face}" for face in sorted(house().contracts.faces)]
    return Example(
        cards=tuple(chance.sample(deck, chance.randint(1, 3))),
        cubes={good: chance.randint(1, 2) for good in chance.sample("GBRKY", 3)},
        coins={10: chance.randint(0, 2), 5: 1, 2: chance.randint(0, 1), 1: chance.randint(0, 2)},
    )


SHOWINGS = (
    Showing(
        name="all",
        layout="contract",
        kinds=(
            PieceKind(prefix="contract", lines=("contracts",), count=_contracts, choices=_contract_choices),
            PieceKind(
                prefix="coin",
                lines=("gold",),
                count=lambda labels: {"gold": sum(int(label.removeprefix("coin:")) for label in labels)},
                choices=lambda _begun: tuple(f"coin:{value}" for value in house().coins.value),
            ),
            PieceKind(
                prefix="cube",
                lines=("goods",),
                count=lambda labels: {"goods": len(labels)},
                choices=lambda _begun: tuple(f"cube:{good}" for good in "GBRKY"),
            ),
            PieceKind(prefix="tile", lines=("walls", "public"), count=_tiles, choices=_counting_tiles),
        ),
        example=_example,
    ),
)
"""All of it lies side by side: contracts of ships at sea, coins, cubes, and tiles of the wall."""
