"""Where each key of a TOML text stands, so that a mistake can be named by file, line and key."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from engine.errors import WrongFile
from engine.files import MOST_TOML, parse_toml, read_whole

Keys = tuple[str, ...]
_KEY = r'(?:[A-Za-z0-9_-]+|"[^"\n]*"|\'[^\'\n]*\')'
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?$")
_ASSIGNED = re.compile(rf"\s*({_DOTTED})\s*=\s*(.*)$")
_ONE = re.compile(_KEY)
_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"""|"(?:[^"\\\n]|\\.)*"|\'\'\'.*?\'\'\'|\'[^\'\n]*\'', re.DOTALL)
_MARK, _FILL = "\x01", "\x02"
_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)$")


class FileError(WrongFile):
    """A file that does not say what it should: `file`, `line`, `key` and what is wrong."""

    def __init__(self, file: str, line: int, key: str, wrong: str) -> None:
        super().__init__(f"{file}:{line}: {key + ': ' if key else ''}{wrong}")
        self.file, self.line, self.key, self.wrong = file, line, key, wrong


Toml = dict[str, Any]
"""A table of a TOML file as it was read, nothing in it checked yet."""


class Lines:
    """The lines of a TOML text's keys."""

    def __init__(self, text: str) -> None:
        self._found = _scan(text)

    def has(self, path: Keys) -> bool:
        """Does the text say anything of this key?"""
        return path in self._found

    def of(self, path: Keys) -> int:
        """The line of a key, of an item of an array (by its number), or of the nearest table around it."""
        while path:
            if path in self._found:
                return self._found[path]
            path = path[:-1]
        return 1


def read_toml(file: Path) -> tuple[Toml, Lines]:
    """A TOML file and where its keys stand; raises `FileError` naming the line, `OSError`."""
    try:
        text = read_whole(file, MOST_TOML).decode()
        return parse_toml(text), Lines(text)
    except UnicodeDecodeError as error:
        raise FileError(str(file), 1, "", f"is no text in UTF-8: {error.reason}") from error
    except RecursionError as error:
        raise FileError(str(file), 1, "", "lists or tables are nested too deeply") from error
    except tomllib.TOMLDecodeError as error:
        match = _AT_LINE.search(str(error))
        line = int(match[1]) if match else text.count("\n") + 1
        raise FileError(str(file), line, "", _AT_LINE.sub("", str(error))) from error


class _Scan:
    """Reads line by line; strings are blanked out, so that what they hold is not taken for keys or brackets."""

    def __init__(self) -> None:
        self.found: dict[Keys, int] = {}
        self.table: Keys = ()
        self.inside: Keys = ()
        self.depth = 0
        self.item = 0
        self.repeated: dict[Keys, int] = {}

    def line(self, number: int, line: str, blank: str) -> None:
        code = blank.split("#", 1)[0]
        if not self.depth and code.lstrip().startswith("[") and (header := _HEADER.match(line)):
            self.table = self.header(_keys(header[2]), repeats=header[1] == "[[")
            self.note(self.table, number)
            return
        if not self.depth and "=" in code and (assigned := _ASSIGNED.match(line)):
            self.inside, self.item = (*self.table, *_keys(assigned[1])), 0
            self.note(self.inside, number)
            code = code[assigned.start(2) :]
        self.items(number, code)

    def header(self, keys: Keys, repeats: bool) -> Keys:
        """The keys of a table; in one that is repeated (``[[so]]``) its number, from 0, follows its name."""
        found: Keys = ()
        for key in keys[: -1 if repeats else None]:
            found = (*found, key)
            if found in self.repeated:
                found = (*found, str(self.repeated[found]))
        if not repeats:
            return found
        found = (*found, keys[-1])
        self.repeated[found] = self.repeated.get(found, -1) + 1
        return (*found, str(self.repeated[found]))

    def items(self, number: int, code: str) -> None:
        for char in code:
            if self.depth and char == _MARK:
                self.found.setdefault((*self.inside, str(self.item)), number)
            self.item += self.depth == 1 and char == ","
            self.depth += (char in "[{") - (char in "]}")

    def note(self, keys: Keys, number: int) -> None:
        for length in range(1, len(keys) + 1):
            self.found.setdefault(keys[:length], number)


def _scan(text: str) -> dict[Keys, int]:
    scan = _Scan()
    blanked = _TEXT.sub(lambda match: _MARK + re.sub(r"[^\n]", _FILL, match[0][1:]), text)
    for number, (line, blank) in enumerate(zip(text.split("\n"), blanked.split("\n"), strict=True), 1):
        scan.line(number, line, blank)
    return scan.found


def _keys(dotted: str) -> Keys:
    return tuple(part.strip("\"'") for part in _ONE.findall(dotted))
