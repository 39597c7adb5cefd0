"""Trains the reader of cells: which good's cube lies in a printed cell, none, or anything but one cube.

TORCHENV/bin/python -m tools.train.cells STRIPS OUT.onnx [--steps 3000] [--drawn 40] [--seed 1]

`STRIPS` is a folder of our own renders (`tools.photoreal.strips`). What the shares mean is fitted on the places kept
for tuning, and all figures are taken on those kept for measuring; beside the network goes its card (`OUT.md`).
"""

from __future__ import annotations

import argparse
import hashlib
import time
from pathlib import Path

import numpy as np
import torch
from numpy.random import Generator, default_rng
from torch import Tensor, nn
from torch.nn import functional as F

from tools.train import cell_crops
from tools.train.cell_crops import LARGER, UNSURE, Crops, from_drawn, from_strips, together
from tools.train.cell_figures import Judged, judged
from tools.train.dense import conv, export, quiet
from vision.cubes.cells import ODD, SIDE
from vision.picture import Field, Points

JITTER = 2  # px by which a window may lie beside its cell: 1.6 mm, as the eye's pose may
BATCH = 128
RARER = (
    0.05  # times as often as in our pictures, where it is laid on purpose, anything but one cube lies in a real cell
)
CARD = """# cells.onnx: what lies in a printed cell

**In** n × 3 × 32 × 32, blue-green-red, a cell of a goods field and 5 mm about it at 1.25 px per mm, the field's median
ground at .5 (`vision/cubes/cells.py` cuts them). **Out** n × 7: logits of a green, blue, red, black and yellow cube, of
nothing, and of anything but one cube within the lines.

**Trained** by `python -m tools.train.cells STRIPS cells.onnx --steps {steps} --drawn {drawn} --seed {seed}`
in {minutes:.1f} minutes of one processor on our own pictures alone: {strips} windows of path-traced strips
(`python -m tools.photoreal.strips STRIPS --first 0 --many {many}`) and {drawn_windows} of drawn tables. No photo and
nobody else's picture is in it. Weights are ours, MIT like the rest.

SHA-256 of the windows trained on `{trained}`, of those measured on `{measured}`, of `cells.onnx` `{network}`.

**Figures**, places that were neither trained nor tuned on, the true camera and windows up to 1.6 mm beside their cells:

{figures}

A count is asked when its doubt is above .1. *untidy* fields have cubes on lines, two in a cell or on each other; in
*anywhere* cubes lie without regard to cells. There asking is right, and only sure and wrong is bad.

**Limits.** One renderer, flat paper, cubes of 8 mm; places are split by number, their kinds of lamps are the same.
"""


