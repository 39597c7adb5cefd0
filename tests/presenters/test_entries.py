"""What happened to table and book is told in the words of the screen, in every game and language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.host.host import Host
from companion.play.disputes import book_right
from companion.presenters.desk import Desk
from companion.titles import title_of
from companion.titles.title import Place, Setting
from companion.views.common import acts
from companion.views.common.history import History
from companion.views.common.parts import Word
from companion.wording import wording

SAID = {"en": "the book is right:", "de": "das Buch hat recht:", "it": "ha ragione il libro:"}


def told(tmp_path: Path, game: str, zone: str) -> list[str]:
    """The words of the newest line of the history once somebody has said that the book is right in a zone."""
    title = title_of(game)
    seats = title.colours[:3]
    host = Host(tmp_path)
    places = tuple(Place(seat, seat.title()) for seat in seats)
    source = host.open(Setting(game=game, edition=title.edition, places=places))
    try:
        source.submit(book_right(seats[0], zone.format(seat=seats[0])))
        desk: Any = Desk(host, source)
        desk.do(acts.Open("history"))
        body = desk.view().body
        assert isinstance(body, History)
        return [part.text for part in body.lines[0].line if isinstance(part, Word)]
    finally:
        host.close()


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize(
    ("game", "zone"), [("constantinopolis", "goods/{seat}"), ("byzanz", "bid/{seat}"), ("praetor", "goods/{seat}")]
)
def test_that_the_book_is_right_is_said_in_the_language_of_the_screen(
    tmp_path: Path, game: str, zone: str, language: str, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: wording.speak("en"))
    wording.speak(language)
    first, where = told(tmp_path, game, zone)
    assert first == SAID[language]
    assert where
    assert "/" not in where
