"""What the desk shows of each table: who is due since when, the order of the seats, and the one state that matters."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.play.challenges import asked, challenged, standing
from companion.presenters.scene import Scene
from companion.titles import title_of
from companion.views.common.parts import Person
from companion.web.desk.club_desk import ClubTable
from companion.wording import _
from engine.journal import Journal

SLOW = 300.0
"""Seconds without an entry after which a table is slow, unless the desk is told otherwise."""
LIE, CHALLENGE, DIFFERS, LOST, FINISHED, SLOW_STATE, PLAYS = (
    *("lie", "challenge", "differs", "lost"),
    *("finished", "slow", "plays"),
)
ICONS = {LIE: "cover", CHALLENGE: "challenge", DIFFERS: "disagree", LOST: "lost", FINISHED: "check", SLOW_STATE: "wait"}


class SeatScore(Struct, frozen=True, kw_only=True):
    """A seat in the order of the standing; `score` is empty while what counts lies covered."""

    person: Person
    score: str
    due: bool


class TableCard(Struct, frozen=True, kw_only=True):
    """A table at a glance; `since` is when its newest entry was made, or when it fell silent, seconds since 1970.

    `evidence` is the digest of the picture of its challenge: a card is another one when that has come.
    """

    table: str
    number: str
    game: str
    state: str
    name: str
    verb: str
    since: float
    round: int
    rounds: int
    seats: tuple[SeatScore, ...]
    evidence: str = ""


def short(table: str) -> str:
    """What a table is called on its card: its number, where its name ends in one."""
    digits = table[len(table.rstrip("0123456789")) :]
    return str(int(digits)) if digits else table


def state_word(state: str) -> str:
    """A state in a word; nothing for a table that simply plays."""
    return {
        LIE: _("record altered"),
        CHALLENGE: _("challenge"),
        DIFFERS: _("differs"),
        LOST: _("not heard"),
        FINISHED: _("finished"),
        SLOW_STATE: _("slow"),
    }.get(state, "")


def state_of(table: ClubTable, now: float, slow: float = SLOW) -> str:
    """The one state of a table that a referee should see first."""
    game = table.game
    journal = game.journal if game is not None else None
    if table.lies:
        return LIE
    if journal is not None and standing(journal) is not None:
        return CHALLENGE
    if not table.online:
        return FINISHED if game is not None and game.over else LOST
    if table.differs:
        return DIFFERS
    if game is not None and game.over:
        return FINISHED
    return SLOW_STATE if journal is not None and now - moved_at(journal) > slow else PLAYS


def moved_at(journal: Journal) -> float:
    """When the newest entry was made, in seconds since 1970 by the table's clock."""
    return journal.entries[-1].at if journal.entries else 0.0


def card_of(table: ClubTable, now: float, slow: float = SLOW) -> TableCard:
    """The card of a table."""
    journal = table.game.journal if table.game is not None else None
    state = state_of(table, now, slow)
    scene = table.game.scene if table.game is not None else None
    if journal is None or scene is None:
        return TableCard(
            table=table.name, number=short(table.name), game="", state=state, name="", since=table.since,
            verb=_unseen(table), round=0, rounds=0, seats=(),
        )  # fmt: skip
    name, verb = _doing(scene, journal, state)
    top = scene.title.top(scene)
    return TableCard(
        table=table.name,
        number=short(table.name),
        game=journal.game.name.capitalize(),
        state=state,
        name=name,
        verb=verb,
        since=table.since if state == LOST else moved_at(journal),
        round=top.round or title_of(journal.game.name).round(journal.state),
        rounds=top.rounds,
        seats=tuple(_seats(scene, journal)),
        evidence=table.evidence,
    )


def _unseen(table: ClubTable) -> str:
    """Why there is nothing to see of a table."""
    if table.game is not None and table.game.broken is not None:
        return _("cannot be shown")
    return _("no game yet") if table.online else _("silent")


def _doing(scene: Scene, journal: Journal, state: str) -> tuple[str, str]:
    """Who does what: a name, which may be empty, and words."""
    if state == LOST:
        return "", _("silent, plays on")
    if (call := standing(journal)) is not None:
        done = challenged(journal) if asked(journal) is None else None
        against = _("against {name}").format(name=scene.name(done.command.seat)) if done is not None else ""
        return scene.name(call.seat) or _("The table"), against or _("asks for a ruling")
    if title_of(journal.game.name).over(journal.state):
        first = [scene.name(one.seat) for one in journal.game.standings(journal.state) if one.place == 1]
        return _(" and ").join(first), _("wins") if len(first) == 1 else _("share the victory")
    due = scene.due
    if len(due) == 1:
        return scene.player(due[0]).name, scene.title.verb(scene, due[0])
    return "", _("everybody at once") if due else _("all hands")


def _seats(scene: Scene, journal: Journal) -> Iterable[SeatScore]:
    """The seats from the best on; while what counts lies covered, in the order round the table."""
    title, due = title_of(journal.game.name), scene.due
    if title.over(journal.state):
        scores = {one.seat: (one.place, str(one.score)) for one in journal.game.standings(journal.state)}
    elif (figure := title.chronicle.figures.get(title.chronicle.open)) is not None:
        found = {seat: figure(journal.state, seat) for seat in scene.source.names}
        scores = {seat: (-value, str(value)) for seat, value in found.items()}
    else:
        scores = dict.fromkeys(scene.source.names, (0, ""))
    for seat in sorted(scores, key=lambda seat: scores[seat][0]):
        yield SeatScore(person=scene.player(seat), score=scores[seat][1], due=seat in due and len(due) == 1)
