"""A network to go on training with: new, from an earlier run's weights, or from a shipped ONNX file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from tools.train.dense import Sample
from vision.photo.net import Net

CLOSE = 0.01
"""By so much at most the logits of a network taken from an ONNX file may differ from that file's."""


def begun(net: nn.Module, weights: Path | None, batches: Iterator[Sample]) -> nn.Module:
    """`net` as it is, or with the weights in a `.pt` file, or with those in an `.onnx` file.

    The last needs one batch: an ONNX file holds no statistics of the layers, for they are folded into the weights.
    Raises `ValueError` when the file belongs to another network.
    """
    if weights is None:
        return net
    if weights.suffix == ".onnx":
        return unfolded(net.eval(), weights, next(batches)[0])
    net.load_state_dict(torch.load(weights))
    return net


@torch.no_grad()
def unfolded(net: nn.Module, path: Path, batch: Tensor) -> nn.Module:
    """`net` with the weights of a file, and with the statistics that a batch has in its layers."""
    layers, given = ran(net, batch[:1]), folded(path)
    norms = [layer for layer in layers if isinstance(layer, nn.BatchNorm2d)]
    weighing = [layer for layer in layers if not isinstance(layer, nn.BatchNorm2d)]
    if [layer.weight.shape for layer in weighing] != [weight.shape for weight, _ in given]:
        raise ValueError(f"{path} holds another network than {type(net).__name__}")
    for layer, (weight, shift) in zip(weighing, given, strict=True):
        layer.weight.copy_(weight)
        if layer.bias is None:
            neutral(layers[layers.index(layer) + 1], shift)
        else:
            layer.bias.copy_(shift)
    measure(net, norms, batch)
    off = Net(path)(np.ascontiguousarray(batch.numpy())).reshape(-1) - net(batch).reshape(-1).numpy()
    if np.abs(off).max() > CLOSE:
        raise ValueError(f"{path} says something else than {type(net).__name__} with its weights")
    return net


def ran(net: nn.Module, batch: Tensor) -> list[nn.Module]:
    """The layers with weights, in the order in which they run."""
    found: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.Linear, nn.BatchNorm2d)
    hooks = [
        one.register_forward_pre_hook(lambda layer, _: found.append(layer))
        for one in net.modules()
        if isinstance(one, kinds)
    ]
    net(batch)
    for hook in hooks:
        hook.remove()
    return found


def folded(path: Path) -> list[tuple[Tensor, Tensor]]:
    """Weights and biases in the order in which they are used."""
    graph = onnx.load(path).graph
    held = {one.name: torch.tensor(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    return [(held[node.input[1]], held[node.input[2]]) for node in graph.node if node.op_type in ("Conv", "Gemm")]


def neutral(norm: nn.Module, shift: Tensor) -> None:
    """Let a normalisation do nothing but add what was folded into the convolution before it."""
    assert isinstance(norm, nn.BatchNorm2d)
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.fill_(1)
    norm.bias.copy_(shift)


def measure(net: nn.Module, norms: list[nn.Module], batch: Tensor) -> None:
    """Give the normalisations the statistics of a batch, and weights with which all stays as it was."""
    seen: dict[nn.Module, Tensor] = {}
    hooks = [one.register_forward_pre_hook(lambda layer, given: seen.update({layer: given[0]})) for one in norms]
    net(batch)
    for hook in hooks:
        hook.remove()
    for norm, given in seen.items():
        mean, spread = given.mean((0, 2, 3)), given.var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.add_(mean)
