"""What people type: commands, screens and questions in every language; the nearest word where nobody understands."""

import pytest

from companion.presenters.typed import act_words
from companion.wording import LANGUAGES, wording
from engine.constantinopolis.commands import Bid, Raise


def bids(desk):
    return [one.command for one in desk.source.journal if isinstance(one.command, Bid)]


@pytest.mark.parametrize(
    ("language", "verb", "more"),
    [("en", "bid", "bid"), ("it", "offri", "rilancia"), ("es", "puja", "sube"), ("de", "biete", "erhöhe")],
)
def test_a_duel_is_fought_by_typing_in_every_language(desk, language, verb, more):
    wording.speak(language)
    for office in ("Magister", "Pretorio", "Comes", "Urbi"):
        desk.say(f"{verb} {office} 2")
        if bids(desk):
            break
    assert [bid.gold for bid in bids(desk)] == [2]
    assert desk.say(f"{more} 7") == ""
    assert desk.source.journal[-1].command == Raise(desk.source.journal[-1].command.seat, 7)


def test_undo_takes_back_the_last_step(desk):
    assert desk.say("stay") == ""
    booked = desk.source.book.last
    assert booked > 1
    assert desk.say("undo") == ""
    assert desk.look.back_to is not None or desk.source.book.last > booked  # beyond one's own turn others must agree
    assert desk.look.screen == "history"


@pytest.mark.parametrize(
    ("language", "line", "screen"),
    [
        ("en", "history", "history"),
        ("it", "storia", "history"),
        ("es", "ayuda", "answers"),
        ("de", "menu", "menu"),
        ("de", "Menü", "menu"),
        ("de", "geraete", "devices"),
    ],
)
def test_a_word_opens_its_screen_with_and_without_accents(desk, language, line, screen):
    wording.speak(language)
    assert desk.say(line) == ""
    assert desk.look.screen == screen


@pytest.mark.parametrize(("language", "line"), [("en", "rule walls"), ("it", "regola mura"), ("de", "regel mauern")])
def test_rules_are_looked_for_by_a_word(desk, language, line):
    wording.speak(language)
    desk.say(line)
    assert desk.view().body.lines


@pytest.mark.parametrize(("language", "word"), [("en", "gold"), ("it", "monete"), ("es", "oro"), ("de", "Gold")])
def test_somebodys_gold_is_answered_with_the_name_and_the_figure(desk, language, word):
    _seat, name = next(iter(desk.source.names.items()))
    wording.speak(language)
    assert desk.say(f"{name} {word}") == f"{name}: 30 {word}"


def test_the_nearest_word_is_named_where_nobody_understands(desk):
    said = desk.say("histroy")
    assert "histroy" in said
    assert "history" in said
    assert desk.look.screen == "play"


def test_what_is_missing_is_said(desk):
    assert "missing" in desk.say("take")
    assert desk.source.book.last == 1


def test_without_a_game_screens_can_be_asked_for():
    from companion.presenters.desk import Desk

    desk = Desk()
    assert desk.say("menu") == ""
    assert desk.look.screen == "menu"
    assert "not understood" in desk.say("bid 7")


def test_every_language_has_its_own_word_for_every_screen():
    for language in LANGUAGES:
        wording.speak(language)
        assert all(words[0] for words in act_words().values())
