"""The owner's own copy: what only the printed game shows, typed once into a file of the data folder and kept."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from msgspec import Struct
from tomlkit import TOMLDocument
from tomlkit.items import Comment, Null

from companion.titles import DEFAULT, title_of
from engine.errors import WrongFile
from engine.files import MOST_TOML, read_whole, write_whole

FILE = "my-copy.toml"
"""The file of the game that is meant where none is named; that of another one bears its name too (`file_of`)."""
OTHERS = "my-copy-{game}.toml"
FORMS = "copy.toml"
HEAD = """\
# What is printed in my copy of the game. Take the # away from a line and write what your tile or card shows.
{remark}layer = "copy"
source = "my copy"
"""
UNTYPED = "''"
"""What waits for a value whose game does not say how it is written."""


class Forms(Struct, frozen=True):
    """How the values of a game are written: what stands above them, and an example with a remark by the key's last
    part."""

    remark: str = ""
    forms: Mapping[str, str] = {}

    @property
    def head(self) -> str:
        """How a file begins in which no value stands."""
        return HEAD.format(remark=f"# {self.remark}\n" if self.remark else "")


PLAIN = Forms()
"""Those of a game that says nothing of them."""


@cache
def forms_of(game: str) -> Forms:
    """What a game says beside its title of how its values are written; a mistake there raises `WrongFile`."""
    file = title_of(game).file(FORMS)
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Forms) if file.exists() else PLAIN
    except ValueError as error:
        raise WrongFile(f"{file.name}: {error}") from error


def file_of(game: str) -> str:
    """The name of the file with the owner's copy of a game: tables of two games may be called alike."""
    return FILE if game == DEFAULT else OTHERS.format(game=game)


def page(missing: Sequence[str], forms: Forms = PLAIN) -> str:
    """A file in which every missing value waits as a comment; `missing` are dotted keys, `buildings.cura.output`."""
    lines = [forms.head]
    for table, keys in groupby(sorted(missing, key=_table), key=_table):
        lines.append(f"\n[{table}]" if table else "")
        names = (each.rpartition(".")[2] for each in keys)
        lines += [f"# {name} = {forms.forms.get(name, UNTYPED)}" for name in names]
    return "\n".join(lines) + "\n"


def begin(folder: Path, missing: Sequence[str], forms: Forms = PLAIN, file: str = FILE) -> Path:
    """Write the page of missing values; raises `FileExistsError` rather than touch what the owner has typed."""
    path = folder / file
    if path.exists():
        raise FileExistsError(f"{str(path)!r} is there already")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, page(missing, forms).encode())
    return path


def tell(folder: Path, key: str, value: object, forms: Forms = PLAIN, file: str = FILE) -> None:
    """Keep one value in the owner's file, beside what stands there; `WrongFile` for a damaged file, `OSError`."""
    path = folder / file
    folder.mkdir(parents=True, exist_ok=True)
    try:
        owned = tomlkit.parse(read_whole(path, MOST_TOML).decode() if path.exists() else forms.head)
    except (ValueError, RecursionError) as error:
        raise WrongFile(f"{file}: {error}") from error
    *tables, name = key.split(".")
    if not tables and isinstance(value, dict):
        owned[name] = _tables(value)
        write_whole(path, tomlkit.dumps(owned).encode())
        return
    table = _table_in(owned, tables, file)
    table[name] = _item(value)
    _drop_waiting(table, name)
    write_whole(path, tomlkit.dumps(owned).encode())


def _table_in(owned: TOMLDocument, names: list[str], file: str) -> Any:
    """The table of that path, made where the file has none; `WrongFile` where something else has its name."""
    table: Any = owned
    for depth, name in enumerate(names, 1):
        if name not in table:
            table[name] = tomlkit.table(is_super_table=depth < len(names))
        table = table[name]
        if not isinstance(table, MutableMapping):
            raise WrongFile(f"{file}: {'.'.join(names[:depth])} is no table")
    return table


def _drop_waiting(table: Any, name: str) -> None:
    """Take away the line that waits for this value as a comment."""
    body = table.value.body
    for at, (_, item) in enumerate(body):
        if isinstance(item, Comment) and item.as_string().lstrip("# ").partition("=")[0].strip() == name:
            body[at] = (None, Null())


def _tables(value: Mapping[str, Mapping[str, object]]) -> Any:
    """A whole table of tables, such as a list of tiles: each under a heading of its own."""
    found = tomlkit.table(is_super_table=True)
    for name, item in value.items():
        found[name] = tomlkit.table()
        found[name].update(item)
    return found


def _item(value: object) -> Any:
    """A value on one line: `tomlkit` would give a mapping a table of its own."""
    if not isinstance(value, dict):
        return value
    inline = tomlkit.inline_table()
    inline.update(value)
    return inline


def _table(key: str) -> str:
    return key.rpartition(".")[0]
