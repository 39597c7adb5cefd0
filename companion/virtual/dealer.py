"""The hands of the virtual table's people: they do what the game's own players decide, with dials and pieces.

They keep the true game themselves, as people do in their heads. Of the app they know what its screen and the trays'
displays show: the entry number, whose turn it is, the lists to choose from, its questions and disagreements.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from random import Random

from companion.play.chores import chore_due
from companion.play.labels import label, piece_name
from companion.play.session import Session
from companion.sensing.doubt import Counted
from companion.titles import title_of
from companion.titles.title import ShownCards, Title, VirtualPlayers
from companion.virtual.displays import Displays
from companion.virtual.table import VirtualTable
from engine.errors import NotFound
from engine.game import Command, Offer, legal
from engine.journal import Journal
from engine.table import Tally

ROOM = 8
"""So many cards lie in a field of the mat at a time."""
ROOM_BESIDE = 7
"""So many lie there at once where cards stay and others are laid beside them."""
SLIP = 0.02
"""How likely a hand errs at one of its moves, while slips are left."""
PATIENCE = 12.0
"""Seconds after which people help the app along by a tap, unless it is set otherwise."""
DOUBT = 4.0
"""Seconds people look at a disagreement that is not of their making before they choose an exit."""
ANNOUNCE = 1.5
"""Seconds a player who shows cards waits for their own tray."""
TAP = "tap"
MAT = "mat/"
"""What the name of a field of the mat begins with where the camera reports it."""
Step = Iterator[None]


class Dealer:
    """Plays one whole game; call `poll` often from the thread that owns the session.

    `people` decide for all seats and for chance; left out, they are those of the game's title.
    `slips` is how many times a hand leaves a wrong coin in a treasury, to be put right once the app has reported it.
    `pause` is how long (s) people think between two acts, `patience` how long they wait for the app before they tap.
    `report` gets a line for each thing that happens beside the game. `yields`: who taps for a seat has it from then
    on. `seconds` is the clock of their patience. `mine` are the seats that people before the screen play: nothing is
    decided for them. While `paused` nothing goes on, but for single steps.
    """

    def __init__(
        self,
        table: VirtualTable,
        session: Session,
        seed: int,
        *,
        people: VirtualPlayers | None = None,
        slips: int = 1,
        pause: float = 0.0,
        patience: float = PATIENCE,
        report: Callable[[str], None] | None = None,
        yields: bool = False,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.mine: set[str] = set()
        self.paused = False
        self._yields, self._seconds = yields, seconds
        self._step_from: int | None = None
        self.table = table
        self.session = session
        self._displays = Displays(table, session)
        self.truth = self._as_written()
        self._title = title_of(session.game.name)
        self._people = people or _people(self._title, table.seats, seed)
        self.scores: dict[str, dict[str, int]] = {}
        self.taps = 0
        self.told = 0
        self._own: set[int] = set()
        self._read = session.book.last
        self._chance = Random(f"dealer {seed}")
        self._errs = Random(f"errors {seed}")
        self._pause = pause
        self._patience = patience
        self._slips = slips
        self._report = report or (lambda _line: None)
        self._looked: dict[str, float] = {}
        self._refused: set[tuple[str, int]] = set()
        self._steps = self._play()
        self.done = False

    def poll(self) -> None:
        """Go on a little; returns at once."""
        if self._step_from not in (None, self.session.book.last):
            self._step_from = None
        if not self.done and (not self.paused or self._step_from is not None):
            next(self._steps, None)

    def step(self) -> None:
        """Go on until the next entry, though paused."""
        self._step_from = self.session.book.last

    def hand(self, seat: str) -> Tally | None:
        """The cards a seat holds in secret; None in a game without them."""
        return self._people.hand(self.truth.state, seat)

    def think(self, pause: float) -> None:
        """Let people think for so many seconds between two acts from now on."""
        self._pause = pause

    # --- the game ---

    def _play(self) -> Step:
        yield from self._catch_up()
        while not self._title.over(self.truth.state):
            yield from self._rest()
            if not self._guests_acted() and (decision := self._decision()) is not None:
                yield from self._act(decision)
            yield from self._catch_up()
        self.done = True

    def _as_written(self) -> Journal:
        """The game as the app has it."""
        truth = Journal(self.session.game, self.session.book.setup)
        for entry in self.session.journal:
            truth.append(entry)
        return truth

    def _guests_acted(self) -> bool:
        """A tap that is not ours was made by a guest: the true game follows it."""
        tapped = self._tapped()
        self._read = self.session.book.last
        if tapped:
            self.truth = self._as_written()
            self.mine |= tapped & set(self.table.seats) if self._yields else set()
        return bool(tapped)

    def _tapped(self) -> set[str]:
        """The seats for which guests tapped since; an empty one where they tapped for the table."""
        new = self.session.journal[self._read :]
        guests = (entry for entry in new if entry.origin == TAP and entry.number not in self._own)
        return {getattr(entry.command, "seat", "") for entry in guests}

    def _decision(self) -> Command | None:
        """What chance or the next person does; None where it is the turn of people before the screen."""
        state = self.truth.state
        due = self._title.due(state)
        others = [seat for seat in due if seat not in self.mine]
        seat = self._chance.choice(others or due) if due else ""
        given = self._people.chance(state, seat, self._chance)
        if given is None and seat in self.mine:
            return None
        return self._people.decide(state, seat, self.mine) if given is None else given

    def _legal(self, seat: str) -> list[Command | Offer]:
        return legal(self.truth.game, self.truth.state, seat)

    def _submit(self, command: Command) -> None:
        """The true game goes on; the score is that counted from what lay there just before its end."""
        counted = self._people.count(self.truth.state)
        self.truth.submit(command)
        if self._title.over(self.truth.state):
            self.scores = counted

    # --- doing it ---

    def _act(self, command: Command) -> Step:
        anchor = self.session.book.last
        if self._people.by_hand(self.truth.state, command):
            yield from self._settled()
            self._submit(command)
            yield from self._show(command)
            yield from self._announce(command)
        elif command.seat:
            yield from self._press(command)
            self._submit(command)
        else:
            self._turn_up(command)
        self._chores()
        if not (yield from self._until(self._followed, self._patience, command)) and not self._guests_acted():
            yield from self._by_tap(command, anchor)

    def _turn_up(self, command: Command) -> None:
        """What the table turns up and no sensor reads is tapped."""
        self._submit(command)
        if not self._followed():
            self.told += 1
            self._tap(partial(self.session.submit, command))

    def _show(self, command: Command) -> Step:
        showing = self._people.shows(command)
        if showing is None:
            self._follow()
        else:
            yield from self._show_cards(showing, command)

    def _announce(self, command: Command) -> Step:
        """Where others may do the same, a player who shows cards says so at their own tray."""
        kinds = {seat: self._displays.families_of(seat) for seat in self.table.seats}
        name = kinds.get(command.seat, {}).get(type(command))
        if name is None or not any(type(command) in its for seat, its in kinds.items() if seat != command.seat):
            return
        listed = partial(self._displays.position, command.seat, name)
        yield from self._until(lambda: listed() is not None or self._followed(), ANNOUNCE, None)
        if not self._followed() and (position := listed()) is not None:
            self.table.trays[command.seat].press("confirm", position)

    def _show_cards(self, showing: ShownCards, command: Command) -> Step:
        """Lay cards in their field, so many at a time as there is room for."""
        cards, zone = showing.faces, f"{MAT}{showing.field}"
        while len(cards) > ROOM:
            self.table.lay_cards(cards[:ROOM], showing.field)
            cards = cards[ROOM:]
            yield from self._until(lambda: zone in self.session.to_clear, self._patience, command)
            yield from self._pick_up(zone, command)
        lying = tuple((Counter(self.table.lying(showing.field)) & Counter(showing.beside)).elements())
        if lying and len(lying) + len(cards) > ROOM_BESIDE:
            self.table.lay_cards([], showing.field)
            yield from self._until(lambda: not self.session.lying(zone), self._patience, command)
            lying = ()
        self.table.lay_cards((*lying, *cards), showing.field)

    def _pick_up(self, zone: str, command: Command | None = None) -> Step:
        self.table.lay_cards([], zone.removeprefix(MAT))
        yield from self._until(lambda: zone not in self.session.to_clear, self._patience, command)

    def _press(self, command: Command) -> Step:
        """Turn the dial to what the display says and confirm; what is left open takes a second menu."""
        tray = self.table.trays[command.seat]
        if not (yield from self._until(lambda: self._listed(command) is not None, self._patience, command)):
            return
        position, offer = self._listed(command) or (0, None)
        tray.press("confirm", position)
        if offer is None:
            return
        value = getattr(command, offer.vary)
        if offer.over.pool is not None:
            yield from self._press_set(command, value)
        elif (yield from self._until(lambda: self._displays.opened(command.seat, offer), self._patience, command)):
            tray.press("confirm", offer.over.values.index(value) if offer.over.values else value)

    def _press_set(self, command: Command, value: dict[str, int]) -> Step:
        game = self.session.game.name
        names = [piece_name(piece, game) for piece in sorted(value) for _ in range(value[piece])]
        for number, name in enumerate([*names, "that is all"]):
            title = f" {number}"
            ready = lambda title=title: self._displays.menu(command.seat).title.endswith(title)  # noqa: E731
            if not (yield from self._until(ready, self._patience, command)):
                return
            items = self._displays.menu(command.seat).items
            assert isinstance(items, tuple)
            self.table.trays[command.seat].press("confirm", items.index(name))

    def _listed(self, command: Command) -> tuple[int, Offer | None] | None:
        return self._displays.listed(command, self._legal)

    # --- what everybody does, and looking at the app ---

    def _chores(self) -> None:
        """What is due without a decision: the true game goes on."""
        while (due := chore_due(self.truth.game, self.truth.state)) is not None:
            self._submit(due)

    def _go_on(self) -> None:
        """What was taken back is done again."""
        while self.session.held and len(items := self.session.offers("")) == 1 and not isinstance(items[0], Offer):
            self._tap(partial(self.session.submit, items[0]))
            self.truth = self._as_written()

    def _catch_up(self) -> Step:
        """Hands follow the book: cards are picked up, coins and cubes lie where they belong."""
        self._go_on()
        self._chores()
        yield from self._until(self._followed, self._patience, None)
        for zone in sorted(self.session.to_clear):
            if zone.startswith(MAT):
                yield from self._pick_up(zone)
        self._follow()
        yield from self._tick()

    def lay_again(self) -> None:
        """Lay the table as it was, after its fields were used for something else."""
        self.table.follow(self._people.layout(self.truth.state))

    def _follow(self) -> None:
        self.lay_again()
        if self._slips and self.session.policy.game.truth and self._errs.random() < SLIP:
            self._slip()

    def _slip(self) -> None:
        """A hand leaves one coin too many in a treasury."""
        seat = self._errs.choice(self.table.seats)
        self._slips -= 1
        self.table.slips[seat] = 1
        self.lay_again()
        self._report(f"{seat} keeps a coin too many")

    def _settled(self) -> Step:
        """Before pieces speak for themselves, everybody's hands are done."""
        yield from self._until(lambda: not self.session.pending, self._patience, None)

    def _tick(self) -> Step:
        """What no sensor sees people's hands do, they tick, once everybody could read it."""
        if self.session.hands.open:
            yield from self._rest()
            self.session.tick([line.key for line in self.session.hands.open])

    def _followed(self) -> bool:
        """Does the screen show the game as it is?"""
        mine, shown = self.truth.state, self.session.state
        return bool(shown.phase == mine.phase and shown.table == mine.table)

    def _until(self, done: Callable[[], bool], seconds: float, command: Command | None) -> Generator[None, None, bool]:
        """Wait for something on the screen, answering what it asks meanwhile; false after `seconds`."""
        end = self._seconds() + seconds
        while not done():
            if self._seconds() > end or self._tapped():
                return False
            self._help(command)
            yield
        return True

    def _rest(self) -> Step:
        end = self._seconds() + self._pause
        while self._seconds() < end:
            self._help(None)
            yield

    def _help(self, command: Command | None) -> None:
        """Answer a question; resolve a disagreement."""
        for question in self.session.questions:
            choices = [proposed.command for proposed in question.readings]
            self._report(f"asked: {question.asks} {[proposed.label for proposed in question.readings]}")
            choices = [self._lies(each) if isinstance(each, Counted) else each == command for each in choices]
            choice = choices.index(True) if True in choices else None
            self._tap(partial(self.session.answer, question.id, choice))
        differing = {found.zone: found.since for found in self.session.disagreements}
        self._looked = {zone: since for zone, since in self._looked.items() if zone in differing}
        self._refused &= set(differing.items())
        for zone, since in differing.items():
            if (zone, since) not in self._refused:
                self._resolve(zone, since)

    def _lies(self, counted: Counted) -> bool:
        """Do so many of a piece lie there?"""
        return self.truth.state.table[counted.zone].get(counted.piece, 0) == counted.count

    def _resolve(self, zone: str, number: int) -> None:
        """Own slips are put right; what does not clear by itself is settled: the book or the table is right.

        Where that is refused, of a disagreement since an entry's number, nobody tries it again.
        """
        seat = zone.rpartition("/")[2]
        weighed = self.session.policy.game.truth.format(seat=seat)
        if zone == weighed and self.table.slips.pop(seat, 0):
            self._report(f"{seat} puts the coin back")
            self.lay_again()
            return
        since = self._looked.setdefault(zone, self._seconds())
        if since + DOUBT < self._seconds():
            right = self.session.state.table[zone] == self.truth.state.table[zone]
            self._report(f"{zone} still differs: {'the book' if right else 'the table'} is right")
            self._tap(partial(self.session.settle, zone, "book" if right else "table"))
            if any((each.zone, each.since) == (zone, number) for each in self.session.disagreements):
                self._refused.add((zone, number))
            del self._looked[zone]

    def _by_tap(self, command: Command, anchor: int) -> Step:
        """The app has not followed: what it understood instead is taken back, and the command is tapped."""
        self._report(f"helped by a tap: {label(command, self.session.game.name)}")
        if self.session.book.last != anchor and not self._followed():
            self._tap(lambda: self.session.undo(anchor))
        if not self._followed():
            self._tap(lambda: self.session.submit(command))
        yield

    def _tap(self, tap: Callable[[], object]) -> None:
        """Touch the screen; what comes of it is our own doing."""
        before = self.session.book.last
        self.taps += 1
        tap()
        self._own |= set(range(before + 1, self.session.book.last + 1))


def _people(title: Title, seats: Sequence[str], seed: int) -> VirtualPlayers:
    if title.table is None:
        raise NotFound(f"{title.game.name!r} is not played at the virtual table")
    return title.table(seats, seed)
