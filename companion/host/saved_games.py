"""The games a store keeps, as they are listed."""

from __future__ import annotations

import time

from msgspec.structs import replace

from companion.host.holding import holder_of
from companion.play.backup import games_in
from companion.play.record import Damaged
from companion.play.reports import Saved
from companion.play.storage import Store
from companion.titles import title_of
from companion.titles.title import named
from engine.journal import Journal


def listed(store: Store) -> tuple[list[Saved], list[tuple[str, str]]]:
    """What a store keeps, newest first, and the games that cannot be gone on with, each with what is wrong.

    A damaged game stays in the file.
    """
    whole: list[Saved] = []
    leases = store.leases()
    damaged = [(game, f"game {game!r}: {reason}") for game, reason in store.nothing_left()]
    for game, _, last, at in store.games():
        try:
            holder = holder_of(store, leases[game]) if game in leases else None
            whole.append(replace(_read(store, game, last, at), holder=holder))
        except Damaged as error:
            damaged.append((game, str(error)))
    return whole, damaged


def saved_games(store: Store) -> list[Saved]:
    """What a store keeps, newest first, without the damaged games."""
    return listed(store)[0]


def damaged_games(store: Store) -> list[tuple[str, str]]:
    """The games that cannot be gone on with, each with what is wrong."""
    return listed(store)[1]


def lost_games(store: Store) -> list[str]:
    """The games that only a copy of the file still holds."""
    there = {game for game, *_ in store.games()}
    return [game for game in games_in(store.path) if game not in there]


def _read(store: Store, game: str, last: int, at: float) -> Saved:
    book = store.open(game)
    try:
        return _described(book, game, last, at)
    except Exception as error:  # a list never fails: a game that cannot be described is one that is damaged
        raise Damaged(f"game {game!r}: {error}") from error


def _described(book: Journal, game: str, last: int, at: float) -> Saved:
    title, names = title_of(book.game.name), named(book.setup)
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
    return Saved(
        id=game,
        game=book.game.name,
        names=tuple(names.values()),
        round=title.round(book.state),
        entries=last,
        when=when,
        over=title.over(book.state),
        seats=tuple(names),
    )
