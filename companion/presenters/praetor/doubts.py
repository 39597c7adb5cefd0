"""What lies otherwise on the table than in the book, tile by tile, for the map: in a word or two."""

from __future__ import annotations

from collections.abc import Iterator

from companion.play.reports import Question
from companion.presenters.scene import Scene
from companion.wording import _
from engine.event import Turned
from engine.journal import Correct
from engine.praetor.city import Spot, placed
from engine.praetor.zones import CITY
from engine.table import Tally, Zone

PLACES = ("centre", "area")


def doubts(scene: Scene) -> dict[str, str]:
    """By tile what the camera sees there that the book does not have."""
    found: dict[str, str] = {}
    for zone, table, book in _differences(scene):
        first, _slash, tile = zone.partition("/")
        if zone == CITY:
            seen, known = placed_tiles(table), placed_tiles(book)
            found |= {tile: lies_word(spot, seen.get(tile)) for tile, spot in known.items() - seen.items()}
        elif first in PLACES:
            found[tile] = worker_word(table, book)
    return found


def strays(scene: Scene) -> dict[str, Spot]:
    """Tiles that are seen in another cell than the book has them in, and where."""
    found: dict[str, Spot] = {}
    for zone, table, book in _differences(scene):
        if zone == CITY:
            here = {(spot.x, spot.y) for spot in placed_tiles(book).values()}
            found |= {tile: spot for tile, spot in placed_tiles(table).items() if (spot.x, spot.y) not in here}
    return {tile: spot for tile, spot in found.items() if tile in scene.state.book.kind}


def _differences(scene: Scene) -> Iterator[tuple[Zone, Tally, Tally]]:
    """What is asked about, and then what differs: the zone, what lies there and what the book has."""
    for asked in scene.source.questions:
        if otherwise := shown_otherwise(scene, asked):
            yield otherwise
    for found in scene.source.disagreements:
        yield found.zone, dict(found.table), dict(found.book)


def shown_otherwise(scene: Scene, asked: Question) -> tuple[Zone, Tally, Tally] | None:
    """The zone in which a question is about pieces that show another face, what lies there and what the book has."""
    command = asked.readings[0].command if asked.readings else None
    if not isinstance(command, Correct):
        return None
    shifts = [shift for shift in command.shifts if isinstance(shift, Turned)]
    book = dict(scene.state.zones[asked.zone])
    return asked.zone, _after(book, shifts), book


def _after(book: Tally, shifts: list[Turned]) -> Tally:
    gone = {shift.piece: shift.into for shift in shifts}
    return {gone.get(piece, piece): count for piece, count in book.items()}


def placed_tiles(pieces: Tally) -> dict[str, Spot]:
    """The tiles among some pieces of the city, each with its spot; those whose turn is not known are left out."""
    return dict(placed(piece) for piece in pieces if piece.count(",") == 2)


def lies_word(book: Spot, table: Spot | None) -> str:
    """A tile that lies otherwise, or is not seen."""
    if table is None:
        return _("not seen?")
    return _("turned?") if (table.x, table.y) == (book.x, book.y) else _("elsewhere?")


def worker_word(table: Tally, book: Tally) -> str:
    """A worker with other pips, one too many, or one that is missing."""
    seen, known = ([piece.rpartition(":")[2] for piece in pieces] for pieces in (table, book))
    if seen and known:
        return _("{book} or {table}?").format(book=known[0], table=seen[0])
    return _("a worker?") if seen else _("no worker?")
