"""Links and headings of Markdown files, as a site and a viewer of the checkout both understand them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"#{1,6} +(.+?) *#*")
FENCE = re.compile(r" *(```|~~~)")
ELSEWHERE = re.compile(r"[a-z]+:|#")
"""How a link begins that names another site, or a place on the same page."""


def lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line with its end, and whether it is prose: not a line of a code block, nor the marks around one."""
    inside = False
    for line in text.splitlines(keepends=True):
        marks = bool(FENCE.match(line))
        yield line, not (inside or marks)
        inside ^= marks


def links(text: str) -> list[str]:
    """The targets of all links and pictures, in order."""
    return [target for line, prose in lines(text) if prose for target in LINK.findall(line)]


def relinked(text: str, target: Callable[[str], str]) -> str:
    """The text with every target of a link replaced; one that becomes empty leaves only the words of the link."""
    return "".join(_relinked(line, target) if prose else line for line, prose in lines(text))


def _relinked(line: str, target: Callable[[str], str]) -> str:
    for old in LINK.findall(line):
        if new := target(old):
            line = line.replace(f"]({old})", f"]({new})", 1)
        else:
            line = re.sub(r"!?\[([^\]]*)\]\(" + re.escape(old) + r"\)", r"\1", line, count=1)
    return line


def anchors(text: str) -> list[str]:
    """The anchors of all headings: small letters of any language, a hyphen for each blank, no other signs."""
    found = (HEADING.fullmatch(line.rstrip("\n")) for line, prose in lines(text) if prose)
    return [anchor(heading[1]) for heading in found if heading]


def anchor(heading: str) -> str:
    """The anchor of a heading written in Markdown."""
    words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", words.replace("*", "")).strip().lower().replace(" ", "-")


def broken(page: Path) -> list[str]:
    """What is wrong with the relative links of a Markdown file, a line each: no such file, or no such heading in it."""
    text = page.read_text(encoding="utf-8")
    problems = (_problem(page, link) for link in links(text))
    return [problem for problem in problems if problem]


def _problem(page: Path, link: str) -> str:
    path, _, place = link.partition("#")
    if path and ELSEWHERE.match(path):
        return ""
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return f"{page}: {link}: there is no such file"
    if place and place not in anchors(target.read_text(encoding="utf-8")):
        return f"{page}: {link}: no such heading"
    return ""
