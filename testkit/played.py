"""Games of the virtual table's people, without sensors."""

from __future__ import annotations

from random import Random

from companion.host.opening import shuffled_game
from companion.titles import DEFAULT, title_of
from companion.titles.title import VirtualPlayers, named
from engine.game import Command, Offer, legal
from engine.journal import Journal


def played(players: int, seed: int, game: str = DEFAULT) -> tuple[Journal, dict[str, int]]:
    """A whole game, and its scores as counted by hand just before they are scored."""
    book, chance, title = shuffled_game(game, players, seed), Random(seed), title_of(game)
    people, counted = people_of(book, seed), {}
    while not title.over(book.state):
        counted = {seat: found["total"] for seat, found in people.count(book.state).items()}
        book.submit(decision(book, people, chance))
    return book, counted


def people_of(book: Journal, seed: int) -> VirtualPlayers:
    table = title_of(book.game.name).table
    assert table is not None
    return table(tuple(named(book.setup)), seed)


def decision(book: Journal, people: VirtualPlayers, chance: Random) -> Command:
    due = title_of(book.game.name).due(book.state)
    seat = chance.choice(due) if due else ""
    items = legal(book.game, book.state, seat)
    if not seat and len(items) == 1 and not isinstance(items[0], Offer):
        return chance.choice(items)
    given = people.chance(book.state, seat, chance)
    return people.decide(book.state, seat) if given is None else given