class Reader(nn.Module):
    """SIDE × SIDE px in, seven logits out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(conv(3, 16), nn.MaxPool2d(2), conv(16, 32), nn.MaxPool2d(2), conv(32, 48), nn.MaxPool2d(2)),
            conv(48, 48),
        )
        self.middle = nn.Conv2d(48, 16, 1)
        self.last = nn.Linear(16 * 4 * 4, ODD + 1)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.last(F.relu(self.middle(self.body(x))).flatten(1))
        return out


def varied(pictures: Field, chance: Generator) -> Field:
    """Windows (n, LARGER, LARGER, 3) as (n, 3, SIDE, SIDE), 0 to 1: shifted, turned, mirrored, in another light."""
    free = (LARGER - SIDE) // 2
    at = free + chance.integers(-JITTER, JITTER + 1, (len(pictures), 2))
    cut = np.stack([one[y : y + SIDE, x : x + SIDE] for one, (x, y) in zip(pictures, at, strict=True)])
    turned = np.rot90(cut, int(chance.integers(4)), (1, 2))
    turned = turned[:, :, ::-1] if chance.random() < 0.5 else turned
    lit = turned.astype(np.float32) / 255
    gain = np.exp(chance.normal(0, 0.08, (len(lit), 1, 1, 1)) + chance.normal(0, 0.04, (len(lit), 1, 1, 3)))
    grey = lit.mean(axis=3, keepdims=True)
    full = chance.uniform(0.7, 1.25, (len(lit), 1, 1, 1))
    bent = np.clip((grey + full * (lit - grey)) * gain, 0, 1) ** np.exp(chance.normal(0, 0.1, (len(lit), 1, 1, 1)))
    noisy = bent + chance.normal(0, 1, lit.shape) * chance.uniform(0, 0.04, (len(lit), 1, 1, 1))
    return np.ascontiguousarray(noisy.clip(0, 1).transpose(0, 3, 1, 2), np.float32)


def plain(pictures: Field, shift: tuple[int, int] = (0, 0)) -> Field:
    """The windows as the product cuts them, moved by so many px."""
    free = (LARGER - SIDE) // 2
    x, y = free + shift[0], free + shift[1]
    cut = pictures[:, y : y + SIDE, x : x + SIDE].astype(np.float32) / 255
    return np.ascontiguousarray(cut.transpose(0, 3, 1, 2))


def learn(net: Reader, crops: Crops, steps: int, chance: Generator) -> None:
    """So many steps with a cosine rate; rare kinds come up more often than they lie there."""
    known = np.flatnonzero(crops.kinds != UNSURE)
    often = np.bincount(crops.kinds[known], minlength=ODD + 1).clip(1) ** -0.6
    weight = often[crops.kinds[known]]
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-3)
    rates = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for step in range(steps):
        chosen = chance.choice(known, BATCH, p=weight / weight.sum())
        pictures = torch.from_numpy(varied(crops.pictures[chosen], chance))
        value = F.cross_entropy(net(pictures), torch.from_numpy(crops.kinds[chosen]))
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        rates.step()
        if step % 250 == 0:
            print(f"step {step} of {steps}: loss {value.item():.4f}", flush=True)
    net.eval()


@torch.no_grad()
def logits(net: Reader, pictures: Field, shift: tuple[int, int] = (0, 0)) -> Tensor:
    return torch.cat([net(torch.from_numpy(plain(part, shift))) for part in np.array_split(pictures, 20) if len(part)])


def fitted(net: Reader, crops: Crops) -> None:
    """Scale and shift the last layer so that its shares are true on places kept for tuning (Platt's scaling).

    Then what lies amiss is taken to be as much rarer as it is at a table.
    """
    known = np.flatnonzero(crops.kinds != UNSURE)
    kinds = torch.from_numpy(crops.kinds[known])
    given = torch.cat([logits(net, crops.pictures[known], shift) for shift in ((0, 0), (2, 1), (-2, 1), (0, -2))])
    scale, shift = torch.ones(1, requires_grad=True), torch.zeros(ODD + 1, requires_grad=True)
    optimiser = torch.optim.LBFGS([scale, shift], max_iter=80)

    def missed() -> Tensor:
        optimiser.zero_grad()
        held = 1e-3 * (shift**2).sum()
        value = F.cross_entropy(given * scale + shift, kinds.repeat(4)) + held
        value.backward()
        return value

    optimiser.step(missed)
    with torch.no_grad():
        net.last.weight *= scale
        net.last.bias.copy_(net.last.bias * scale + shift)
        net.last.bias[ODD] += float(np.log(RARER))
    print(f"scaled by {scale.item():.3f}, shifted by {[round(v, 2) for v in shift.tolist()]}")


def shares(net: Reader, pictures: Field, shift: tuple[int, int] = (0, 0)) -> Points:
    return np.asarray(logits(net, pictures, shift).softmax(dim=1).numpy(), float)


def measured(net: Reader, crops: Crops) -> dict[str, Judged]:
    """How counts come out on fields of places kept for measuring, by how the cubes lie."""
    chance = default_rng(5)
    found: dict[str, Judged] = {}
    for _ in range(3):
        shift = (int(chance.integers(-2, 3)), int(chance.integers(-2, 3)))
        for way, one in judged(shares(net, crops.pictures, shift), crops).items():
            found[way] = found[way] + one if way in found else one
    return found


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("strips", type=Path)
    ask.add_argument("out", type=Path)
    ask.add_argument("--steps", type=int, default=3000)
    ask.add_argument("--drawn", type=int, default=40, help="drawn tables trained on beside the strips")
    ask.add_argument("--seed", type=int, default=1)
    options = ask.parse_args()
    quiet(options.seed)
    began = time.process_time()
    traced, drawn = from_strips(options.strips, "trained"), from_drawn(options.drawn, "trained")
    trained = together(traced, drawn)
    net = Reader()
    learn(net, trained, options.steps, default_rng(options.seed))
    fitted(net, together(from_strips(options.strips, "tuned"), from_drawn(options.drawn // 4, "tuned")))
    minutes = (time.process_time() - began) / 60
    export(net, (SIDE, SIDE), options.out, crops=True)
    kept = {"path-traced": from_strips(options.strips, "measured"), "drawn": from_drawn(options.drawn // 4, "measured")}
    lines = ["| pictures | cubes lie | right | asked | sure and wrong | counts |", "|---|---|---|---|---|---|"]
    for name, crops in kept.items():
        lines += [f"| {name} | {way} | {one.line()} |" for way, one in sorted(measured(net, crops).items())]
    print("\n".join(lines))
    said = CARD.format(
        steps=options.steps, drawn=options.drawn, seed=options.seed, minutes=minutes, strips=len(traced.kinds),
        drawn_windows=len(drawn.kinds), many=1 + max(int(path.stem) for path in options.strips.glob("*.json")),
        trained=cell_crops.digest(trained), measured=cell_crops.digest(kept["path-traced"]),
        network=hashlib.sha256(options.out.read_bytes()).hexdigest(), figures="\n".join(lines),
    )  # fmt: skip
    options.out.with_suffix(".md").write_text(said, encoding="utf-8")


if __name__ == "__main__":
    main()
