"""What screens state about the table, the record and the hands is what is so."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.play.reports import Device, Mark
from companion.presenters.common.devices import device_rows
from companion.presenters.common.scan import groups
from companion.presenters.constantinopolis.lines import brought
from companion.presenters.constantinopolis.unread_cards import carried
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.constantinopolis.acceptance import ContractCard
from engine.constantinopolis.commands import Bid, Build, Decline, Raise, Sell, Store
from testkit.taps import buttons, one_tap, wander


def offered(desk: Desk, kind: type) -> object:
    """Tap at random until a command of this kind is offered to the player who is due."""
    chance = Random(5)
    for _tap in range(9000):
        least = (getattr(item, "least", item) for item in desk.scene().offers(desk.scene().me))
        if found := [each for each in least if isinstance(each, kind) and desk.scene().stop(each) is None]:
            return found[0]
        one_tap(desk, chance)
    raise AssertionError(f"no {kind.__name__} was offered")


def test_the_history_shows_what_a_building_cost(desk: Desk):
    command = offered(desk, Build)
    gold = desk.scene().table[desk.scene().zones(command.seat).treasury]["gold"]
    number = desk.source.book.last + 1
    desk.do(command)
    while type(desk.scene().phase).__name__ == "Declared":
        desk.do(Decline(desk.scene().phase.actors[0]))
    left = desk.scene().table[desk.scene().zones(command.seat).treasury]["gold"]
    assert brought(desk.scene(), desk.source.journal[number - 1])[0].figure == f"−{gold - left}"


def test_a_bid_chain_goes_on_after_a_challenge(desk: Desk):
    desk.do(Bid(desk.scene().me, 2, 1))
    desk.do(Raise(desk.scene().me, 4))
    desk.do(acts.Challenge(desk.scene().me))
    desk.do(acts.Rule("stands"))
    desk.do(acts.Open("play"))
    assert [bid.bid for bid in desk.view().body.duel[1].trail] == [1, 4]


def test_goods_are_not_thrown_away_by_a_filled_button(desk: Desk):
    offered(desk, Store)
    primary = desk.view().bar.primary
    assert (primary.look, primary.label) == ("plain", "Keep none")


def test_hands_are_told_to_lay_what_a_correction_sells_on_the_ledger(desk: Desk):
    wander(desk, Random(3), "Construction")
    one = offered(desk, Sell)
    desk.do(one)
    desk.do(acts.Mend(desk.source.book.last))
    desk.do(acts.Instead(desk.source.book.last, replace(one, count=2)))
    back = desk.view().body.back
    assert "1 green to the ledger" in [row.line[0].text for row in back.pieces]
    assert back.question == "No one else must agree"


@pytest.mark.parametrize(
    ("states", "text"),
    [((), "Played by taps"), (("ok",), "Table and book agree"), (("ok", "lost", "lost"), "2 devices lost, taps go on")],
)
def test_table_and_book_agree_only_where_the_table_is_seen(desk: Desk, states, text):
    desk.source._sensors.devices = lambda *_: [
        Device(id=f"t{n}", kind="serial", state=state) for n, state in enumerate(states)
    ]
    desk.do(acts.Open("table"))
    assert desk.view().tag.text == text


def test_a_card_that_is_used_up_keeps_its_place(desk: Desk):
    wander(desk, Random(3), "Drawing")
    there = [cargo.letters for cargo in desk.view().body.cargoes]
    desk.do(acts.Filter("B"))
    before = [(*card.cargo, card.gold) for card in desk.view().body.found]
    desk.press(next(card.button for card in desk.view().body.found if card.word.startswith("1 ")))
    assert [cargo.letters for cargo in desk.view().body.cargoes] == there
    desk.do(acts.Filter("B"))
    assert [(*card.cargo, card.gold) for card in desk.view().body.found] == before
    assert "all drawn" in [card.word for card in desk.view().body.found]


def test_every_card_of_the_deck_is_drawn_in_two_taps(desk: Desk):
    wander(desk, Random(3), "Drawing")
    deck = {piece: n for piece, n in desk.scene().table["contracts/deck"].items() if n}
    for piece in deck:
        cargo = next(one for one in desk.view().body.cargoes if "".join(one.letters) == carried(piece))
        desk.press(cargo.button)
        if desk.look.cards != (piece,):
            gold = piece.split(".")[1]
            same = [card for card in desk.view().body.found if card.gold == int(gold) and piece_of(card) == piece]
            desk.press(same[0].button)
        assert desk.look.cards == (piece,)
        desk.press(desk.view().body.drawn[0].button)


def piece_of(card: ContractCard) -> str:
    """The contract a card shows."""
    rounds = "".join("-" if length is None else str(length) for length in card.rounds)
    return f"contract:{''.join(sorted(card.cargo, key='GBRKYP'.index))}.{card.gold}.{rounds}"


def test_what_is_all_there_asks_for_no_more(desk: Desk):
    wander(desk, Random(3), "Drawing")
    while (body := desk.view().body).ask:
        desk.press(next(one.button for one in (*body.found, *body.cargoes) if one.button.open))
    assert (body.hint, body.cargoes, body.found) == ("all there", (), ())


def test_without_a_camera_cards_are_not_to_be_shown_to_one(desk: Desk):
    wander(desk, Random(3), "Drawing")
    assert not [button for button in buttons(desk.view()) if button.label.startswith("Show")]


def test_cubes_of_two_places_are_not_counted_under_one_label():
    marks = [
        Mark(label="G", corners=((x, 0), (x + 9, 0), (x + 9, 9), (x, 9)), zone=zone)
        for x, zone in ((0, "goods/red"), (10, "goods/red"), (20, "goods/blue"))
    ]
    assert sorted(len(group) for group in groups(marks, 30)) == [1, 2]


def test_the_middle_of_the_table_does_not_turn_where_the_screen_stays(desk: Desk):
    desk.sides = dict.fromkeys(desk.source.names, "north")
    desk.do(acts.Prefer(turns=False))
    desk.do(acts.Open("table"))
    assert desk.view().due == ""


def test_a_tray_is_called_the_same_whichever_is_found_first(desk: Desk):
    """By the name of its owner, or by the end of its own where nobody sits before it."""
    seat = desk.scene().me
    owned = Device(id=f"coin-tray-{seat}", kind="mqtt", seat=seat)
    trays = (owned, Device(id="tray-7", kind="serial"), Device(id="lens", kind="camera"))
    titles = [row.title for row in device_rows(trays, desk.scene())]
    assert titles == ["Camera", f"Tray {desk.scene().name(seat)}", "Tray 7"]
    assert [row.title for row in device_rows(trays[::-1], desk.scene())] == titles
    assert [row.title for row in device_rows(trays[1:], desk.scene())] == [titles[0], titles[2]]
