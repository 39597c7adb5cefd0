"""How a running game stands: what screens, phones and trays read of it, and the parts that know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.play import challenges
from companion.play.challenges import Challenge
from companion.play.consoles import Consoles, Show, Truth
from companion.play.disputes import Disputes
from companion.play.hands import Hands
from companion.play.questions import Questions
from companion.play.reports import Caution, Device, Disagreement, Frame, Question, Refusal
from companion.play.sensors import Sensors
from companion.play.set_up import Ticks
from companion.sensing.judge import Judge
from companion.sensing.policy import Policy
from companion.sensing.readings import Anew, Readings, Told
from companion.titles.title import as_seen, nothing
from devices.menu import Menu
from engine.event import Event, State
from engine.game import Command, Game, Offer, legal
from engine.journal import Entry, Journal
from engine.sighting import Sighting
from engine.table import Tally, Zone


class RunningGame:
    """What may be read of a running game; nothing here changes it. `Session` is the one that does."""

    def __init__(
        self,
        book: Journal,
        names: Mapping[str, str],
        policy: Policy,
        *,
        places: Mapping[Zone, Zone] | None = None,
        told: Told = as_seen,
        anew: Anew = nothing,
        show: Show | None = None,
        truth: Truth | None = None,
        passes: Sequence[str] = (),
        held: bool = False,
    ) -> None:
        self.book = book
        self.names = names
        self.policy = policy
        self.places = places or {}
        self.note: str | Refusal = ""
        self.stale = 0
        self.played_at = ""
        self.picture: Callable[[], Frame | None] | None = None
        self.cautions: Callable[[], Sequence[Caution]] = tuple
        self._readings = Readings(book, policy, self.places, told, anew)
        self._judge = Judge(book, policy, self._readings)
        self._sensors = Sensors(self._readings, self.places)
        self._disputes = Disputes(book, policy, self._judge)
        self._consoles = Consoles(names, policy.game, passes, show, truth)
        self._judge.opened = self._consoles.opened
        self._questions = Questions(book.game.name)
        self._held = held
        self._lacks = ""
        self.hands = Hands(names)
        self.set_up = Ticks()

    @property
    def game(self) -> Game:
        return self.book.game

    @property
    def state(self) -> State:
        return self.book.state

    @property
    def journal(self) -> Sequence[Entry]:
        """The entries, oldest first."""
        return self.book.entries

    @property
    def questions(self) -> Sequence[Question]:
        return tuple(self._questions.standing.values())

    @property
    def disagreements(self) -> Sequence[Disagreement]:
        return tuple(self._disputes.standing.values())

    @property
    def ended(self) -> Sequence[tuple[Disagreement, str]]:
        """Disagreements that are over, each with how: `put right` or the exit taken."""
        return tuple(self._disputes.ended)

    @property
    def devices(self) -> Sequence[Device]:
        """What was found; a device whose reading differs from the book, or is asked about, is in that state."""
        asks = [question.zone for question in self.questions]
        return self._sensors.devices(asks, [found.source for found in self.disagreements])

    @property
    def frame(self) -> Frame | None:
        """The camera's newest picture with what was read on it; made only when asked for."""
        return self.picture() if self.picture else None

    @property
    def pending(self) -> Sequence[Zone]:
        """Zones where hands have not followed the book yet, or have gone ahead of it."""
        return self._judge.differing()

    @property
    def held(self) -> bool:
        """Something was taken back and a chore is due again: it waits for a person."""
        return self._held

    @property
    def lacks(self) -> str:
        """The printed value the game cannot go on without, as `Unknown` names it; nothing if it knows enough."""
        return self._lacks

    @property
    def challenge(self) -> Challenge | None:
        """The challenge that stands: until it is ruled on nothing is booked but its ruling."""
        return challenges.standing(self.book)

    def weighs(self, zone: Zone) -> bool:
        """Does a tray report what lies in `zone` just now?"""
        return self._readings.is_weighed(zone)

    @property
    def to_clear(self) -> frozenset[Zone]:
        """Places where what lies there has been read and is to be picked up."""
        return self._readings.to_clear

    @property
    def looks(self) -> Sequence[Sighting]:
        """What looks at a field where several zones lie show of it, each as it was taken, since the last entry."""
        return self._readings.looks

    def lying(self, field: Zone) -> Tally:
        """The cards that were read and lie on in a field where more are laid beside them."""
        return self._readings.lying(field)

    def offers(self, seat: str) -> list[Command | Offer]:
        """Everything `seat` may do now."""
        return legal(self.game, self.state, seat)

    def menu(self, seat: str) -> Menu:
        """What the seat's tray shows."""
        return self._consoles.menu(seat)

    def put_back(self, to: int) -> list[Event]:
        """The moves an undo to entry `to` asks of people's hands; raises `Illegal` for an entry already gone."""
        return self.book.put_back(to)
