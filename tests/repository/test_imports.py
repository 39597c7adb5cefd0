"""A clean clone has every library that the code imports, because the project asks for it."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
OURS = {"companion", "vision", "devices", "engine", "tools", "tests", "testkit"}
# Training runs on a machine of its own, Blender, a peer of the benches and the manual's book in a venv each, firmware
# on a board; the tiny game is a package of its own.
ELSEWHERE = (
    "tools/train/",
    "tools/photoreal/",
    "tools/peer_",
    "tools/docs/book",
    "deploy/",
    "tests/titles/heaps/",
)
DEVELOPMENT = ("tests/", "tools/", "testkit/")
FORBIDDEN = {
    **{product: {"tests", "tools", "testkit"} for product in ("companion", "vision", "devices", "engine")},
    "testkit": {"tests", "tools"},
    "tools": {"tests"},
}
"""What each of our packages never imports: the product stands alone, and what tools and tests share lies in testkit."""


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def asked_for() -> tuple[set[str], set[str]]:
    """What the product needs, and what its development needs on top."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())
    optional = project["project"]["optional-dependencies"]
    extras = optional["speed"] + optional["convention"]
    product = {plain(re.split(r"[<>=!~;\[ ]", wish)[0]) for wish in project["project"]["dependencies"] + extras}
    return product, product | {plain(re.split(r"[<>=!~;\[ ]", wish)[0]) for wish in project["dependency-groups"]["dev"]}


def imported(path: Path) -> set[str]:
    """Top names a module imports, in its functions too; not what it only tries."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tried = {id(node) for block in ast.walk(tree) if isinstance(block, ast.Try) for node in ast.walk(block)}
    return {name for node in ast.walk(tree) if id(node) not in tried for name in top_names(node)}


def every_import(path: Path) -> set[str]:
    """Top names a module imports, what it only tries too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {name for node in ast.walk(tree) for name in top_names(node)}


def top_names(node: ast.AST) -> list[str]:
    """The packages that a statement imports from."""
    if isinstance(node, ast.Import):
        return [alias.name.split(".")[0] for alias in node.names]
    return [(node.module or "").split(".")[0]] if isinstance(node, ast.ImportFrom) and not node.level else []


def foreign(path: Path) -> set[str]:
    neighbours = {other.stem for other in path.parent.glob("*.py")} | {"conftest"}
    return imported(path) - set(sys.stdlib_module_names) - OURS - neighbours


def test_every_library_imported_is_one_the_project_asks_for(tracked):
    product, development = asked_for()
    home = packages_distributions()
    for name in tracked:
        if not name.endswith(".py") or name.startswith(ELSEWHERE):
            continue
        wishes = development if name.startswith(DEVELOPMENT) else product
        unasked = {top for top in foreign(HERE / name) if not wishes & set(map(plain, home.get(top, [top])))}
        assert not unasked, f"{name} imports {sorted(unasked)}: not in pyproject.toml"


@pytest.mark.parametrize("package", FORBIDDEN)
def test_tests_import_tools_and_tools_the_product_never_the_other_way(package, tracked):
    code = [name for name in tracked if name.startswith(f"{package}/") and name.endswith(".py")]
    assert code
    assert [name for name in code if every_import(HERE / name) & FORBIDDEN[package]] == []
