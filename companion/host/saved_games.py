"""The games a store keeps, as they are listed."""

from __future__ import annotations

import time

from companion.play.record import Damaged
from companion.play.reports import Saved
from companion.play.storage import Store
from companion.titles import title_of
from companion.titles.title import named


def saved_games(store: Store) -> list[Saved]:
    """What a store keeps, newest first; a damaged game is not listed, but stays in the file."""
    found = (_saved(store, game, last, at) for game, _, last, at in store.games())
    return [saved for saved in found if saved is not None]


def _saved(store: Store, game: str, last: int, at: float) -> Saved | None:
    try:
        book = store.open(game)
    except Damaged:
        return None
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
