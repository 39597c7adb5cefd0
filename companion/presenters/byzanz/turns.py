"""The turn list of Byzanz: who bids or picks in which order, and the auctions that are still to come."""

from __future__ import annotations

from collections.abc import Sequence

from companion.presenters.byzanz.common import clockwise, deal, offer_now, standing, won
from companion.presenters.common.turn_list import entry
from companion.presenters.scene import Scene
from companion.views.common.turn_list import DONE, DUE, OUT, WAIT, TurnEntry, Turns, TurnStep
from companion.wording import _
from engine.byzanz import phases as p


def turns(scene: Scene) -> Turns:
    """Whose turn it is in this auction or at the market, and what follows in the round."""
    order = _by_offer(scene) if _at_market(scene) else clockwise(scene)
    return Turns(
        phase=_heading(scene),
        how=_how(scene),
        seats=[_entry(scene, seat) for seat in order],
        steps=_later(scene),
    )


def _at_market(scene: Scene) -> bool:
    """Has every player of this round an offer card?"""
    return not offer_now(scene) and not isinstance(scene.phase, p.Selling | p.Deciding | p.Over)


def _by_offer(scene: Scene) -> Sequence[str]:
    """The lowest offer card picks first."""
    return sorted(scene.source.names, key=lambda seat: won(scene, seat))


def _heading(scene: Scene) -> str:
    number = offer_now(scene)
    if number:
        return _("Offer card {n}").format(n=number)
    return _("Market") if _at_market(scene) else _("Last sales")


def _how(scene: Scene) -> str:
    if offer_now(scene):
        return _("Clockwise, until all but one have passed. Whoever has won waits for the market.")
    if _at_market(scene):
        return _("The lowest offer card picks first")
    return _("In any order; who is ready says so.")


def _entry(scene: Scene, seat: str) -> TurnEntry:
    word, state = standing(scene, seat)
    has_won = bool(offer_now(scene) and won(scene, seat))
    passed = isinstance(scene.phase, p.Bidding) and state == "done"
    known = DUE if seat in scene.due else OUT if has_won or passed else DONE if state == "done" else WAIT
    offer = won(scene, seat)
    return entry(scene, seat, word, known, _("Offer card {n}").format(n=offer) if offer else "")


def _later(scene: Scene) -> list[TurnStep]:
    """The auctions of the lower offer cards, then the market."""
    now = offer_now(scene)
    if not now:
        return []
    lower = [number for number in deal(scene) if number < now]
    auctions = [
        TurnStep(
            icon=f"offer-{number}",
            word=_("Offer card {n}").format(n=number),
            note=_("Who is left of those without an offer card bids for it."),
        )
        for number in lower
    ]
    market = TurnStep(icon="kind-commercial", word=_("Market"), note=_("The lowest offer card picks first"))
    return [*auctions, market]
