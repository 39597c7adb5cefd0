"""Where the city lies otherwise than in the book: both as small maps around the tile in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.play.reports import Disagreement, Question
from companion.presenters.praetor import common, words
from companion.presenters.praetor.common import die
from companion.presenters.praetor.doubts import PLACES, placed_tiles, shown_otherwise
from companion.presenters.praetor.look_over import entrance
from companion.presenters.praetor.map import turned
from companion.presenters.praetor.scan_marks import doubted_marks, focus_of
from companion.presenters.scene import Scene
from companion.views.common.differ import Differ
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.common.scan import QuestionCard, Reading, Scan
from companion.views.praetor.city import Die
from companion.views.praetor.two_maps import PraetorDiffer, PraetorQuestion, PraetorScan, SmallMap, SmallTile
from companion.wording import _
from engine.praetor.city import Cell, Spot, city, laid, plazas
from engine.praetor.commands import Build
from engine.praetor.zones import CITY, LEVEL
from engine.table import Tally, Zone

BESIDE = 1
"""So many cells on each side of a tile in doubt are shown; of a tile whose worker is in doubt, none."""
Spots = Mapping[str, Spot]


class Lying(Struct, frozen=True, kw_only=True):
    """How a part of the city lies: each tile with its spot, the one in doubt, the cell in the middle, and a worker."""

    spots: Spots
    tile: str
    middle: Cell
    beside: int = BESIDE
    worker: Die | None = None


def sheet(scene: Scene, body: Struct, bar: Bar | None, seat: str | None = None) -> Sheet:
    """A speaking screen turned to the seat it speaks to; what is asked about the city, or differs there, as maps."""
    return common.sheet(scene, _with_maps(scene, body), bar, seat)


def _with_maps(scene: Scene, body: Struct) -> Struct:
    if isinstance(body, Scan) and scene.source.frame is not None:
        seen = scene.source.frame
        body = replace(body, focus=focus_of(seen), marks=(*body.marks, *doubted_marks(scene, seen)))
    if isinstance(body, Scan):
        body = _leading_on(body)
    if isinstance(body, Scan) and body.question is not None:
        maps = _asked(scene, body.question, next(iter(scene.source.questions)))
        return PraetorScan(**asdict(body) | {"question": _question(body.question, maps)}) if maps else body
    if isinstance(body, Differ):
        maps = _differing(scene)
        return PraetorDiffer(**asdict(body), maps=maps) if maps else body
    return body


def _leading_on(body: Scan) -> Scan:
    """The camera's picture with what opens the whole city; while something is asked, in the place of the corners."""
    if body.question is None:
        return replace(body, primary=entrance())
    return replace(body, buttons=(entrance(), *body.buttons[-1:]))


def _question(card: QuestionCard, maps: tuple[SmallMap, ...]) -> PraetorQuestion:
    return PraetorQuestion(**asdict(card), maps=maps)


# --- which two are shown ---


def _asked(scene: Scene, card: QuestionCard, asked: Question) -> tuple[SmallMap, ...]:
    """The readings of a question as maps: where a new tile may lie, or the table and the book."""
    commands = [each.command for each in asked.readings[: len(card.readings)]]
    if len(commands) > 1 and all(isinstance(each, Build) for each in commands):
        names = _told_apart([_ways(each) for each in commands])
        weighed = sum(each.share for each in card.readings) <= 1
        found = zip(commands, card.readings, names, strict=True)
        return tuple(_built(scene, one, reading, name, weighed) for one, reading, name in found)
    otherwise = shown_otherwise(scene, asked)
    return _both(scene, *otherwise, card.readings[0]) if otherwise else ()


def _ways(build: Build) -> tuple[str, ...]:
    """What is built, by whom, where, and how it is turned: each in words."""
    level = _("level {n}").format(n=build.worker)
    return words.tile_name(build.tile), level, words.cell_words(build.spot), f"{90 * build.spot.turn}°"


def _told_apart(ways: Sequence[tuple[str, ...]]) -> list[str]:
    """Of each only what the others have otherwise."""
    odd = [at for at, parts in enumerate(zip(*ways, strict=True)) if len(set(parts)) > 1]
    return [", ".join(each[at] for at in odd) for each in ways]


