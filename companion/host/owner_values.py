"""The owner's own copy: what only the printed game shows, typed once into a file of the data folder and kept."""

from __future__ import annotations

from collections.abc import MutableMapping
from itertools import groupby
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import Comment, Null

from engine.errors import WrongFile
from engine.files import MOST_TOML, read_whole, write_whole

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
    if path.exists():
        raise FileExistsError(f"{str(path)!r} is there already")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, page(missing).encode())
    return path


def tell(folder: Path, key: str, value: object) -> None:
    """Keep one value in the owner's file, beside what stands there; `WrongFile` for a damaged file, `OSError`."""
    path = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    try:
        owned = tomlkit.parse(read_whole(path, MOST_TOML).decode() if path.exists() else HEAD)
    except (ValueError, RecursionError) as error:
        raise WrongFile(f"{FILE}: {error}") from error
    *tables, name = key.split(".")
    table = _table_in(owned, tables)
    table[name] = _item(value)
    _drop_waiting(table, name)
    write_whole(path, tomlkit.dumps(owned).encode())


def _table_in(owned: TOMLDocument, names: list[str]) -> Any:
    """The table of that path, made where the file has none; `WrongFile` where something else has its name."""
    table: Any = owned
    for depth, name in enumerate(names, 1):
        if name not in table:
            table[name] = tomlkit.table(is_super_table=depth < len(names))
        table = table[name]
        if not isinstance(table, MutableMapping):
            raise WrongFile(f"{FILE}: {'.'.join(names[:depth])} is no table")
    return table


def _drop_waiting(table: Any, name: str) -> None:
    """Take away the line that waits for this value as a comment."""
    body = table.value.body
    for at, (_, item) in enumerate(body):
        if isinstance(item, Comment) and item.as_string().lstrip("# ").partition("=")[0].strip() == name:
            body[at] = (None, Null())


def _item(value: object) -> Any:
    """A value on one line: `tomlkit` would give a mapping a table of its own."""
    if not isinstance(value, dict):
        return value
    inline = tomlkit.inline_table()
    inline.update(value)
    return inline


def _table(key: str) -> str:
    return key.rpartition(".")[0]
