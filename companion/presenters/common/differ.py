"""Table and book differ: where, by how much, and the four ways out."""

from __future__ import annotations

from collections.abc import Mapping

from companion.play.reports import Disagreement
from companion.presenters.common.back_bar import way_back
from companion.presenters.scene import Scene
from companion.sensing.policy import read_policy
from companion.views.common import acts
from companion.views.common.differ import Differ, Exit
from companion.views.common.options import Options
from companion.views.common.parts import Button, Sheet
from companion.views.common.task_acts import BeginTask
from companion.wording import _, n_, signed

COINS = (30, 10, 5, 2, 1)


def differing(scene: Scene) -> Sheet:
    """The first disagreement, or the one that was asked for."""
    found = list(scene.source.disagreements)
    if not found:
        return _agreed(scene)
    one = next((each for each in found if each.zone == scene.look.about), found[0])
    title = _("{place}: table and book differ").format(place=scene.title.zone_words(scene, one.zone))
    return scene.title.sheet(scene, _body(scene, one, title, len(found) - 1), None, one.seat)


def _agreed(scene: Scene) -> Sheet:
    body = Options(_("Table and book agree"), _("There is nothing to settle."), ())
    bar = way_back(_("All is well"))
    return scene.title.sheet(scene, body, bar, "")


def _body(scene: Scene, one: Disagreement, title: str, others: int) -> Differ:
    note = _("Everything else agrees. The game may go on; this stays in sight until it is settled.")
    if others:
        note = n_("{n} other place differs too.", "{n} other places differ too.", others)
    money = _money(one)
    covered = one.private and scene.look.uncovered != one.seat
    table, book = _figures(scene, one, money, covered)
    return Differ(
        title=title,
        note=note,
        person=scene.person(one.seat),
        uncovered="",
        table=table,
        table_goods=() if money else scene.title.holdings_of(one.table),
        table_note=_seen(one),
        difference=_difference(one),
        difference_note=_("on the table"),
        book=book,
        book_goods=() if money else scene.title.holdings_of(one.book),
        book_note=_("since line {n}").format(n=one.since),
        exits=_exits(scene, one),
        gold=_gold(scene, one),
    )


def _gold(scene: Scene, one: Disagreement) -> Button | None:
    """Where the owner of covered gold looks at it."""
    if not one.private:
        return None
    open_ = scene.look.uncovered == one.seat
    label = _("uncovered") if open_ else _("hold to look")
    return Button(label, "", "shown" if open_ else "hidden", command=acts.Uncover(one.seat), key=one.seat)


def _gold_zone(scene: Scene, seat: str) -> str:
    """Where a seat's gold lies that the camera may count."""
    return read_policy(scene.source.game.name).game.truth.format(seat=seat)


def _money(one: Disagreement) -> bool:
    return set(one.table) | set(one.book) <= {"gold"}


def _figures(scene: Scene, one: Disagreement, money: bool, covered: bool) -> tuple[str, str]:
    """The two sums of gold; covered gold shows only the difference in the middle."""
    if not money:
        return "", ""
    if covered:
        return "?", "?"
    if one.private:
        held = scene.table[one.zone].get("gold", 0)
        return str(held + one.table.get("gold", 0)), str(held)
    return str(one.table.get("gold", 0)), str(one.book.get("gold", 0))


def _seen(one: Disagreement) -> str:
    kind = one.source.partition(":")[0]
    who = _("camera") if kind == "camera" else _("tray")
    return _("{who}, quiet for {n} s").format(who=who, n=round(one.quiet))


def change(one: Disagreement) -> dict[str, int]:
    """By how much the table differs from the book, by piece."""
    if one.private:
        return dict(one.table)
    pieces = dict.fromkeys((*one.table, *one.book))
    found = {piece: one.table.get(piece, 0) - one.book.get(piece, 0) for piece in pieces}
    return {piece: count for piece, count in found.items() if count}


def _difference(one: Disagreement) -> str:
    total = sum(change(one).values())
    return signed(total) if total else "≠"


def _exits(scene: Scene, one: Disagreement) -> tuple[Exit, ...]:
    name = scene.name(one.seat) or _("Somebody")
    again = one.seat in scene.counts and one.zone == _gold_zone(scene, one.seat)
    back = len([number for number in scene.source.book.live if number > one.agreed])
    rule = _("against {rule}").format(rule=one.rule) if one.rule else _("booked as seen")
    return (
        Exit(
            icon="tray",
            title=_("Put the table right"),
            sentence=_to_do(scene, one, name, again),
            foot_icon="camera" if again else "wait",
            foot=_("count again") if again else _("watching the table"),
            tone="sea",
            button=Button("", command=BeginTask("gold_count", one.seat) if again else acts.Open("play")),
            coin=_coin(change(one)),
        ),
        Exit(
            icon="table",
            title=_("The table is right"),
            sentence=_("Booked as a correction. The rule it breaks is named."),
            foot_icon="rule",
            foot=rule,
            tone="ink",
            button=Button("", command=acts.Settle(one.zone, "table")),
        ),
        Exit(
            icon="book",
            title=_("The book is right"),
            sentence=_("Nothing moves. The sensor counts anew from here."),
            foot_icon="check",
            foot=_("nothing is booked"),
            tone="porphyry",
            button=Button("", command=acts.Settle(one.zone, "book")),
        ),
        Exit(
            icon="history",
            title=_("Back to agreed"),
            sentence=_("To line {n}, when both agreed. Pieces go back by hand.").format(n=one.agreed),
            foot_icon="undo",
            foot=n_("{n} line is taken back", "{n} lines are taken back", back),
            tone="ink",
            button=Button("", command=acts.BackTo(one.agreed, one.zone)),
        ),
    )


def _to_do(scene: Scene, one: Disagreement, name: str, again: bool) -> str:
    parts = []
    for piece, count in change(one).items():
        verb = _("takes {what} away") if count > 0 else _("lays {what} there")
        parts.append(verb.format(what=scene.title.amount_words(piece, abs(count))))
    done = _("{name} {does}.").format(name=name, does=_(" and ").join(parts))
    then = _("Then the camera counts again.") if again else _("This clears by itself.")
    return f"{done} {then}"


def _coin(changes: Mapping[str, int]) -> int:
    amount = abs(changes.get("gold", 0))
    return amount if amount in COINS else 0
