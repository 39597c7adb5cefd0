"""What the sensors say lies on the table, held against the book: silence, an entry, a question, a disagreement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct

from companion.sensing.box import box_of, overfull
from companion.sensing.doubt import Counted, HowMany, Told, how_many, in_doubt
from companion.sensing.explain import Explained, differing, earlier, explanations, fits, shown_place, unsaid, zones_of
from companion.sensing.likelihood import GOLD, less, same, tally_of
from companion.sensing.policy import Policy, Presented
from engine.event import Event, Moved
from engine.game import Command, Offer, Pick, legal
from engine.journal import Journal, Undo
from engine.sighting import Count, Lost, Pieces, Reading, Sighting, Weight
from engine.table import Piece, Tally, Zone

CAMERA = "camera"


class Accept(Struct, frozen=True):
    """This command explains the table; `source` is the sensor whose reading decided."""

    command: Command
    source: str
    evidence: str


class Ask(Struct, frozen=True):
    """Several commands, or none that may be entered unasked, explain the table."""

    zone: Zone
    choices: tuple[Explained, ...]


class Differ(Struct, frozen=True):
    """A zone differs from the book and nothing explains it."""

    zone: Zone
    source: str
    table: Tally
    book: Tally
    quiet: float


class Laid(Struct, frozen=True):
    """So many cards of a larger draw were read; the mat is full and wants clearing for the rest."""

    cards: Tally
    wanted: int


Finding = Accept | Ask | HowMany | Laid | tuple[Differ, ...]


class Held(Struct):
    """The last reading of a source, when it arrived in the session's seconds, and after how many other changes."""

    reading: Reading
    since: float
    order: int


