"""The manual of one language as a PDF with page numbers, contents and bookmarks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import markdown  # type: ignore[import-untyped]  # these three are in the environment of `make docs` alone
from mkdocs.config import load_config  # type: ignore[import-not-found]
from weasyprint import CSS, HTML  # type: ignore[import-not-found]
from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-not-found]

from tools.docs.links import ELSEWHERE, relinked
from tools.docs.staging import ENGLISH, ROOT, games

CONTENTS = {"en": ("The manual", "Contents"), "it": ("Il manuale", "Indice")}
"""What the cover says, and what stands above the list of chapters."""
SHARP = 150
"""Dots an inch of the pictures: what a printer at home shows."""


class Chapter(NamedTuple):
    """A page of the manual: its name without an ending, its title, and what it says as HTML."""

    name: str
    title: str
    html: str


def write_book(pages: Path, language: str, path: Path) -> None:
    """Write the manual that lies in `pages` (laid out by `staging`) as a PDF; OSError if a page cannot be read."""
    config = load_config(str(ROOT / "mkdocs.yml"))
    names = [name for name in _named(config.nav) if "/" not in name]
    chapters = [_chapter(pages, name, language, config) for name in names]
    beside = f"{pages.resolve()}/"
    fonts, words = FontConfiguration(), Path(__file__).with_name("book.css").read_text(encoding="utf-8")
    style = CSS(string=words, base_url=beside, font_config=fonts)
    HTML(string=_book(chapters, language), base_url=beside).write_pdf(
        path, stylesheets=[style], font_config=fonts, optimize_images=True, jpeg_quality=85, dpi=SHARP
    )


def _named(nav: Iterable[Any]) -> list[str]:
    """All pages of a site's navigation, in order."""
    found: list[str] = []
    for item in nav:
        inner = next(iter(item.values())) if isinstance(item, dict) else item
        found += [inner] if isinstance(inner, str) else _named(inner)
    return found


def _chapter(pages: Path, name: str, language: str, config: Any) -> Chapter:
    stem = name.removesuffix(".md")
    own = pages / f"{stem}.{language}.md"
    text = (own if language != ENGLISH and own.exists() else pages / name).read_text(encoding="utf-8")
    slug = config.mdx_configs["toc"]["slugify"]
    settings = {**config.mdx_configs, "toc": {"slugify": _below(stem, slug)}}
    reader = markdown.Markdown(extensions=config.markdown_extensions, extension_configs=settings)
    html = reader.convert(relinked(text, lambda link: _inside(stem, link)))
    return Chapter(stem, reader.toc_tokens[0]["name"], html)


def _below(stem: str, slug: Callable[[str, str], str]) -> Callable[[str, str], str]:
    return lambda heading, separator: f"{stem}--{slug(heading, separator)}"


def _inside(stem: str, link: str) -> str:
    """A link of the page `stem` as it is in the book: to a chapter or a place in one; `""` where it leads out of it."""
    path, _, place = link.partition("#")
    if path and (ELSEWHERE.match(path) or not path.endswith(".md")):
        return "" if path.endswith((".pdf", ".toml")) else link
    if "/" in path:
        return ""
    target = path.removesuffix(".md") or stem
    return f"#{target}--{place}" if place else f"#{target}"


def _book(chapters: list[Chapter], language: str) -> str:
    title, contents = CONTENTS[language]
    entries = "".join(f'<li><a href="#{chapter.name}">{escape(chapter.title)}</a></li>' for chapter in chapters)
    body = "".join(f'<section id="{chapter.name}">{chapter.html}</section>' for chapter in chapters)
    return (
        f'<html lang="{language}"><head><title>Companion: {title}</title></head><body>'
        f'<div id="cover"><h1>Companion</h1><p>{title}</p><p>{" · ".join(games())}</p></div>'
        f'<div id="contents"><h2>{contents}</h2><ul>{entries}</ul></div>{body}</body></html>'
    )
