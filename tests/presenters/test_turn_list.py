"""Whose turn it is, who is next and what the round still brings, in every game."""

from __future__ import annotations

from random import Random

import pytest

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.presenters.byzanz.common import deal
from companion.presenters.desk import Desk
from companion.titles import BUILT_IN, title_of
from companion.views.common import acts
from companion.views.common.turn_list import TurnList
from engine.byzanz.auction import Pass as ByzPass
from engine.constantinopolis.commands import EndTurn
from engine.game import legal
from engine.praetor.commands import Pass
from testkit.played import decision, people_of
from testkit.taps import labelled


def moved(book, people, chance):
    """What the drawn table's people do next, or chance for them."""
    if book.game.name != "byzanz":
        return decision(book, people, chance)
    given = people.chance(book.state, "", chance)
    due = title_of("byzanz").due(book.state)
    if given is None and not due:
        return legal(book.game, book.state, "")[0]
    return people.decide(book.state, due[0]) if given is None else given


def at(game: str, phase: str, players: int = 4, seed: int = 3) -> Desk:
    """A desk with a game that has come to a phase."""
    book = unkept(game, shuffled_setup(game, players, seed))
    people, chance = people_of(book, seed), Random(seed)
    while type(book.state.phase).__name__ != phase:
        book.submit(moved(book, people, chance))
    return Desk(source=new_session(book))


def listed(desk: Desk) -> TurnList:
    desk.do(acts.Open("turns"))
    return desk.view().body


def states(desk: Desk) -> dict[str, str]:
    return {each.person.name: each.state for each in listed(desk).seats}


def test_it_is_one_tap_from_the_menu(desk):
    desk.do(acts.Open("menu"))
    desk.press(labelled(desk, "Turns"))
    assert isinstance(desk.view().body, TurnList)


def test_in_the_auction_whoever_holds_the_next_office_is_next():
    desk = at("constantinopolis", "Activation")
    body = listed(desk)
    assert [each.note.split()[0] for each in body.seats] == ["I", "II", "III", "IV"]
    assert [each.state for each in body.seats] == ["due", "next", "wait", "wait"]
    assert [step.word for step in body.steps][:2] == ["Ships", "Production"]
    assert not any(step.persons for step in body.steps)  # the auction decides the order


def test_builders_come_in_the_order_of_their_offices():
    desk = at("constantinopolis", "Construction")
    order = [desk.scene().name(seat) for seat in desk.scene().phase.round.order]
    assert list(states(desk).items()) == list(zip(order, ["due", "next", "wait", "wait"], strict=True))
    desk.source.submit(EndTurn(desk.scene().phase.actors[0]))
    assert list(states(desk).values()) == ["done", "due", "next", "wait"]
    assert desk.view().bar.sentence == f"{order[1]}’s turn, then {order[2]}"
    assert [person.name for person in listed(desk).steps[0].persons] == order


def test_those_who_load_at_once_are_all_due():
    assert set(states(at("constantinopolis", "Acceptance")).values()) == {"due"}


def test_who_has_left_is_out():
    desk = at("constantinopolis", "Construction")
    seat = desk.scene().phase.round.order[2]
    desk.source.submit(title_of("constantinopolis").leaves(seat))
    assert states(desk)[desk.scene().name(seat)] == "out"


def test_a_bidder_who_has_passed_is_out_of_this_auction():
    desk = at("byzanz", "Bidding")
    first = desk.scene().phase.due
    body = listed(desk)
    cards = deal(desk.scene())
    assert body.heading == f"Offer card {cards[0]}"
    assert [each.state for each in body.seats][:2] == ["due", "next"]
    assert [step.word for step in body.steps] == [*(f"Offer card {number}" for number in cards[1:]), "Market"]
    desk.source.submit(ByzPass(first))
    assert states(desk)[desk.scene().name(first)] == "out"


def test_the_lowest_offer_card_picks_first():
    desk = at("byzanz", "Picking")
    offers = [int(each.note.split()[-1]) for each in listed(desk).seats]
    assert offers == sorted(offers)
    assert [each.state for each in listed(desk).seats][:2] == ["due", "next"]


def test_in_praetor_the_next_is_found_round_the_order_past_who_has_passed():
    desk = at("praetor", "Actions")
    order = desk.scene().phase.round.order
    desk.source.submit(Pass(order[0]))
    found = states(desk)
    assert [found[desk.scene().name(seat)] for seat in order] == ["out", "due", "next", "wait"]
    assert [step.word for step in listed(desk).steps] == ["Update"]


@pytest.mark.parametrize("game", BUILT_IN)
def test_at_every_phase_of_a_game_the_list_names_everybody_once(game):
    book = unkept(game, shuffled_setup(game, 3, 5))
    people, chance, seen = people_of(book, 5), Random(5), set()
    while not title_of(game).over(book.state):
        phase = type(book.state.phase).__name__
        if phase not in seen and phase not in ("Boxed", "Unopened"):
            seen.add(phase)
            desk = Desk(source=new_session(book))
            names = sorted(each.person.name for each in listed(desk).seats)
            assert names == sorted(desk.source.names.values()), phase
            assert len([each for each in listed(desk).seats if each.state == "next"]) <= 1
        if not title_of(game).over(book.state):  # a session does by itself what nobody decides
            book.submit(moved(book, people, chance))
    assert len(seen) > 3
