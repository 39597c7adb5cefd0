"""The rules of a Home Assistant add-on, as its developers' documents state them under *Add-on configuration*.

They are written down here because the supervisor's own check is in no package: the keys that this product may use, and
the small language of `schema`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

TEXT = {"type": "string", "minLength": 1}
PORT = {"type": "integer", "minimum": 1, "maximum": 65535}
CONFIG: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "version", "slug", "description", "arch"],
    "properties": {
        "name": TEXT,
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "slug": {"type": "string", "pattern": "^[-_.A-Za-z0-9]+$"},
        "description": TEXT,
        "url": {"type": "string", "format": "uri"},
        "arch": {"type": "array", "minItems": 1, "uniqueItems": True, "items": {"enum": ["aarch64", "amd64"]}},
        "startup": {"enum": ["initialize", "system", "services", "application", "once"]},
        "boot": {"enum": ["auto", "manual", "manual_only"]},
        "services": {"type": "array", "items": {"pattern": "^(mqtt|mysql):(provide|want|need)$"}},
        "ports": {
            "type": "object",
            "additionalProperties": False,
            "patternProperties": {r"^\d+/(tcp|udp)$": {"anyOf": [PORT, {"type": "null"}]}},
        },
        "ports_description": {"type": "object", "additionalProperties": TEXT},
        "options": {"type": "object"},
        "schema": {"type": "object"},
    },
}
"""Keys this product has no use for (devices, host network, privileges, docker) are left out, so that none slips in."""
REPOSITORY: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {"name": TEXT, "url": {"type": "string", "format": "uri"}, "maintainer": TEXT},
}
"""The file that makes a folder of add-ons a repository, as the same documents state it."""
KIND = re.compile(
    r"(?P<kind>bool|email|url|port|str|password|int|float|match|list)(?:\((?P<bounds>.*)\))?(?P<optional>\??)"
)


def problems(schema: Mapping[str, Any], options: Mapping[str, Any], at: str = "") -> Iterator[str]:
    """Where the defaults of an add-on do not fit what it says of its options."""
    for name in options.keys() - schema.keys():
        yield f"{at}{name}: not in the schema"
    for name, kind in schema.items():
        if name in options:
            yield from _problems_of(kind, options[name], f"{at}{name}")
        elif not (isinstance(kind, str) and kind.endswith("?")):
            yield f"{at}{name}: has no default"


def _problems_of(kind: Any, value: Any, at: str) -> Iterator[str]:
    if isinstance(kind, list):
        for number, one in enumerate(value):
            yield from _problems_of(kind[0], one, f"{at}[{number}]")
    elif isinstance(kind, Mapping):
        yield from problems(kind, value, f"{at}.")
    elif not fits(kind, value):
        yield f"{at}: {value!r} is no {kind}"


def fits(kind: str, value: Any) -> bool:
    """Is this a value of a kind of option?"""
    told = KIND.fullmatch(kind)
    if not told:
        raise ValueError(f"{kind!r} is no kind of option")
    bounds = told["bounds"] or ""
    match told["kind"]:
        case "bool":
            return isinstance(value, bool)
        case "int" | "port":
            least, _, most = (bounds or ("1,65535" if told["kind"] == "port" else ",")).partition(",")
            return type(value) is int and int(least or value) <= value <= int(most or value)
        case "float":
            return type(value) in (int, float)
        case "match":
            return isinstance(value, str) and re.match(bounds, value) is not None
        case "list":
            return value in bounds.split("|")
    return isinstance(value, str)
