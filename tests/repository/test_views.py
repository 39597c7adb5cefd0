"""What screens show is data alone: a presenter computes it, a widget draws it.

A struct may have a property that reads its own fields.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

VIEWS = Path(__file__).resolve().parents[2] / "companion" / "views"
DATA = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.Assign, ast.AnnAssign)
MODULES = sorted(path.relative_to(VIEWS).as_posix() for path in VIEWS.rglob("*.py"))


def is_text(node: ast.stmt) -> bool:
    """Is a statement a docstring?"""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_of_the_views_has_structs_and_constants_only(module: str) -> None:
    body = ast.parse((VIEWS / module).read_text(encoding="utf-8")).body
    assert [ast.unparse(node) for node in body if not isinstance(node, DATA) and not is_text(node)] == []
