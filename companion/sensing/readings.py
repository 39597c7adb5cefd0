"""What each sensor last reported of each zone, when it arrived, and what of it still counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from companion.sensing.doubt import Answers, Counted, counted_again, in_doubt, named_as
from companion.sensing.growing_field import GrowingField
from companion.sensing.latest import Latest
from companion.sensing.likelihood import fits, less, less_by, objects_of, same, tally_of
from companion.sensing.owed import Owed
from companion.sensing.policy import Policy
from companion.titles.title import as_seen, nothing
from engine.event import Event, Moved, State, zones_of
from engine.journal import Journal
from engine.sighting import Lost, Pieces, Reading, Seen, Sighting
from engine.table import Piece, Tally, Zone

CAMERA = "camera"
"""The table's camera; a phone's is ``camera:<seat>``, and what it shows is one look, not a watch."""
Told = Callable[[State, Sighting], Iterable[Sighting]]
"""What a sighting says of the zones of the table, in the light of the book; most say it of one, as they are."""
Anew = Callable[[State], Collection[Zone]]
"""The zones whose cards are laid anew now, and not added to, where cards stay in the field they were read in."""


def is_camera(source: str) -> bool:
    """Is this the table's camera, or a phone's?"""
    return source.partition(":")[0] == CAMERA


def is_look(source: str) -> bool:
    """Is this a picture somebody took: a look at what lay there then, which nothing follows?"""
    return is_camera(source) and source != CAMERA


class Report(Struct):
    """The last reading of one sensor, when it arrived in the session's seconds, and after how many other changes."""

    reading: Reading
    since: float
    order: int


