"""A game as a short text for BoardGameGeek: its forum tags for bold words, places, and where the points came from."""

from __future__ import annotations

from collections.abc import Iterator

from companion.sharing.report import Report
from companion.sharing.said import headline, tie, under_headline, words
from companion.wording import _

BEGINS = "Companion · "
"""How such a text begins: so a file that holds one is known again."""


def bgg_text(report: Report) -> str:
    """Places and remarks, ready to be pasted into the comment of a play."""
    return "\n".join([BEGINS + under_headline(report), "", f"[b]{_plain(headline(report))}[/b]", *_places(report), ""])


def _places(report: Report) -> Iterator[str]:
    for one in report.standings:
        broken = tie(report, one)
        yield f"{one.place}. {_plain(report.people[one.seat])} [b]{one.score}[/b]{f' ({broken})' if broken else ''}"
        sources = ", ".join(
            f"{words(report, name)} {count}" for name, count in report.sources(one.seat).items() if count
        )
        yield f"    {sources}" if sources else f"    {_('nothing')}"


def _plain(text: str) -> str:
    """A name without the brackets that would be read as tags."""
    return text.replace("[", "(").replace("]", ")")
