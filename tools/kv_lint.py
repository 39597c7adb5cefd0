"""Parse every kv file below the folders given, with Kivy's own parser: ``python -m tools.kv_lint companion/ui``.

Prints one line per fault, ``file:line: what``, and ends with 1 when there is one.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_CONFIG", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")
os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")

from kivy.lang.parser import Parser, ParserException

HELD = re.compile(r"\b(self|root)\.ids\b")
PROPERTY = re.compile(r"( +)(\w+): +(\S.*)")
ANY = ("size_hint", "size_hint_x", "size_hint_y")
SIZES = {"width": ANY[:2], "height": ANY[::2], "size": ANY}
"""Sizes, and what leaves them free."""
MADE = re.compile(r"<(\w+)@")
WATCHES = re.compile(r"\broot(?:\.\w+)+")


def faults(path: Path) -> Iterator[str]:
    """What Kivy cannot read in one kv file, or never forgets; directives such as ``#:import`` are carried out."""
    try:
        yield from _held(path)
        yield from _remembering(path)
        Parser(content=path.read_text(encoding="utf-8"), filename=str(path))
    except ParserException as error:
        yield f"{path}:{error.line + 1}: {str(error).strip().splitlines()[-1].strip()}"
    except SyntaxError as error:
        yield f"{path}:{error.lineno or 1}: {error.msg}: {(error.text or '').strip()}"
    except (ImportError, UnicodeDecodeError) as error:
        yield f"{path}:1: {error}"


def _held(path: Path) -> Iterator[str]:
    """Rules that watch names through `ids`: Kivy then holds their widget for ever."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if HELD.search(line):
            yield f"{path}:{number}: name the widget by its id alone: a rule that watches .ids is never freed"


def _remembering(path: Path) -> Iterator[str]:
    """Sizes that a widget keeps from what it has shown before, so that it looks otherwise than a new one."""
    for properties in _widgets(path.read_text(encoding="utf-8").splitlines()):
        dim = properties.get("dim", (0, ""))[0]
        for name in SIZES.keys() & properties.keys():
            line, value = properties[name]
            hints = " ".join(properties.get(hint, (0, ""))[1] for hint in SIZES[name])
            if line < dim:
                yield f"{path}:{line}: {name} stands before dim, which sets it too"
            elif "None" in hints and not _follows(value, name, hints):
                yield f"{path}:{line}: {name} stays as it was when size_hint leaves it free: watch self.size_hint"


def _follows(value: str, name: str, hints: str) -> bool:
    """Is a size computed anew whenever a size hint may have left it free, or taken it?"""
    hinted = "self.size_hint" in value or f"self.{name}" in value
    return hinted or all(watched in value for watched in WATCHES.findall(hints))


def twice(files: Sequence[Path]) -> Iterator[str]:
    """Classes that two rules make: Kivy carries out both, and everything in the widget is there twice."""
    made: dict[str, str] = {}
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if match := MADE.match(line):
                first = made.setdefault(match[1], f"{path}:{number}")
                if first != f"{path}:{number}":
                    yield f"{path}:{number}: {match[1]} is made at {first}, too: it gets the widgets of both rules"


def _widgets(lines: list[str]) -> Iterator[dict[str, tuple[int, str]]]:
    """The properties of each widget of a kv file, by name, with their lines."""
    found: dict[tuple[int, int], dict[str, tuple[int, str]]] = {}
    heads: list[tuple[int, int]] = []
    for number, line in enumerate(lines, 1):
        indent = len(line) - len(line.lstrip())
        if line.strip() and line.rstrip().endswith(":"):
            heads = [*((at, deep) for at, deep in heads if deep < indent), (number, indent)]
        elif heads and (match := PROPERTY.fullmatch(line)):
            owner = next((head for head in reversed(heads) if head[1] < indent), heads[0])
            found.setdefault(owner, {})[match[2]] = (number, match[3])
    yield from found.values()


def main(folders: list[str]) -> int:
    """Number of faulty kv files below `folders`, at most 1, as an exit status."""
    files = sorted(file for folder in folders for file in Path(folder).rglob("*.kv"))
    found = [*(fault for file in files for fault in faults(file)), *twice(files)]
    print("\n".join([*found, f"kv: {len(files)} files, {len(found)} faults"]))
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
