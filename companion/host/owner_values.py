"""The owner's own copy: what only the printed game shows, typed once into a file of the data folder and kept."""

from __future__ import annotations

import re
import tomllib
from itertools import groupby
from pathlib import Path
from typing import Any

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


def tell(folder: Path, key: str, value: Any) -> None:
    """Keep one value in the owner's file, beside what stands there; `ValueError` for a damaged file, `OSError`."""
    path = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() else HEAD
    told = _with(before.splitlines(), _table(key), key.rpartition(".")[2], _toml(value))
    text = "\n".join(told) + "\n"
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{FILE}: {error}") from error
    beside = path.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def _with(lines: list[str], table: str, name: str, value: str) -> list[str]:
    """The lines with a value in its table: in the place of the line that has it or waits for it, else as its first."""
    header, line = f"[{table}]", f"{name} = {value}"
    start = next((at for at, each in enumerate(lines) if each.strip() == header), None)
    if start is None:
        return [*lines, "", header, line]
    end = next((at for at in range(start + 1, len(lines)) if lines[at].lstrip().startswith("[")), len(lines))
    place = next((at for at in range(start + 1, end) if _names(lines[at], name)), None)
    if place is None:
        return [*lines[: start + 1], line, *lines[start + 1 :]]
    return [*lines[:place], line, *lines[place + 1 :]]


def _names(line: str, name: str) -> bool:
    """Does a line, or one that waits as a comment, give the value of this name?"""
    return line.lstrip("# ").partition("=")[0].strip() == name and "=" in line


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(name)} = {figure}" for name, figure in value.items()) + " }"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _key(name: str) -> str:
    """A name as a key: one with points in it, such as a contract's face, stands in quotes."""
    return name if re.fullmatch(r"[\w-]+", name) else f'"{name}"'


def _table(key: str) -> str:
    return key.rpartition(".")[0]
