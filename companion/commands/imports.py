"""`companion import`: the game of a record is kept."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from companion.host.data_folder import store_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", type=Path)


def run(asked: argparse.Namespace) -> int:
    from companion.play.record import read_record

    with store_of(asked) as store:
        print(store.take_in(read_record(asked.record), time.time()))
    return 0
