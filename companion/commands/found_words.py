"""What `companion look` found in a photo, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Found = dict[str, Any]
SURE = 0.9
"""A share from which on the runner-up is not worth a word."""
KINDS = ("cards", "dice", "markers", "tiles", "coins")


def lines_of(found: Found) -> Iterator[str]:
    """The size of the photo, how many were found, then each with where it lies in pixels."""
    yield f"{found['width']} × {found['height']} pixels, {found['ms']:.0f} ms"
    for kind in KINDS:
        if kind in found:
            yield f"{len(found[kind])} {kind}"
            yield from (f"  {_item(item)}" for item in found[kind])
    if "cubes" in found:
        yield from _cubes(found["cubes"])


def _cubes(cubes: Found) -> Iterator[str]:
    counts = {colour: number for colour, number in cubes.items() if isinstance(number, int)}
    told = ", ".join(f"{number} {colour}" for colour, number in counts.items() if number)
    yield f"{sum(counts.values())} cubes" + (f": {told}" if told else "")
    for colour, likely in cubes["uncertainty"].items():
        bounds = {name: value for name, value in likely.items() if isinstance(value, int)}
        if len(set(bounds.values())) > 1:
            yield f"  {colour}: {', '.join(f'{name} {value}' for name, value in bounds.items())}"
    if cubes["others"]:
        yield f"  and {len(cubes['others'])} pieces that are no cubes"


def _item(item: Found) -> str:
    read = {**item, **item.get("reading", {})}
    words = filter(None, (_name(read), _share(read), _doubt(read), _hidden(read), _place(read)))
    return ", ".join(words)


def _name(read: Found) -> str:
    if "pips" in read:
        return f"{read['colour']} {read['pips']}"
    if "id" in read:
        return f"marker {read['id']}"
    for key in ("name", "face", "value"):
        if read.get(key) not in (None, ""):
            return str(read[key])
    said = [str(read[key]) for key in ("count", "shading", "colour", "symbol", "shape") if key in read]
    return " ".join(said) or "not read"


def _share(read: Found) -> str:
    share = read.get("share", read.get("confidence"))
    return f"{share:.0%}" if isinstance(share, float) else ""


def _doubt(read: Found) -> str:
    share, other = read.get("share", read.get("confidence", 1.0)), read.get("runner_up")
    unsure = isinstance(share, float) and share < SURE and isinstance(other, str | int) and other != ""
    return f"else {other}" if unsure else ""


def _hidden(read: Found) -> str:
    hidden = read.get("hidden")
    return f"{hidden:.0%} hidden" if isinstance(hidden, float) else ""


def _place(read: Found) -> str:
    """The middle of what was found."""
    points = read.get("corners") or ([read["centre"]] if "centre" in read else [])
    if not points and "box" in read:
        x0, y0, x1, y1 = read["box"]
        points = [[x0, y0], [x1, y1]]
    if not points:
        return ""
    return "at " + ", ".join(f"{sum(point[axis] for point in points) / len(points):.0f}" for axis in (0, 1))
