"""A number of `vision` has a word: what it measures and in which unit, in a comment on its line or a text below it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

VISION = Path(__file__).resolve().parents[2] / "vision"
MODULES = sorted(path.relative_to(VISION).as_posix() for path in VISION.rglob("*.py"))
NAME = re.compile(r"_?[A-Z][A-Z0-9_]*")


def is_number(node: ast.expr | None) -> bool:
    """Is a value made of numbers alone: one, some in a row or by name, or an angle?"""
    match node:
        case ast.Constant(value=int() | float()):
            return not isinstance(node.value, bool)
        case ast.Tuple(elts=values) | ast.List(elts=values) | ast.Dict(values=values):
            return bool(values) and all(map(is_number, values))
        case ast.Call(func=ast.Attribute(value=ast.Name("np")), args=values):
            return bool(values) and all(map(is_number, values))
        case ast.UnaryOp(operand=value):
            return is_number(value)
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
    return False


def is_text(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def comments(source: str) -> Iterator[range]:
    """The lines that each comment is about: its own, and the next where it stands alone."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and "fmt:" not in token.string:
            alone = token.line.lstrip().startswith("#")
            yield range(token.start[0], token.start[0] + 1 + alone)


def constants(source: str) -> Iterator[tuple[str, ast.stmt, ast.stmt | None]]:
    """The numbers of a module by name, each with the statement below it."""
    for node, below in pairwise([*ast.parse(source).body, None]):
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_number(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [ast.unparse(target).strip("()") for target in targets]
            if all(NAME.fullmatch(name) for text in names for name in text.split(", ")):
                yield ", ".join(names), node, below


def wordless(source: str) -> list[str]:
    """The numbers that say neither what they measure nor in which unit."""
    about = {line for lines in comments(source) for line in lines}
    return [
        name
        for name, node, below in constants(source)
        if not is_text(below) and about.isdisjoint(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    ]


@pytest.mark.parametrize("module", MODULES)
def test_every_number_says_what_it_measures(module: str) -> None:
    assert wordless((VISION / module).read_text(encoding="utf-8")) == []


def test_numbers_without_a_word_are_found() -> None:
    source = 'A = 3\nB, C = 1.0, -2  # mm\nD = (4, 5)\n"""Pixels."""\nE = {"x": 1 / 2}\n# a share\nF = 6\n'
    assert wordless(source) == ["A", "E"]
