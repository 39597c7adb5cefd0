"""The manual's page on the test bench of a tray: what stands in it is what the command says, each finding explained."""

from __future__ import annotations

import re

import pytest

from tools.docs import bench_page
from tools.docs.bench_page import MARKED, MEANT, SAID, WALKS, boxed, table
from tools.docs.staging import LANGUAGES, ROOT

FINDINGS = {kind for kind in SAID if kind != "ask"}
each_language = pytest.mark.parametrize("language", LANGUAGES)


def shown(kind: str, language: str) -> dict[str, str]:
    """What stands between the marks of one kind, by their names."""
    page = (ROOT / "docs/manual" / language / bench_page.PAGE).read_text("utf-8")
    return {found["name"]: found["shown"] for found in MARKED.finditer(page) if found["kind"] == kind}


@each_language
def test_every_finding_is_explained_and_stands_in_a_table_of_the_page(language: str) -> None:
    assert MEANT.keys() == FINDINGS
    assert all(meant[language].strip() for meant in MEANT.values())
    assert {meant["part"] for meant in MEANT.values()} == shown("findings", language).keys()


@each_language
def test_the_tables_are_those_of_the_findings(language: str) -> None:
    tables = shown("findings", language)
    assert tables == {part: table(part, language) for part in tables}
    assert sum(text.count("\n| ") for text in tables.values()) == len(FINDINGS)


def test_an_example_leaves_no_brace_open_and_names_no_fact_in_vain() -> None:
    for kind, meant in MEANT.items():
        sentences = "".join(text for part in ("what", "do") for text in SAID[kind].get(part, {}).values())
        assert set(meant["facts"]) == set(re.findall(r"{(\w+)}", sentences)), kind


@pytest.mark.one_in(3)
@each_language
@pytest.mark.parametrize("name", WALKS)
def test_what_stands_in_a_box_is_what_the_command_prints(name: str, language: str) -> None:
    assert shown("walk", language).keys() == WALKS.keys()
    assert shown("walk", language)[name] == boxed(name, language)
