"""The list of the city tiles in the owner's box: sorted by their backs, each pile counted by name (P-DAT-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from companion.presenters.common.printed_values import ask_bar
from companion.presenters.look import Look
from companion.presenters.praetor import words
from companion.titles.praetor.copy_check import new_doubts
from companion.titles.praetor.opening import owners_values
from companion.views.common import acts
from companion.views.common.asking import Box
from companion.views.common.options import CountRow
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.wording import _, wording
from engine.praetor.game import PRAETOR
from engine.praetor.values import ERAS, START, house

Piles = Mapping[str, int]
"""How many tiles there are with a back and a name, such as ``I 3 sawmill``: era, players, kind."""
BACKS = tuple(f"{era} {players}" for era in ERAS for players in PRAETOR.seats)
"""What may stand on the back of a tile: its era, and from how many players on it is used."""
MOST = 9
"""More tiles of one name with one back than this no box holds."""


def listed(piles: Piles) -> dict[str, dict[str, str | int]]:
    """The list as the owner's file holds it: each tile by its kind and a number, with what stands on its back."""
    numbers: Counter[str] = Counter()
    found: dict[str, dict[str, str | int]] = {}
    for back in BACKS:
        era, players = back.split()
        for kind in house().tiles:
            for _nth in range(piles.get(f"{back} {kind}", 0)):
                numbers[kind] += 1
                found[f"{kind}-{numbers[kind]}"] = {"kind": kind, "era": era, "players": int(players)}
    return found


def listing(look: Look, piles: Piles, usual: object, top: Top) -> Sheet:
    """The piles, or the one that is looked at; `usual` is the list of the house set."""
    if look.tab in BACKS:
        return _pile(look.tab, piles, top)
    rows = tuple(_back(back, piles) for back in BACKS)
    note = _("Sort them by what is printed on their backs, then count each pile by name. Count a lost tile, too.")
    return Sheet(body=Box(_("The list of the 42 tiles"), note, rows), top=top, bar=_bar(piles, usual))


def _bar(piles: Piles, usual: object) -> Bar:
    """Keep the list once it is whole; what of it does not fit the box is said."""
    tiles, most = listed(piles), house().components.tiles
    bar = ask_bar("city", tiles, len(tiles) >= most, usual, _("its {n} tiles").format(n=most))
    back = Button(_("Back"), command=acts.Open("box"))
    bar = replace(bar, sentence=_so_far(piles), choices=(back, *bar.choices))
    if len(tiles) < most:
        return replace(bar, primary=Button(_("Keep it"), reason=_so_far(piles)))
    doubts = new_doubts(owners_values(None), "city", tiles, wording.language)
    return replace(bar, note=doubts[0] if doubts else bar.note)


def _so_far(piles: Piles) -> str:
    return _("{n} of {most} tiles").format(n=sum(piles.values()), most=house().components.tiles)


def _back(back: str, piles: Piles) -> CountRow:
    """A pile, and how many tiles of it were counted."""
    counted = sum(n for key, n in piles.items() if key.startswith(f"{back} "))
    return CountRow(
        icon="city-tiles",
        label=_heading(back),
        note="",
        figure=str(counted) if counted else "–",
        brings="",
        chosen=bool(counted),
        less=None,
        more=None,
        button=Button(_heading(back), command=acts.Tab(back)),
    )


def _heading(back: str) -> str:
    era, players = back.split()
    said = {START: _("Start tiles, {n}+"), "I": _("First Era, {n}+"), "II": _("Second Era, {n}+")}
    return said[era].format(n=players)


def _pile(back: str, piles: Piles, top: Top) -> Sheet:
    """How many tiles of each name have this back; only some kinds stand in a start city."""
    starting = back.startswith(START)
    kinds = [kind for kind, what in house().tiles.items() if what.start or not starting]
    rows = tuple(_kind(back, kind, piles) for kind in sorted(kinds, key=words.kind_name))
    bar = Bar(sentence=_so_far(piles), primary=Button(_("The other piles"), command=acts.Tab(""), look="primary"))
    return Sheet(body=Box(_heading(back), _("How many of each name are in this pile?"), rows), top=top, bar=bar)


def _kind(back: str, kind: str, piles: Piles) -> CountRow:
    key, name = f"{back} {kind}", words.kind_name(kind)
    number = piles.get(key, 0)
    more = acts.PileStep(key, 1) if number < MOST else None
    return CountRow(
        icon=f"city-{kind}",
        label=name,
        note="",
        figure=str(number) if number else "–",
        brings="",
        chosen=bool(number),
        less=Button("", icon="minus", command=acts.PileStep(key, -1) if number else None),
        more=Button("", icon="plus", command=more),
        button=Button(name, command=more),
    )
