"""Charts as inline SVG that read in grey too: a mark for every player, a hatching for every category."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from msgspec import Struct

WIDE, HIGH = 520, 280
"""Size of a chart of curves, in its own units."""
LEFT, RIGHT, TOP, BOTTOM = 40, 116, 14, 34
"""Room around the curves for figures and names."""
STEPS = (5, 10, 20, 50, 100, 200, 500)
LINES = 5
"""At most so many lines across a chart."""
NAME = 18
"""The least distance of two names at the ends of curves."""
BAR, BAR_GAP, BAR_LEFT, BARS = 34, 12, 130, 1080
"""Height, distance, left edge and whole width of stacked bars."""
MARKS = (
    "M-6 -6H6V6H-6Z",
    "M-6 0A6 6 0 1 0 6 0A6 6 0 1 0 -6 0Z",
    "M0 -7L7 6H-7Z",
    "M0 -8L8 0L0 8L-8 0Z",
    "M-2 -7H2V-2H7V2H2V7H-2V2H-7V-2H-2Z",
    "M0 7L-7 -6H7Z",
)
"""A square, a disc, a triangle, a rhomb, a cross, a triangle on its tip."""
TINTS = ("#DCE9ED", "#DDEBE3", "#F8ECC8", "#F1E2EA", "#EADFC9")
HATCHES = ("", "M0 8L8 0", "M0 0L8 8", "M4 0V8", "M0 4H8", "M0 4H8M4 0V8", "M0 0L8 8M0 8L8 0")


class Series(Struct, frozen=True):
    """One player's curve: the colour of the seat, the name, and the values from left to right."""

    seat: str
    name: str
    values: Sequence[int]


