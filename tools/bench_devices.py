"""How fast links and bridge are beside the bare loops they are built on, in one run on one machine.

python -m tools.bench_devices [--only S1 S2 S3 M1 M2 M3] [--json] [--write]

With `--write` the figures go to docs/benchmarks.md.

S1  frames decoded, noise in between, over a bare pyserial in_waiting loop without noise
S2  last byte of a frame to our sighting, over the round trip of a raw pty
S3  decoding without the C codec
M1  press to its acceptance through the bridge, over the echo of bare paho (QoS 1)
M2  processor time of a message in the bridge, over bare paho that only decodes it
M3  tables, each with its own topics and a tray, at 10 Hz in one process: the 99th percentile, and how many were lost
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Iterator, Sequence

from devices.broker import start_broker
from tools.bench_bridge import m1, m2, m3
from tools.bench_figures import Figure
from tools.bench_links import s1, s2, s3
from tools.bench_report import Figure as Line
from tools.bench_report import machine, write_section


def measure(only: Sequence[str], tables: int) -> Iterator[Figure]:
    """Each figure as it is known."""
    for name, bench in (("S1", s1), ("S2", s2), ("S3", s3)):
        if name in only:
            yield bench()
    with start_broker({"host": "bench"}) as broker:
        if "M1" in only:
            yield from m1(broker)
        if "M2" in only:
            yield m2(broker)
        if "M3" in only:
            yield from m3(broker, tables)


def main() -> int:
    """Print every figure; 1 when one misses its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=["S1", "S2", "S3", "M1", "M2", "M3"])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    parser.add_argument("--tables", type=int, default=1000, help="for M3")
    asked = parser.parse_args()
    logging.getLogger("devices").setLevel(logging.ERROR)
    figures = []
    for figure in measure(asked.only, asked.tables):
        figures.append(figure)
        if not asked.json:
            mark = "✓" if figure.reached else "✗"
            print(f"{mark} {figure.id}  {figure.value:8.2f}  {figure.target:6}  {figure.what}", flush=True)
    if asked.json:
        print(json.dumps([figure._asdict() for figure in figures], ensure_ascii=False))
    if asked.write:
        write(figures)
    return 0 if all(figure.reached for figure in figures) else 1


def _command() -> str:
    """The command of this run, with the priority it was given."""
    command = "python -m tools.bench_devices --write"
    return command if os.sched_getscheduler(0) == os.SCHED_OTHER else f"chrt -r 5 {command}"


def write(figures: Sequence[Figure]) -> None:
    """The section of the trays on the page of benchmarks."""
    about = [machine(["pyserial", "paho-mqtt", "cobs", "msgspec"]), "", f"`{_command()}`"]
    rows = [Line(f"{f.id} {f.what}", f"{f.value:.2f}", f.target, f.reached) for f in figures]
    write_section("devices", "Trays: links and bridge beside the bare loops", about, rows)


if __name__ == "__main__":
    sys.exit(main())
