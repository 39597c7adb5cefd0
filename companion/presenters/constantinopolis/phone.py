"""What a seat of Constantinopolis has, for its own phone: gold, goods, contracts, standing."""

from __future__ import annotations

from collections.abc import Iterator

from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.auction import sides
from companion.presenters.constantinopolis.lines import cargo_icons
from companion.presenters.scene import Scene
from companion.views.common.parts import MARK, Glyph, Line, Word
from companion.views.common.phone import Belongings, CoveredSum, Pile, Stake, StakeBid
from companion.views.constantinopolis.auction import Bidder
from companion.wording import _
from engine.constantinopolis.faces import contract
from engine.constantinopolis.phases import Duel
from engine.constantinopolis.readings import gold
from engine.table import Zone

FACES = "contracts.faces"
"""The printed values that contracts are made of."""


def belongings(scene: Scene, seat: str) -> Belongings:
    """Gold as a sum, the goods in hand, every contract with where it is, fame and level."""
    me, table = scene.zones(seat), scene.table
    purse = CoveredSum(heading=_("Your gold"), icon="coin", amount=str(gold(scene.state.zones, me)))
    hand = tuple((Glyph(words.ICONS[good], str(table[me.goods].get(good, 0))),) for good in words.ORDER)
    papers = tuple(_papers(scene, seat))
    standing: tuple[Line, ...] = (
        (Glyph("fame", str(table[me.fame].get("fame", 0)), "porphyry"), Word(_("fame"))),
        (Glyph("level", str(table[me.level].get("level", 0))), Word(_("level"))),
    )
    piles = [Pile(heading=_("In hand"), items=hand)]
    if papers:
        piles.append(Pile(heading=_("Contracts"), items=papers, look="cards", note=_legend(scene)))
    piles.append(Pile(heading=_("Standing"), items=standing, look="standing"))
    return Belongings(purse=purse, piles=tuple(piles), stake=_stake(scene))


def _legend(scene: Scene) -> str:
    """What the mark behind the gold of a contract means, where it is of our own deck."""
    ours = _("A value with {mark} is our own, because no rulebook states it.")
    return ours.format(mark=MARK) if scene.ours(FACES) else ""


def _stake(scene: Scene) -> Stake | None:
    """The office of a duel, and the last bid of each side."""
    if not isinstance(scene.phase, Duel):
        return None
    challenger, office, owner = sides(scene)
    bids = (_bid(side) for side in (challenger, owner))
    return Stake(icon=office.icon, title=office.name, note=office.gives, bids=tuple(bids))


def _bid(side: Bidder) -> StakeBid:
    amount = "–" if side.bid is None else str(side.bid)
    return StakeBid(person=side.person, amount=amount, word=side.word, leads=side.leads)


def _papers(scene: Scene, seat: str) -> Iterator[Line]:
    me = scene.zones(seat)
    yield from _lying(scene, me.open, (Word(_("in hand")),))
    yield from _lying(scene, me.saved, (Word(_("saved")),))
    for zone, word in ((me.harbour, _("loaded")), (me.short, _("at sea")), (me.long, _("at sea"))):
        for ship in sorted(scene.table[zone]):
            yield from _lying(scene, scene.state.setup.book.hold[ship], (Glyph(words.ship_icon(ship)), Word(word)))


def _lying(scene: Scene, zone: Zone, where: Line) -> Iterator[Line]:
    for piece, count in sorted(scene.table[zone].items()):
        if piece.startswith("contract:"):
            yield from ((*_face(scene, piece), *where),) * count


def _face(scene: Scene, piece: str) -> Line:
    if piece == "contract:?":
        return (Glyph("camera"), Word(_("not read yet")))
    paper = contract(piece)
    fame = str(paper.fame) if paper.fame else "–"
    pays = f"{paper.gold}{MARK}" if scene.ours(FACES) else str(paper.gold)
    return (*cargo_icons(piece), Glyph("coin", pays, "gold_text"), Glyph("fame", fame, "porphyry"))