class Readings:
    """The readings that count, by the zones of the table.

    `places` maps a sensor's zone to the table's (``mat/goods-2`` → ``goods/blue``). `told` turns a look at a field
    where several zones lie into a sighting of each; it is asked again when the book changes. `offsets` is what a
    sensor is known to be off by, because people decided that the book is right. `laid` are the cards of a draw larger
    than the mat that were read and picked up again. Of a field that grows only what is new is a reading, or all that
    lies there for a zone that is composed `anew`. `version` grows with whatever changes them.
    """

    def __init__(
        self, journal: Journal, policy: Policy, places: Mapping[Zone, Zone], told: Told = as_seen, anew: Anew = nothing
    ) -> None:
        self.offsets: dict[Zone, Tally] = {}
        self.laid: Tally = {}
        self.version = 0
        self._journal, self._policy, self._places = journal, policy, places
        self._reports: dict[Zone, dict[str, Report]] = {}
        self._booked: dict[Zone, tuple[float, int]] = {}
        self._read_again: dict[Zone, int] = {}
        self._answers = Answers(policy.doubt.asks)
        self._used: set[Zone] = set()
        self._anew = anew
        self._lying = {field: self._nothing_read(field) for field in policy.game.grows}
        self._seen: set[tuple[Zone, str]] = set()
        self._order = 0
        self._moved = 0.0
        self._told = told
        self._refuted: dict[Zone, Tally] = {}
        self._looks: dict[tuple[str, Zone], Sighting] = {}
        self._fields: dict[Zone, Zone] = {}
        self._owed = Owed()
        self._current: Latest[Mapping[Zone, Reading]] = Latest()

    # --- what changes them ---

    def take(self, sighting: Sighting, now: float) -> None:
        """Keep what a sensor reports, of each zone it tells of; a report equal to the one before is no news."""
        told = tuple(self._told(self._journal.state, sighting))
        if told != (sighting,):
            self._looks[sighting.source, sighting.zone] = sighting
            self._only(sighting, {each.zone for each in told})
        for each in told:
            self._take(each, now)

    def _only(self, look: Sighting, zones: set[Zone]) -> None:
        """A look tells of these zones and no longer of others, which may be out of sight."""
        for zone, field in list(self._fields.items()):
            if field == look.zone and zone not in zones:
                self._reports.get(zone, {}).pop(look.source, None)
                del self._fields[zone]
                self.version += 1
        self._fields |= dict.fromkeys(zones, look.zone)
        self._drop_empty()

    def _take(self, sighting: Sighting, now: float) -> None:
        zone = self._places.get(sighting.zone, sighting.zone)
        kind = sighting.source.partition(":")[0]
        if self._is_unused(zone, kind) and not tally_of(sighting.reading):
            return
        self._seen.add((zone, kind))
        reports = self._reports.setdefault(zone, {})
        before = reports.get(sighting.source)
        if before is not None and before.reading == sighting.reading:
            return
        self.version += 1
        if before is not None and counted_again(before.reading, sighting.reading):
            before.reading = sighting.reading
            return
        self._answers.follow(zone, sighting.reading)
        reports[sighting.source] = Report(sighting.reading, now, self._next())
        self._moved = now
        self._settle_owed(zone)
        self._follow(zone, sighting)
        empty = isinstance(sighting.reading, Pieces) and not sighting.reading.objects
        if empty or (zone in self._table and fits(sighting.reading, self._table[zone])):
            self._used.discard(zone)

    def _follow(self, zone: Zone, sighting: Sighting) -> None:
        """What lies in a field that grows; a picture that shows less than stands was taken after it was cleared."""
        lying, objects = self._lying.get(zone), objects_of(sighting.reading)
        if lying is None:
            return
        lying.follow(objects)
        if is_look(sighting.source) and lying.new(objects) is None:
            lying.cards = []

    def lose(self, lost: Lost) -> None:
        """Forget what a sensor reported that is gone."""
        self.version += 1
        self._looks = {key: look for key, look in self._looks.items() if key[0] != lost.source}
        for reports in self._reports.values():
            reports.pop(lost.source, None)
        self._drop_empty()

    def forget(self, zone: Zone) -> None:
        """Wait for a new report of `zone`, or of all zones that a look at the field of that name tells of."""
        self.version += 1
        self._looks = {key: look for key, look in self._looks.items() if key[1] != self.field(zone)}
        for each in (zone, *(each for each, field in self._fields.items() if field == zone)):
            self._reports.pop(each, None)
        self._answers.forget(zone)
        self._owed.settle(zone, None, {})
        self._used.discard(zone)
        self._lying |= {zone: self._nothing_read(zone)} if zone in self._lying else {}
        self.laid = {}

    def answer(self, counted: Counted) -> None:
        """A person has answered how many of a piece in doubt lie in a zone."""
        self.version += 1
        self._answers.take(counted, self._last(counted.zone))

    def book(self, events: Iterable[Event], now: float) -> None:
        """The book has changed: hands get time to follow, and cards that lie shown have been used."""
        self.version += 1
        order = self._next()
        events = tuple(events)
        self._owed.add(events)
        for event in events:
            zones = zones_of(event)
            self._booked |= dict.fromkeys(zones, (now, order))
            self._refuted = {zone: tally for zone, tally in self._refuted.items() if zone not in zones}
            self._overtake(zones)
            if isinstance(event, Moved):
                self._use_shown(event.target)
        for zone in {zone for event in events for zone in zones_of(event)}:
            self._settle_owed(zone)
        self.laid = {}
        self._looks = {key: look for key, look in self._looks.items() if not is_look(look.source)}
        for look in tuple(self._looks.values()):
            self.take(look, now)

    def use(self, zone: Zone) -> None:
        """What lies shown in `zone` has been read; it counts no more until it is picked up or pictured anew."""
        self.version += 1
        looked = any(map(is_look, self._reports.get(zone, {})))
        self._end_looks(zone)
        if not looked or self._shows_something(zone):
            self._used.add(zone)
        self._drop_empty()

    def begin_look(self, source: str, zones: Iterable[Zone]) -> None:
        """A picture shows these zones: what `source` showed before counts no more, nor that it has been used."""
        self.version += 1
        self._looks = {key: look for key, look in self._looks.items() if key[0].split("/")[0] != source}
        for reports in self._reports.values():
            for before in [each for each in reports if each.split("/")[0] == source]:
                del reports[before]
        self._used -= {self._places.get(zone, zone) for zone in zones}
        self._drop_empty()

    def lay(self, cards: Tally) -> None:
        """These cards of a larger draw have been read."""
        self.version += 1
        self.laid = less(cards, {face: -count for face, count in self.laid.items()})

    def trust_book(self, zone: Zone) -> None:
        """The book is right: the sensor is off by the difference; what the camera counted when asked is forgotten.

        Single pieces that were misread say nothing until they are read otherwise, or the book changes there.
        """
        self.version += 1
        self._overtake([zone])
        for report in self._reports.get(zone, {}).values():
            if isinstance(report.reading, Pieces):
                self._refuted[zone] = tally_of(report.reading)
            else:
                counted = self._answers.in_place(zone, report.reading)
                self.offsets[zone] = less(tally_of(counted), self._table[zone])

    def end_offsets(self) -> None:
        """A sensor that reports of a piece what the book has, after the book last changed there, is off no more."""
        for zone in [zone for zone in self.offsets if self._reports.get(zone) and self.is_news(zone)]:
            seen, book = tally_of(self._answers.in_place(zone, self._newest(zone).reading)), self._table[zone]
            off = self.offsets[zone]
            still = {piece: count for piece, count in off.items() if seen.get(piece, 0) != book.get(piece, 0)}
            if still != off:
                self.offsets[zone] = still
                self.version += 1

    # --- what they hold ---

    def current(self) -> Mapping[Zone, Reading]:
        """The newest reading of each zone, with people's answers in it and the sensor's offset taken off."""
        return self._current.of(self.version, self._of_now)

    def _of_now(self) -> Mapping[Zone, Reading]:
        refuted = {zone for zone, tally in self._refuted.items() if self._reads(zone, tally)}
        left_out = self._used | refuted
        found = {
            zone: self._corrected(zone, self._newest(zone).reading)
            for zone in sorted(self._reports)
            if zone not in left_out and self._reports[zone]
        }
        for zone in found.keys() & self._lying.keys():
            new = self._new(zone)
            if new:
                found[zone] = Pieces(new)
            else:
                del found[zone]
        return MappingProxyType(found)

    def _new(self, field: Zone) -> tuple[Seen, ...] | None:
        """What lies in a field that grows and was not read yet; None where some of what was read is missing."""
        newest = self._newest(field).reading
        return self._lying[field].new(objects_of(newest), self._anew(self._journal.state))

    @property
    def looks(self) -> Sequence[Sighting]:
        """The newest look of each sensor at each field where several zones lie, as it was taken."""
        return tuple(self._looks.values())

    def lying(self, field: Zone) -> Tally:
        """The cards that were read and lie on in a field that grows, but for those that count anew."""
        anew = self._anew(self._journal.state)
        cards = self._lying[field].cards if field in self._lying else []
        return tally_of(Pieces(tuple(card.seen for card in cards if card.zone not in anew)))

    @property
    def to_clear(self) -> frozenset[Zone]:
        """Places where what is shown has been read: it is to be picked up before anything else is shown there."""
        grown = (field for field, lying in self._lying.items() if lying.cards)
        return frozenset(self._used).union(filter(self._is_to_clear, grown))

    def _is_to_clear(self, field: Zone) -> bool:
        """Is some of what stands in a field that grows missing, or need nothing lie there any more?"""
        return not self._lying[field].stands or (bool(self._reports.get(field)) and self._new(field) is None)

    def field(self, zone: Zone) -> Zone:
        """The field of a sensor that tells of a zone; the zone itself where it is looked at alone."""
        return self._fields.get(zone, zone)

    def source(self, zone: Zone) -> str:
        """The sensor that reported last what lies in `zone`; empty if there is none."""
        reports = self._reports.get(zone, {})
        return max(reports, key=lambda source: reports[source].since, default="")

    def is_weighed(self, zone: Zone) -> bool:
        """Does a tray report what lies in `zone` just now?"""
        return not all(map(is_camera, self._reports.get(zone, {})))

    def unsure(self, zone: Zone, readings: Mapping[Zone, Reading]) -> list[Piece]:
        """The pieces of a zone whose count differs from the book and is in doubt."""
        known = zone in readings and zone in self._table
        return in_doubt(readings[zone], self._table[zone], self._policy.doubt.asks) if known else []

    def is_refused(self, zone: Zone, piece: Piece) -> bool:
        """Has a person answered that none of the numbers offered is right?"""
        return self._answers.refused(zone, piece)

    # --- when they arrived ---

    def still(self, now: float) -> float:
        """Seconds since anything changed in any zone."""
        return now - self._moved

    def settled(self, zone: Zone, now: float) -> float:
        """Seconds since neither the readings nor the book changed in `zone`."""
        newest = max((report.since for report in self._reports.get(zone, {}).values()), default=0.0)
        return now - max(newest, self._booked.get(zone, (0.0, 0))[0])

    def is_news(self, zone: Zone) -> bool:
        """Was anything reported of `zone`, after the book last changed there, but what hands have still to follow?"""
        newest = max((report.order for report in self._reports.get(zone, {}).values()), default=0)
        return newest > self._booked.get(zone, (0.0, 0))[1] and not self._is_owed(zone)

    def to_read_again(self, zones: Iterable[Zone], now: float) -> list[Zone]:
        """Those of `zones` that have been settled for a while; each reading is named once."""
        found = []
        for zone in zones:
            order = max(report.order for report in self._reports[zone].values())
            if self.settled(zone, now) >= self._policy.quiet.again and self._read_again.get(zone) != order:
                self._read_again[zone] = order
                found.append(zone)
        return found

    # --- inside ---

    @property
    def _table(self) -> Mapping[Zone, Tally]:
        return self._journal.state.table

    def _is_unused(self, zone: Zone, kind: str) -> bool:
        """Has nothing been seen yet, by sensors of a kind, in a zone that a table may do without?"""
        return self._policy.is_once_used(zone) and (zone, kind) not in self._seen

    def _next(self) -> int:
        self._order += 1
        return self._order

    def _newest(self, zone: Zone) -> Report:
        return max(self._reports[zone].values(), key=lambda report: report.since)

    def _settle_owed(self, zone: Zone) -> None:
        if zone in self._table:
            self._owed.settle(zone, self._last(zone), self._table[zone])

    def _is_owed(self, zone: Zone) -> bool:
        seen = self._last(zone)
        return seen is not None and zone in self._table and self._owed.explains(zone, seen, self._table[zone])

    def _last(self, zone: Zone) -> Reading | None:
        return self._newest(zone).reading if self._reports.get(zone) else None

    def _overtake(self, zones: Iterable[Zone]) -> None:
        """Drop what a picture showed there, and what the camera counted when asked: it is what lay there before."""
        for zone in zones:
            self._end_looks(zone)
            if self._policy.is_asked(zone):
                self._reports.get(zone, {}).pop(CAMERA, None)
        self._drop_empty()

    def _end_looks(self, zone: Zone) -> None:
        reports = self._reports.get(zone, {})
        for source in filter(is_look, tuple(reports)):
            del reports[source]

    def _reads(self, zone: Zone, tally: Tally) -> bool:
        return bool(self._reports.get(zone)) and same(tally_of(self._newest(zone).reading), tally)

    def _drop_empty(self) -> None:
        self._reports = {zone: reports for zone, reports in self._reports.items() if reports}

    def _use_shown(self, zone: Zone) -> None:
        shown = self._policy.shown_at(zone)
        if shown == zone or not self._shows_something(shown):
            return
        if shown in self._lying:
            self._lying[shown].read(objects_of(self._newest(shown).reading), zone)
            self._end_looks(shown)
            self._drop_empty()
        else:
            self.use(shown)

    def _nothing_read(self, field: Zone) -> GrowingField:
        return GrowingField(lambda: self._booked_at(field))

    def _booked_at(self, field: Zone) -> Mapping[Zone, Tally]:
        """The zones whose cards are shown in a field, but for empty ones."""
        return {zone: tally for zone, tally in self._table.items() if tally and self._policy.shown_at(zone) == field}

    def _shows_something(self, zone: Zone) -> bool:
        readings: Sequence[Reading] = [report.reading for report in self._reports.get(zone, {}).values()]
        return any(isinstance(reading, Pieces) and reading.objects for reading in readings)

    def _corrected(self, zone: Zone, reading: Reading) -> Reading:
        off, reading = self.offsets.get(zone), self._answers.in_place(zone, reading)
        reading = less_by(reading, off) if off else reading
        return named_as(reading, self._table[zone], self._policy.doubt) if zone in self._table else reading
