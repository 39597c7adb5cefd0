"""Reading our own cards: each region against every value its layout allows there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

import cv2
import numpy as np

from engine.sighting import Guess
from vision.cards.find import paper_white
from vision.cards.match import EFFECTIVE, Stencil, flattened, log_shares, normalised, softened
from vision.layouts.layout import Layout, Region, load_ledger
from vision.picture import Picture, Points
from vision.printing.cards import Print, art, print_region
from vision.printing.sheet import Sheet

SCALE = 2.0  # px per mm of a straightened card
REACH = 2  # px of a straightened card around it
SHIFT = 1  # px a print may lie beside its place
CARGO = 0.5  # of that scale for the cargo: its symbols are large, their colour matters more than their edges
DRAWN = 12.0  # px per mm the stencils are drawn at
CAMERA_BLUR = 0.75  # px at SCALE
UPRIGHT = 0.75  # likeness of the cargo above which the card is not tried upside down
UNLISTED = -9.0  # log of how much less likely a card is that is not in the given list
HALF = 127  # level of a mask of visible pixels below which a pixel is covered
LEAST_LIKE = 0.45  # correlation below which a card counts as unreadable


Look = dict[str, Points]
"""By a region's name, the correlation of its crop with each of the region's choices, −1 to 1."""


Parts = Mapping[str, float]
"""By a region's name, the visible part of it, 0 to 1, where that is not all."""


def fit_of(look: Look, parts: Parts = MappingProxyType({})) -> float:
    """The mean of the visible regions' best likenesses; −1 if no region is visible."""
    best = [float(values.max()) for name, values in look.items() if parts.get(name, 1.0)]
    return float(np.mean(best)) if best else -1.0


