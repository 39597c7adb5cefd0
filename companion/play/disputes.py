"""Where table and book differ: what stands, how it ended, and the correction that would make the table right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.play.reports import Disagreement
from companion.sensing.judge import Differ, Judge
from companion.sensing.likelihood import less, same
from companion.sensing.policy import Policy
from companion.sensing.turned import turns
from engine.errors import WrongInput
from engine.event import Moved
from engine.game import Command
from engine.journal import Correct, Journal, Remark, Undo
from engine.table import Tally, Zone

PUT_RIGHT = "put right"
_BOOK_IS_RIGHT = "the book is right in "
"""What the journal says before the zone where the table was found wrong; screens say it in their own words."""


def book_right(seat: str, zone: Zone) -> Remark:
    """The entry that says that the book is right in a zone."""
    return Remark(seat, f"{_BOOK_IS_RIGHT}{zone}")


def found_right(command: Command) -> Zone:
    """The zone in which an entry says that the book is right; empty for any other entry."""
    text = command.text if isinstance(command, Remark) else ""
    return text.removeprefix(_BOOK_IS_RIGHT) if text.startswith(_BOOK_IS_RIGHT) else ""


class Disputes:
    """The disagreements of a game by zone; `ended` pairs each that is over with how: `put right` or the exit taken."""

    def __init__(self, book: Journal, policy: Policy, judge: Judge) -> None:
        self.standing: dict[Zone, Disagreement] = {}
        self.ended: list[tuple[Disagreement, str]] = []
        self._chosen: dict[Zone, str] = {}
        self._book = book
        self._policy = policy
        self._judge = judge

    @property
    def differences(self) -> dict[Zone, Tally]:
        """What each standing zone holds more (or, as minus, less) than the book has."""
        return {zone: less(found.table, found.book) for zone, found in self.standing.items()}

    def report(self, found: Sequence[Differ]) -> bool:
        """Let these stand; true if one is new or other than before."""
        news = False
        for differ in found:
            known = self.standing.get(differ.zone)
            made = self.standing[differ.zone] = self._made(differ, known)
            news |= known is None or not (same(known.table, made.table) and same(known.book, made.book))
        return news

    def clear(self, wrong: Iterable[Zone]) -> bool:
        """End those whose zone no longer differs; true if there was one."""
        right = [zone for zone in self.standing if zone not in set(wrong)]
        for zone in right:
            self.end(zone)
        return bool(right)

    def choose(self, zone: Zone, how: str | None) -> None:
        """An exit is taken, or (None) was not open after all."""
        if how is None:
            self._chosen.pop(zone, None)
        else:
            self._chosen[zone] = how

    def end(self, zone: Zone) -> None:
        """End one, by the exit taken or because the table was put right."""
        how = self._chosen.pop(zone, PUT_RIGHT)
        if zone in self.standing:
            self.ended.append((self.standing.pop(zone), how))

    def way_out(self, found: Disagreement, exit: str, why: str = "") -> Command | None:
        """The entry that ends a disagreement; None if the pieces' origin is unknown; `ValueError` for no exit."""
        if exit == "table":
            return self.correction(found)
        if exit == "book":
            return book_right(found.seat, found.zone)
        if exit == "back":
            return Undo("", found.agreed, why)
        raise WrongInput(f"unknown end {exit!r} of the disagreement in {found.zone!r}")

    def correction(self, found: Disagreement) -> Correct | None:
        """The entry that makes the table right, naming the rule it breaks; None if the pieces' origin is unknown."""
        zone, other = found.zone, self._policy.counterpart(found.zone)
        why = f"the table is right in {zone}"
        if shown := self._policy.is_common(zone) and turns(zone, dict(found.table), dict(found.book), found.rule):
            return Correct(found.seat, shown, why, found.rule)
        if other is None:
            return None
        shifts = []
        for piece, count in less(found.table, found.book).items():
            source, target = (other, zone) if count > 0 else (zone, other)
            shifts.append(Moved(piece, abs(count), source, target, found.rule))
        return Correct(found.seat, tuple(shifts), why, found.rule)

    def _made(self, differ: Differ, known: Disagreement | None) -> Disagreement:
        zone, private = differ.zone, self._policy.is_private(differ.zone)
        table, book = (less(differ.table, differ.book), {}) if private else (differ.table, differ.book)
        since = known.since if known else self._book.last
        agreed = self._judge.agreed.get(zone, 0)
        rule = self._last_rule(zone)
        return Disagreement(
            zone=zone,
            seat="" if self._policy.is_common(zone) else seat_of(zone),
            source=differ.source,
            table=table,
            book=book,
            since=since,
            agreed=agreed,
            quiet=differ.quiet,
            rule=rule,
            private=private,
        )

    def _last_rule(self, zone: Zone) -> str:
        for number in reversed(self._book.live):
            for event in reversed(self._book.entries[number - 1].events):
                if isinstance(event, Moved) and zone in (event.source, event.target):
                    return event.why
        return ""


def seat_of(zone: Zone) -> str:
    """The seat a zone belongs to by its name, or nothing."""
    return zone.split("/")[1] if "/" in zone else ""
