"""Reads the table of frames (protocol.toml), and writes the firmware's constants and the documentation from it.

`python -m devices.protocol` writes firmware/constants.py and the frame tables of docs/trays.md anew.
"""

from __future__ import annotations

import struct
import sys
import tomllib
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
TABLE: dict[str, Any] = tomllib.loads((_HERE / "protocol.toml").read_text(encoding="utf-8"))
VERSION: int = TABLE["version"]
LONGEST: int = TABLE["longest"]
TIMING: dict[str, int] = TABLE["timing"]
HOST: dict[str, float] = {name: ms / 1000 for name, ms in TABLE["host"].items()}
"""Host times in seconds."""
COINS: tuple[int, ...] = tuple(TABLE["columns"]["coins"])
GOODS: tuple[str, ...] = tuple(TABLE["columns"]["bought"])
PLACES: dict[str, str] = TABLE["places"]
PARTS: dict[str, list[str]] = TABLE["parts"]
"""Kind of device → the capabilities it has by default."""
NEEDS: dict[str, str] = TABLE["needs"]
"""Zone → the capability a device must have for it."""
ZONES: tuple[str, ...] = tuple(TABLE["enum"]["zone"])
_CODES = {"u8": "B", "u16": "H", "u32": "I", "i8": "b", "i16": "h", "i32": "i", "f32": "f"}


def constants() -> str:
    """The source text of firmware/constants.py."""
    lines = [
        '"""Made from protocol.toml by `python -m devices.protocol`; do not edit."""',
        "",
        "# ruff: noqa: E501",
        "# fmt: off",
    ]
    for name in ("version", "longest", "baud", "notice_line"):
        lines.append(f"{name.upper()} = {TABLE[name]}")
    lines += [f"{name.upper()}_MS = {value}" for name, value in TIMING.items()]
    for name, words in (("ENUMS", TABLE["enum"]), ("FLAGS", TABLE["flags"]), ("COLUMNS", TABLE["columns"])):
        lines += _dictionary(name, {key: tuple(value) for key, value in words.items()})
    lines += _dictionary("NEEDS", NEEDS) + _dictionary("PARTS", {name: tuple(has) for name, has in PARTS.items()})
    lines += ["# kind: (name, ((field, length of a list, enum or flags), …), field of text, struct format)"]
    return "\n".join(lines + _dictionary("FRAMES", {f["kind"]: _frame(name, f) for name, f in _frames()})) + "\n"


def _dictionary(name: str, values: dict[Any, Any]) -> list[str]:
    rows = [f"    {key!r}: {value!r},".replace("'", '"') for key, value in values.items()]
    return [f"{name} = {{", *rows, "}"]


def _frames() -> list[tuple[str, dict[str, Any]]]:
    return list(TABLE["frame"].items())


def _frame(name: str, frame: dict[str, Any]) -> tuple[object, ...]:
    fixed = [(field, *_field(kind)) for field, kind in frame["fields"].items() if kind != "text"]
    tail = next((field for field, kind in frame["fields"].items() if kind == "text"), "")
    shape = "<BBH" + "".join(code for _, code, _, _ in fixed)
    return name, tuple((field, count, words) for field, _, count, words in fixed), tail, shape


def _field(kind: str) -> tuple[str, int, str]:
    """(struct code, length of a list or 0, name of the enum or flags)."""
    if kind.startswith("enum:"):
        return "B", 0, kind[5:]
    if kind.startswith("flags:"):
        return "H", 0, kind[6:]
    scalar, _, count = kind.partition("*")
    return (f"{count}{_CODES[scalar]}", int(count), "") if count else (_CODES[scalar], 0, "")


def tables() -> str:
    """The frame tables of docs/trays.md, as Markdown."""
    rows = ["| kind | frame | bytes | fields | meaning |", "|---|---|---|---|---|"]
    for name, frame in _frames():
        size = struct.calcsize(str(_frame(name, frame)[3])) + 4
        text = "…" if "text" in frame["fields"].values() else ""
        fields = ", ".join(f"`{field}` {kind}" for field, kind in frame["fields"].items()) or "–"
        rows.append(f"| {frame['kind']} | `{name}` | {size}{text} | {fields} | {frame['meaning']} |")
    return "\n".join(rows) + "\n"


def _rewrite(path: Path, mark: str, text: str) -> None:
    start, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->\n"
    before, _, rest = path.read_text(encoding="utf-8").partition(start)
    _, _, after = rest.partition(end)
    path.write_text(before + start + text + end + after, encoding="utf-8")


def main() -> int:
    """Write the files made from the table."""
    (_HERE / "firmware" / "constants.py").write_text(constants(), encoding="utf-8")
    guide = _HERE.parent / "docs" / "trays.md"
    if guide.exists():
        _rewrite(guide, "frames", tables())
    return 0


if __name__ == "__main__":
    sys.exit(main())