class RegionReader:
    """Reads cards whose regions each show one of their values, such as contracts.

    `faces` lists the faces in this game, when they are known; `correction` (3, 3) maps the colours seen in this place
    (BGR) to the printed ones.
    """

    def __init__(self, layout: Layout, faces: Sequence[str] = (), correction: Points | None = None) -> None:
        self.layout = layout
        self._correction = correction
        self._stencils = {region.name: _stencil(layout.size, region) for region in self.layout.regions}
        self._free = [region for region in self.layout.regions if not region.follows]
        self._followers = {region.name: self._due(region) for region in self._free}
        self._faces = {face: self._places(self.layout.values(face)) for face in sorted(set(faces))}

    def read(self, card: Picture) -> tuple[tuple[Guess, ...], float]:
        """The readings of a straightened card (SCALE px per mm, REACH px around it), best first, and the fit, −1 to 1.

        The card may lie upside down.
        """
        even = self._evened(card)
        cargo = self._cargo(even)
        if cargo.max() < UPRIGHT:
            turned = cv2.rotate(even, cv2.ROTATE_180)
            overturned = self._cargo(turned)
            if overturned.max() > cargo.max():
                even, cargo = turned, overturned
        return self.interpret(self._look(even, cargo))

    def ways(self, card: Picture, seen: Picture | None = None) -> list[Look]:
        """The likeness of each region of a straightened card to its choices, as the card lies and upside down.

        `seen` (height, width) is 0 where another card lies on it.
        """
        even = self._evened(card)
        over = None if seen is None else cv2.rotate(seen, cv2.ROTATE_180)
        turned = cv2.rotate(even, cv2.ROTATE_180)
        return [self._look(one, self._cargo(one, part), part) for one, part in ((even, seen), (turned, over))]

    def interpret(self, look: Look, parts: Parts = MappingProxyType({})) -> tuple[tuple[Guess, ...], float]:
        """The faces that explain a look, best first, and the fit, −1 to 1; `parts` are the visible parts of regions."""
        logs = {name: log_shares(values, EFFECTIVE * parts.get(name, 1.0)) for name, values in look.items()}
        return self._guesses(logs), fit_of(look, parts)

    def _evened(self, card: Picture) -> Picture:
        even = cv2.multiply(card, np.array([*(235 / paper_white(card)), 0.0]))
        return even if self._correction is None else cv2.transform(even, self._correction)

    def _look(self, even: Picture, cargo: Points, seen: Picture | None = None) -> Look:
        grey = flattened(cv2.cvtColor(even, cv2.COLOR_BGR2GRAY))
        alike = {r.name: self._alike(grey, r, 1.0, seen) for r in self.layout.regions if r.kind != "cargo"}
        return {self.layout.regions[0].name: cargo, **alike}

    def _cargo(self, even: Picture, seen: Picture | None = None) -> Points:
        small = cv2.resize(even, None, fx=CARGO, fy=CARGO, interpolation=cv2.INTER_AREA)
        part = None if seen is None else cv2.resize(seen, small.shape[1::-1], interpolation=cv2.INTER_AREA)
        return self._alike(flattened(small, CARGO), self.layout.regions[0], CARGO, part)

    def _alike(self, flat: Picture, region: Region, part: float = 1.0, seen: Picture | None = None) -> Points:
        stencil = self._stencils[region.name]
        x0, y0, _, _ = _place(region, part)
        return stencil.likenesses(_crop(flat, region, stencil, part), seen_of(seen, (x0, y0), stencil, part))

    def _guesses(self, logs: dict[str, Points]) -> tuple[Guess, ...]:
        """The three likeliest faces: regions are independent, so their shares multiply."""
        shares = [_log_normalised(self._with_followers(region, logs)) for region in self._free]
        best = [int(values.argmax()) for values in shares]
        scored = {self._named(best): sum(float(v.max()) for v in shares)}
        for n, values in enumerate(shares):
            second = [*best[:n], int(np.argsort(-values)[1]), *best[n + 1 :]]
            scored[self._named(second)] = sum(float(v[i]) for v, i in zip(shares, second, strict=True))
        if self._faces:
            scored = {face: score + (0.0 if face in self._faces else UNLISTED) for face, score in scored.items()}
            scored |= {face: self._score(places, shares) for face, places in self._faces.items()}
        return _ranked(scored, whole=bool(self._faces))

    def _with_followers(self, region: Region, logs: dict[str, Points]) -> Points:
        """A region's log-likelihoods plus those of the values that each of its choices requires in other regions."""
        found = logs[region.name].copy()
        for other, due in self._followers[region.name]:
            found += logs[other][due]
        return found

    def _due(self, region: Region) -> list[tuple[str, list[int]]]:
        """The regions that follow this one, each with the place of the choice that each of its values requires."""
        return [
            (other.name, [other.choices.index(other.due({region.name: value}) or "") for value in region.choices])
            for other in self.layout.regions
            if region.name in other.follows
        ]

    def _named(self, places: Sequence[int]) -> str:
        return self.layout.named({r.name: r.choices[n] for r, n in zip(self._free, places, strict=True)})

    def _places(self, values: dict[str, str]) -> list[int]:
        return [r.choices.index(values[r.name]) if values[r.name] in r.choices else -1 for r in self._free]

    def _score(self, places: list[int], shares: Sequence[Points]) -> float:
        return sum(float(values[n]) if n >= 0 else -EFFECTIVE for values, n in zip(shares, places, strict=True))


def _log_normalised(logs: Points) -> Points:
    return np.asarray(logs - logs.max() - np.log(np.exp(logs - logs.max()).sum()))


def _ranked(scored: dict[str, float], whole: bool) -> tuple[Guess, ...]:
    """The three best of faces with logarithms; `whole` if these are all faces, so that their shares sum to 1."""
    names = sorted(scored, key=lambda name: -scored[name])
    logs = np.array([scored[name] for name in names])
    shares = normalised(logs) if whole else np.exp(logs)
    return tuple(Guess(n, round(float(s), 4)) for n, s in list(zip(names, shares, strict=True))[:3])


@cache
def _stencil(card: tuple[float, float], region: Region) -> Stencil:
    part = CARGO if region.kind == "cargo" else 1.0
    size = (round(card[0] * SCALE), round(card[1] * SCALE))
    x0, y0, x1, y1 = _place(region, part)
    pictures = []
    for value in region.choices:
        sheet = Sheet(card, DRAWN, "#FFFCF5")
        print_region(sheet, region, value)
        drawn = softened(cv2.resize(sheet.picture, size, interpolation=cv2.INTER_AREA), CAMERA_BLUR)
        small = cv2.resize(drawn, None, fx=part, fy=part, interpolation=cv2.INTER_AREA) if part < 1 else drawn
        flat = flattened(small if region.kind == "cargo" else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), part)
        pictures.append(flat[y0:y1, x0:x1])
    return Stencil(region.choices, pictures, SHIFT)


