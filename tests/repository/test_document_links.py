"""Every relative link of the documents leads to a file and a heading, in the checkout and on the site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.docs.links import anchor, broken, links, relinked
from tools.docs.staging import book_of, offer_books, stage

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("deploy/**/*.md")])
NAVIGATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the site, as mkdocs reads them, with stand-ins for what is made last."""
    folder = tmp_path_factory.mktemp("pages")
    stage(ROOT, folder)
    for language in ("en", "it"):
        (folder / book_of(language)).touch()
    offer_books(folder)
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    assert broken(page) == []


def test_every_picture_of_the_screens_is_shown_by_a_page() -> None:
    shown = {Path(link).name for page in PAGES for link in links(page.read_text(encoding="utf-8"))}
    assert [path.name for path in sorted(ROOT.glob("docs/screens/*")) if path.name not in shown] == []


# A link of a translated page names the English file, whose headings are others: its places are tried in the checkout.
def test_every_link_of_the_site_leads_to_one_of_its_pages(site: Path) -> None:
    pages = sorted(site.rglob("*.md"))
    assert len(pages) > len(list(ROOT.glob("docs/*.md")))
    found = [problem for page in pages for problem in broken(page)]
    assert [problem for problem in found if ".it.md: " not in problem or "no such file" in problem] == []


def test_every_picture_of_the_site_is_shown_on_a_page(site: Path) -> None:
    shown = {(page.parent / link).resolve() for page in site.rglob("*.md") for link in links(page.read_text("utf-8"))}
    assert {path.resolve() for path in site.joinpath("pictures").rglob("*.*")} <= shown


def test_every_document_stands_in_the_navigation_and_nothing_else_does(site: Path) -> None:
    listed = re.findall(r"^ +- (\S+\.md)$", NAVIGATION, re.MULTILINE)
    pages = {page.relative_to(site).as_posix() for page in site.rglob("*.md") if len(page.suffixes) == 1}
    assert sorted(listed) == sorted(pages)


def test_a_missing_file_and_a_missing_heading_are_found(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("## Here\n\n```\n## Not here\n[nor](this.md)\n```\n")
    page = tmp_path / "a.md"
    page.write_text("[1](b.md#here) [2](b.md#not-here) [3](c.md) [4](#nowhere) [5](https://example.org/c.md)\n")
    assert [problem.split(": ")[1] for problem in broken(page)] == ["b.md#not-here", "c.md", "#nowhere"]
    assert broken(tmp_path / "b.md") == []


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("`devices.toml`: what watches the table", "devicestoml-what-watches-the-table"),
        ("1. Try it – alone", "1-try-it--alone"),
        ("Perché è così", "perché-è-così"),
        ("The [mat](mat.md), *light*", "the-mat-light"),
    ],
)
def test_an_anchor_keeps_letters_of_any_language_and_hyphens_for_blanks(heading: str, expected: str) -> None:
    assert anchor(heading) == expected


def test_a_link_to_what_is_not_on_the_site_leaves_its_words() -> None:
    assert relinked("See [rights](acl) and [this](b.md).", {"acl": "", "b.md": "c.md"}.__getitem__) == (
        "See rights and [this](c.md)."
    )
