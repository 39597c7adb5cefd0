"""Trains the reader of tops: where in a field of cubes tops are seen, of which good, and which lie on other cubes.

TORCHENV/bin/python -m tools.train.tops STRIPS [STRIPS ...] OUT.onnx [--steps 3000] [--drawn 60] [--seed 1]

`STRIPS` are folders of our own renders (`make strips`). What the shares mean is fitted on the places kept for tuning,
and all figures are taken on those kept for measuring; they are printed for the network's card.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from torch import Tensor, nn
from torch.nn import functional as F

from tools.train.dense import Plain, Separable, conv, export, follow, quiet, twice
from tools.train.record import Run, keep, parent_of, sha256
from tools.train.top_fields import HIDDEN, MORE, SHOWN, Field, digest, from_drawn, from_strips
from tools.train.top_figures import figures, meant
from vision.cubes.tops import GROUND, SCALE, STRIDE, UPPER, on_ground, seen
from vision.picture import Points

PATCH = 112  # px of a side of what is learnt from at a time: 64 mm
BATCH = 24
INNER, OUTER = 1.5, 2.7  # places of the maps about a top's middle that are its own, and beyond which nothing is
UPPERS = 2.0  # how much more it weighs whether a cube lies on another: such are rare
NEAR = 4.0  # places about a top of which part shows: nothing is learnt there
TURN, STRETCH = 5.0, 0.04  # degrees beside a quarter turn, and part by which a patch is larger or smaller


class Reader(nn.Module):
    """Pictures n × 3 × h × w, h and w multiples of 8, to maps n × 6 × h / 2 × w / 2."""

    def __init__(self) -> None:
        super().__init__()
        self.to_half = nn.Sequential(conv(3, 20, 2), Plain(20))
        self.to_quarter = nn.Sequential(conv(20, 32, 2), Plain(32))
        self.to_eighth = nn.Sequential(conv(32, 56, 2), Plain(56), Separable(56), Separable(56))
        self.from_eighth, self.from_quarter = nn.Conv2d(56, 32, 1), nn.Conv2d(32, 20, 1)
        self.at_quarter = Plain(32)
        self.head = nn.Sequential(Plain(20), nn.Conv2d(20, UPPER + 1, 1))
        nn.init.normal_(self.head[1].weight, std=0.01)
        nn.init.constant_(self.head[1].bias, -3.0)
        self.scale = nn.Parameter(torch.ones(UPPER + 1, 1, 1), requires_grad=False)
        self.shift = nn.Parameter(torch.zeros(UPPER + 1, 1, 1), requires_grad=False)

    def logits(self, x: Tensor) -> Tensor:
        half = self.to_half(x)
        quarter = self.to_quarter(half)
        low = self.at_quarter(quarter + twice(self.from_eighth(self.to_eighth(quarter))))
        out: Tensor = self.head(half + twice(self.from_quarter(low)))
        return out * self.scale + self.shift

    def forward(self, x: Tensor) -> Tensor:
        return self.logits(x).sigmoid()


# --- patches ---


class Patches:
    """Patches of fields, moved, turned and in another light, with the maps that are to be said of them."""

    def __init__(self, fields: Sequence[Field], chance: Generator) -> None:
        self.fields, self.chance = fields, chance
        edge = round(MORE * SCALE)
        self.grounds = [_ground(one.picture[edge:-edge, edge:-edge]) for one in fields]
        often = np.array([1.0 + len(one.goods) * (2.0 if one.upper.any() else 1.0) for one in fields])
        self.often = often / often.sum()

    def batch(self, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """Pictures (n, 3, PATCH, PATCH), maps (n, 6, PATCH / 2, PATCH / 2) and what of them is known."""
        made = [self._one(int(number)) for number in self.chance.choice(len(self.fields), size, p=self.often)]
        pictures, maps, known = (np.stack(parts) for parts in zip(*made, strict=True))
        return torch.from_numpy(pictures), torch.from_numpy(maps), torch.from_numpy(known)

    def _one(self, number: int) -> tuple[Points, Points, Points]:
        field, chance = self.fields[number], self.chance
        onto = _moved(field, chance)
        cut = cv2.warpAffine(field.picture, onto, (PATCH, PATCH), flags=cv2.INTER_LINEAR)
        lit = in_other_light(cut.astype(np.float32) * (GROUND / self.grounds[number]), chance)
        places = field.places @ onto[:, :2].T + onto[:, 2]
        return np.ascontiguousarray(lit.transpose(2, 0, 1)), *_said(field, places / STRIDE - 0.25)


def _ground(picture: Points) -> Points:
    seen = np.asarray(picture[::2, ::2].reshape(-1, 3))
    return np.asarray(np.maximum(np.median(seen, axis=0), 1.0), np.float32)


def _moved(field: Field, chance: Generator) -> Points:
    """The map (2, 3) from px of a field's picture to those of a patch, mostly about one of its cubes."""
    high, wide = field.picture.shape[:2]
    if len(field.places) and chance.random() < 0.85:
        middle = field.places[int(chance.integers(len(field.places)))] + chance.uniform(-40, 40, 2)
    else:
        middle = chance.uniform((PATCH / 3, PATCH / 3), (wide - PATCH / 3, high - PATCH / 3))
    turn = np.radians(90 * int(chance.integers(4)) + chance.normal(0, TURN / 2))
    size = 1 + chance.normal(0, STRETCH / 2)
    turned = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    turned = turned @ np.diag([chance.choice([-1, 1]), 1])
    return np.hstack([turned, (np.array([PATCH / 2, PATCH / 2]) - turned @ middle)[:, None]])


