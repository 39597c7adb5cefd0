"""An invented count of a game nobody followed, for the gallery."""

from __future__ import annotations

from random import Random

from companion.views import acts
from companion.views.around import opening
from companion.views.constantinopolis.counting import Count
from companion.views.lobby import Lobby
from companion.views.parts import Sheet
from engine.constantinopolis.untracked import Final

FINALS = {
    "red": Final(37, 3, ("GB.8.111", "K.9.111", "P.5.-11"), 21, 2),
    "blue": Final(41, 1, ("YY.18.111",), 15, 0),
    "green": Final(33, 5, (), 34, 4),
    "yellow": Final(41, 1, ("R.7.111", "B.5.111"), 36, 1),
}


def counting(screen: str, line: str = "fame", opened: str = "") -> Sheet:
    """A screen of the count with everybody counted."""
    lobby = Lobby(None, Random(1))
    lobby.draft = opening.Draft(finished=True)
    lobby.count = Count(FINALS, "red", line, opened=opened)
    if line == "contracts":
        lobby.do(acts.Cargo("G"))
    return lobby.view(screen, False)
