"""A running game: the one writer of its journal, fed by taps, trays and the camera."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from companion.play import challenges
from companion.play.amendments import rewrite
from companion.play.chores import chore_due
from companion.play.console import Called, Stale
from companion.play.consoles import Show, Truth
from companion.play.hands import Hands
from companion.play.refusals import refused
from companion.play.reports import Disagreement, Refusal
from companion.play.running_game import RunningGame
from companion.play.sensors import Value
from companion.sensing.doubt import Counted, HowMany
from companion.sensing.judge import Accept, Ask, Laid
from companion.sensing.policy import Policy
from companion.sensing.readings import Anew, Told
from companion.titles.title import as_seen, nothing
from companion.wording import _
from engine.catalogue import Unknown
from engine.event import Event
from engine.game import Command
from engine.journal import Entry, Journal, Undo
from engine.rule import NO_PIECES, NO_VALUE, Illegal
from engine.sighting import Found, Press, Sighting
from engine.table import Zone

TABLE = "table"
SETTLED = "a disagreement settled"
FROZEN = "T-CHALLENGE"
"""The rule that nothing goes on while a challenge stands."""
NOT_KEPT = "T-DISK"
"""The rule that what cannot be kept has not happened."""
ELSEWHERE = "T-ELSEWHERE"
"""The rule that one host plays a game, and others only look at it."""
AGAIN = 1.0
"""Seconds after which what could not be kept is tried again."""


class Session(RunningGame):
    """One thread owns it; any thread may `put` what its sensor saw, and the owner calls `poll` often.

    `names` gives each seat's person in the order round the table; `places` maps a sensor's zone to the table's, `told`
    a look at several zones to a sighting of each, `anew` names the zones whose cards are laid anew. `show` sends a menu
    to a seat's tray, `truth` the gold that lies on it by the book. The pass button stands for the first lawful one of
    the commands named in `passes`. `seconds` is the clock of quiet, `clock` that of entries. While it is `held`, as a
    game is that is only looked at, no chore is done.
    """

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
        seconds: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.time,
        held: bool = False,
    ) -> None:
        super().__init__(
            book, names, policy, places=places, told=told, anew=anew, show=show, truth=truth, passes=passes, held=held
        )
        self.changed: list[Callable[[], None]] = []
        self.forget_camera: Callable[[Zone], None] | None = None
        self._seconds, self._clock = seconds, clock
        self._unkept_since: float | None = None
        if not held:
            self._recall_hands()
        self._after([])

    def submit(self, command: Command, origin: str = "tap", evidence: str = "") -> Entry | Refusal:
        """Carry out a command; the new entry, or why not. What cannot be kept did not happen: that is a refusal too."""
        if self.played_at:
            return self._refusal(Illegal(ELSEWHERE, (self.played_at,)))
        if self.challenge is not None and type(command) in self.game.commands:
            return self._refusal(Illegal(FROZEN))
        try:
            entry = self.book.submit(self._as_kept(command), origin, self._clock(), evidence)
        except Illegal as refusal:
            return self._refusal(refusal)
        except Unknown as error:
            return self._unknown(error)
        except ValueError as shortage:  # a correction may leave a table on which the rule's pieces are not there
            return self._refusal(Illegal(NO_PIECES, (str(shortage),)))
        except OSError as error:
            return self._refusal(Illegal(NOT_KEPT, (str(error),)))
        self._held = isinstance(command, Undo)
        if self._held:
            self._ask_hands(entry)
        self._after(entry.events)
        return entry

    def _as_kept(self, command: Command) -> Command:
        """The command as it will be read back: the order inside a tally must not differ between game and record."""
        return self.book.codec.command(self.book.codec.encode(command))

    def _unknown(self, error: Unknown) -> Refusal:
        """A value that has not been typed in stops it: the owner of the printed game is asked."""
        self._lacks = error.key
        self._tell()
        return self._refusal(Illegal(NO_VALUE, (error.key,)))

    def undo(self, to: int, seat: str = "", why: str = "") -> Entry | Refusal:
        """Take back every entry after number `to`; `why` names those who agreed. The new entry, or why not."""
        return self.submit(Undo(seat, to, why))

    def amend(self, number: int, instead: Command | None, why: str = "") -> Entry | Refusal:
        """Let entry `number` have been `instead` (nothing, if None); the last entry this makes, or why not."""
        if self.played_at:
            return self._refusal(Illegal(ELSEWHERE, (self.played_at,)))
        entries: list[Entry] = []
        try:
            for entry in rewrite(self.book, number, instead, self._clock(), why):
                entries.append(entry)
        except Illegal as refusal:
            return self._refusal(refusal)
        except Unknown as error:
            return self._unknown(error)
        except OSError as error:
            return self._refusal(Illegal(NOT_KEPT, (str(error),)))
        finally:
            if entries:
                self._held = len(entries) == 1
                events = [event for entry in entries for event in entry.events]
                self.hands.ask(events, self.state.table, self.book.last)
                self._after(events)
        return entries[-1]

    def answer(self, question: str, choice: int | None) -> Entry | Refusal | None:
        """Answer a question by the position of its reading; None for none of them, then it is not asked again."""
        asked = self._questions.take(question)
        if asked is None:
            return None
        first = asked.readings[0].command
        chosen = None if choice is None or not 0 <= choice < len(asked.readings) else asked.readings[choice].command
        if chosen is not None and not isinstance(chosen, Counted):
            return self.submit(chosen, "tap", f"answer to {question}")
        if isinstance(first, Counted):
            self._readings.answer(chosen or replace(first, count=None))
        else:
            self._questions.refuse(question)
        self._tell()
        return None

    def reword(self) -> None:
        """The language in force is another one: every tray is offered the same in its words."""
        self._consoles.reword()

    def look_again(self, question: str) -> None:
        """Forget what was read for this question and read once more."""
        asked = self._questions.take(question)
        if asked is not None:
            self.forget(asked.zone)

    def tick(self, lines: Collection[str]) -> None:
        """Hands have done these lines of `hands`, by their keys."""
        self.hands.tick(lines)
        self._tell()

    def tick_set_up(self, lines: Collection[str], done: bool = True) -> None:
        """These lines of `set_up` lie there, by their keys, or do not."""
        self.set_up.tick(lines, done)
        self._tell()

    def forget(self, zone: Zone) -> None:
        """Let `zone`, or the whole field of that name, be read anew."""
        field = self._readings.field(zone)
        self._readings.forget(zone)
        if self.forget_camera is not None:
            self.forget_camera(field)
        self._tell()

    def settle(self, zone: str, exit: str, why: str = "") -> Entry | Refusal | None:
        """End a disagreement: `table` is right, `book` is right, or `back` to the last agreed state.

        `why` names those who agreed to going back.
        """
        found = self._disputes.standing.get(zone)
        if found is None:
            return None
        way = self._disputes.way_out(found, exit, why)
        over = self._judge.overfull(zone) if exit == "table" else ()
        if way is None:
            return self._refusal(Illegal(NO_PIECES, (zone,)))
        if over:
            self._questions.ask_substitutes(self.book.last, found, over[0], way)
            self._tell()
            return None
        return self._settled(found, exit, way)

    def _settled(self, found: Disagreement, exit: str, way: Command) -> Entry | Refusal:
        self._disputes.choose(found.zone, exit)
        if exit == "book":
            self._readings.trust_book(found.zone)
        result = self.submit(way, evidence=SETTLED)
        if isinstance(result, Entry):
            self._disputes.end(found.zone)
        self._disputes.choose(found.zone, None)
        self._tell()
        return result

    # --- where another host plays ---

    def look_on(self, name: str) -> None:
        """From now on the host of this `name` plays the game: nothing is written here, and nothing is asked."""
        self.played_at, self._held, self._unkept_since = name, True, None
        self._questions.clear()
        self.hands = Hands(self.names)
        self._tell()

    def follow(self, entries: Sequence[Entry]) -> None:
        """That host has kept these entries; they stand in the journal already."""
        self._after([event for entry in entries for event in entry.events])

    # --- what sensors report ---

    def put(self, value: Value) -> None:
        """Hand over what a sensor saw; from any thread."""
        self._sensors.put(value)

    def show(self, source: str, sightings: Sequence[Sighting]) -> None:
        """Take in what one picture shows; what its `source` showed before counts no more.

        It is looked at as what a camera sees is, with the next `poll`; what stands on the mat is not waited for.
        """
        self._readings.begin_look(source.split("/")[0], [each.zone for each in sightings])
        for each in sightings:
            self.put(each)

    def poll(self) -> bool:
        """Take in everything sensors have reported since, and what time alone brings; true if an entry was made."""
        if self.played_at:
            return False
        before = self.book.last
        if self._unkept_since is not None and self._seconds() >= self._unkept_since + AGAIN:
            self._after([])
        for value in self._sensors.arrived():
            self._take(value)
        while self._look():
            pass
        self._read_again()
        return self.book.last != before

    def _read_again(self) -> None:
        """Before a difference becomes a disagreement the camera looks once more."""
        for zone in self._judge.to_read_again(self._seconds()):
            if self.forget_camera is not None:
                self.forget_camera(self._readings.field(zone))

    def _take(self, value: Value) -> None:
        if isinstance(value, Sighting) and isinstance(value.reading, Press):
            self._pressed(value, value.reading)
        elif self._sensors.take(value, self._seconds()):
            self._tell()
        if isinstance(value, Found):
            self._consoles.again(self.state)

    def _pressed(self, sighting: Sighting, press: Press) -> None:
        seat = sighting.zone.rpartition("/")[2]
        meant = self._consoles.press(seat, press, self._judge.shown)
        if isinstance(meant, Stale):
            self.stale += 1
        elif isinstance(meant, Called):
            if self.challenge is None:  # held or pressed again, the button means the same challenge
                self.submit(challenges.call(seat), sighting.source)
        elif meant is not None:
            result = self.submit(meant, sighting.source, f"press {press.choice} for entry {press.about}")
            if isinstance(result, Refusal):
                self.note = result
                self._consoles.renew(self.game, self.state, self.book.last)
                self._tell()

    def _look(self) -> bool:
        """One conclusion from all readings; true if it made an entry. None while a challenge stands."""
        self._clear_agreed()
        if self.challenge is not None:
            return False
        try:
            finding = self._judge.conclude(self._seconds(), self._disputes.differences)
        except Unknown as error:
            self._unknown(error)
            return False
        if isinstance(finding, Accept):
            self._questions.clear()
            return isinstance(self.submit(finding.command, finding.source, finding.evidence), Entry)
        if isinstance(finding, Ask | HowMany):
            if self._questions.ask(self.book.last, finding):
                self._tell()
        elif isinstance(finding, Laid):
            self.note = _("{seen} of {wanted} read: pick them up and show the rest").format(
                seen=sum(finding.cards.values()), wanted=finding.wanted
            )
            self._tell()
        elif finding and self._disputes.report(finding):
            self._tell()
        return False

    def _clear_agreed(self) -> None:
        """What table and book agree on again is no dispute; a question about an older entry is none any more."""
        wrong = self._judge.differing()
        news = self._disputes.clear(wrong) | self._seen(wrong)
        news |= self._questions.clear_counted(self._judge.asks) | self._questions.clear_agreed(wrong)
        if self._questions.clear_older(self.book.last) or news:
            self._tell()

    def _seen(self, wrong: Collection[Zone]) -> bool:
        """Take off the lists of hands what sensors see done; true if there was any. `wrong` are zones that differ."""
        begins = all(entry.origin == TABLE for entry in self.journal)
        if not self.hands.open and not begins:
            return False
        right = [zone for zone in self._readings.current() if zone not in wrong]
        agreeing = {zone: self._readings.source(zone) for zone in right}
        news = begins and self.set_up.see(agreeing)
        return self.hands.see(agreeing) or news

    # --- after every entry ---

    def _after(self, events: Sequence[Event]) -> None:
        self._readings.book(events, self._seconds())
        self.note, self._lacks, self._unkept_since = "", "", None
        try:
            self._do_chores()
            self._consoles.renew(self.game, self.state, self.book.last)
        except Unknown as error:
            self._lacks = error.key
        except OSError as error:
            self._unkept_since = self._seconds()
            self.note = self._refusal(Illegal(NOT_KEPT, (str(error),)))
        self._judge.differing()
        self._clear_agreed()
        self._tell()

    def _do_chores(self) -> None:
        while not self._held and self.challenge is None and (chore := chore_due(self.game, self.state)) is not None:
            entry = self.book.submit(self._as_kept(chore), TABLE, self._clock())
            self._readings.book(entry.events, self._seconds())
            self._ask_hands(entry)

    def _ask_hands(self, entry: Entry) -> None:
        """Hands follow an entry that none of them has made; the first one is the set-up, which has its own card."""
        if entry.number > 1:
            self.hands.ask(entry.events, self.state.table, entry.number)

    def _recall_hands(self) -> None:
        """A game gone on with asks again for what its last automatic steps want of hands."""
        since = self.book.last
        while since > 1 and self.journal[since - 1].origin == TABLE:
            since -= 1
        for entry in self.journal[since:]:
            self._ask_hands(entry)

    def _refusal(self, illegal: Illegal) -> Refusal:
        return refused(self.game.name, illegal)

    def _tell(self) -> None:
        for callback in list(self.changed):
            callback()
