"""The owner's own copy: what only the printed game shows, typed once into a file of the data folder and kept."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

FILE = "my-copy.toml"
HEAD = """\
# What is printed in my copy of the game. Take the # away from a line and write what your tile or card shows.
# Goods are letters: G alimentary (green), B consumer (blue), R industrial (red), K military (black), Y luxury (yellow).
layer = "copy"
source = "my copy"
"""
FORMS = {
    "copies": "1            # how many of this tile are in the box",
    "output": '"GB"         # the goods it makes, a letter for each cube',
    "requires": '"GG"       # the goods it takes',
    "gold": "0              # the gold it pays",
    "fame": "0              # the fame it gives",
    "limit": "{ G = 0 }     # squares of each good on the market card",
    "buy": "{ G = 0 }       # what buying one costs",
    "sell": "{ G = 0 }      # what selling one brings",
    "donation": "{ GG = 0 } # goods given = fame",
    "faces": '{ "GB.7.112" = 1, "P.5.-12" = 1 } # cargo.gold.voyages on small, medium, large ships = how many cards',
}


def page(missing: list[str]) -> str:
    """A file in which every missing value waits as a comment; `missing` are dotted keys, `buildings.cura.output`."""
    lines = [HEAD]
    for table, keys in groupby(sorted(missing, key=_table), key=_table):
        lines.append(f"\n[{table}]")
        lines += [f"# {key} = {FORMS[key]}" for key in (each.rpartition(".")[2] for each in keys)]
    return "\n".join(lines) + "\n"


def begin(folder: Path, missing: list[str]) -> Path:
    """Write the page of missing values; raises `FileExistsError` rather than touch what the owner has typed."""
    path = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(page(missing))
    return path


def _table(key: str) -> str:
    return key.rpartition(".")[0]
