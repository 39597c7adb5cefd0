"""The readings held against the book: silence, an entry, a question or a disagreement."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from companion.sensing.box import box_of, overfull
from companion.sensing.doubt import HowMany, how_many
from companion.sensing.explain import (
    Explained,
    Reported,
    candidates,
    differing,
    earlier,
    explanations,
    shown_place,
    unannounced,
)
from companion.sensing.latest import Latest
from companion.sensing.likelihood import less_by, tally_of
from companion.sensing.policy import Policy, Presented
from companion.sensing.readings import Readings, is_camera
from companion.sensing.turned import turns
from engine.game import Choice, Command, Offer, legal
from engine.journal import Correct, Journal, Undo
from engine.sighting import Count
from engine.table import Piece, Tally, Zone

SHOWN = "as it lies on the table"
MAT_HOLDS = 8
"""So many cards lie on the mat at once."""


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


Opened = Mapping[str, type]
"""By seat the kind of command whose pieces it is just choosing on its tray."""
Conclusion = Accept | Ask | HowMany | Laid | tuple[Differ, ...]
Sought = tuple[Reported, list[Explained], bool]
"""The readings that were explained, what explains them, and whether any of them is news."""


class Judge:
    """What follows from the readings. `agreed` is the newest entry with which each zone was seen to agree.

    `opened` tells what seats are just choosing on their trays: where several may show the same pieces, that one did.
    """

    def __init__(self, journal: Journal, policy: Policy, readings: Readings, mat_holds: int = MAT_HOLDS) -> None:
        self.agreed: dict[Zone, int] = {}
        self.opened: Callable[[], Opened] = dict
        self._journal, self._policy, self._readings = journal, policy, readings
        self._mat_holds = mat_holds
        self._box = box_of(journal.state.table)
        self._wrong: Latest[list[Zone]] = Latest()
        self._search: Latest[Sought] = Latest()
        self._silent: Latest[list[Command]] = Latest()
        self._back: Latest[int | None] = Latest()

    def conclude(self, now: float, disputed: Mapping[Zone, Tally] = MappingProxyType({})) -> Conclusion | None:
        """What follows from all readings now; `disputed` are zones known to differ, and by what."""
        wrong = self.differing()
        unexplained = [zone for zone in wrong if zone not in disputed]
        quiet = self._readings.still(now)
        found = self._explained(quiet, disputed)
        if found is not None or not wrong:
            return found
        asked = self._how_many(self._looked_at(unexplained, now), quiet) or self._shows_otherwise(unexplained, now)
        if asked is not None:
            return asked
        if any(map(self._readings.is_news, unexplained)) and quiet >= self._policy.quiet.back:
            found = self._put_back(unexplained[0])
        return found or self._differ(wrong, now) or None

    def differing(self) -> list[Zone]:
        """The zones in which table and book differ just now, hands that have not followed yet included."""
        return self._wrong.of(self._state_of_things(), self._differing)

    def _state_of_things(self) -> tuple[int, int]:
        """What all that is worked out here rests on: the readings and the book, each by a number that only grows."""
        return self._readings.version, self._journal.last

    def _differing(self) -> list[Zone]:
        self._readings.end_offsets()
        current = self._readings.current()
        wrong = differing(self._journal.state, current)
        for zone in current:
            if zone not in wrong:
                self.agreed[zone] = self._journal.last
        return wrong

    def to_read_again(self, now: float) -> list[Zone]:
        """The zones that differ and have been settled for a while: a camera should read them once more."""
        return self._readings.to_read_again(self.differing(), now)

    def overfull(self, zone: Zone) -> list[Piece]:
        """The pieces in `zone` of which all readings together show more than the box holds; faces are not counted."""
        if self._policy.is_common(zone):
            return []
        return [piece for piece, zones in overfull(self._readings.current(), self._box).items() if zone in zones]

    def shown(self, offer: Offer) -> Command | None:
        """The command of a family whose pieces lie shown just now and are read for sure."""
        if offer.over.pool is None:
            return None
        journal, readings = self._journal, self._readings
        found = candidates(journal.game, offer, journal.state, readings.current(), self._policy, readings.laid)
        sure = (each.command for each in found if each.shown and each.share >= self._policy.lead.cards)
        return next(sure, None)

    def asks(self, zone: Zone, piece: Piece) -> bool:
        """Does this count differ from the book, is it in doubt, and is it still open?"""
        return self._is_open(zone, piece, self._readings.current())

    # --- a count in doubt ---

    def _is_open(self, zone: Zone, piece: Piece, current: Reported) -> bool:
        return piece in self._readings.unsure(zone, current) and not self._readings.is_refused(zone, piece)

    def _looked_at(self, zones: Iterable[Zone], now: float) -> list[Zone]:
        """Those in which something was seen after the book changed there; the others once hands had time to follow."""
        patience, readings = self._policy.quiet.patience, self._readings
        return [zone for zone in zones if readings.is_news(zone) or readings.settled(zone, now) >= patience]

    def _how_many(self, zones: Iterable[Zone], quiet: float) -> HowMany | None:
        """The first count in doubt that is still open, once the table is quiet."""
        if quiet < self._policy.quiet.ask:
            return None
        current, table = self._readings.current(), self._journal.state.table
        found = ((zone, piece, current[zone]) for zone in zones for piece in self._readings.unsure(zone, current))
        return next(
            (
                how_many(zone, reading, piece, table[zone].get(piece, 0))
                for zone, piece, reading in found
                if isinstance(reading, Count) and not self._readings.is_refused(zone, piece)
            ),
            None,
        )

    def _rests_on_doubt(self, found: Explained, current: Reported) -> bool:
        """Would it be entered on a count that might as well be another?"""
        zones = found.touched | {found.zone}
        return found.gain < self._policy.lead.others and any(self._readings.unsure(zone, current) for zone in zones)

    def _shows_otherwise(self, zones: Iterable[Zone], now: float) -> Ask | None:
        """A piece of all shows another face, and no command explains it: it is asked about, until it differs."""
        current, table, quiet = self._readings.current(), self._journal.state.table, self._policy.quiet
        for zone in filter(self._policy.is_common, zones):
            shifts = turns(zone, tally_of(current[zone]), table[zone])
            if shifts and quiet.ask <= self._readings.settled(zone, now) < quiet.patience:
                return Ask(zone, (Explained(Correct("", shifts, SHOWN), 0.0, 1.0, zone),))
        return None

    # --- a command that explains the table ---

    def _explained(self, quiet: float, disputed: Mapping[Zone, Tally]) -> Conclusion | None:
        """Held against the readings as they are; then with what is known to differ taken off, for what goes on in those
        zones; then without them.
        """
        now = (*self._state_of_things(), _as_key(disputed))
        current, found, news = self._search.of(now, lambda: self._searched(disputed))
        if found:
            return self._settle_on(found, current, quiet)
        return (self._part_of_a_draw(current) or self._unannounced(quiet, current, now)) if news else None

    def _searched(self, disputed: Mapping[Zone, Tally]) -> Sought:
        current = self._readings.current()
        found = self._found(current)
        if not found and disputed:
            taken_off = {zone: less_by(current[zone], off) for zone, off in disputed.items() if zone in current}
            apart = {**current, **taken_off}
            found = [each for each in self._found(apart) if each.touched & taken_off.keys()]
            current = apart if found else {zone: seen for zone, seen in current.items() if zone not in disputed}
            found = found or self._found(current)
        return current, found, self._any_news(current)

    def _found(self, current: Reported) -> list[Explained]:
        if not self._any_news(current):
            return []
        found = explanations(self._journal.game, self._journal.state, current, self._policy, self._readings.laid)
        return [each for each in found if self._rests_on_news(each, current)]

    def _settle_on(self, found: list[Explained], current: Reported, quiet: float) -> Conclusion | None:
        """Enter the best if it leads and needs no confirmation, else ask."""
        found = [each for each in found if self._presented(each)] or found  # what is shown is meant
        found = [each for each in found if self._says_so(each)] or found
        best = found[0]
        others = [each for each in found if _is_anothers(best, each)]
        if self._rests_on_doubt(best, current):
            return None
        if not others and (len(found) == 1 or _leads(best, found[1], self._policy)):
            needs = self._needs(best)
            if needs is not None and best.share >= self._policy.lead.cards:
                return self._accept(best, current) if quiet >= needs else None
        choices = (best, *others) if others else tuple(found[:4])
        return Ask(best.zone, choices) if quiet >= self._policy.quiet.ask else None

    def _says_so(self, found: Explained) -> bool:
        """Is its seat just choosing the pieces of such a command on its tray?"""
        return bool(found.command.seat) and self.opened().get(found.command.seat) is type(found.command)

    def _needs(self, found: Explained) -> float | None:
        """For how long the table must be quiet before this is entered unasked; None if a person has to confirm it."""
        if self._policy.is_asked(found.zone) and is_camera(self._readings.source(found.zone)):
            return None
        presented = self._presented(found)
        return presented.quiet if presented else self._policy.game.sensed.get(type(found.command).__name__)

    def _presented(self, found: Explained) -> Presented | None:
        """The way this command is given by showing its piece, if it was given so."""
        presented = self._policy.game.presented.get(type(found.command).__name__)
        return presented if presented and found.zone == presented.at else None

    def _any_news(self, current: Reported) -> bool:
        """Has anything been seen, after the book last changed there, that is not in the book already?"""
        table = self._journal.state.table
        shown = [zone for zone in self._policy.game.shown.values() if zone in current and zone not in table]
        return any(map(self._readings.is_news, (*shown, *differing(self._journal.state, current))))

    def _rests_on_news(self, found: Explained, current: Reported) -> bool:
        """Does it change something that was seen after the book last changed there?"""
        changed = found.touched.intersection(differing(self._journal.state, current))
        return any(map(self._readings.is_news, {found.zone, *changed}))

    def _accept(self, found: Explained, current: Reported) -> Accept:
        zone = found.zone
        if self._presented(found):
            self._readings.use(zone)
        what = "as explained" if self._policy.is_private(zone) else tally_of(current[zone])
        evidence = f"{zone}: {what}, share {found.share:.3f}, gain {found.gain:.1f}"
        return Accept(found.command, self._readings.source(zone), evidence)

    # --- what explains it in part, or not at all ---

    def _part_of_a_draw(self, current: Reported) -> Laid | None:
        """A draw larger than the mat is shown in parts."""
        for pool, choice in self._picks():
            zone, laid, (least, _) = shown_place(choice.lands, current, self._policy), self._readings.laid, choice.span
            now = tally_of(current[zone]) if zone else {}
            if now.keys() <= pool.keys() and sum(now.values()) == self._mat_holds < least - sum(laid.values()):
                self._readings.lay(now)
                self._readings.use(zone)
                return Laid(self._readings.laid, least)
        return None

    def _picks(self) -> Iterator[tuple[Tally, Choice]]:
        """The choices of pieces that are open now, each with its pool."""
        game, state = self._journal.game, self._journal.state
        items = (item for seat in state.phase.actors for item in legal(game, state, seat))
        for item in items:
            if isinstance(item, Offer) and item.over.pool is not None:
                yield item.over.pool, item.over

    def _unannounced(self, quiet: float, current: Reported, now: Hashable) -> Ask | None:
        """The table shows the next turn, and the end of this one was not announced."""
        zones = (*self._policy.game.shown.values(), *current)
        zone = next((zone for zone in zones if zone in current and self._readings.is_news(zone)), None)
        if quiet < self._policy.quiet.ask or zone is None:
            return None
        game, state, laid = self._journal.game, self._journal.state, self._readings.laid
        found = self._silent.of(now, lambda: unannounced(game, state, current, self._policy, laid))
        return Ask(zone, tuple(Explained(command, 0.0, 1.0, zone) for command in found)) if found else None

    def _put_back(self, zone: Zone) -> Ask | None:
        journal, current, depth = self._journal, self._readings.current(), self._policy.back.depth
        to = self._back.of(self._state_of_things(), lambda: earlier(journal, current, depth))
        return None if to is None else Ask(zone, (Explained(Undo("", to), 0.0, 1.0, zone),))

    def _differ(self, wrong: list[Zone], now: float) -> tuple[Differ, ...]:
        current, table = self._readings.current(), self._journal.state.table
        settled = {zone: self._readings.settled(zone, now) for zone in wrong}
        return tuple(
            Differ(zone, self._readings.source(zone), tally_of(current[zone]), dict(table[zone]), settled[zone])
            for zone in wrong
            if settled[zone] >= self._policy.quiet.patience
        )


def _as_key(disputed: Mapping[Zone, Tally]) -> Hashable:
    return tuple((zone, tuple(sorted(off.items()))) for zone, off in sorted(disputed.items()))


def _is_anothers(best: Explained, each: Explained) -> bool:
    """Is it the same command, but of another seat? The pieces do not tell whose they are."""
    same = type(each.command) is type(best.command) and each.command.seat != best.command.seat
    return same and replace(each.command, seat=best.command.seat) == best.command


def _leads(best: Explained, second: Explained, policy: Policy) -> bool:
    """Is `best` clearly likelier? Cards by share, anything else by likelihood."""
    if best.share < 1 or second.share < 1:
        return best.share >= policy.lead.cards
    return best.gain - second.gain >= policy.lead.others
