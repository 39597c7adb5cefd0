"""The moments of a game that seldom come: a desk stands in any of them at once, for tests and for who plays by taps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.presenters.source import Host
from companion.views.common import acts
from companion.views.common.parts import TURNS
from engine.sighting import Found, Lost, Sighting, Tag


class Moment(NamedTuple):
    """A game led to where it comes, by `led`, and what people then do on the screen, `done`."""

    led: Callable[[], Session]
    done: Callable[[Desk], None]

    def desk(self, side: str = "south", host: Host | None = None) -> Desk:
        """A desk of its own in this moment: who is due sits at a side of the table, the others round it."""
        desk = Desk(host, self.led())
        seat_round(desk, side)
        self.done(desk)
        return desk


def plain(_desk: Desk) -> None:
    """The screen as it stands."""


def shown(screen: str, about: str, desk: Desk) -> None:
    """Another screen."""
    desk.do(acts.Open(screen, about))


def unplugged(session: Session) -> Session:
    """The same game after everybody's tray was there and fell silent."""
    for seat in session.names:
        source = f"serial:{seat}"
        seen = Sighting(source, f"tray/{seat}", 0.0, Tag(""))
        for value in (Found(source, 0.0), seen, Lost(source, 0.0, "unplugged")):
            session.put(value)
    session.poll()
    return session


def seat_round(desk: Desk, side: str) -> None:
    """Who is due, or else the first, sits at a side of the table, the others round it as they follow."""
    assert desk.source is not None
    names, sides = list(desk.source.names), list(TURNS)
    first = names.index(desk.scene().me) if desk.scene().me else 0
    begins = sides.index(side)
    desk.sides = {seat: sides[(begins + at) % 4] for at, seat in enumerate([*names[first:], *names[:first]])}


def moments_of(game: str) -> Mapping[str, Moment]:
    """The moments of a game by name, as its own folder has them; none of a game without any."""
    module = f"testkit.{game}.moments"
    try:
        found: Mapping[str, Moment] = import_module(module).MOMENTS
    except ModuleNotFoundError as error:
        if not module.startswith(error.name or module):
            raise
        return {}
    return found
