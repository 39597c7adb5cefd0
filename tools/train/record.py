"""What a network was made of: every run of its training, kept beside it as JSON and told on its card."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

FINDER = "the finder"
"""What stands among the data of a network that learnt from the mistakes of another: that one."""


class Run(NamedTuple):
    """One run: the training's module and arguments, what it began with and was taught on, and what came of it.

    `parent` is the SHA-256 of the network it began with, none for one from nothing; `data` are SHA-256 by set, and
    `network` is that of the file it wrote. `torch` is the version of the library, on whose kernels digits depend.
    """

    training: str
    steps: int
    seed: int
    rate: float
    without: str
    unseen: Sequence[str]
    parent: str
    data: Mapping[str, str]
    network: str
    torch: str


def sha256(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def runs_of(network: Path) -> list[Run]:
    """The runs that made a network, the first one first; none where nothing was kept beside it."""
    beside = network.with_suffix(".json")
    return [Run(**each) for each in json.loads(beside.read_text(encoding="utf-8"))] if beside.is_file() else []


def parent_of(begin: Path | None) -> str:
    """The SHA-256 of the network that a run begins with; of weights (`.pt`), that of the network beside them."""
    if begin is None:
        return ""
    network = begin.with_suffix(".onnx")
    return sha256(network if network.is_file() else begin)


def keep(network: Path, run: Run, begin: Path | None = None) -> None:
    """Write beside a network the runs that made it: this one, after those of what it began with."""
    write(network, [*(runs_of(begin) if begin else []), run])


def write(network: Path, runs: Sequence[Run]) -> None:
    """Write these runs beside a network."""
    said = json.dumps([run._asdict() for run in runs], indent=1)
    network.with_suffix(".json").write_text(said + "\n", encoding="utf-8")


def told(network: Path, runs: Sequence[Run], licences: Mapping[str, str]) -> Iterator[str]:
    """The lines of a model card about what a network was made of. `licences` are those of the sets, by name."""
    yield f"SHA-256 of the file: `{sha256(network)}`"
    if not runs:
        yield from ("", "Its runs were not kept; `tools/train/recipes.toml` says how one like it is trained now.")
        return
    yield from ("", "| run | training | steps | seed | rate | left out | began with |", f"|{'---|' * 7}")
    for number, run in enumerate(runs, 1):
        left_out = ", ".join(filter(None, [run.without, *run.unseen]))
        cells = (str(number), f"`{run.training}`", str(run.steps), str(run.seed), str(run.rate), left_out)
        yield f"| {' | '.join(cells)} | {_short(run.parent) or 'nothing'} |"
    yield from ("", "| set | licence | SHA-256 of what was taken |", "|---|---|---|")
    data = {name: made for run in runs for name, made in run.data.items()}
    yield from (f"| {name} | {licences.get(name, 'our own')} | `{made}` |" for name, made in sorted(data.items()))


def _short(digest: str) -> str:
    return f"`{digest[:12]}…`" if digest else ""
