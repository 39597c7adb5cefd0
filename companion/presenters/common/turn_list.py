"""The turn list: whose turn it is, who is next, who has passed, and what the rest of the round brings."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.presenters.common.back_bar import way_back
from companion.presenters.scene import Scene
from companion.views.common.parts import Sheet
from companion.views.common.turn_list import DONE, DUE, NEXT, OUT, WAIT, TurnEntry, TurnList
from companion.wording import _


def turn_list(scene: Scene) -> Sheet:
    """The whole list, not turned to a seat: all look at it."""
    turns = scene.title.turns(scene)
    body = TurnList(
        heading=turns.phase,
        note=turns.how,
        seats=tuple(_with_next(turns.seats)),
        then=_("Then, in this round"),
        steps=tuple(turns.steps),
        none=_("Nothing more in this round."),
    )
    return scene.title.sheet(scene, body, way_back(_sentence(body)), "")


def entry(scene: Scene, seat: str, word: str, state: str, note: str = "") -> TurnEntry:
    """A seat in the list; a `state` of a seat's card is understood too."""
    known = state if state in (DUE, WAIT, DONE, OUT) else DUE if seat in scene.due else WAIT
    return TurnEntry(person=scene.player(seat), word=word, state=known, note=note)


def _with_next(seats: Sequence[TurnEntry]) -> list[TurnEntry]:
    """The seats; the first that waits is marked as the next: after those who are due, and then from the front."""
    found = list(seats)
    due = max((at for at, each in enumerate(found) if each.state == DUE), default=-1)
    order = (*range(due + 1, len(found)), *range(due + 1))
    following = next((at for at in order if found[at].state == WAIT), None)
    if following is not None:
        found[following] = replace(found[following], state=NEXT)
    return found


def _sentence(body: TurnList) -> str:
    due = [each.person.name for each in body.seats if each.state == DUE]
    following = next((each.person.name for each in body.seats if each.state == NEXT), "")
    if len(due) == 1 and following:
        return _("{name}’s turn, then {next}").format(name=due[0], next=following)
    if due:
        return _("Now: {names}").format(names=", ".join(due))
    return _("Turn order")
