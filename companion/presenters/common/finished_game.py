"""What counting a finished game that was not followed has in every game: who played, the keys, who is next, a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.presenters.common.steps import winners
from companion.presenters.draft import Draft
from companion.presenters.scene import people
from companion.views.common import acts, count_acts
from companion.views.common.parts import Button, Person, Sheet, Top
from companion.views.common.score import Cell, FinalScore, Heading, Opened, ScoreLine
from companion.wording import _, figure
from engine.game import Standing

KEYS = ("123", "456", "789", "<0")


class Counted(Protocol):
    """What a game has counted so far: by seat, whose pieces are counted now, and the cell that is looked at."""

    @property
    def finals(self) -> Mapping[str, object]: ...
    @property
    def seat(self) -> str: ...
    @property
    def opened(self) -> str: ...


def top() -> Top:
    """The top bar of a game that was not followed."""
    return Top(title=_("A finished game"), menu=Button(_("Games"), icon="close", command=acts.Open("games")))


def persons_of(draft: Draft) -> dict[str, Person]:
    """Who played, by seat."""
    return people({place.seat: place.name for place in draft.places})


def keypad() -> tuple[tuple[Button, ...], ...]:
    """The keys a figure is typed with."""
    return tuple(tuple(_pad(letter) for letter in row) for row in KEYS)


def _pad(letter: str) -> Button:
    return Button(
        "" if letter == "<" else letter, icon="undo" if letter == "<" else "", command=count_acts.CountKey(letter)
    )


def who_played() -> Button:
    """Back to the people who sat there."""
    return Button(_("Who played?"), icon="table", command=acts.Open("seats"))


def left_words(draft: Draft, count: Counted) -> str:
    """Who is still to be counted."""
    waiting = [place.name for place in draft.places if place.seat not in count.finals]
    return _("Still to count: {names}").format(names=", ".join(waiting)) if waiting else _("Everybody is counted.")


def others_left(draft: Draft, count: Counted) -> list[str]:
    """The other seats still to be counted, in the order round the table from the one that is counted now."""
    seats = [place.seat for place in draft.places]
    at = seats.index(count.seat)
    return [seat for seat in (*seats[at + 1 :], *seats[:at]) if seat not in count.finals]


def next_button(draft: Draft, count: Counted) -> Button:
    """On to the next player who is not counted yet; then the result."""
    for seat in others_left(draft, count):
        name = persons_of(draft)[seat].name
        return Button(_("On to {name}").format(name=name), command=count_acts.CountOf(seat), look="primary")
    return Button(_("Who has won?"), command=acts.Open("counted"), look="primary")


def result_sheet(
    draft: Draft,
    count: Counted,
    standings: Sequence[Standing],
    headings: Mapping[str, Heading],
    opened: Opened,
    *,
    icon: str,
    points: str,
) -> Sheet:
    """Who has won, with every figure open to a check.

    `headings` are those of the parts of a score, in their order; `icon` and `points` stand for the whole of it.
    """
    persons = persons_of(draft)
    body = FinalScore(
        icon=icon,
        points=points,
        person=persons[standings[0].seat],
        title=winners([persons[one.seat].name for one in standings if one.place == 1]),
        note=_("Tap a figure to see its sum."),
        buttons=_buttons(),
        headings=tuple(headings.values()),
        lines=tuple(_score_line(count, persons[one.seat], one, tuple(headings)) for one in standings),
        chart="",
        curves=(),
        ticks=(),
        opened=opened,
    )
    return Sheet(body=body, top=top())


def _buttons() -> tuple[Button, ...]:
    """What can be done with a result."""
    return (
        Button(_("Count again"), _("nothing is lost"), "undo", command=acts.Open("count")),
        Button(_("Large"), icon="shown", command=acts.Open("podium")),
        Button(_("Another game"), command=acts.Open("recount"), look="primary"),
    )


def _score_line(count: Counted, person: Person, one: Standing, parts: Sequence[str]) -> ScoreLine:
    """A player's row of the result; a tap on a figure opens its sum."""
    cells = tuple(_cell(count, f"{person.seat} {part}", one.lines[part]) for part in parts)
    return ScoreLine(one.place, person, cells, figure(one.score), one.place == 1)


def _cell(count: Counted, key: str, points: int) -> Cell:
    return Cell(figure(points), Button("", command=count_acts.CountCell(key), chosen=count.opened == key))
