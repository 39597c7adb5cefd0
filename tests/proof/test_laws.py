"""The laws of the game, held against tables, options and players that Hypothesis thinks of."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from engine.constantinopolis.editions import OPTIONS, edition
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.phases import Activation, Duel
from engine.constantinopolis.setup import Setup
from engine.journal import Journal
from testkit.constantinopolis import laws
from testkit.constantinopolis.players import setup
from testkit.play import BUSY, WILD, Stubborn, Wanderer

FEW = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@some.composite
def setups(draw: Any) -> Setup:
    """Two to five players in any order round the table, any options."""
    options = draw(some.fixed_dictionaries({name: some.sampled_from(values) for name, values in OPTIONS.items()}))
    made = setup(draw(some.integers(2, 5)), draw(some.integers(0, 999)), edition(options))
    return replace(made, places=tuple(draw(some.permutations(made.places))))


@some.composite
def games(draw: Any) -> Journal:
    """A game played to its end."""
    journal = Journal(CONSTANTINOPOLIS, draw(setups()))
    player = Wanderer(draw(some.integers(0, 9999)), draw(some.sampled_from((WILD, BUSY))))
    for _ in laws.entries(journal, player):
        pass
    return journal


@FEW
@given(setups(), some.integers(0, 9999))
def test_every_piece_is_accounted_for_after_every_entry(agreed: Setup, seed: int) -> None:
    journal = Journal(CONSTANTINOPOLIS, agreed)
    box = laws.faces(journal.state)
    for entry in laws.entries(journal, Wanderer(seed)):
        laws.pieces_are_conserved(journal.state, box, entry.number)


@FEW
@given(games(), some.randoms(use_true_random=False))
def test_any_undo_leads_back_to_the_position_it_names(journal: Journal, chance: random.Random) -> None:
    laws.any_undo_restores_its_position(journal, chance)


@FEW
@given(games())
def test_commands_and_events_survive_being_written(journal: Journal) -> None:
    laws.entries_survive_writing(journal)


@FEW
@given(games())
def test_the_same_commands_give_the_same_game(journal: Journal) -> None:
    laws.the_same_commands_give_the_same_game(journal)


@FEW
@given(games(), some.data())
def test_who_follows_the_news_knows_what_they_may_and_no_more(journal: Journal, data: some.DataObject) -> None:
    laws.a_follower_knows_what_he_may(journal, data.draw(some.sampled_from(journal.setup.colours)))


@FEW
@given(setups(), some.integers(0, 9999), some.integers(0, 300))
def test_the_list_holds_what_is_accepted_and_nothing_else(agreed: Setup, seed: int, at: int) -> None:
    journal = Journal(CONSTANTINOPOLIS, agreed)
    for entry in laws.entries(journal, Wanderer(seed, BUSY)):
        if entry.number > at:
            break
    laws.the_list_is_what_is_accepted(journal.state, journal.last)


@FEW
@given(setups(), some.integers(0, 9999))
def test_an_auction_of_players_who_never_give_way_ends(agreed: Setup, seed: int) -> None:
    journal = Journal(CONSTANTINOPOLIS, agreed)
    over = (entry.number for entry in laws.entries(journal, Stubborn(seed)) if not _bidding(journal))
    assert next(over) <= 5 * agreed.book.start.gold * len(agreed.places)


def _bidding(journal: Journal) -> bool:
    return isinstance(journal.state.phase, (Activation, Duel))


@FEW
@given(games())
def test_no_auction_is_longer_than_its_gold(journal: Journal) -> None:
    laws.auctions_end(journal)
