"""A city of Praetor that a camera looks at, as a test or a player by taps wants it to be seen."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.host.camera import LOOKER
from companion.host.opening import new_session, shuffled_setup
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.parts import Sheet
from companion.views.praetor.look_over import PraetorLookOver
from engine.journal import Journal
from engine.praetor.city import city, laid, placed, plazas
from engine.praetor.game import PRAETOR
from engine.praetor.zones import CITY
from engine.sighting import Found, Guess, Pieces, Seen, Sighting
from testkit.taps import hands_done
from vision.flat.patches import LOOKS, Move

ASIDE = Move(3, 7, 2)
"""How the looks have the city, which were taken from another side."""


class City:
    """A city of four players that a camera looks at, with a clock of its own."""

    def __init__(self) -> None:
        self.now = 0.0
        book = Journal(PRAETOR, shuffled_setup("praetor", 4, 4))
        self.session = new_session(book, seconds=lambda: self.now, clock=lambda: self.now)
        self.desk = Desk(source=self.session)
        hands_done(self.desk)
        self.built = list(self.session.state.zones[CITY])
        self.look(self.built)

    def look(self, pieces: list[Any]) -> None:
        """The camera sees these pieces, each with one guess or with several."""
        objects = [Seen(piece if isinstance(piece, tuple) else (Guess(piece, 0.99),)) for piece in pieces]
        self.session.put(Sighting("camera", CITY, self.now, Pieces(tuple(objects))))
        self.session.poll()

    def lay_otherwise(self, old: str, new: str) -> None:
        """Another piece is seen in the place of one."""
        self.now += 1
        self.look([*(piece for piece in self.built if piece != old), new])

    def wait(self, seconds: float, screen: str) -> Any:
        """Time passes; what a screen then shows."""
        self.now += seconds
        self.session.poll()
        self.desk.do(acts.Open(screen))
        return self.sheet.body

    @property
    def sheet(self) -> Sheet:
        """What the desk shows."""
        view = self.desk.view()
        assert isinstance(view, Sheet)
        return view

    def gives(self, piece: str) -> str:
        """What the plazas give a tile where it lies, in the view's words."""
        others = {each: 1 for each in self.built if placed(each)[0] != placed(piece)[0]}
        corners = self.session.state.book.corners
        return f"+{plazas(corners, city({CITY: {**others, piece: 1}}), *placed(piece))}"


class LookedOver(City):
    """A city that nobody has looked at yet, with a camera that is moved over it."""

    def __init__(self) -> None:
        self.looked: list[tuple[str, ...]] = []
        super().__init__()
        self.forgotten: list[str] = []
        self.session.forget_camera = self.forgotten.append
        self.session.put(Found("camera", 0.0, "camera"))
        self.session.poll()
        self.desk.do(acts.Open("look_over"))

    def look(self, _pieces: list[Any]) -> None:
        """Nothing is seen before the camera is moved."""

    def show(self, *pieces: str, zone: str = LOOKS) -> PraetorLookOver:
        """All that looks have shown so far, or what lies on the mat."""
        self.now += 1
        move = ASIDE if zone == LOOKS else Move(0)
        values = [each if each.startswith(("tile:", "die:", "bare:")) else f"tile:{each}" for each in pieces]
        objects = tuple(Seen((Guess(move.value(value), 0.99),)) for value in values)
        source = LOOKER if zone == LOOKS else "camera"
        self.session.put(Sighting(source, zone, self.now, Pieces(objects)))
        self.session.poll()
        return self.body

    def rest(self, seconds: float) -> PraetorLookOver:
        """Nothing moves for a while."""
        for _ in range(int(seconds // 2)):
            self.now += 2.5
            self.session.poll()
        return self.body

    @property
    def body(self) -> PraetorLookOver:
        """What the screen shows between its bars."""
        body = self.sheet.body
        assert isinstance(body, PraetorLookOver)
        return body

    @property
    def bar(self) -> Any:
        """The bar below it."""
        return self.sheet.bar

    def otherwise(self, piece: str, new: str) -> list[str]:
        """All pieces, one of them replaced."""
        return [*(each for each in self.built if each != piece), new]


def turned(piece: str) -> str:
    """The tile of a piece in the same cell, a quarter turn further."""
    tile, spot = placed(piece)
    return laid(tile, replace(spot, turn=(spot.turn + 1) % 4))
