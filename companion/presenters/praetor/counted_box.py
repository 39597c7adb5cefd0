"""Which box a finished game was played with, and which side of a board each seat had: by these it is scored."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.presenters.common import shown_pieces
from companion.presenters.draft import Draft
from companion.views.common import acts, count_acts
from companion.views.common.options import CountRow
from companion.views.common.parts import MARK, Button
from companion.wording import _
from engine.praetor.setup import Setup
from engine.praetor.untracked import Final
from engine.praetor.values import SIDE_A, Board, Book, Values
from engine.praetor.zones import GOODS

BOARD = "board"
"""The line that says which side of a board a seat had (`Final.board`)."""
WIDEST = (-99, 99)
"""The figures that may be typed where nobody has entered a morale track: two digits."""


class Count(Struct, frozen=True, kw_only=True):
    """What has been counted so far by seat; `line` takes the keys, `typing` says that its figure is being typed,
    `opened` is the cell of the result that is looked at, `found` what pictures showed. `values` are those of the box,
    None while it is not named; `ours` the keys of those of the house set."""

    finals: Mapping[str, Final] = {}
    found: shown_pieces.Found = {}
    seat: str = ""
    line: str = "favor"
    typing: bool = False
    opened: str = ""
    values: Values | None = None
    ours: frozenset[str] = frozenset()


def valued(count: Count, setup: Setup, taken: Collection[str]) -> Count:
    """The count with the printed values of its box; `taken` are the keys taken from the house set."""
    values = setup.values
    boards = {**{side: Board() for side in Book(values).sides}, **values.board}
    return replace(count, values=replace(values, board=boards), ours=setup.ours | frozenset(taken))


def track(values: Values | None, side: str) -> tuple[int, ...]:
    """The morale track of a side of a board; empty while nobody has entered it."""
    return (values.board[side].morale or ()) if values is not None else ()


def lacks(values: Values | None, final: Final) -> str:
    """The key of the value without which a player cannot be scored; nothing if all is known."""
    sells = any(getattr(final, good) for good in GOODS)
    known = values is not None and values.board[final.board].market is not None
    return f"board.{final.board}.market" if sells and not known else ""


def gap(draft: Draft, count: Count) -> Button | None:
    """What must be said before anybody has won; None where everything is."""
    if count.values is None:
        why = _("your copy cannot be read") if draft.values else _("which box?")
        return Button(_("Who has won?"), reason=why)
    finals = (count.finals.get(place.seat, Final()) for place in draft.places)
    key = next(filter(None, (lacks(count.values, final) for final in finals)), "")
    if not key:
        return None
    label = _("Rates of board {side}").format(side=key.split(".")[1])
    return Button(label, _("your copy lacks them"), "question", command=acts.Open("value", key), look="primary")


def turned(count: Count, final: Final, by: int) -> Final:
    """A player with the next side of a board, or the one before, that nobody else has; side A lies there for all."""
    taken = {one.board for one in count.finals.values()} - {final.board, SIDE_A}
    assert count.values is not None
    sides = [side for side in Book(count.values).sides if side not in taken]
    return replace(final, board=sides[(sides.index(final.board) + by) % len(sides)])


def box_row(draft: Draft) -> CountRow:
    """Whose values count, for all players alike; a tap goes on to the other box."""
    figure = {"": "–", "copy": _("yours"), "house": _("ours") + MARK}[draft.values]
    other = "house" if draft.values == "copy" else "copy"
    return CountRow(
        icon="box",
        label=_("Which box?"),
        note=_("for all: your own, or ours, printed"),
        figure=figure,
        brings="",
        chosen=not draft.values,
        less=None,
        more=None,
        button=Button(_("Which box?"), command=acts.Agreed("values", other)),
    )


def board_row(count: Count, final: Final) -> CountRow:
    """Which side of a board a player had."""
    known = count.values is not None
    return CountRow(
        icon="contract",
        label=_("Player board"),
        note=_("the side that lies up"),
        figure=final.board,
        brings="",
        chosen=False,
        less=Button("", icon="minus", command=count_acts.CountStep(BOARD, -1) if known else None),
        more=Button("", icon="plus", command=count_acts.CountStep(BOARD, 1) if known else None),
        button=Button(_("Player board"), command=count_acts.CountStep(BOARD, 1) if known else None),
    )
