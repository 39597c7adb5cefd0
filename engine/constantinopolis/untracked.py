"""Score only: the final scoring of a game nobody followed (C-SCO, C-TIE)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.constantinopolis.editions import Edition
from engine.constantinopolis.faces import contract
from engine.constantinopolis.values import Values
from engine.errors import WrongInput
from engine.game import Standing


class Final(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before a player at the end: fame on the track, walls, contracts on ships at sea, gold, goods in hand.

    `public` is the fame of public buildings, where the table scores it at the end.
    """

    fame: int
    walls: int = 0
    contracts: tuple[str, ...] = ()
    gold: int = 0
    goods: int = 0
    public: int = 0


def lines(final: Final, values: Values) -> dict[str, int]:
    """Fame by where it comes from; `ValueError` for more walls than there are or no contract's face."""
    if not 0 <= final.walls < len(values.tracks.wall_fame):
        raise WrongInput(f"walls are {final.walls!r}, not 0 to {len(values.tracks.wall_fame) - 1}")
    papers = [contract(face if face.startswith("contract:") else f"contract:{face}") for face in final.contracts]
    return {
        "track": final.fame,
        "public": final.public,
        "ships": sum(paper.fame for paper in papers),
        "walls": values.tracks.wall_fame[final.walls],
        "gold": purse(final) // values.tracks.gold_per_fame,
    }


def purse(final: Final) -> int:
    """All gold once the ships have paid."""
    papers = (contract(face if face.startswith("contract:") else f"contract:{face}") for face in final.contracts)
    return final.gold + sum(paper.gold for paper in papers)


def score(finals: Mapping[str, Final], values: Values, edition: Edition | None = None) -> tuple[Standing, ...]:
    """The seats in order, as the rules score what lies before them."""
    remainder = (edition or Edition()).tie_gold == "remainder"
    found = []
    for seat, final in finals.items():
        parts, gold = lines(final, values), purse(final)
        ties = (gold % values.tracks.gold_per_fame if remainder else gold, final.goods)
        found.append(((sum(parts.values()), *ties), seat, parts, ties))
    found.sort(key=lambda line: line[0], reverse=True)
    keys = [line[0] for line in found]
    return tuple(Standing(seat, 1 + keys.index(key), key[0], parts, ties) for key, seat, parts, ties in found)
