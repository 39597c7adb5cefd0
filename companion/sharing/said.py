"""Dates, durations and results in words, for every file that people read."""

from __future__ import annotations

import time

from companion.sharing.report import ALLOWED, CORRECTED, DOUBTED, UNDONE, Report, Settled
from companion.titles import title_of
from companion.wording import _, n_
from engine.game import Standing


def game_name(report: Report) -> str:
    """The game's name for people."""
    return report.game.capitalize()


def words(report: Report, key: str) -> str:
    """A figure, a category, a tie or a lot in words."""
    return title_of(report.game).chronicle.words(key)


def day(report: Report) -> str:
    """The day the game ended, as ``2026-11-22``; nothing where no time is known."""
    return time.strftime("%Y-%m-%d", time.localtime(report.ended)) if report.ended else ""


def duration(seconds: float) -> str:
    """Hours and minutes, at least one minute: ``2 h 24 min``."""
    minutes = max(1, round(seconds / 60))
    hours, rest = divmod(minutes, 60)
    return " ".join(filter(None, (f"{hours} h" if hours else "", f"{rest} min" if rest or not hours else "")))


def clock(seconds: float) -> str:
    """Minutes and seconds: ``12:05``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def headline(report: Report) -> str:
    """Who has won, or that the game still goes on."""
    names = report.winners
    if not report.over:
        return _("The score so far")
    if len(names) > 1:
        return _("{names} share the victory").format(names=_(" and ").join(names))
    return _("{name} wins").format(name=names[0])


def under_headline(report: Report) -> str:
    """Game, day, rounds and duration on one line."""
    rounds = n_("{n} round", "{n} rounds", report.rounds[-1].number)
    took = duration(report.seconds) if report.seconds else ""
    return ", ".join(filter(None, (game_name(report), day(report), rounds, took)))


def tie(report: Report, one: Standing) -> str:
    """What ties are broken by, where another player has the same score: ``Gold 49, Goods 3``."""
    if sum(other.score == one.score for other in report.standings) < 2:
        return ""
    return ", ".join(f"{words(report, name)} {count}" for name, count in zip(report.ties, one.ties, strict=False))


def settled(report: Report, one: Settled) -> str:
    """What the people settled, as a sentence."""
    name = report.people.get(one.seat, "") or _("The table")
    if one.kind == UNDONE:
        return n_("{name} took back {n} line", "{name} took back {n} lines", one.entries, name=name)
    return {
        CORRECTED: _("The book was put right by what lay on the table"),
        ALLOWED: _("{name} was allowed what the rule forbids").format(name=name),
        DOUBTED: _("{name} called for a ruling").format(name=name),
    }[one.kind]


def where(one: Settled) -> str:
    """Where it stands in the record, and by which rule."""
    place = _("round {n}").format(n=one.round), _("line {n}").format(n=one.number), one.rule
    return ", ".join(filter(None, place))
