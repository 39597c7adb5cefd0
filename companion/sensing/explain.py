"""Which lawful command explains what is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod

from msgspec import Struct

from companion.sensing.cards import hands
from companion.sensing.choices import one_by_one
from companion.sensing.doubt import named_as
from companion.sensing.likelihood import fits, less, score, share_of, tally_of
from companion.sensing.policy import Policy
from engine.event import Event, Moved, State, evolve, revert, zones_of
from engine.game import Choice, Command, Game, Offer, decide, legal
from engine.journal import Journal
from engine.sighting import Pieces, Reading
from engine.table import Tally, Zone

Reported = Mapping[Zone, Reading]
"""What lies in each zone by the readings that count."""
WIDEST = 61
"""So many numbers of a range are tried, from the least."""
FEW = 3
"""So few commands of a family are tried one by one at once."""
WAYS = 8
"""So many ways to read a set of cards are followed."""


class Candidate(Struct, frozen=True):
    """A lawful command, how sure its cards are (1 without cards), and the zone where they are shown, if any."""

    command: Command
    share: float = 1.0
    shown: Zone = ""


class _View(Struct, frozen=True):
    """The readings that count, the zones where they differ from the book, and those the game names as everybody's."""

    readings: Reported
    wrong: set[Zone]
    common: set[Zone]
    policy: Policy

    def share(self, zone: Zone, tally: Tally) -> float:
        """How likely a tally lies in a zone by its reading: 1 or 0 but in the zones of all."""
        reading = self.readings[zone]
        if zone in self.common:
            return share_of(reading, tally)
        return float(fits(named_as(reading, tally, self.policy.doubt), tally))


class Explained(Struct, frozen=True):
    """A command after which table and book agree; `gain` is log-likelihood over the present state.

    `zone` is where it is seen, `share` how sure the cards are (1 without cards), `touched` what it changes.
    """

    command: Command
    gain: float
    share: float
    zone: Zone
    touched: frozenset[Zone] = frozenset()


def differing(state: State, readings: Reported) -> list[Zone]:
    """The zones whose reading differs from the book."""
    return [zone for zone, reading in readings.items() if zone in state.table and not fits(reading, state.table[zone])]


def explanations(game: Game, state: State, readings: Reported, policy: Policy, laid: Tally) -> list[Explained]:
    """The lawful commands after which book and table agree in every zone they differ in or touch, likeliest first.

    Number ranges are opened; sets are taken from what is new or gone, cards after those already `laid` and picked up
    again. The state is as before.
    """
    view = _View(readings, set(differing(state, readings)), set(filter(policy.is_common, readings)), policy)
    found = []
    for seat in state.phase.actors:
        for item in legal(game, state, seat):
            if isinstance(item, Offer) and _is_elsewhere(game, state, item, view):
                continue
            for candidate in candidates(game, item, state, readings, policy, laid):
                explained = _explained(game, state, candidate, view)
                if explained is not None:
                    found.append(explained)
    return sorted(found, key=lambda each: (-each.share, -each.gain))


def _is_elsewhere(game: Game, state: State, offer: Offer, view: _View) -> bool:
    """Would every command of a family change what lies in a zone of all otherwise than it is seen?

    Two of them tell: a zone of all in which both do the same is changed so by the others, too.
    """
    if not view.common or len(offer.over.values) < FEW:
        return False
    one, other = (_in_zones(game, state, offer.of(value), view) for value in offer.over.values[:2])
    return any(share == 0 and other.get(zone) == (events, share) for zone, (events, share) in one.items())


def _in_zones(game: Game, state: State, command: Command, view: _View) -> dict[Zone, tuple[list[Event], float]]:
    """What a command does in each of the zones of all, and how likely what then lies there has been seen."""
    events = decide(game, state, command)
    try:
        found: dict[Zone, tuple[list[Event], float]] = {}
        for zone in {zone for event in events for zone in zones_of(event)} & view.common:
            own = [event for event in events if zone in zones_of(event)]
            found[zone] = own, share_of(view.readings[zone], state.table[zone])
        return found
    finally:
        revert(state, events)


def candidates(
    game: Game, item: Command | Offer, state: State, readings: Reported, policy: Policy, laid: Tally
) -> Iterator[Candidate]:
    """The single commands an item of a lawful list may mean in the light of what is seen."""
    if not isinstance(item, Offer):
        yield from _single(game, item, state, readings, policy)
    elif item.over.pool is None:
        yield from (Candidate(item.of(value)) for value in one_by_one(item.over, WIDEST))
    else:
        for cards, share, shown in _sets(item.over, item.over.pool, state, readings, policy, laid):
            if item.over.holds(cards):
                yield Candidate(item.of(cards), share, shown)


