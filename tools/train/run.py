"""What all trainings from photos have in common: what they ask for, where they begin, and what they keep."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import torch
from numpy.random import Generator, default_rng
from torch import nn

from tools.train import record
from tools.train.begin import begun
from tools.train.dense import Loss, Sample, batches, export, quiet, rank, train
from tools.train.photos import Photos


def asks(training: str, about: str | None, steps: int, batch: int) -> argparse.ArgumentParser:
    """What every training asks for; `training` is its module's name and `about` the module's text."""
    ask = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.set_defaults(training=training)
    ask.add_argument("photos", type=Path, help="the folder of the sets of photos")
    ask.add_argument("out", type=Path, help="the network; what it was made of is kept beside it (.json, .pt)")
    ask.add_argument("--steps", type=int, default=steps)
    ask.add_argument("--batch", type=int, default=batch)
    ask.add_argument("--rate", type=float, default=3e-3, help="the first rate of learning")
    ask.add_argument("--seed", type=int, default=1, help="another one for each run that goes on from an earlier")
    ask.add_argument("--without", help="i/n: leave out part i of n of each set")
    ask.add_argument("--unseen", nargs="*", default=[], help="sets to leave out whole")
    ask.add_argument("--begin", type=Path, help="the .pt or .onnx file of an earlier run to go on from")
    return ask


def photos_of(options: argparse.Namespace) -> Photos:
    """The photos that take part; makes torch and OpenCV repeat themselves as well."""
    quiet(options.seed)
    return Photos(options.photos, options.without, options.unseen)


def chance_of(options: argparse.Namespace) -> Generator:
    """The chances of this run; each of several processes that learn together has its own."""
    return default_rng(options.seed + rank())


def taught(options: argparse.Namespace, net: nn.Module, samples: Iterator[Sample], loss: Loss) -> nn.Module:
    """The network after its steps."""
    stream = batches(samples, options.batch)
    return train(begun(net, options.begin, stream), stream, loss, options.steps, options.rate)


def keep(
    options: argparse.Namespace, net: nn.Module, shape: tuple[int, int], data: dict[str, str], *, crops: bool = False
) -> None:
    """Write the network, and beside it what it was made of."""
    if rank() > 0:
        return
    export(net, shape, options.out, crops=crops)
    run = record.Run(
        options.training, options.steps, options.seed, options.rate, options.without or "", options.unseen,
        record.parent_of(options.begin), data, record.sha256(options.out), torch.__version__,
    )  # fmt: skip
    record.keep(options.out, run, options.begin)
