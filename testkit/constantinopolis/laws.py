"""What holds in every game, whoever plays it: each law raises `AssertionError` naming where it broke."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec.structs import replace

from engine.codec import Codec
from engine.constantinopolis import phases as p
from engine.constantinopolis.faces import UNREAD
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.information import known, news
from engine.constantinopolis.zones import SUPPLY, TRACK, USED_FACE, hold
from engine.event import State, evolve, revert
from engine.journal import Entry, Journal, Undo
from engine.table import Table, Tally
from testkit.constantinopolis.imaginable import disagreements
from testkit.constantinopolis.players import Player
from testkit.play import BUSY, WILD, Wanderer, any_setup

LONGEST = 6000
"""More entries than any game has."""
CENSUS_EVERY = 16
"""A census counts every piece of the box: dear, so not after every entry."""
IMAGINED = 1
"""Positions of a game at which every imaginable command is tried."""
VEILED_EVERY = 4
"""Following a game through the eyes of one seat takes as long as playing it, so not every game is followed."""
AUCTION = (p.Activation, p.Duel)


def a_lawful_game(seed: int) -> Journal:
    """Play one random game at a random table, holding it to every law; returns how it went."""
    setup, chance = any_setup(seed), random.Random(f"laws {seed}")
    journal = Journal(CONSTANTINOPOLIS, setup)
    box = faces(journal.state)
    tried = set(chance.sample(range(1, 300), IMAGINED))
    for entry in entries(journal, Wanderer(seed, WILD if seed % 2 else BUSY)):
        if entry.number % CENSUS_EVERY == 0:
            pieces_are_conserved(journal.state, box, entry.number)
        if entry.number in tried:
            the_list_is_what_is_accepted(journal.state, entry.number)
    pieces_are_conserved(journal.state, box, journal.last)
    auctions_end(journal)
    entries_survive_writing(journal)
    the_same_commands_give_the_same_game(journal)
    if seed % VEILED_EVERY == 0:
        a_follower_knows_what_he_may(journal, chance.choice(setup.colours))
    any_undo_restores_its_position(journal, chance)
    return journal


def entries(journal: Journal, player: Player) -> Iterator[Entry]:
    """Play on to the end, an entry at a time."""
    while journal.state.phase.actors:
        yield journal.submit(player.next(journal.state), "replay")
        assert journal.last < LONGEST, f"no end after {LONGEST} entries"


def faces(state: State) -> Tally:
    """All pieces of the box, an office marker as fresh whichever face it shows."""
    found: Tally = {}
    for piece, count in state.table.census().items():
        fresh = piece.removesuffix(USED_FACE)
        found[fresh] = found.get(fresh, 0) + count
    return found


def pieces_are_conserved(state: State, box: Tally, number: int) -> None:
    """Every piece of the box lies somewhere, and no zone owes any that may not."""
    found = faces(state)
    assert found == box, f"entry {number}: {dict(found.items() ^ box.items())}"
    for zone, tally in state.table.items():
        owed = zone in state.table.bottomless
        assert all(count > 0 or (count < 0 and owed) for count in tally.values()), f"entry {number}: {zone} {tally}"
    assert all(count < 0 for count in state.table[TRACK].values()), f"entry {number}: {state.table[TRACK]}"


def the_list_is_what_is_accepted(state: State, number: int) -> None:
    """No imaginable command is listed and refused, or accepted and not listed."""
    seats = state.setup.colours if isinstance(state.phase, AUCTION) else ("", *state.setup.colours)
    for seat in seats:
        found = next(disagreements(CONSTANTINOPOLIS, state, seat), None)
        assert found is None, f"entry {number}, {seat!r} in {state.phase!r}: {found}"


def auctions_end(journal: Journal) -> None:
    """No auction has more bids than there is gold to bid with, for every office and player (C-AUC-18)."""
    run, most = 0, 5 * len(journal.setup.places) * (journal.setup.book.coins + 2)
    for entry in journal.entries:
        into = [event.phase for event in entry.events if hasattr(event, "phase")]
        run = run + 1 if into and isinstance(into[-1], AUCTION) else 0
        assert run <= most, f"entry {entry.number}: an auction of {run} entries"


def entries_survive_writing(journal: Journal) -> None:
    """Commands and events read back from what was written are the same, and so is what is written again."""
    codec: Codec = journal.codec
    phase = journal.game.box(journal.setup).phase
    for entry in journal.entries:
        assert codec.command(codec.encode(entry.command)) == entry.command, f"entry {entry.number}: {entry.command}"
    for entry in journal.entries:
        read = codec.events(codec.write_events(entry.events), phase)
        assert read == entry.events, f"entry {entry.number}: {entry.events}"
        phase = next((event.phase for event in reversed(read) if hasattr(event, "phase")), phase)


def the_same_commands_give_the_same_game(journal: Journal) -> None:
    """Decided anew from its written commands, the first half read back, a game has the same digests and position."""
    again, codec = Journal(journal.game, journal.setup), journal.codec
    for entry in journal.entries[: journal.last // 2]:
        again.append(replace(entry, events=codec.events(codec.write_events(entry.events), again.state.phase)))
    for entry in journal.entries[journal.last // 2 :]:
        command = codec.command(codec.encode(entry.command))
        mine = again.submit(command, entry.origin, entry.at, entry.evidence)
        assert mine.digest == entry.digest, f"entry {entry.number}: {entry.command} went otherwise"
    assert (again.state.table, again.state.phase) == (journal.state.table, journal.state.phase)


def a_follower_knows_what_he_may(journal: Journal, viewer: str) -> None:
    """Who lets the news happen on what he knew knows what he may know then, and never more; gold but his own aside."""
    state = journal.game.box(journal.setup)
    evolve(state, journal.entries[0].events)
    followed = State(state.setup, state.seats, known(state, viewer), state.phase)
    followed.table.bottomless |= {zone for zone in followed.table if zone.startswith("treasury/")}
    for entry in journal.entries[1:]:
        told = news(state, entry.command, entry.events, viewer)
        evolve(state, entry.events)
        evolve(followed, told)
        may = known(state, viewer)
        differ = [zone for zone, tally in may.items() if not _alike(zone, tally, followed.table[zone], viewer)]
        assert not differ, f"entry {entry.number}: {viewer} follows {entry.command} otherwise in {differ}"
        no_secret_shows(state, may, viewer, entry.number)


def no_secret_shows(state: State, may: Table, viewer: str, number: int) -> None:
    """No face of a contract on another's ship; and where another's gold goes to the supply, no difference."""
    others = [me for me in state.seats.values() if me.colour not in ("", viewer)]
    if state.setup.edition.loaded_contracts == "closed":
        ships = (ship for me in others for zone in (me.short, me.long, me.harbour) for ship in may[zone])
        shown = [piece for ship in ships for piece in may[hold(ship)] if len(piece) > 1 and piece != UNREAD]
        assert not shown, f"entry {number}: {viewer} sees {shown}"
    rich = [me.treasury for me in others if state.zones[me.treasury].get("gold", 0)]
    for zone in rich:
        state.table.shift("gold", 1, zone, SUPPLY)
    assert known(state, viewer) == may, f"entry {number}: {viewer} sees gold"
    for zone in rich:
        state.table.shift("gold", 1, SUPPLY, zone)


def _alike(zone: str, one: Tally, other: Tally, viewer: str) -> bool:
    """The same pieces, gold in zones of others not counted."""
    if one == other or zone.endswith(viewer):
        return one == other
    return {**one, "gold": 0} == {**other, "gold": 0}


def any_undo_restores_its_position(journal: Journal, chance: random.Random) -> None:
    """Events run backwards lead to the very positions they came from; so does an undo in the journal."""
    state, to = journal.state.copy(), chance.choice(journal.live[:-1])
    for entry in reversed(journal.entries[to:]):
        revert(state, entry.events)
    journal.submit(Undo("", to))
    assert (journal.state.table, journal.state.phase) == (state.table, state.phase), f"undo to {to}"
    for entry in reversed(journal.entries[:to]):
        revert(state, entry.events)
    fresh = journal.game.box(journal.setup)
    assert (state.table, state.phase) == (fresh.table, fresh.phase), "undo to the box"
