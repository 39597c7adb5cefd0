"""Rounds the weights of shipped networks to half precision; they stay 32 bits wide and pack to half the size.

python -m tools.train.halved FILE.onnx [FILE.onnx ...]

Measure again afterwards (`tools.bench_vision`): what they say may differ in the third digit.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("files", type=Path, nargs="+")
    for path in ask.parse_args().files:
        halve_file(path)
    return 0


def halve_file(path: Path) -> None:
    """Round the weights in a file."""
    network = onnx.load(path)
    halve(network)
    onnx.save(network, path)


def halve(network: onnx.ModelProto) -> None:
    """Round the weights of a network in place. Raises `ValueError` for a weight that half precision cannot hold."""
    for weights in network.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32:
            if np.abs(values).max() > np.finfo(np.float16).max:
                raise ValueError(f"{weights.name} is too large for half precision")
            weights.CopyFrom(numpy_helper.from_array(values.astype(np.float16).astype(np.float32), weights.name))


if __name__ == "__main__":
    raise SystemExit(main())