class Watch:
    """All readings that count. `places` maps a sensor's zone to the table's (``mat/goods-2`` → ``goods/blue``)."""

    def __init__(self, journal: Journal, policy: Policy, places: Mapping[Zone, Zone], mat_holds: int = 8) -> None:
        self.journal = journal
        self.policy = policy
        self.places = places
        self.mat_holds = mat_holds
        self.laid: Tally = {}
        self.agreed: dict[Zone, int] = {}
        self.offsets: dict[Zone, Tally] = {}
        self._held: dict[Zone, dict[str, Held]] = {}
        self._booked: dict[Zone, tuple[float, int]] = {}
        self._doubted: dict[Zone, int] = {}
        self._told = Told()
        self._order = 0
        self._box = box_of(journal.state.table)
        self._spent: set[Zone] = set()
        self._moved = 0.0

    def take(self, sighting: Sighting, now: float) -> None:
        """Hold what a sensor saw; a reading that says the same as before is no news."""
        zone = self.places.get(sighting.zone, sighting.zone)
        sources = self._held.setdefault(zone, {})
        before = sources.get(sighting.source)
        if before is not None and before.reading == sighting.reading:
            return
        if before is None or not same(tally_of(before.reading), tally_of(sighting.reading)):
            self._told.forget(zone)
        sources[sighting.source] = Held(sighting.reading, now, self._next())
        self._moved = now
        empty = isinstance(sighting.reading, Pieces) and not sighting.reading.objects
        if empty or (zone in self.journal.state.table and fits(sighting.reading, self.journal.state.table[zone])):
            self._spent.discard(zone)

    def lose(self, lost: Lost) -> None:
        """Nothing a silent source has said counts any more."""
        for sources in self._held.values():
            sources.pop(lost.source, None)
        self._held = {zone: sources for zone, sources in self._held.items() if sources}

    def forget(self, zone: Zone) -> None:
        """Read `zone` anew before anything is concluded from it."""
        self._held.pop(zone, None)
        self._told.forget(zone)
        self._spent.discard(zone)
        self.laid = {}

    def tell(self, counted: Counted) -> None:
        """A person has said how many of a piece in doubt lie in a zone."""
        self._told.take(counted)

    def asks(self, zone: Zone, piece: Piece) -> bool:
        """Does this count differ from the book, is it in doubt, and has nobody said what it is?"""
        return piece in self._unsure(zone, self.readings()) and not self._told.refused(zone, piece)

    def booked(self, events: Iterable[Event], now: float) -> None:
        """The book has changed: hands get time to follow; cards that lie shown have been used."""
        order = self._next()
        for event in events:
            self._booked |= dict.fromkeys(zones_of(event), (now, order))
            self._overtake(zones_of(event))
            if isinstance(event, Moved):
                self._spend(event.target)
        self.laid = {}

    def _overtake(self, zones: Iterable[Zone]) -> None:
        """What the camera counted there when asked is what lay there before."""
        for zone in zones:
            sources = self._held.get(zone, {})
            if CAMERA in sources and self.policy.is_asked(zone):
                del sources[CAMERA]
                self._held = {zone: sources for zone, sources in self._held.items() if sources}

    def doubted(self, now: float) -> list[Zone]:
        """The zones to be read once more: they differ and have been quiet for a while; each reading is doubted once."""
        found = []
        for zone in self.differing():
            order = max(held.order for held in self._held[zone].values())
            if self._quiet(zone, now) >= self.policy.quiet.again and self._doubted.get(zone) != order:
                self._doubted[zone] = order
                found.append(zone)
        return found

    def _next(self) -> int:
        self._order += 1
        return self._order

    def _spend(self, zone: Zone) -> None:
        shown = self.policy.shown_at(zone)
        if shown != zone and self._shows_something(shown):
            self._spent.add(shown)

    def _shows_something(self, zone: Zone) -> bool:
        readings = [held.reading for held in self._held.get(zone, {}).values()]
        return any(isinstance(reading, Pieces) and reading.objects for reading in readings)

    def trust_book(self, zone: Zone) -> None:
        """The book is right: from now on the sensor is off by what it differs; what was counted once is forgotten."""
        self._overtake([zone])
        for held in self._held.get(zone, {}).values():
            self.offsets[zone] = less(tally_of(held.reading), self.journal.state.table[zone])

    def readings(self, without: Iterable[Zone] = ()) -> dict[Zone, Reading]:
        """One reading a zone, the newest, corrected by what the sensor is known to be off."""
        left_out = set(without) | self._spent
        return {
            zone: self._corrected(zone, max(sources.values(), key=lambda held: held.since).reading)
            for zone, sources in sorted(self._held.items())
            if zone not in left_out
        }

    @property
    def to_clear(self) -> frozenset[Zone]:
        """Places where what is shown has been read: it is to be picked up before anything else is shown there."""
        return frozenset(self._spent)

    def overfull(self, zone: Zone) -> list[Piece]:
        """The pieces in `zone` of which all readings together show more than the box holds."""
        return [piece for piece, zones in overfull(self.readings(), self._box).items() if zone in zones]

    def source(self, zone: Zone) -> str:
        """Who said last what lies in `zone`."""
        sources = self._held.get(zone, {})
        return max(sources, key=lambda source: sources[source].since, default="")

    def weighs(self, zone: Zone) -> bool:
        """Does a tray tell what lies in `zone` just now?"""
        return any(source != CAMERA for source in self._held.get(zone, {}))

    def differing(self) -> list[Zone]:
        """The zones in which table and book differ just now, hands that have not followed yet included."""
        readings = self.readings()
        wrong = differing(self.journal.state, readings)
        for zone in readings:
            if zone not in wrong:
                self.agreed[zone] = self.journal.last
                self._true_again(zone)
        return wrong

    def judge(self, now: float, reported: Mapping[Zone, Tally] = MappingProxyType({})) -> Finding | None:
        """What follows from all readings now; `reported` are zones known to differ, and by what."""
        wrong = self.differing()
        open_wrong = [zone for zone in wrong if zone not in reported]
        quiet = now - self._moved
        finding = self._explained(quiet, reported)
        if finding is not None or not wrong:
            return finding
        if (asked := self._how_many(open_wrong, quiet)) is not None:
            return asked
        if any(self._fresh(zone) for zone in open_wrong) and quiet >= self.policy.quiet.back:
            finding = self._put_back(open_wrong[0])
        return finding or self._differ(wrong, now) or None

    def _unsure(self, zone: Zone, readings: Mapping[Zone, Reading]) -> list[Piece]:
        table = self.journal.state.table
        known = zone in readings and zone in table
        return in_doubt(readings[zone], table[zone], self.policy.doubt.asks) if known else []

    def _how_many(self, zones: Iterable[Zone], quiet: float) -> HowMany | None:
        """The first count in doubt that nobody has been asked for, once the table is quiet."""
        if quiet < self.policy.quiet.ask:
            return None
        readings = self.readings()
        found = ((zone, piece, readings[zone]) for zone in zones for piece in self._unsure(zone, readings))
        open_ = (how_many(zone, reading, piece) for zone, piece, reading in found if isinstance(reading, Count))
        return next((each for each in open_ if not self._told.refused(each.zone, each.piece)), None)

    def _rests_on_doubt(self, found: Explained, readings: Mapping[Zone, Reading]) -> bool:
        """Would it be entered on a count that might as well be another?"""
        zones = found.touched | {found.zone}
        return found.gain < self.policy.lead.others and any(self._unsure(zone, readings) for zone in zones)

    def _explained(self, quiet: float, reported: Mapping[Zone, Tally]) -> Finding | None:
        """Held against the readings as they are; then with what is known to differ taken off, for what goes on in those
        zones; then without them.
        """
        readings = self.readings()
        found = self._found(readings)
        if not found and reported:
            taken_off = {zone: _less(readings[zone], off) for zone, off in reported.items() if zone in readings}
            found = [each for each in self._found(readings | taken_off) if each.touched & taken_off.keys()]
            readings = readings | taken_off if found else self.readings(reported)
            found = found or self._found(readings)
        if found:
            return self._settle_on(found, readings, quiet)
        return (self._part_of_a_draw(readings) or self._unsaid(quiet, readings)) if self._news(readings) else None

    def _found(self, readings: Mapping[Zone, Reading]) -> list[Explained]:
        if not self._news(readings):
            return []
        found = explanations(self.journal.game, self.journal.state, readings, self.policy, self.laid)
        return [each for each in found if self._is_news(each, readings)]

    def _settle_on(self, found: list[Explained], readings: Mapping[Zone, Reading], quiet: float) -> Finding | None:
        """Enter the best if it leads and pieces alone may say it, else ask."""
        found = [each for each in found if self._presented(each)] or found  # what is shown is meant
        best = found[0]
        if self._rests_on_doubt(best, readings):
            return None
        if len(found) == 1 or _leads(best, found[1], self.policy):
            needs = self._needs(best)
            if needs is not None and best.share >= self.policy.lead.cards:
                return self._accept(best, readings) if quiet >= needs else None
        return Ask(best.zone, tuple(found[:4])) if quiet >= self.policy.quiet.ask else None

    def _needs(self, found: Explained) -> float | None:
        """For how long the table must be quiet before this is entered unasked; None if a person has to say so."""
        if self.policy.is_asked(found.zone) and self.source(found.zone) == CAMERA:
            return None
        presented = self._presented(found)
        return presented.quiet if presented else self.policy.game.sensed.get(type(found.command).__name__)

    def _presented(self, found: Explained) -> Presented | None:
        """The way this command is given by showing its piece, if it was given so."""
        presented = self.policy.game.presented.get(type(found.command).__name__)
        return presented if presented and found.zone == presented.at else None

    def _news(self, readings: Mapping[Zone, Reading]) -> bool:
        """Has anything been seen, after the book last changed there, that the book does not say already?"""
        table = self.journal.state.table
        shown = [zone for zone in self.policy.game.shown.values() if zone in readings and zone not in table]
        return any(self._fresh(zone) for zone in (*shown, *differing(self.journal.state, readings)))

    def _is_news(self, found: Explained, readings: Mapping[Zone, Reading]) -> bool:
        """Does it rest on something seen after the book last changed there?"""
        return any(self._fresh(zone) for zone in {found.zone, *differing(self.journal.state, readings)})

    def _fresh(self, zone: Zone) -> bool:
        newest = max((held.order for held in self._held.get(zone, {}).values()), default=0)
        return newest > self._booked.get(zone, (0.0, 0))[1]

    def _accept(self, found: Explained, readings: Mapping[Zone, Reading]) -> Accept:
        zone = found.zone
        if self._presented(found):
            self._spent.add(zone)
        what = "as explained" if self.policy.is_private(zone) else tally_of(readings[zone])
        evidence = f"{zone}: {what}, share {found.share:.3f}, gain {found.gain:.1f}"
        return Accept(found.command, self.source(zone), evidence)

    def _part_of_a_draw(self, readings: Mapping[Zone, Reading]) -> Laid | None:
        """A draw larger than the mat is shown in parts."""
        for pick in self._picks():
            zone = shown_place(pick.lands, readings, self.policy)
            now = tally_of(readings[zone]) if zone else {}
            if now.keys() <= pick.pool.keys() and sum(now.values()) == self.mat_holds < pick.least - sum(
                self.laid.values()
            ):
                self.laid = less(now, {face: -count for face, count in self.laid.items()})
                self._spent.add(zone)
                return Laid(self.laid, pick.least)
        return None

    def _unsaid(self, quiet: float, readings: Mapping[Zone, Reading]) -> Ask | None:
        """Somebody went on without saying that his turn is over."""
        seen = [
            zone for zone in (*self.policy.game.shown.values(), *readings) if zone in readings and self._fresh(zone)
        ]
        if quiet < self.policy.quiet.ask or not seen:
            return None
        found = unsaid(self.journal.game, self.journal.state, readings, self.policy, self.laid)
        zone = seen[0]
        return Ask(zone, tuple(Explained(command, 0.0, 1.0, zone) for command in found)) if found else None

    def _picks(self) -> list[Pick]:
        game, state = self.journal.game, self.journal.state
        items = [item for seat in state.phase.actors for item in legal(game, state, seat)]
        return [item.over for item in items if isinstance(item, Offer) and isinstance(item.over, Pick)]

    def _put_back(self, zone: Zone) -> Ask | None:
        to = earlier(self.journal, self.readings(), self.policy.back.depth)
        if to is None:
            return None
        return Ask(zone, (Explained(Undo("", to), 0.0, 1.0, zone),))

    def _differ(self, wrong: list[Zone], now: float) -> tuple[Differ, ...]:
        readings, table = self.readings(), self.journal.state.table
        return tuple(
            Differ(zone, self.source(zone), tally_of(readings[zone]), dict(table[zone]), self._quiet(zone, now))
            for zone in wrong
            if self._quiet(zone, now) >= self.policy.quiet.patience
        )

    def _quiet(self, zone: Zone, now: float) -> float:
        newest = max((held.since for held in self._held.get(zone, {}).values()), default=0.0)
        return now - max(newest, self._booked.get(zone, (0.0, 0))[0])

    def _corrected(self, zone: Zone, reading: Reading) -> Reading:
        off, reading = self.offsets.get(zone), self._told.upon(zone, reading)
        return _less(reading, off) if off else reading

    def _true_again(self, zone: Zone) -> None:
        """A sensor that agrees without its correction needs none."""
        if zone in self.offsets:
            raw = max(self._held[zone].values(), key=lambda held: held.since).reading
            if same(tally_of(raw), self.journal.state.table[zone]):
                del self.offsets[zone]


def _less(reading: Reading, off: Tally) -> Reading:
    """The reading of a sensor that is off by so much."""
    if isinstance(reading, Weight):
        return Weight(less(tally_of(reading), off).get(GOLD, 0), reading.doubt)
    return Count(less(tally_of(reading), off), reading.doubt, reading.doubts) if isinstance(reading, Count) else reading


def _leads(best: Explained, second: Explained, policy: Policy) -> bool:
    """Is `best` clearly likelier? Cards by share, anything else by likelihood."""
    if best.share < 1 or second.share < 1:
        return best.share >= policy.lead.cards
    return best.gain - second.gain >= policy.lead.others
