"""Games of the virtual table's dealer and players, without sensors."""

from __future__ import annotations

from random import Random

from companion.host.opening import shuffled_game
from companion.titles.constantinopolis.counter import true_scores
from companion.titles.constantinopolis.players import Player
from engine.constantinopolis.commands import Draw, Score
from engine.constantinopolis.phases import Over
from engine.game import Command, Offer, legal
from engine.journal import Journal


def played(players: int, seed: int) -> tuple[Journal, dict[str, int]]:
    """A whole game, and its scores as counted by hand just before they are scored."""
    book, chance = shuffled_game("constantinopolis", players, seed), Random(seed)
    heads = {place.colour: Player(place.colour, seed) for place in book.setup.places}
    counted: dict[str, int] = {}
    while not isinstance(book.state.phase, Over):
        command = decision(book, heads, chance)
        if isinstance(command, Score):
            counted = {seat: found["total"] for seat, found in true_scores(book.state.table, heads).items()}
        book.submit(command)
    return book, counted


def decision(book: Journal, heads: dict[str, Player], chance: Random) -> Command:
    seat = chance.choice(book.state.phase.actors)
    items = legal(book.game, book.state, seat)
    draws = [item for item in items if isinstance(item, Offer) and isinstance(item.least, Draw)]
    if draws:
        pool = draws[0].over.pool  # type: ignore[attr-defined]
        pile = [face for face in sorted(pool) for _ in range(pool[face])]
        drawn = chance.sample(pile, min(draws[0].over.most, len(pile)))  # type: ignore[attr-defined]
        return Draw(seat, {face: drawn.count(face) for face in dict.fromkeys(drawn)})
    return heads[seat].choose(book.game, book.state) if seat else chance.choice(items)
