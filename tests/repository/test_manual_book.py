"""What `make docs` makes its site and its books from: chapters, their order, titles and pictures, typefaces, packages.

The site and the PDFs themselves are made in an environment of their own, which tests do not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from tools.docs.links import lines, links
from tools.docs.staging import FONTS, LANGUAGES

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed (the broker that comes along brings it)")
ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs/manual"
CSS = (ROOT / "tools/docs/book.css").read_text("utf-8")
PAGE, PICTURE, GAPS = (166.0, 251.0), 82.0, 6.0
"""mm, by book.css: what its margins leave of A4, the highest picture, and the room above and below one."""
LINE, LETTERS = 5.6, 95
"""mm of a line of text, and about how many letters stand in it (Lato, 10.5 pt)."""


class Site(yaml.SafeLoader):  # type: ignore[misc]
    """Reads mkdocs.yml, whose tags name functions of packages that are not here."""


Site.add_multi_constructor("tag:yaml.org,2002:python/", lambda _loader, suffix, _node: suffix)
SITE: dict[str, Any] = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), Loader=Site)


def chapters() -> list[str]:
    """The pages of the manual in the order of the book: those of the navigation that lie in no folder."""
    return [
        page
        for part in SITE["nav"]
        for pages in part.values()
        for page in pages
        if isinstance(page, str) and "/" not in page
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_has_every_page_of_the_manual_in_each_language(language: str) -> None:
    assert sorted(chapters()) == sorted(page.name for page in (MANUAL / language).glob("*.md"))
    assert chapters()[:2] == ["index.md", "first-evening.md"]
    assert len(chapters()) == 18


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", chapters())
def test_a_chapter_begins_with_its_title_and_has_no_other(page: str, language: str) -> None:
    text = (MANUAL / language / page).read_text("utf-8")
    titles = [number for number, (line, prose) in enumerate(lines(text)) if prose and line.startswith("# ")]
    assert titles == [0]


def test_every_part_of_the_navigation_has_its_italian_name() -> None:
    (italian,) = (
        each
        for plugin in SITE["plugins"]
        if "i18n" in plugin
        for each in plugin["i18n"]["languages"]
        if each["locale"] == "it"
    )
    assert list(italian["nav_translations"]) == [name for part in SITE["nav"] for name in part]


def heights(page: Path) -> Iterator[float]:
    """How high the pictures and the text of a page are in the book, mm, about."""
    text = page.read_text("utf-8")
    for link in links(text):
        if link.endswith(".png"):
            high, wide = cv2.imread(str(page.parent / link)).shape[:2]
            yield min(PICTURE, PAGE[0] * high / wide) + GAPS
    for paragraph in re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text).split("\n\n"):
        yield LINE * (1 + len(paragraph) // LETTERS) + GAPS / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_evening_takes_about_ten_pages(language: str) -> None:
    assert f"max-height: {PICTURE:g}mm" in CSS
    assert "margin: 22mm 22mm 24mm" in CSS
    assert 8 <= sum(heights(MANUAL / language / "first-evening.md")) / PAGE[1] <= 12


def test_the_typefaces_of_the_book_are_those_of_the_product() -> None:
    named = re.findall(r"url\(assets/fonts/([\w.-]+)\)", CSS)
    assert named
    assert [name for name in named if not (ROOT / FONTS / name).is_file()] == []


def test_what_the_site_and_the_books_are_made_with_is_locked() -> None:
    wanted = (ROOT / "requirements-docs.in").read_text("utf-8")
    names = re.findall(r"^([a-z0-9-]+)", wanted, re.MULTILINE)
    assert {"mkdocs-material", "mkdocs-static-i18n", "weasyprint"} <= set(names)
    lock = (ROOT / "requirements-docs.lock").read_text("utf-8")
    assert [name for name in names if f"\n{name}==" not in f"\n{lock}"] == []
