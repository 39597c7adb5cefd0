"""What hands must do so that the table follows the book: after automatic steps, after an undo, after a correction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.event import Event, Moved, Turned
from engine.table import Piece, Tally, Zone

TAP = "tap"
"""How a line was done when a person says so; else it is the sensor that has seen it."""


class HandMove(Struct, frozen=True, kw_only=True):
    """`count` of `piece` go from `source` to `target`; a piece that is turned over shows `into` and stays there."""

    piece: Piece
    count: int
    source: Zone
    target: Zone
    into: Piece = ""

    @property
    def opposite(self) -> HandMove:
        """The move that takes this one back."""
        piece, into = (self.into, self.piece) if self.into else (self.piece, "")
        return HandMove(piece=piece, count=self.count, source=self.target, target=self.source, into=into)

    def undoes(self, other: HandMove) -> bool:
        """Is this, but for the count, the other one backwards?"""
        return replace(self.opposite, count=other.count) == other


class HandLine(Struct, frozen=True, kw_only=True):
    """What one hand does at once: moves between the same two places. `seat` is whose they are, empty for the table.

    `entry` is the newest entry that asks for them; `done` is empty, `tap`, or the sensor that has seen it.
    """

    seat: str
    moves: tuple[HandMove, ...]
    entry: int
    done: str = ""

    @property
    def key(self) -> str:
        """What the line is called when it is ticked."""
        return "|".join((self.seat, *_between(self.moves[0])))

    @property
    def source(self) -> Zone:
        """Where the pieces come from; the first such place, where there are several side by side."""
        return self.moves[0].source

    @property
    def target(self) -> Zone:
        """Where they go to."""
        return self.moves[0].target

    @property
    def pieces(self) -> Tally:
        """How many of each piece, as they lie before."""
        found: Tally = {}
        for move in self.moves:
            found[move.piece] = found.get(move.piece, 0) + move.count
        return found


class Hands:
    """The moves the table still lacks, for the seats of a game; nothing is left once all lines are done."""

    def __init__(self, seats: Collection[str]) -> None:
        self._seats = seats
        self._open: list[HandLine] = []
        self._done: list[HandLine] = []

    @property
    def lines(self) -> tuple[HandLine, ...]:
        """What is to be done and what has been done of it, in the order of the entries."""
        return tuple(sorted((*self._open, *self._done), key=lambda line: line.entry))

    @property
    def open(self) -> tuple[HandLine, ...]:
        """What is still to be done."""
        return tuple(self._open)

    def ask(self, events: Iterable[Event], table: Mapping[Zone, Tally], entry: int) -> None:
        """Let hands follow these events of `entry`; what takes back a move not yet made only lets go of it."""
        left = [after for move in net(events) if (after := self._without_opposite(move)) is not None]
        self._open = [line for line in self._open if line.moves]
        for line in grouped(left, table, self._seats, entry):
            self._add(line)
        if not self._open:
            self._done = []

    def _without_opposite(self, move: HandMove) -> HandMove | None:
        for at, line in enumerate(self._open):
            there = next((each for each in line.moves if move.undoes(each)), None)
            if there is None:
                continue
            kept = tuple(
                each if each is not there else replace(there, count=there.count - move.count)
                for each in line.moves
                if each is not there or there.count > move.count
            )
            self._open[at] = replace(line, moves=kept)
            return replace(move, count=move.count - there.count) if move.count > there.count else None
        return move

    def _add(self, line: HandLine) -> None:
        self._done = [each for each in self._done if each.key != line.key]
        same = next((each for each in self._open if each.key == line.key), None)
        if same is None:
            self._open.append(line)
        else:
            self._open[self._open.index(same)] = replace(line, moves=tuple(_summed((*same.moves, *line.moves))))

    def tick(self, keys: Collection[str]) -> None:
        """A person says that these lines are done."""
        self._close({line.key: TAP for line in self._open if line.key in keys})

    def see(self, agreeing: Mapping[Zone, str]) -> bool:
        """Sensors (by zone) see the table as the book has it there; true if that ends a line."""
        seen = {line.key: source for line in self._open if (source := _sensor(line, agreeing))}
        self._close(seen)
        return bool(seen)

    def _close(self, how: Mapping[str, str]) -> None:
        self._done += [replace(line, done=how[line.key]) for line in self._open if line.key in how]
        self._open = [line for line in self._open if line.key not in how]
        if not self._open:
            self._done = []


def _sensor(line: HandLine, agreeing: Mapping[Zone, str]) -> str:
    """The sensor that sees all of a line done; nothing if none does."""
    found = [agreeing.get(move.target, "") or agreeing.get(move.source, "") for move in line.moves]
    return found[0] if all(found) else ""


def net(events: Iterable[Event]) -> list[HandMove]:
    """Events as moves: the same move twice is one, and a move that is taken back is none."""
    found: list[HandMove] = []
    for event in events:
        if isinstance(event, Moved):
            move = HandMove(piece=event.piece, count=event.count, source=event.source, target=event.target)
        elif isinstance(event, Turned):
            move = HandMove(piece=event.piece, count=event.count, source=event.zone, target=event.zone, into=event.into)
        else:
            continue
        _enter(found, move)
    return found


def _summed(moves: Iterable[HandMove]) -> list[HandMove]:
    found: list[HandMove] = []
    for move in moves:
        _enter(found, move)
    return found


def _enter(found: list[HandMove], move: HandMove) -> None:
    """Add a move to those found so far, or take it off its opposite."""
    for at, each in enumerate(found):
        if replace(each, count=move.count) == move:
            found[at] = replace(each, count=each.count + move.count)
            return
        if move.undoes(each):
            left = each.count - move.count
            found[at : at + 1] = [replace(each, count=left)] if left > 0 else []
            if left < 0:
                found.append(replace(move, count=-left))
            return
    found.append(move)


def grouped(
    moves: Iterable[HandMove], table: Mapping[Zone, Tally], seats: Collection[str], entry: int = 0
) -> list[HandLine]:
    """Moves as lines: those of one seat between the same two places are made by one hand at once."""
    lines: dict[tuple[str, ...], list[HandMove]] = {}
    for move in moves:
        seat = owner(move, table, seats)
        lines.setdefault((seat, *_between(move)), []).append(move)
    return [HandLine(seat=key[0], moves=tuple(found), entry=entry) for key, found in lines.items()]


def _between(move: HandMove) -> tuple[str, str, str]:
    """The two places of a move, and whether it only turns a piece."""
    return _place(move.source), _place(move.target), "turned" if move.into else ""


def _place(zone: Zone) -> str:
    """A place as hands see it: numbered ones side by side, and what lies on pieces of one kind, are one."""
    parts = [part for part in zone.split("/")[:2] if not part.isdigit() and "-" not in part]
    return "/".join(parts)


def owner(move: HandMove, table: Mapping[Zone, Tally], seats: Collection[str]) -> str:
    """The seat whose hands make a move: who owns the place, or what the place lies on, or the piece itself."""
    return next(
        (found for zone in (move.target, move.source) if (found := _owner_of(zone, table, seats))),
        _named(move.piece.replace(":", "-").split("-"), seats),
    )


def _owner_of(zone: Zone, table: Mapping[Zone, Tally], seats: Collection[str]) -> str:
    parts = zone.split("/")
    if found := _named(parts, seats):
        return found
    carried = (there for there, tally in table.items() if len(parts) > 1 and parts[-1] in tally)
    return next((seat for there in carried if (seat := _named(there.split("/"), seats))), "")


def _named(parts: Sequence[str], seats: Collection[str]) -> str:
    return next((part for part in parts if part in seats), "")
