"""Nothing is kept that no other line names: no function, class or constant of the product without a caller."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
PRODUCT = ("companion", "vision", "devices")
CALLERS = ("companion", "vision", "devices", "engine", "tools", "testkit", "deploy")
BY_CONVENTION = ("companion/ui/", "devices/firmware/")
"""Widgets are found by the names of their data, what a board runs by its messages."""
OUTSIDE = {
    "authenticate": "amqtt calls it",
    "topic_filtering": "amqtt calls it",
    "_session_monitor": "amqtt calls it",
    "daemon_threads": "http.server asks for it",
    "do_GET": "http.server calls it",
    "log_message": "http.server calls it",
    "onPreviewFrame": "Android calls it",
    "wait_for_hands": "tests wait by it until a virtual tray has done what it was told",
    "wait_for_menu": "tests wait by it as well",
}


def words() -> Counter[str]:
    """How often each word stands in the code that may call something."""
    found: Counter[str] = Counter()
    for package in CALLERS:
        for path in (HERE / package).rglob("*"):
            if path.suffix in (".py", ".kv", ".js", ".sh"):
                found.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return found


def defined(path: Path) -> Iterator[str]:
    """The functions, classes and constants of a module, and the methods of its classes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (one.id for one in node.targets if isinstance(one, ast.Name))


@cache
def unused() -> set[str]:
    """Names that stand where they are defined and nowhere else."""
    seen = words()
    modules = (path for package in PRODUCT for path in (HERE / package).rglob("*.py"))
    own = (path for path in modules if not path.relative_to(HERE).as_posix().startswith(BY_CONVENTION))
    names = {name for path in own for name in defined(path) if not name.startswith("__")}
    return {name for name in names if seen[name] == 1}


def test_what_is_called_from_elsewhere_is_still_there() -> None:
    assert set(OUTSIDE) <= unused()


def test_everything_defined_is_named_somewhere_else() -> None:
    assert unused() - set(OUTSIDE) == set()