def _differing(scene: Scene) -> tuple[SmallMap, ...]:
    """The disagreement that is shown, if it is one of the city."""
    found: Sequence[Disagreement] = scene.source.disagreements
    one = next((each for each in found if each.zone == scene.look.about), found[0])
    return _both(scene, one.zone, dict(one.table), dict(one.book))


def _built(scene: Scene, build: Build, reading: Reading, name: str, weighed: bool) -> SmallMap:
    """A new tile where a reading has it; shares that are not `weighed` against each other are not shown."""
    spots = {**city(scene.state.zones).spots, build.tile: build.spot}
    lying = Lying(spots=spots, tile=build.tile, middle=(build.spot.x, build.spot.y))
    return _map(scene, lying, "table", name, reading.button, reading.share if weighed else 0.0)


def _both(scene: Scene, zone: Zone, table: Tally, book: Tally, reading: Reading | None = None) -> tuple[SmallMap, ...]:
    """The table and the book; nothing where no tile of the city is concerned."""
    first, _slash, tile = zone.partition("/")
    if zone == CITY:
        seen, known = _tiles(scene, table, book)
    elif first in PLACES and tile in city(scene.state.zones).spots:
        seen, known = (_standing(scene, tile, pieces) for pieces in (table, book))
    else:
        return ()
    if seen is None or known is None:
        return ()
    button = reading.button if reading else None
    return (_map(scene, seen, "table", _("On the table"), button), _map(scene, known, "book", _("In the book")))


def _tiles(scene: Scene, table: Tally, book: Tally) -> tuple[Lying | None, Lying | None]:
    """The first tile that lies otherwise, on the table and in the book, each around where it lies there."""
    seen, known = (_known(scene, placed_tiles(pieces)) for pieces in (table, book))
    tile = next((tile for tile in sorted({**seen, **known}) if seen.get(tile) != known.get(tile)), "")
    if not tile:
        return None, None
    here, there = seen.get(tile) or known[tile], known.get(tile) or seen[tile]
    if max(abs(here.x - there.x), abs(here.y - there.y)) <= BESIDE:
        here = there  # both lie in the same part of the city
    return (
        Lying(spots=seen, tile=tile, middle=(here.x, here.y)),
        Lying(spots=known, tile=tile, middle=(there.x, there.y)),
    )


def _known(scene: Scene, spots: Spots) -> dict[str, Spot]:
    return {tile: spot for tile, spot in spots.items() if tile in scene.state.book.kind}


def _standing(scene: Scene, tile: str, pieces: Tally) -> Lying:
    """One tile with the worker who stands there."""
    spots = city(scene.state.zones).spots
    known = next((piece for piece in sorted(pieces) if piece in LEVEL), "")
    worker = die(scene, known) if known else None
    return Lying(spots=spots, tile=tile, middle=(spots[tile].x, spots[tile].y), beside=0, worker=worker)


# --- a map ---


def _map(
    scene: Scene, lying: Lying, source: str, name: str, button: Button | None = None, share: float = 0.0
) -> SmallMap:
    favor = _favor(scene, lying) if lying.beside and lying.tile in lying.spots else None
    return SmallMap(
        source=source,
        name=name,
        across=2 * lying.beside + 1,
        tiles=tuple(_small(scene, lying)),
        favor="" if favor is None else f"+{favor}",
        favor_word="" if favor is None else _("from plazas"),
        share=share,
        button=button,
    )


def _favor(scene: Scene, lying: Lying) -> int:
    """What the plazas give the tile in doubt where it lies."""
    pieces = {laid(tile, spot): 1 for tile, spot in lying.spots.items()}
    return plazas(scene.state.book.corners, city({CITY: pieces}), lying.tile, lying.spots[lying.tile])


def _small(scene: Scene, lying: Lying) -> Iterator[SmallTile]:
    book, (x, y) = scene.state.book, lying.middle
    for tile, spot in lying.spots.items():
        right, down = spot.x - x + lying.beside, spot.y - y + lying.beside
        if 0 <= right <= 2 * lying.beside and 0 <= down <= 2 * lying.beside:
            yield SmallTile(
                x=right,
                y=down,
                icon=words.tile_icon(tile),
                plazas=turned(book.corners[tile], spot.turn),
                die=lying.worker if tile == lying.tile else None,
                marked=tile == lying.tile,
            )
