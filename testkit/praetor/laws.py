"""What holds in every game of Praetor, with any players: each law raises `AssertionError` naming where it broke."""

from __future__ import annotations

import random
from collections import Counter

from msgspec.structs import replace

from engine.event import State, revert
from engine.journal import Journal, Undo
from engine.praetor.game import PRAETOR
from engine.praetor.soundness import faults
from engine.praetor.zones import LEVEL, MASTER, RESOURCES, SUPPLY
from engine.table import Tally
from testkit.praetor.imaginable import disagreements
from testkit.praetor.players import LIVELY, UNIFORM, Player, any_setup, play

EVERY = 8
"""At so many entries' distance all pieces are counted and the position is checked."""


def a_lawful_game(seed: int, imagined: int = 1) -> Journal:
    """Play one random game at a random table, holding it to every law; returns how it went."""
    journal, chance = Journal(PRAETOR, any_setup(seed)), random.Random(f"laws {seed}")
    box, tried = faces(journal.state), set(chance.sample(range(1, 250), imagined))
    for _ in play(journal, Player(seed, LIVELY if seed % 2 else UNIFORM)):
        if journal.last % EVERY == 0:
            pieces_are_conserved(journal.state, box, journal.last)
            the_position_is_sound(journal.state, journal.last)
        if journal.last in tried:
            the_list_is_what_is_accepted(journal.state, journal.last)
    pieces_are_conserved(journal.state, box, journal.last)
    the_position_is_sound(journal.state, journal.last)
    payments_lose_nothing(journal)
    entries_survive_writing(journal)
    the_same_commands_give_the_same_game(journal)
    any_undo_restores_its_position(journal, chance)
    return journal


def faces(state: State) -> Tally:
    """All pieces of the box, whatever a die shows and wherever a tile lies."""
    found: Counter[str] = Counter()
    for piece, count in state.table.census().items():
        found[MASTER[piece] if piece in LEVEL else piece.partition(":")[0]] += count
    return {piece: count for piece, count in found.items() if count}


def pieces_are_conserved(state: State, box: Tally, number: int) -> None:
    """Every piece of the box lies somewhere."""
    found = faces(state)
    assert found == box, f"entry {number}: {dict(found.items() ^ box.items())}"


def the_position_is_sound(state: State, number: int) -> None:
    found = faults(state)
    assert not found, f"entry {number}: {found}"


def the_list_is_what_is_accepted(state: State, number: int) -> None:
    """No imaginable command is listed and refused, or accepted and not listed."""
    for seat in state.phase.actors:
        found = next(disagreements(state, seat), None)
        assert found is None, f"entry {number}, {seat!r} in {state.phase!r}: {found}"


def payments_lose_nothing(journal: Journal) -> None:
    """What one seat gives another arrives: between two seats resources only ever move in one piece (P-INV-03)."""
    for entry in journal.entries:
        for event in entry.events:
            if getattr(event, "piece", "") in RESOURCES:
                ends = {event.source.partition("/")[0], event.target.partition("/")[0]}  # type: ignore[union-attr]
                assert ends <= {SUPPLY, "treasury", "goods", "box"}, f"entry {entry.number}: {event}"


def entries_survive_writing(journal: Journal) -> None:
    """Commands and events read back from what was written are the same."""
    codec, phase = journal.codec, journal.game.box(journal.setup).phase
    for entry in journal.entries:
        assert codec.command(codec.encode(entry.command)) == entry.command, f"entry {entry.number}: {entry.command}"
        read = codec.events(codec.write_events(entry.events), phase)
        assert read == entry.events, f"entry {entry.number}: {entry.events}"
        phase = next((event.phase for event in reversed(read) if hasattr(event, "phase")), phase)


def the_same_commands_give_the_same_game(journal: Journal) -> None:
    """Decided anew from its written commands, the first half read back, a game has the same digests and position."""
    again, codec = Journal(journal.game, journal.setup), journal.codec
    for entry in journal.entries[: journal.last // 2]:
        again.append(replace(entry, events=codec.events(codec.write_events(entry.events), again.state.phase)))
    for entry in journal.entries[journal.last // 2 :]:
        mine = again.submit(codec.command(codec.encode(entry.command)), entry.origin, entry.at, entry.evidence)
        assert mine.digest == entry.digest, f"entry {entry.number}: {entry.command} went otherwise"
    assert (again.state.table, again.state.phase) == (journal.state.table, journal.state.phase)


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