def in_other_light(lit: Points, chance: Generator) -> Points:
    """A patch (h, w, 3) of which the ground is at GROUND: a shadow over it, paler or stronger, with noise."""
    if chance.random() < 0.25:
        lit = lit * _shadow(chance)
    if chance.random() < 0.4:
        lit = _tinted(lit, chance)
    lit = lit * np.exp(chance.normal(0, 0.06) + chance.normal(0, 0.03, 3)).astype(np.float32)
    grey = lit.mean(axis=2, keepdims=True)
    lit = grey + chance.uniform(0.65, 1.35) * (lit - grey)
    bent = np.clip(lit, 0, 1) ** np.exp(chance.normal(0, 0.12))
    bent = np.clip(bent + chance.normal(0, 0.015), 0, 1)
    if chance.random() < 0.3:
        bent = cv2.GaussianBlur(bent.astype(np.float32), (0, 0), chance.uniform(0.4, 1.3))
    noisy = bent + chance.normal(0, 1, bent.shape) * chance.uniform(0, 0.035)
    return np.asarray(np.clip(noisy, 0, 1), np.float32)


def _shadow(chance: Generator) -> Points:
    """How bright each place (PATCH, PATCH, 3) stays under the edge of a shadow."""
    turn, soft = chance.uniform(0, 2 * np.pi), chance.uniform(1, 14)
    y, x = np.mgrid[0:PATCH, 0:PATCH] - PATCH / 2
    across = x * np.cos(turn) + y * np.sin(turn) + chance.uniform(-45, 45)
    dark = chance.uniform(0.35, 0.85) * np.exp(chance.normal(0, 0.06, 3))
    share = 1 / (1 + np.exp(-across / soft))
    return np.asarray(1 - share[..., None] * (1 - np.minimum(dark, 1)), np.float32)


def _tinted(lit: Points, chance: Generator) -> Points:
    """The patch with small coloured shadows on its ground, as lamps of two colours throw behind cubes."""
    share = np.zeros((PATCH, PATCH), np.float32)
    turn = chance.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn)]) * chance.uniform(10, 45)
    across = np.array([-np.sin(turn), np.cos(turn)]) * chance.uniform(5, 9)
    for middle in chance.uniform(0, PATCH, (int(chance.integers(1, 7)), 2)):
        corners = middle + np.array([-across, across, across + along, along - across])
        cv2.fillConvexPoly(share, np.round(corners).astype(np.int32), 1.0)
    soft = cv2.GaussianBlur(share, (0, 0), chance.uniform(0.8, 4))
    ground = np.clip(4 - np.abs(lit - GROUND).max(axis=2) / 0.05, 0, 1)
    dark = np.minimum(chance.uniform(0.35, 0.9) * np.exp(chance.normal(0, 0.22, 3)), 1.05)
    return np.asarray(lit * (1 - (soft * ground)[..., None] * (1 - dark)), np.float32)


def _said(field: Field, places: Points) -> tuple[Points, Points]:
    """The maps (6, h, w), 1 on what shows of a top's middle, and where of them they are known, as many."""
    side = PATCH // STRIDE
    maps, known = np.zeros((UPPER + 1, side, side), np.float32), np.ones((UPPER + 1, side, side), np.float32)
    y, x = np.mgrid[0:side, 0:side]
    for (at_x, at_y), good, shown, upper in zip(places, field.goods, field.shown, field.upper, strict=True):
        far = np.hypot(x - at_x, y - at_y)
        if shown >= SHOWN:
            for plane in [good, UPPER] if upper else [good]:
                maps[plane][far <= INNER] = 1
                known[plane][(far > INNER) & (far < OUTER)] = 0
        elif shown > HIDDEN:
            known[:, far < NEAR] = 0
    return maps, known * (1 - maps) + maps