def _place(region: Region, part: float) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = (round(edge * SCALE * part) for edge in region.box)
    return x0, y0, x1, y1


def seen_of(seen: Picture | None, corner: tuple[int, int], stencil: Stencil, part: float = 1.0) -> Picture | None:
    """The visible pixels of a region, in its stencil's shape; None if that is all or nothing of it."""
    if seen is None:
        return None
    (x, y), rim, (high, wide) = corner, round(REACH * part), stencil.shape[:2]
    piece = seen[y + rim : y + rim + high, x + rim : x + rim + wide] > HALF
    return piece if piece.any() and not piece.all() else None


def _crop(card: Picture, region: Region, stencil: Stencil, part: float) -> Picture:
    x0, y0, _, _ = _place(region, part)
    high, wide = stencil.shape[:2]
    x0, y0 = x0 + round(REACH * part) - SHIFT, y0 + round(REACH * part) - SHIFT
    return card[y0 : y0 + high + 2 * SHIFT, x0 : x0 + wide + 2 * SHIFT]


class LedgerReader:
    """Tells the cards of the ledger `name` apart by their whole print; `prints` holds what is printed on each face."""

    def __init__(self, name: str, prints: Mapping[str, Print]) -> None:
        self.layout = load_ledger(name)
        drawn = (art(name, face, SCALE, json.dumps(printed)) for face, printed in prints.items())
        pictures = [_grey_print(softened(picture, CAMERA_BLUR)) for picture in drawn]
        self._stencil = Stencil(tuple(prints), pictures, SHIFT) if prints else None

    def read(self, card: Picture) -> tuple[tuple[Guess, ...], float]:
        """The readings of a straightened card (SCALE px per mm, REACH px around it), best first, and the fit."""
        if self._stencil is None:
            return (Guess(self.layout.unread, 1.0),), 0.0
        alike = self._stencil.likenesses(_inner(_grey_print(card)))
        if alike.max() < UPRIGHT:
            turned = self._stencil.likenesses(_inner(_grey_print(cv2.rotate(card, cv2.ROTATE_180))))
            alike = max(alike, turned, key=lambda a: float(a.max()))
        shares = normalised(log_shares(alike, 20 * EFFECTIVE))
        order = np.argsort(-shares)[:3]
        return tuple(Guess(self._stencil.values[n], round(float(shares[n]), 4)) for n in order), float(alike.max())


def _inner(card: Picture) -> Picture:
    """A straightened card with only SHIFT px left around it."""
    rim = REACH - SHIFT
    return card[rim:-rim, rim:-rim]


def _grey_print(card: Picture) -> Picture:
    return flattened(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY))


def likely(guesses: tuple[Guess, ...], fit: float, unknown: str) -> tuple[Guess, ...]:
    """Guesses weighted by the fit of the best one: after a bad fit the card may be anything (`unknown`)."""
    trust = float(np.clip((fit - LEAST_LIKE) / 0.15, 0, 1))
    tempered = [Guess(g.value, round(g.share * trust, 4)) for g in guesses]
    if trust < 1:
        tempered.append(Guess(unknown, round(1 - trust, 4)))
    return tuple(sorted(tempered, key=lambda g: -g.share))


def combined(readings: Sequence[tuple[Guess, ...]]) -> tuple[Guess, ...]:
    """Combine several readings of one still card: the mean of the logarithms of their shares.

    Pictures of a still card differ by their noise alone: what all of them hold for likely is no surer than that.
    """
    names = {g.value for reading in readings for g in reading}
    logs = {n: float(np.mean([_log(reading, n) for reading in readings])) for n in names}
    order = sorted(names, key=lambda n: -logs[n])
    shares: Points = normalised(np.array([logs[n] for n in order]))
    return tuple(Guess(n, round(float(s), 4)) for n, s in list(zip(order, shares, strict=True))[:3])


def _log(reading: tuple[Guess, ...], name: str) -> float:
    """The logarithm of a name's share; one that is not among the guesses may have what they leave."""
    left = min([1 - sum(g.share for g in reading), *(g.share for g in reading)])
    return float(np.log(max((g.share for g in reading if g.value == name), default=max(left, 0.0)) + 1e-4))
