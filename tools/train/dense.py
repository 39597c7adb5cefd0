"""One small fully convolutional net for all three detectors, its training loop and its export.

Pictures come in as n × 3 × h × w, blue-green-red, 0 to 1, h and w multiples of 32; maps go out at a quarter of that.
Runs in an environment of its own (torch 2.13, onnx, opencv-python-headless); the product needs none of it.
"""

from __future__ import annotations

import copy
import math
import os
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import cv2
import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset

Sample = tuple[Tensor, dict[str, Tensor]]
Loss = Callable[[Tensor, dict[str, Tensor]], Tensor]


def conv(before: int, after: int, stride: int = 1, groups: int = 1, size: int = 3) -> nn.Sequential:
    layer = nn.Conv2d(before, after, size, stride, size // 2, groups=groups, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Plain(nn.Module):
    """Two full convolutions beside an identity."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(width, width), conv(width, width))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)


class Separable(nn.Module):
    """A 5 × 5 depthwise and a pointwise convolution beside an identity."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(width, width, groups=width, size=5), conv(width, width, size=1))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)


class Dense(nn.Module):
    """An encoder down to 1/32 and a decoder up to 1/4 with `channels` output maps; about 120 k parameters."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2), Plain(24))
        self.eighth = nn.Sequential(conv(24, 40, 2), Plain(40))
        self.sixteenth = nn.Sequential(
            conv(40, 40, 2, groups=40), conv(40, 56, size=1), Separable(56), Separable(56), Separable(56)
        )
        self.last = nn.Sequential(
            conv(56, 56, 2, groups=56), conv(56, 72, size=1), Separable(72), Separable(72), Separable(72)
        )
        self.from_last, self.from_sixteenth = nn.Conv2d(72, 40, 1), nn.Conv2d(56, 40, 1)
        self.at_sixteenth = Separable(40)
        self.at_eighth = Separable(40)
        self.from_eighth = nn.Conv2d(40, 24, 1)
        self.head = nn.Sequential(Plain(24), nn.Conv2d(24, channels, 1))
        nn.init.normal_(self.head[1].weight, std=0.01)
        nn.init.zeros_(self.head[1].bias)

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.stem(x)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        low = self.at_sixteenth(self.from_sixteenth(sixteenth) + twice(self.from_last(self.last(sixteenth))))
        low = self.at_eighth(eighth + twice(low))
        out: Tensor = self.head(quarter + twice(self.from_eighth(low)))
        return out


def twice(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


def focal(logits: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor:
    """CenterNet's penalty-reduced focal loss for peaks of 1 in `target` (Zhou et al. 2019, arXiv 1904.07850)."""
    share = logits.sigmoid().clamp(1e-4, 1 - 1e-4)
    peak = target.ge(0.999).float()
    gain = peak * (1 - share) ** 2 * share.log() + (1 - peak) * (1 - target) ** 4 * share**2 * (1 - share).log()
    if weight is not None:
        gain = gain * weight
    return -gain.sum() / peak.sum().clamp(min=1)


class Stream(IterableDataset[Sample]):
    """Samples made in a second process."""

    def __init__(self, samples: Iterator[Sample]) -> None:
        self.samples = samples

    def __iter__(self) -> Iterator[Sample]:
        return self.samples


def batches(samples: Iterator[Sample], size: int) -> Iterator[Sample]:
    """Batches of pictures 0 to 1 and their targets, made ahead of need."""
    context = torch.multiprocessing.get_context("fork")
    loader = DataLoader(Stream(samples), size, num_workers=1, prefetch_factor=6, multiprocessing_context=context)
    for image, target in loader:
        yield image.float() / 255, target


def quiet(seed: int) -> None:
    """One thread, and the same run twice."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)


def train(
    net: nn.Module,
    batches: Iterator[Sample],
    loss: Loss,
    steps: int,
    rate: float = 3e-3,
) -> nn.Module:
    """Train for so many steps with a cosine rate; hands back the moving average of the weights.

    Where torch's `RANK`, `WORLD_SIZE`, `MASTER_ADDR` and `MASTER_PORT` are set, several such processes learn together.
    """
    net = net.to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    started, total = time.process_time(), 0.0
    for step in range(1, steps + 1):
        image, target = next(batches)
        optimiser.param_groups[0]["lr"] = rate * min(1, step / 100) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
        value = loss(net(image.to(memory_format=torch.channels_last)), target)
        optimiser.zero_grad()
        value.backward()
        together(net)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        total += (0.02 if step > 1 else 1.0) * (value.item() - total)
        follow(mean, net, min(0.998, step / (step + 20)))
        if step * 20 // steps > (step - 1) * 20 // steps:
            spent = (time.process_time() - started) / 60
            print(f"step {step} of {steps}: loss {total:.4f}, {spent:.1f} min of one processor", flush=True)
    return mean.eval()


def together(net: nn.Module) -> None:
    """Average the gradients of all processes that learn together."""
    many = int(os.environ.get("WORLD_SIZE", "1"))
    if many == 1:
        return
    if not dist.is_initialized():
        dist.init_process_group("gloo", timeout=timedelta(hours=1))
    slopes = [one.grad for one in net.parameters() if one.grad is not None]
    flat = torch.cat([one.reshape(-1) for one in slopes])
    dist.all_reduce(flat)
    flat /= many
    parts = flat.split([one.numel() for one in slopes])
    for slope, part in zip(slopes, parts, strict=True):
        slope.copy_(part.view_as(slope))


def rank() -> int:
    """The number of this process among those that learn together, 0 for the first."""
    return int(os.environ.get("RANK", "0"))


@torch.no_grad()
def follow(mean: nn.Module, net: nn.Module, share: float) -> None:
    for kept, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
        if kept.dtype.is_floating_point:
            kept.lerp_(new, 1 - share)
        else:
            kept.copy_(new)


def export(net: nn.Module, shape: tuple[int, int], path: Path, *, crops: bool = False) -> None:
    """Write `net` as ONNX for any batch and, but for `crops`, any size; and its weights beside it for `begin.begun`."""
    if rank() > 0:
        return
    torch.save(net.state_dict(), path.with_suffix(".pt"))
    free = {0: "n"} if crops else {0: "n", 2: "h", 3: "w"}
    example = torch.zeros(1, 3, *shape)
    torch.onnx.export(
        net.eval().cpu(), (example,), str(path), dynamo=False, opset_version=12,
        input_names=["image"], output_names=["maps"], dynamic_axes={"image": free, "maps": free},
    )  # fmt: skip
    print(path, path.stat().st_size)
