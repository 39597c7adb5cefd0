"""Reading our own cards: each region against everything its layout says may be printed there."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from engine.sighting import Guess
from vision.drawn.cards import Print, art, print_region
from vision.drawn.sheet import Sheet
from vision.find import paper_white
from vision.layout import Layout, Region, load_layout, load_ledger
from vision.match import EFFECTIVE, Stencil, log_shares, normalised, softened
from vision.picture import Picture, Points

SCALE = 2.0  # px per mm of a straightened card
REACH = 1  # px a print may lie beside its place
DRAWN = 12.0  # px per mm the stencils are drawn at
CAMERA_BLUR = 0.75  # px at SCALE
KEPT = {"cargo": 3, "coin": 3}  # readings of a region that are combined, two of any other
UNLISTED = -9.0  # log of how much less likely a card is that is not in the list given
LEAST_LIKE = 0.45  # correlation below which a card counts as unreadable


class ContractReader:
    """Reads contracts by their layout; `faces` is a list of the faces there are, when it is known."""

    def __init__(self, faces: Sequence[str] = (), layout: Layout | None = None) -> None:
        self.layout = layout or load_layout("contract")
        self.faces = frozenset(faces)
        self._stencils = {region.name: _stencil(self.layout, region) for region in self.layout.regions}

    def read(self, card: Picture) -> tuple[tuple[Guess, ...], float]:
        """The readings of a straightened card (SCALE px per mm, REACH px around it), best first, and the fit, −1 to 1.

        The card may lie upside down.
        """
        even = np.clip(card * (235 / paper_white(card)), 0, 255).astype(np.uint8)
        first = self.layout.regions[0]
        views = (even, cv2.rotate(even, cv2.ROTATE_180))
        return self._read_upright(max(views, key=lambda view: float(self._alike(view, first).max())))

    def _alike(self, card: Picture, region: Region) -> Points:
        stencil = self._stencils[region.name]
        crop = _crop(card, region, stencil)
        return stencil.likenesses(crop if region.kind == "cargo" else cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY))

    def _read_upright(self, card: Picture) -> tuple[tuple[Guess, ...], float]:
        logs: dict[str, dict[str, float]] = {}
        fits = []
        for region in self.layout.regions:
            stencil, alike = self._stencils[region.name], self._alike(card, region)
            logs[region.name] = dict(zip(stencil.values, (float(v) for v in log_shares(alike)), strict=True))
            fits.append(float(alike.max()))
        return self._guesses(logs), float(np.mean(fits))

    def _guesses(self, logs: dict[str, dict[str, float]]) -> tuple[Guess, ...]:
        free = [r for r in self.layout.regions if not r.follows]
        best = [sorted(logs[r.name], key=lambda v, r=r: -logs[r.name][v])[: KEPT.get(r.kind, 2)] for r in free]  # type: ignore[misc]
        scored: dict[str, float] = {}
        for values in itertools.product(*best):
            face, score = self._scored({r.name: v for r, v in zip(free, values, strict=True)}, logs)
            scored[face] = score + (UNLISTED if self.faces and face not in self.faces else 0.0)
        for face in self.faces - scored.keys():
            scored[face] = self._scored(self.layout.values(face), logs)[1]
        names = sorted(scored, key=lambda f: -scored[f])
        shares = normalised(np.array([scored[n] for n in names]))
        return tuple(Guess(n, round(float(s), 4)) for n, s in list(zip(names, shares, strict=True))[:3])

    def _scored(self, values: dict[str, str], logs: dict[str, dict[str, float]]) -> tuple[str, float]:
        score = 0.0
        for region in self.layout.regions:
            value = region.due(values) or values[region.name]
            score += logs[region.name].get(value, -EFFECTIVE)
        return self.layout.named(values), score


def _stencil(layout: Layout, region: Region) -> Stencil:
    pictures = []
    for value in region.choices:
        sheet = Sheet(layout.size, DRAWN, "#FFFCF5")
        print_region(sheet, region, value)
        size = (round(layout.size[0] * SCALE), round(layout.size[1] * SCALE))
        small = softened(cv2.resize(sheet.picture, size, interpolation=cv2.INTER_AREA), CAMERA_BLUR)
        x0, y0, x1, y1 = _place(region)
        print_ = small[y0:y1, x0:x1]
        pictures.append(print_ if region.kind == "cargo" else cv2.cvtColor(print_, cv2.COLOR_BGR2GRAY))
    return Stencil(region.choices, pictures, REACH)


def _place(region: Region) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = (round(edge * SCALE) for edge in region.box)
    return x0, y0, x1, y1


def _crop(card: Picture, region: Region, stencil: Stencil) -> Picture:
    x0, y0, _, _ = _place(region)
    high, wide = stencil.shape[:2]
    return card[y0 : y0 + high + 2 * REACH, x0 : x0 + wide + 2 * REACH]


class MarketReader:
    """Tells market cards apart by everything printed on them; `prints` says what that is."""

    def __init__(self, prints: Mapping[str, Print]) -> None:
        self.size = load_ledger("market").size
        pictures = [softened(art("market", f, SCALE, json.dumps(p)), CAMERA_BLUR) for f, p in prints.items()]
        self._stencil = Stencil(tuple(prints), pictures, REACH) if prints else None

    def read(self, card: Picture) -> tuple[tuple[Guess, ...], float]:
        """The readings of a straightened card (SCALE px per mm, REACH px around it), best first, and the fit."""
        if self._stencil is None:
            return (Guess("market:?", 1.0),), 0.0
        both = [self._stencil.likenesses(view) for view in (card, cv2.rotate(card, cv2.ROTATE_180))]
        alike = max(both, key=lambda a: float(a.max()))
        shares = normalised(log_shares(alike, 20 * EFFECTIVE))
        order = np.argsort(-shares)[:3]
        return tuple(Guess(self._stencil.values[n], round(float(shares[n]), 4)) for n in order), float(alike.max())


def likely(guesses: tuple[Guess, ...], fit: float, unknown: str) -> tuple[Guess, ...]:
    """Guesses tempered by how well the best one fits: what fits badly may be anything (`unknown`)."""
    trust = float(np.clip((fit - LEAST_LIKE) / 0.15, 0, 1))
    tempered = [Guess(g.value, round(g.share * trust, 4)) for g in guesses]
    if trust < 1:
        tempered.append(Guess(unknown, round(1 - trust, 4)))
    return tuple(sorted(tempered, key=lambda g: -g.share))


def combined(readings: Sequence[tuple[Guess, ...]]) -> tuple[Guess, ...]:
    """Several readings of one still card as one: the logarithms of their shares added."""
    names = {g.value for reading in readings for g in reading}
    logs = {n: sum(_log(reading, n) for reading in readings) for n in names}
    order = sorted(names, key=lambda n: -logs[n])
    shares: Points = normalised(np.array([logs[n] for n in order]))
    return tuple(Guess(n, round(float(s), 4)) for n, s in list(zip(order, shares, strict=True))[:3])


def _log(reading: tuple[Guess, ...], name: str) -> float:
    return float(np.log(max((g.share for g in reading if g.value == name), default=0.0) + 1e-4))
