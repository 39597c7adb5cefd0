"""What the sheet of a rule says: its facts in words of the table's language, and nobody's gold."""

from __future__ import annotations

from random import Random

import pytest

from companion.presenters.constantinopolis.screens import command_words, fact_words, value_words
from companion.presenters.constantinopolis.words import good_name
from companion.presenters.desk import Desk
from companion.titles import rulebook_of
from companion.views.common import acts
from companion.views.common.rulesheet import RuleSheet
from companion.wording import wording
from engine.constantinopolis.commands import Bid, Buy, BuyShip, Load
from testkit.taps import wander

FACTS = sorted({name for rule in rulebook_of("constantinopolis").values() for name in rule.facts})


def refused(desk, command) -> RuleSheet:
    """The sheet that opens when a command is not lawful."""
    desk.do(command)
    assert isinstance(desk.view().body, RuleSheet)
    return desk.view().body


@pytest.mark.parametrize("name", FACTS)
def test_every_fact_of_a_refusal_has_a_word_in_every_language(name):
    said = {}
    for language in ("en", "it", "es", "de"):
        wording.speak(language)
        said[language] = fact_words(name)
    assert name not in said.values()
    assert said["en"] not in (said["it"], said["es"])


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("good", "B", "consumer"),
        ("requires", "KK", "2 military"),
        ("goods", "YGG", "luxury, 2 alimentary"),
        ("kind", "production", "Production"),
        ("dearer", "pistrinum", "Pistrinum"),
        ("office", 3, "Comes Thesaurorum"),
        ("ship", "large-2", "Magnus Dromo"),
        ("contract", "contract:GG.7.112", "alimentary, alimentary for 7 gold"),
        ("least", 4, "4"),
    ],
)
def test_values_are_said_as_the_table_says_them(desk, name, value, said):
    assert value_words(desk.scene(), name, value) == said


def test_a_seat_is_called_by_its_name(desk):
    me = desk.scene().me
    assert value_words(desk.scene(), "seat", me) == desk.scene().name(me)


def test_a_refused_bid_does_not_tell_the_table_how_much_gold_there_is(desk):
    sheet = refused(desk, Bid(desk.scene().me, 3, 500))
    assert sheet.rule == "C-AUC-10"
    assert [(fact.text, fact.figure) for fact in sheet.facts] == [("Bid", "500")]
    assert not any(letter.isdigit() for letter in sheet.sentence)


def test_the_sentence_of_a_refusal_names_goods_in_words(game):
    desk = Desk(source=game(4))
    wander(desk, Random(3), "Construction")
    desk.do(acts.Open("play"))
    rows = desk.view().body.market.rows
    good = next(row.good for row in rows if row.buy is not None and row.buy.rule == "C-MKT-06")
    sheet = refused(desk, Buy(desk.scene().me, good, 1))
    assert sheet.facts[0].figure == good_name(good)
    assert sheet.sentence.endswith(f"He produces {good_name(good)} himself.")


@pytest.mark.parametrize(
    ("language", "loads", "buys"),
    [
        ("en", "loads consumer, passenger → Magnus Dromo", "buys a ship Parvus Dromo"),
        ("it", "carica consumo, passeggero → Magnus Dromo", "compra una nave Parvus Dromo"),
    ],
)
def test_what_was_asked_is_said_in_words(desk, language, loads, buys):
    wording.speak(language)
    scene, me = desk.scene(), desk.scene().me
    assert command_words(scene, Load(me, "contract:BP.9.112", "large")) == loads
    assert command_words(scene, BuyShip(me, "small")) == buys


def test_the_readings_of_a_rule_stand_below_the_question_that_they_answer(desk):
    for point in desk.scene().title.house_rules():
        desk.do(acts.Ask(point.rule))
        sheet = desk.view().body
        asked = sheet.differ.splitlines()[1:]
        assert len(asked) == bool(sheet.readings)
        if rulebook_of("constantinopolis")[point.rule].option == point.key:
            assert asked == [point.question]
