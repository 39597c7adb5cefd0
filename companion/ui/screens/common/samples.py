"""Invented views of screens beside the game, from which their widgets are made before they are due."""

from __future__ import annotations

from companion.views.common.acts import Pick
from companion.views.common.hands import Art, HandsBoard, HandSheet, HandTask
from companion.views.common.overview import Overview
from companion.views.common.parts import Button

TASKS = 2
"""So many things most people have to do after a step; where there are more, the others are made when they are due."""


def hands(table: Overview) -> HandsBoard:
    """Everybody round a table has to do something."""
    button = Button("", command=Pick(""))
    task = HandTask(label="", note="", art=Art(icon="coin"), button=button)
    sheets = tuple(
        HandSheet(person=seat.person, side=seat.side, note="", tasks=(task,) * TASKS, all=button, secret=seat.secret)
        for seat in table.seats
    )
    return HandsBoard(
        top=table.top, sentence="", note="", sheets=sheets, table=(), choices=(button, button), corners=table.corners
    )
