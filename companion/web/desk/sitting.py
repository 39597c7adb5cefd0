"""Who sits at a game, as its set-up says, before any of it was played."""

from __future__ import annotations

from companion.play.record import Damaged, open_journal
from companion.titles.title import named
from companion.web.desk.store import DeskStore, Key


def names_at(store: DeskStore, key: Key) -> list[str]:
    """The people of a game who gave a name; nobody where its head cannot be read."""
    head = store.head(key)
    if head is None:
        return []
    try:
        journal = open_journal(head.game, bytes(head.setup), digest=head.digest)
    except Damaged:
        return []
    return [name for seat, name in named(journal.setup).items() if name != seat]
