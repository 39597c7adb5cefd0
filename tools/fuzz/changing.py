"""Hostile bytes: good ones with a few changes, of the kinds that broke something once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

ODD = (
    b"",
    b"0",
    b"-1",
    b"-0.0",
    b"1e308",
    b"-1e308",
    b"1e999",
    b"NaN",
    b"nan",
    b"inf",
    b"true",
    b"null",
    b"1.5",
    b"9" * 30,
    b"9" * 400,
    b"0x7fffffff",
    b"2147483648",
    b"18446744073709551616",
    b"1979-05-27",
    b"1979-05-27T07:32:00Z",
    b'""',
    b'"x"',
    b'"\\u0000"',
    b'"\\ud800"',
    b'"\\u202e"',
    b'"' + b"x" * 3000 + b'"',
    b"[]",
    b"{}",
    b"[[]]",
    b'{"a": 1}',
    b"[" * 400 + b"]" * 400,
    b"{a=" * 400 + b"1" + b"}" * 400,
    b'["", ""]',
    b"[1, 2]",
    b"\x00",
    b"\xff\xfe",
    b"\xe2\x80\xae",
    b"\xf0\x9f\x8e\xb2",
    b"\n",
    b"\r\n",
    b"=",
    b"[",
    b"}",
    b"#",
    b"'",
    b"\\",
    b"$",
    b"%s",
    b"../..",
    b"\x1b[2J",
)
"""What stands in the place of a value, or anywhere else."""
VALUE = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|[A-Za-z][\w-]*')


class Change(NamedTuple):
    """One change: where, as a share of the length or of the values, and with what."""

    kind: str
    where: int
    size: int
    odd: bytes


SHARES = 10_000


def changed(data: bytes, changes: Sequence[Change]) -> bytes:
    """The bytes with all changes made, one after the other."""
    for change in changes:
        data = _KINDS[change.kind](data, change)
    return data


def _at(data: bytes, change: Change) -> int:
    return len(data) * change.where // SHARES


def _put(data: bytes, change: Change) -> bytes:
    at = _at(data, change)
    return data[:at] + change.odd + data[at:]


def _cut(data: bytes, change: Change) -> bytes:
    at = _at(data, change)
    return data[:at] + data[at + change.size :]


def _end(data: bytes, change: Change) -> bytes:
    return data[: _at(data, change)]


def _flip(data: bytes, change: Change) -> bytes:
    at = min(_at(data, change), len(data) - 1)
    return data[:at] + bytes([data[at] ^ (change.size % 255 + 1)]) + data[at + 1 :] if data else data


def _double(data: bytes, change: Change) -> bytes:
    at = _at(data, change)
    return data[:at] + data[at : at + change.size] * 2 + data[at + change.size :]


def _value(data: bytes, change: Change) -> bytes:
    """Another value in the place of one."""
    there = [found.span() for found in VALUE.finditer(data)]
    if not there:
        return data
    start, end = there[len(there) * change.where // SHARES]
    return data[:start] + change.odd + data[end:]


def _swap(data: bytes, change: Change) -> bytes:
    """A value that stands elsewhere in the place of one."""
    there = [found.group() for found in VALUE.finditer(data)]
    return _value(data, change._replace(odd=there[change.size % len(there)])) if there else data


def _line(data: bytes, change: Change) -> bytes:
    """A line is repeated or left out."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    at = len(lines) * change.where // SHARES
    return b"".join([*lines[:at], *lines[at : at + 1] * (2 * (change.size % 2)), *lines[at + 1 :]])


_KINDS = {
    "value": _value,
    "swap": _swap,
    "line": _line,
    "put": _put,
    "cut": _cut,
    "flip": _flip,
    "double": _double,
    "end": _end,
}
CHANGES = st.lists(
    st.builds(
        Change,
        st.sampled_from(tuple(_KINDS)),
        st.integers(0, SHARES - 1),
        st.integers(0, 300),
        st.sampled_from(ODD) | st.binary(max_size=12),
    ),
    max_size=6,
)


def hostile(seeds: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Bytes that were good once, and bytes that never were."""
    return st.builds(changed, st.sampled_from(tuple(seeds)), CHANGES) | st.binary(max_size=300)
