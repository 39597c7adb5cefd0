"""A challenge as a referee asks about it: what is claimed, what holds, what was done, what was ruled before."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from companion.play.challenges import asked, before, challenged, standing
from companion.presenters.common.history import remembering
from companion.presenters.common.voting import voting
from companion.presenters.scene import Scene
from companion.views.common.history import History, HistoryLine
from companion.views.common.parts import Person
from companion.views.common.rulesheet import RuleSheet
from companion.web.desk.club_desk import ClubTable
from companion.web.desk.evidence import Evidence, evidence_of
from companion.web.desk.store import DeskStore, Key, Ruling
from companion.wording import _, n_

LINES = 8
"""So many lines of the journal are shown."""
RULED_BEFORE = 3


class Choice(Struct, frozen=True):
    """A ruling that may be given: `how` the table is told, a label, an icon and what it does."""

    how: str
    label: str
    icon: str
    note: str


class Precedent(Struct, frozen=True):
    """What was ruled before on the same rule."""

    table: str
    how: str
    referee: str


class Matter(Struct, frozen=True, kw_only=True):
    """A challenge with all that speaks for and against it; `lawful` is None where the app finds nothing.

    `evidence` is the picture of the mat, None where none has come; `lacks` says why.
    """

    challenge: int
    by: Person | None
    against: Person | None
    title: str
    sheet: RuleSheet
    lawful: bool | None
    finding: str
    lines: tuple[HistoryLine, ...]
    line: int
    choices: tuple[Choice, ...]
    precedents: tuple[Precedent, ...]
    sent: Ruling | None
    evidence: Evidence | None
    lacks: str


def matter_of(table: ClubTable, store: DeskStore) -> Matter | None:
    """The challenge that stands at a table; None if none does."""
    journal = table.game.journal if table.game is not None else None
    call = standing(journal) if journal is not None else None
    scene = table.game.scene if table.game is not None else None
    if journal is None or call is None or scene is None:
        return None
    sheet = voting(scene).body
    assert isinstance(sheet, RuleSheet)
    command, done = asked(journal), challenged(journal)
    evidence = evidence_of(store, table.game.key, call.number, scene.title) if table.game is not None else None
    about = done if command is None else None
    lawful, finding = _found(scene)
    return Matter(
        challenge=call.number,
        by=scene.person(call.seat),
        against=scene.person(about.command.seat) if about is not None else None,
        title=_title(scene),
        sheet=sheet,
        lawful=lawful,
        finding=finding,
        lines=_lines(scene),
        line=about.number if about is not None else call.number,
        choices=_choices(scene),
        precedents=_precedents(store, sheet.rule, call.number, table),
        sent=_sent(store, table, call.number),
        evidence=evidence,
        lacks="" if evidence is not None else _lacks(table),
    )


def _lacks(table: ClubTable) -> str:
    """Why there is no picture of the mat."""
    if not table.pictures:
        return _("This table sends no pictures.")
    if not table.online:
        return _("No picture has come: the table is not heard.")
    return _("No picture has come yet. It is taken when nothing moves on the mat.")


def _title(scene: Scene) -> str:
    call, done = scene.source.challenge, challenged(scene.source.book)
    assert call is not None
    who = scene.name(call.seat) or _("The table")
    if asked(scene.source.book) is not None or done is None:
        return _("{name} asks for a ruling").format(name=who)
    return _("{name} challenges {other}").format(name=who, other=scene.name(done.command.seat))


def _found(scene: Scene) -> tuple[bool | None, str]:
    """What the rules say of the command that is asked for, or of the entry that is challenged."""
    command, done = asked(scene.source.book), challenged(scene.source.book)
    if command is not None:
        stop = scene.stop(command)
        return (True, _("The rules allow it now.")) if stop is None else (False, scene.title.short(stop))
    if done is None:
        return None, _("No entry is challenged.")
    return True, _("The rules allowed line {n} when it was booked ({how}).").format(
        n=done.number, how=scene.title.origin(done)
    )


def _lines(scene: Scene) -> tuple[HistoryLine, ...]:
    """The newest lines, oldest first."""
    body = remembering(scene).body
    assert isinstance(body, History)
    return body.lines[:LINES][::-1]


def _choices(scene: Scene) -> tuple[Choice, ...]:
    """The same rulings the table itself may give, and to come and look."""
    book = scene.source.book
    done, command = challenged(book), asked(book)
    stands = Choice("stands", _("It stands"), "check", _("the game goes on as it is booked"))
    look = Choice("look", _("I come and look"), "shown", _("the table stays frozen, nothing is sent"))
    if command is not None:
        allow = Choice("allow", _("Allow it"), "check", _("booked as an exception, against the rule"))
        stands = Choice("stands", _("The rule stands"), "rule", _("it is not allowed, the game goes on"))
        return allow, stands, look
    if done is None:
        return stands, look
    to = before(book, done.number)
    lost = sum(1 for number in book.live if number > to)
    note = n_("to line {to}; {n} line goes back", "to line {to}; {n} lines go back", lost, to=str(to))
    return Choice("back", _("Take it back"), "undo", note), stands, look


def _sent(store: DeskStore, table: ClubTable, challenge: int) -> Ruling | None:
    game = table.game.key.game if table.game is not None else ""
    mine = (each for each in store.rulings() if each.table == table.name and each.order.game == game)
    return next((each for each in mine if each.order.challenge == challenge), None)


def _precedents(store: DeskStore, rule: str, challenge: int, table: ClubTable) -> tuple[Precedent, ...]:
    """The newest rulings on challenges that named the same rule."""
    found: list[Precedent] = []
    for ruling in reversed(store.rulings()):
        here = ruling.table == table.name and ruling.order.challenge == challenge
        if ruling.entry and not here and rule and _rule(store, ruling) == rule:
            found.append(Precedent(ruling.table, ruling.order.how, ruling.order.referee))
    return tuple(found[:RULED_BEFORE])


def _rule(store: DeskStore, ruling: Ruling) -> str:
    """The rule a challenge named that was ruled on."""
    key = Key(ruling.table, ruling.order.game)
    for line in store.lines(key, ruling.order.challenge - 1)[:1]:
        said = msgspec.json.decode(line.command)
        return str(said[3]) if isinstance(said, list) and len(said) > 3 else ""
    return ""