def curves(series: Sequence[Series], ticks: Sequence[str], label: str) -> str:
    """Lines with a mark for each player and the names at their ends."""
    highest = max([1, *(value for one in series for value in one.values)])
    step = next((step for step in STEPS if highest <= step * LINES), 1000)
    most = step * -(-highest // step)
    plane = _Plane(most, max(1, len(ticks) - 1))
    parts = [*_grid(plane, step, ticks)]
    for number, one in reversed([*enumerate(series)]):
        parts += _curve(plane, one, MARKS[number % len(MARKS)])
    parts += _names(plane, series)
    return _svg(WIDE, HIGH, label, parts)


class _Plane(Struct, frozen=True):
    """Where a value stands on a chart of curves."""

    most: int
    last: int

    def x(self, at: int) -> float:
        return round(LEFT + (WIDE - LEFT - RIGHT) * at / self.last, 1)

    def y(self, value: float) -> float:
        return round(HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * value / self.most, 1)


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> str:
    name = escape(label, quote=True)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{name}">{"".join(parts)}</svg>'


def _grid(plane: _Plane, step: int, ticks: Sequence[str]) -> Iterator[str]:
    end = plane.x(plane.last)
    for value in range(0, plane.most + 1, step):
        y = plane.y(value)
        yield f'<path class="grid-line" d="M{LEFT} {y}H{end}"/>'
        yield f'<text class="dim" x="{LEFT - 12}" y="{y + 5}" text-anchor="end">{value}</text>'
    for at, tick in enumerate(ticks):
        yield f'<text class="dim" x="{plane.x(at)}" y="{HIGH - 10}" text-anchor="middle">{escape(tick)}</text>'


def _curve(plane: _Plane, one: Series, mark: str) -> Iterator[str]:
    spots = [(plane.x(at), plane.y(value)) for at, value in enumerate(one.values)]
    points = " ".join(f"{x},{y}" for x, y in spots)
    yield f'<g class="{seat_class(one.seat)}"><polyline class="edge" points="{points}"/>'
    yield f'<polyline class="line" points="{points}"/>'
    yield "".join(f'<path class="mark" transform="translate({x} {y})" d="{mark}"/>' for x, y in spots)
    yield "</g>"


def _names(plane: _Plane, series: Sequence[Series]) -> Iterator[str]:
    """Names beside the ends, from the lowest up, none over another."""
    floor = float(HIGH)
    for one in sorted(series, key=lambda one: one.values[-1]):
        floor = min(plane.y(one.values[-1]) + 5, floor - NAME)
        text = f"{escape(one.name)} {one.values[-1]}"
        yield f'<text class="name" x="{plane.x(plane.last) + 14}" y="{floor}">{text}</text>'


class Bar(Struct, frozen=True):
    """One player's points by category; the total stands behind the bar."""

    name: str
    parts: Mapping[str, int]
    total: int


def bars(rows: Sequence[Bar], categories: Sequence[str], label: str) -> str:
    """Stacked bars; a part that is negative has no length, its figure stands in the table."""
    widest = max([1, *(sum(max(0, count) for count in row.parts.values()) for row in rows)])
    scale = (BARS - BAR_LEFT - 130) / widest
    parts = ["<defs>", *_hatches(len(categories)), "</defs>"]
    for at, row in enumerate(rows):
        parts += _stack(row, categories, at * (BAR + BAR_GAP), scale)
    return _svg(BARS, len(rows) * (BAR + BAR_GAP), label, parts)


def _stack(row: Bar, categories: Sequence[str], y: int, scale: float) -> Iterator[str]:
    x, middle = float(BAR_LEFT), y + BAR / 2 + 6
    yield f'<text class="name" x="0" y="{middle}">{escape(row.name)}</text>'
    for at, category in enumerate(categories):
        count = row.parts.get(category, 0)
        if count <= 0:
            continue
        wide = round(count * scale, 1)
        yield f'<rect x="{x:.1f}" y="{y}" width="{wide}" height="{BAR}" fill="url(#h{at})" stroke="#221A2B"/>'
        if wide >= 22:
            yield f'<text class="name" x="{x + wide / 2:.1f}" y="{middle}" text-anchor="middle">{count}</text>'
        x += wide
    yield f'<text class="name" x="{x + 12:.1f}" y="{middle + 1}">{row.total}</text>'
    lost = -sum(min(0, count) for count in row.parts.values())
    if lost:
        sum_words = f"= {row.total + lost} − {lost}"
        yield f'<text class="dim" x="{x + 44:.1f}" y="{middle + 1}">{sum_words}</text>'


def _hatches(count: int) -> Iterator[str]:
    for at in range(count):
        yield f'<pattern id="h{at}" width="8" height="8" patternUnits="userSpaceOnUse">{hatch(at)}</pattern>'


def hatch(at: int) -> str:
    """The filling of the category at a place: its tint, and a hatching where tints repeat."""
    tint, lines = TINTS[at % len(TINTS)], HATCHES[at % len(HATCHES)]
    stroke = f'<path d="{lines}" stroke="#8A7A66" fill="none"/>' if lines else ""
    return f'<rect width="8" height="8" fill="{tint}"/>{stroke}'


def swatch(at: int) -> str:
    """A small field filled as the category at a place."""
    field = f'<rect width="22" height="14" fill="url(#s{at})" stroke="#221A2B"/>'
    pattern = f'<pattern id="s{at}" width="8" height="8" patternUnits="userSpaceOnUse">{hatch(at)}</pattern>'
    return f'<svg class="swatch" style="width:22px" viewBox="0 0 22 14"><defs>{pattern}</defs>{field}</svg>'


def spent_bars(rows: Sequence[tuple[str, float, float, str]], label: str) -> str:
    """For each name the time of own turns, plain, and of answers, hatched; the words stand behind the bar."""
    most = max([1.0, *(turn + answers for _name, turn, answers, _words in rows)])
    scale = (BARS - BAR_LEFT - 90) / most
    parts = [f'<defs><pattern id="w" width="8" height="8" patternUnits="userSpaceOnUse">{hatch(1)}</pattern></defs>']
    for at, (name, turn, answers, words) in enumerate(rows):
        y, own, more = at * (BAR + BAR_GAP), round(turn * scale, 1), round(answers * scale, 1)
        parts.append(f'<text class="name" x="0" y="{y + 22}">{escape(name)}</text>')
        parts.append(f'<rect x="{BAR_LEFT}" y="{y}" width="{own}" height="{BAR}" fill="{TINTS[0]}" stroke="#221A2B"/>')
        parts.append(
            f'<rect x="{BAR_LEFT + own}" y="{y}" width="{more}" height="{BAR}" fill="url(#w)" stroke="#221A2B"/>'
        )
        parts.append(f'<text class="name" x="{BAR_LEFT + 12 + own + more}" y="{y + 22}">{escape(words)}</text>')
    return _svg(BARS, len(rows) * (BAR + BAR_GAP), label, parts)


def seat_class(seat: str) -> str:
    """The class of a seat's colour; letters only, so that nothing else can stand in it."""
    return f"seat-{seat if seat.isalpha() else ''}"
