"""What a tray's display says: short, in the language in force, without accents."""

import pytest

from companion.play.labels import LINE, _labels, label, piece_name
from companion.wording import wording
from engine.constantinopolis.commands import Build, EndTurn
from engine.constantinopolis.game import CONSTANTINOPOLIS

GAME = "constantinopolis"


@pytest.fixture(autouse=True)
def english():
    yield
    wording.speak("en")


def test_commands_are_said_in_the_language_in_force():
    assert label(EndTurn("red"), GAME) == "end turn"
    wording.speak("it")
    assert label(EndTurn("red"), GAME) == "fine turno"
    wording.speak("es")
    assert label(Build("red", "metallum"), GAME).startswith("construye metallum")


@pytest.mark.parametrize("language", ["it", "es", "de"])
def test_every_command_of_the_game_has_words(language):
    known = _labels(GAME)["commands"][language]
    assert {command.__name__ for command in CONSTANTINOPOLIS.commands} == known.keys()


@pytest.mark.parametrize("language", ["it", "es", "de"])
def test_a_display_is_asked_for_no_accents_and_no_more_than_a_line(language):
    for table in (_labels(GAME)["commands"][language], _labels(GAME)["words"][language]):
        assert all(word.isascii() and len(word) < LINE / 2 for word in table.values())


def test_a_ship_keeps_its_number_in_every_language():
    wording.speak("it")
    assert piece_name("small-3", GAME) == "piccola 3"
    assert piece_name("contract:GB.7.112", GAME) == "GB.7.112"
