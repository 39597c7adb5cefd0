"""A running game: the one writer of its journal, fed by taps, trays and the camera."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import Any

from msgspec.structs import replace

from companion.amending import rewrite
from companion.console import Called, Stale
from companion.consoles import Consoles, Show, Truth
from companion.disputes import Disputes, seat_of
from companion.labels import label
from companion.sensing.policy import Policy
from companion.sensing.watch import Accept, Ask, Laid, Watch
from companion.told import Device, Disagreement, Frame, Proposed, Question, Refusal
from companion.wording import _
from devices.menu import Menu
from engine.event import Event, State
from engine.game import Command, Game, Offer, Pick, legal
from engine.journal import Correct, Entry, Journal, Remark, Undo
from engine.rule import NO_PIECES, Illegal
from engine.sighting import Found, Lost, Press, Sighting
from engine.table import Piece, Zone

TABLE = "table"
CAMERA = "camera"
SETTLED = "a disagreement settled"
Value = Sighting | Lost | Found
Explain = Callable[[str, tuple[Any, ...]], tuple[str, Mapping[str, Any]]]
"""The sentence of a rule and its facts by name."""


def in_plain_words(rule: str, facts: tuple[Any, ...]) -> tuple[str, Mapping[str, Any]]:
    """What is said of a rule for which no rulebook is at hand."""
    return f"{rule}: {', '.join(map(str, facts))}" if facts else rule, {}


class Session:
    """One thread owns it; any thread may `put` what its sensor saw, and the owner calls `drain` often.

    `names` gives each seat's person in the order round the table; `places` maps a sensor's zone to the table's. `show`
    sends a menu to a seat's tray, `truth` the gold the book says lies on it. The pass button stands for the first
    lawful one of the commands named in `passes`. `seconds` is the clock of quiet, `clock` that of entries.
    """

    def __init__(
        self,
        book: Journal,
        names: Mapping[str, str],
        policy: Policy,
        *,
        places: Mapping[Zone, Zone] | None = None,
        show: Show | None = None,
        truth: Truth | None = None,
        passes: Sequence[str] = (),
        explain: Explain = in_plain_words,
        seconds: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.book = book
        self.names = names
        self.policy = policy
        self.places = places or {}
        self.changed: list[Callable[[], None]] = []
        self.note = ""
        self.stale = 0
        self.forget_camera: Callable[[Zone], None] | None = None
        self.picture: Callable[[], Frame | None] | None = None
        self._watch = Watch(book, policy, self.places)
        self._disputes = Disputes(book, policy, self._watch)
        self._consoles = Consoles(names, policy.game, passes, show, truth)
        self._explain = explain
        self._seconds, self._clock = seconds, clock
        self._queue: SimpleQueue[Value] = SimpleQueue()
        self._devices: dict[str, Device] = {}
        self._questions: dict[str, Question] = {}
        self._refused: set[tuple[Zone, str]] = set()
        self._held = False
        self._after([])

    # --- what the screens read ---

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
        return tuple(self._questions.values())

    @property
    def disagreements(self) -> Sequence[Disagreement]:
        return tuple(self._disputes.standing.values())

    @property
    def ended(self) -> Sequence[tuple[Disagreement, str]]:
        """Disagreements that are over, each with how: `put right` or the exit taken."""
        return tuple(self._disputes.ended)

    @property
    def devices(self) -> Sequence[Device]:
        """What has been heard of; the one whose reading differs from the book, or is doubtful, says so."""
        states = {self._watch.source(question.zone): "asks" for question in self._questions.values()}
        states |= {found.source: "differs" for found in self._disputes.standing.values()}
        return tuple(
            replace(device, state=states.get(device.id, "ok")) if device.state == "ok" else device
            for device in self._devices.values()
        )

    @property
    def frame(self) -> Frame | None:
        """The camera's newest picture with what was read on it; made only when asked for."""
        return self.picture() if self.picture else None

    @property
    def pending(self) -> Sequence[Zone]:
        """Zones where hands have not followed the book yet, or have gone ahead of it."""
        return self._watch.differing()

    @property
    def held(self) -> bool:
        """Something was taken back and a chore is due again: it waits for a person."""
        return self._held

    @property
    def to_clear(self) -> frozenset[Zone]:
        """Places where what lies there has been read and is to be picked up."""
        return self._watch.to_clear

    def offers(self, seat: str) -> list[Command | Offer]:
        """Everything `seat` may do now."""
        return legal(self.game, self.state, seat)

    def menu(self, seat: str) -> Menu:
        """What the seat's tray shows."""
        return self._consoles.menu(seat)

    def put_back(self, to: int) -> list[Event]:
        """The moves an undo to entry `to` asks of people's hands; raises `Illegal` for an entry already gone."""
        return self.book.put_back(to)

    # --- what people do ---

    def submit(self, command: Command, origin: str = "tap", evidence: str = "") -> Entry | Refusal:
        """Carry out a command; the new entry, or why not; `OSError` if it cannot be kept: then it did not happen."""
        try:
            entry = self.book.submit(self._as_kept(command), origin, self._clock(), evidence)
        except Illegal as refusal:
            return self._refusal(refusal)
        except ValueError as shortage:  # a correction may leave a table on which the rule's pieces are not there
            return self._refusal(Illegal(NO_PIECES, (str(shortage),)))
        self._held = isinstance(command, Undo)
        self._after(entry.events)
        return entry

    def _as_kept(self, command: Command) -> Command:
        """The command as it will be read back: the order inside a tally must not differ between game and record."""
        return self.book.codec.command(self.book.codec.encode(command))

    def undo(self, to: int, seat: str = "") -> Entry | Refusal:
        """Take back every entry after number `to`; the new entry, or why not."""
        return self.submit(Undo(seat, to))

    def amend(self, number: int, instead: Command | None) -> Entry | Refusal:
        """Let entry `number` have been `instead` (nothing, if None); the last entry this makes, or why not."""
        entries: list[Entry] = []
        try:
            for entry in rewrite(self.book, number, instead, self._clock()):
                entries.append(entry)
        except Illegal as refusal:
            return self._refusal(refusal)
        finally:
            if entries:
                self._held = len(entries) == 1
                self._after([event for entry in entries for event in entry.events])
        return entries[-1]

    def answer(self, question: str, choice: int | None) -> Entry | Refusal | None:
        """Answer a question by the position of its reading; None for none of them, then it is not asked again."""
        asked = self._questions.pop(question, None)
        if asked is None:
            return None
        if choice is None or not 0 <= choice < len(asked.readings):
            self._refused.add((asked.zone, question))
            self._tell()
            return None
        return self.submit(asked.readings[choice].command, "tap", f"answer to {question}")

    def look_again(self, question: str) -> None:
        """Forget what was read for this question and read once more."""
        asked = self._questions.pop(question, None)
        if asked is not None:
            self.forget(asked.zone)

    def forget(self, zone: Zone) -> None:
        """Let `zone` be read anew."""
        self._watch.forget(zone)
        if self.forget_camera is not None:
            self.forget_camera(zone)
        self._tell()

    def settle(self, zone: str, exit: str) -> Entry | Refusal | None:
        """End a disagreement: `table` is right, `book` is right, or `back` to the last agreed state."""
        found = self._disputes.standing.get(zone)
        if found is None:
            return None
        if exit not in _EXITS:
            raise ValueError(f"unknown end {exit!r} of the disagreement in {zone!r}")
        self._disputes.choose(zone, exit)
        result = _EXITS[exit](self, found)
        if isinstance(result, Entry):
            self._disputes.end(zone)
        self._disputes.choose(zone, None)
        self._tell()
        return result

    def _table_is_right(self, found: Disagreement) -> Entry | Refusal | None:
        correct = self._disputes.correction(found)
        if correct is None:
            return Refusal("T-PIECES", f"nobody knows where the pieces of {found.zone} come from")
        over = self._watch.overfull(found.zone)
        if over:
            self._ask_substitutes(found, over[0], correct)
            return None
        return self.submit(correct, evidence=SETTLED)

    def _book_is_right(self, found: Disagreement) -> Entry | Refusal | None:
        self._watch.trust_book(found.zone)
        return self.submit(Remark(found.seat, f"the book is right in {found.zone}"), evidence=SETTLED)

    def _back(self, found: Disagreement) -> Entry | Refusal | None:
        return self.undo(found.agreed)

    # --- what sensors say ---

    def put(self, value: Value) -> None:
        """Hand over what a sensor saw; from any thread."""
        self._queue.put(value)

    def drain(self) -> bool:
        """Take in everything sensors have said since, and what time alone brings; true if an entry was made."""
        before = self.book.last
        for value in self._waiting():
            self._take(value)
        while self._look():
            pass
        self._read_again()
        return self.book.last != before

    def _read_again(self) -> None:
        """Before a difference becomes a disagreement the camera looks once more."""
        for zone in self._watch.doubted(self._seconds()):
            if self.forget_camera is not None:
                self.forget_camera(zone)

    def _waiting(self) -> list[Value]:
        values = []
        try:
            while True:
                values.append(self._queue.get_nowait())
        except Empty:
            return values

    def _take(self, value: Value) -> None:
        if isinstance(value, Lost):
            self._watch.lose(value)
            self._device(value.source, state="lost", detail=value.reason)
        elif isinstance(value, Found):
            self._device(value.source, state="ok", detail=value.what)
            self._consoles.again(self.state)
        elif isinstance(value.reading, Press):
            self._pressed(value, value.reading)
        else:
            self._watch.take(value, self._seconds())
            self._belongs(value)

    def _belongs(self, sighting: Sighting) -> None:
        """A tray that speaks of a seat's zone is that seat's."""
        zone = self.places.get(sighting.zone, sighting.zone)
        known, seat = self._devices.get(sighting.source), seat_of(zone)
        if known is not None and known.kind != CAMERA and known.seat != seat:
            self._device(known.id, seat=seat)

    def _pressed(self, sighting: Sighting, press: Press) -> None:
        seat = sighting.zone.rpartition("/")[2]
        said = self._consoles.press(seat, press)
        if isinstance(said, Stale):
            self.stale += 1
        elif isinstance(said, Called):
            self.submit(Remark(seat, "challenge"), sighting.source)
        elif said is not None:
            result = self.submit(said, sighting.source, f"press {press.choice} for entry {press.about}")
            if isinstance(result, Refusal):
                self.note = result.sentence
                self._consoles.renew(self.game, self.state, self.book.last)
                self._tell()

    def _look(self) -> bool:
        """One conclusion from all readings; true if it made an entry."""
        self._clear_agreed()
        finding = self._watch.judge(self._seconds(), self._disputes.differences)
        if isinstance(finding, Accept):
            self._questions.clear()
            return isinstance(self.submit(finding.command, finding.source, finding.evidence), Entry)
        if isinstance(finding, Ask):
            self._ask(finding)
        elif isinstance(finding, Laid):
            self.note = _("{seen} of {wanted} read: pick them up and show the rest").format(
                seen=sum(finding.cards.values()), wanted=finding.wanted
            )
            self._tell()
        elif finding and self._disputes.report(finding):
            self._tell()
        return False

    # --- questions and disagreements ---

    def _ask(self, ask: Ask) -> None:
        id = f"{self.book.last}/{ask.zone}/{'|'.join(label(each.command) for each in ask.choices)}"
        if id in self._questions or (ask.zone, id) in self._refused:
            return
        readings = tuple(Proposed(_propose(each.command), each.share, each.command) for each in ask.choices)
        seat = getattr(ask.choices[0].command, "seat", "")
        self._questions = {id: Question(id, seat, ask.zone, _asks(ask), readings)}
        self._tell()

    def _clear_agreed(self) -> None:
        """What table and book agree on again is no dispute; a question about an older entry is none any more."""
        news = self._disputes.clear(self._watch.differing())
        old = [id for id in self._questions if not id.startswith(f"{self.book.last}/")]
        for id in old:
            del self._questions[id]
        if news or old:
            self._tell()

    def _ask_substitutes(self, found: Disagreement, piece: Piece, correct: Correct) -> None:
        """More than the box holds is never booked unasked: there may be substitutes on the table."""
        id = f"{self.book.last}/{found.zone}/box"
        right = Proposed(f"{found.table.get(piece, 0)} {piece}", 1.0, correct)
        asks = _("Are there substitutes on the table?")
        why = _("That is more {piece} than the box holds.").format(piece=piece)
        self._questions[id] = Question(id, found.seat, found.zone, asks, (right,), why)
        self._tell()

    # --- after every entry ---

    def _after(self, events: Sequence[Event]) -> None:
        self._watch.booked(events, self._seconds())
        self.note = ""
        self._do_chores()
        self._watch.differing()
        self._consoles.renew(self.game, self.state, self.book.last)
        self._clear_agreed()
        self._tell()

    def _do_chores(self) -> None:
        while not self._held and (chore := self._chore()) is not None:
            entry = self.book.submit(self._as_kept(chore), TABLE, self._clock())
            self._watch.booked(entry.events, self._seconds())

    def _chore(self) -> Command | None:
        """What is due, if hands do it without a decision and without chance."""
        items = legal(self.game, self.state, "")
        if len(items) != 1:
            return None
        item = items[0]
        if not isinstance(item, Offer):
            return item
        if isinstance(item.over, Pick) and item.over.least == sum(item.over.pool.values()):
            return replace(item.least, **{item.vary: dict(item.over.pool)})
        return None

    def _device(self, source: str, **news: str) -> None:
        kind = source.partition(":")[0]
        self._devices[source] = replace(self._devices.get(source, Device(source, kind)), **news)
        self._tell()

    def _refusal(self, illegal: Illegal) -> Refusal:
        sentence, facts = self._explain(illegal.rule, illegal.facts)
        return Refusal(illegal.rule, sentence, facts)

    def _tell(self) -> None:
        for callback in list(self.changed):
            callback()


_EXITS: dict[str, Callable[[Session, Disagreement], Entry | Refusal | None]] = {
    "table": Session._table_is_right,
    "book": Session._book_is_right,
    "back": Session._back,
}


def _propose(command: Command) -> str:
    return f"undo to entry {command.to}" if isinstance(command, Undo) else label(command)


def _asks(ask: Ask) -> str:
    if isinstance(ask.choices[0].command, Undo):
        return _("The pieces lie as they did before: is it taken back?")
    return _("Which of these was done?")