# --- learning ---


def learn(net: Reader, patches: Patches, steps: int, rate: float) -> Reader:
    """So many steps with a cosine rate; hands back the moving average of the weights."""
    net.to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=rate, weight_decay=1e-3)
    total, began = 0.0, time.process_time()
    for step in range(1, steps + 1):
        optimiser.param_groups[0]["lr"] = rate * min(1, step / 100) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
        pictures, maps, known = patches.batch(BATCH)
        logits = net.logits(pictures.to(memory_format=torch.channels_last))
        weight = known * torch.tensor([1.0] * UPPER + [UPPERS])[:, None, None]
        each = F.binary_cross_entropy_with_logits(logits, maps, weight, reduction="sum")
        value = each / maps.sum().clamp(min=1)
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(mean, net, min(0.995, step / (step + 20)))
        total += (0.02 if step > 1 else 1.0) * (value.item() - total)
        if step % 100 == 0:
            spent = (time.process_time() - began) / 60
            print(f"step {step} of {steps}: loss {total:.4f}, {spent:.1f} min", flush=True)
    mean.eval()
    return mean


def said(net: Reader, fields: Sequence[Field]) -> list[Points]:
    """The maps of each field, as the product asks for them."""
    edge = round(MORE * SCALE)

    @torch.no_grad()
    def maps(pictures: Points) -> Points:
        return np.asarray(net(torch.from_numpy(pictures)).numpy())

    return [seen(on_ground(one.picture[edge:-edge, edge:-edge]), maps) for one in fields]


def prepared(strips: Sequence[Path], drawn: int, part: str) -> tuple[list[Field], list[Field]]:
    """The path-traced and the drawn fields of one part of the places."""
    return from_strips(strips, part), from_drawn(drawn if part == "trained" else max(drawn // 5, 1), part)


def told(net: Reader, strips: Sequence[Path], drawn: int) -> list[str]:
    """The figures on places that were neither trained nor tuned on, as a table in Markdown."""
    head = "| pictures | cubes lie | right | asked | sure and wrong | right, asked or not | counts |"
    lines = [head, f"|{'---|' * 7}"]
    for name, fields in zip(("path-traced", "drawn"), prepared(strips, drawn, "measured"), strict=True):
        lines += [f"| {name} {line}" for line in figures(said(net, fields), fields)]
    return lines


def asked() -> argparse.Namespace:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("strips", type=Path, nargs="+")
    ask.add_argument("out", type=Path)
    ask.add_argument("--steps", type=int, default=3000)
    ask.add_argument("--drawn", type=int, default=140, help="drawn tables trained on beside the strips")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument(
        "--begin", type=Path, help="an earlier run to go on from: its .onnx or .pt, with .raw.pt beside it"
    )
    return ask.parse_args()


def main() -> None:
    options = asked()
    quiet(options.seed)
    fields = list(chain(*prepared(options.strips, options.drawn, "trained")))
    net = Reader()
    if options.begin:
        net.load_state_dict(torch.load(options.begin.with_suffix(".raw.pt")))
    net = learn(net, Patches(fields, default_rng(options.seed)), options.steps, options.rate)
    torch.save(net.state_dict(), options.out.with_suffix(".raw.pt"))
    tuned = list(chain(*prepared(options.strips, options.drawn, "tuned")))
    net.scale.data, net.shift.data = (torch.from_numpy(each)[:, None, None] for each in meant(said(net, tuned), tuned))
    export(net.half().float(), (168, 224), options.out)  # to half the digits: nothing is lost, and archives are smaller
    print("\n".join(told(net, options.strips, options.drawn)))
    keep(options.out, run_of(options, fields), options.begin)


def run_of(options: argparse.Namespace, fields: Sequence[Field]) -> Run:
    """What is kept of a run."""
    data = {f"strips and {options.drawn} drawn tables": digest(fields)}
    asked = options.steps, options.seed, options.rate, "", ()
    return Run("tops", *asked, parent_of(options.begin), data, sha256(options.out), torch.__version__)


if __name__ == "__main__":
    main()