def _single(game: Game, command: Command, state: State, readings: Reported, policy: Policy) -> Iterator[Candidate]:
    name = type(command).__name__
    presented = policy.game.presented.get(name)
    if presented is not None and _shows_any(readings.get(presented.at), presented.prefix):
        piece = presented.prefix + getattr(command, presented.field)
        shares = _shares(readings[presented.at], piece, policy)
        yield from (Candidate(command, share, presented.at) for share in shares)
        return
    if name not in policy.game.chance:
        yield Candidate(command)
        return
    events = decide(game, state, command)
    revert(state, events)
    for event in events:
        if isinstance(event, Moved) and (shown := shown_place(event.target, readings, policy)):
            yield from (Candidate(command, share, shown) for share in _shares(readings[shown], event.piece, policy))


def _shows_any(reading: Reading | None, prefix: str) -> bool:
    """Does anything lie there that is read as such a piece? Then what is shown decides, and nothing else."""
    return isinstance(reading, Pieces) and any(seen.best.startswith(prefix) for seen in reading.objects)


def _shares(reading: Reading, piece: str, policy: Policy) -> Iterator[float]:
    objects = reading.objects if isinstance(reading, Pieces) else ()
    if len(objects) == 1:
        yield from (g.share for g in objects[0].guesses if g.value == piece and g.share >= policy.lead.least)


def shown_place(zone: Zone, readings: Reported, policy: Policy) -> Zone:
    """The zone where pieces on their way into `zone` are seen just now; nothing if they are not."""
    place = policy.shown_at(zone)
    return place if place != zone and isinstance(readings.get(place), Pieces) else ""


def _sets(
    choice: Choice, pool: Tally, state: State, readings: Reported, policy: Policy, laid: Tally
) -> Iterator[tuple[Tally, float, Zone]]:
    if policy.shown_at(choice.lands) != choice.lands:
        shown = shown_place(choice.lands, readings, policy)
        reading = readings.get(shown)
        if isinstance(reading, Pieces):
            for hand in hands(reading, less(pool, laid), policy.lead.least)[:WAYS]:
                yield less(hand.cards, {face: -count for face, count in laid.items()}), hand.share, shown
        return
    source = next((zone for zone in readings if state.table.get(zone) is pool), None)
    if source is not None:
        now = tally_of(readings[source])
        gone = {piece: count for piece, count in less(pool, now).items() if count > 0}
        yield gone, 1.0, ""
        if now != gone:
            yield now, 1.0, ""


def _explained(game: Game, state: State, candidate: Candidate, view: _View) -> Explained | None:
    """The candidate with its gain over the present state; None if it leaves a zone differing or rests on nothing.

    Other seats' zones may differ meanwhile: their hands are their own affair. What belongs to no seat rests on whoever
    changes it. A zone of all that is in doubt may be explained by what it is less likely to show.
    """
    seat, shown, readings, wrong = candidate.command.seat, candidate.shown, view.readings, view.wrong
    own = {zone for zone in wrong if not shown and (not seat or seat in zone.split("/"))}
    common = {zone for zone in readings if zone in state.table and "/" not in zone} | view.common
    if not (own or shown or common & wrong):
        return None
    events = decide(game, state, candidate.command)
    try:
        touched = frozenset(zone for event in events for zone in zones_of(event))
        wrong = own if shown else own | (common & wrong & touched)
        if not (wrong or shown):
            return None
        still = {shown, *(common if shown else ())}  # what is shown in one place does not lie in another yet
        zones = sorted((wrong | touched) & readings.keys() & state.table.keys() - still)
        share = prod(view.share(zone, state.table[zone]) for zone in zones)
        if share < view.policy.lead.least:
            return None
        after = sum(score(readings[zone], state.table[zone], view.policy) for zone in zones)
    finally:
        revert(state, events)
    before = sum(score(readings[zone], state.table[zone], view.policy) for zone in zones)
    least = min(candidate.share, share)
    return Explained(candidate.command, after - before, least, candidate.shown or min(wrong), touched)


def unannounced(game: Game, state: State, readings: Reported, policy: Policy, laid: Tally) -> list[Command]:
    """The silent commands after which, chores done, a lawful command explains the table: it was not announced."""
    found = []
    for seat in state.phase.actors:
        for item in legal(game, state, seat):
            if type(item).__name__ in policy.game.silent and _would_explain(game, state, item, readings, policy, laid):
                found.append(item)
    return found


def _would_explain(game: Game, state: State, command: Command, readings: Reported, policy: Policy, laid: Tally) -> bool:
    done: list[Event] = []
    try:
        due: Command | None = command
        while due is not None:
            done += decide(game, state, due)
            due = _only_chore(game, state)
        return bool(explanations(game, state, readings, policy, laid))
    finally:
        revert(state, done)


def _only_chore(game: Game, state: State) -> Command | None:
    items = legal(game, state, "")
    return items[0] if len(items) == 1 and not isinstance(items[0], Offer) else None


def earlier(journal: Journal, readings: Reported, depth: int) -> int | None:
    """The newest entry, at most `depth` back, to which the table has been put back; None if it has not."""
    state = journal.state
    undone: list[tuple[Event, ...]] = []
    try:
        for number in list(reversed(journal.live))[: depth + 1]:
            if undone and not differing(state, readings):
                return number
            undone.append(journal.entries[number - 1].events)
            revert(state, undone[-1])
        return None
    finally:
        for events in reversed(undone):
            evolve(state, events)
