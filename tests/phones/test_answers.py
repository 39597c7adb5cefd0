"""The answers to what a phone asks are the same bytes whatever other seats hide: acts, refusals, pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.host.opening import new_session
from companion.play.session import Session
from companion.web.phones.offering import key_of
from companion.web.phones.seat_source import SeatSource
from companion.web.phones.seat_view import lawful_items
from engine.game import Offer
from engine.journal import Journal, replay
from testkit.scenes.mat import a_scene, contracts
from testkit.scenes.photo import photo
from tests.phones.hall import Hall, hall
from tests.phones.test_pictures import jpeg
from tests.phones.test_secrets import scene
from tests.phones.test_server import ask
from tests.play.test_seat_record import dealt, loading, other, with_one_more

Tap = dict[str, Any]


def loads() -> tuple[tuple[Journal, Journal], str]:
    """A game in which one of two contracts was loaded in secret, and a seat that must not know which."""
    journal, (one, two) = loading()
    return (with_one_more(journal, one), with_one_more(journal, two)), other(one)


def hands() -> tuple[tuple[Journal, Journal], str]:
    """A game in which the first seat has one of two cards, and a seat that must not know which."""
    return (dealt("card:SP4"), dealt("card:ME")), "blue"


PAIRS = pytest.mark.parametrize("pair", [loads, hands])


def taps(session: Session, seat: str) -> Iterator[Tap]:
    """Everything the seat is offered, in ways that may be done and in ways that may not; and what it is not offered."""
    yield {"do": "challenge"}
    yield {"do": "offer", "key": "nothing like it"}
    yield {"do": "answer", "key": "1", "chosen": 0}
    yield {"do": "look", "key": "1"}
    yield {"do": "picture", "key": "none", "chosen": {}}
    source = SeatSource(session, seat)
    for item in lawful_items(source, scene(source), session.policy.game):
        yield from ({"do": "offer", "key": key_of(item), **chosen} for chosen in _choices(item))
    for item in (each for one in session.names if one != seat for each in session.offers(one)):
        yield {"do": "offer", "key": key_of(item)}


def _choices(item: object) -> Iterator[Tap]:
    if not isinstance(item, Offer):
        yield {"chosen": None}
        return
    low, high = item.over.span
    if item.over.pool is None:
        yield from ({"chosen": at} for at in (low, high, high + 1))
        return
    pieces = sorted(item.over.pool)
    for at in range(len(pieces)):
        yield {"chosen": dict.fromkeys(pieces[at : at + max(1, low)], 1)}


def copied(journal: Journal) -> Session:
    """The game of a journal, at a table of its own."""
    return new_session(replay(journal.game, journal.setup, [entry.command for entry in journal.entries]))


def answer(journal: Journal, seat: str, tap: Tap) -> bytes:
    """What comes over the wire for one tap, at a table of its own."""
    with hall(copied(journal)) as at:
        asked = {"id": "one-tap-of-mine", "seen": at.session.book.last, **tap}
        told = ask(at, "/api/act?language=en", asked, at.token(seat))
    headers = sorted((name, value) for name, value in told.headers.items() if name != "Date")
    return repr((told.status, headers)).encode() + told.body


@PAIRS
def test_an_act_is_answered_alike_whatever_others_hide(pair: Callable[[], tuple[tuple[Journal, Journal], str]]) -> None:
    (this, that), seat = pair()
    answers = []
    for tap in taps(copied(this), seat):
        answers.append(answer(this, seat, tap))
        assert answer(that, seat, tap) == answers[-1], tap
    assert any(b'"done":true' in each for each in answers)
    assert pair is loads or any(b'"places":["' in each for each in answers)


@PAIRS
def test_a_picture_is_answered_alike_whatever_others_hide(
    pair: Callable[[], tuple[tuple[Journal, Journal], str]],
) -> None:
    """The same picture, of cards that somebody hides among others; its key is new each time."""
    (this, that), seat = pair()
    shown = jpeg(photo("byzanz", ["card:SP4", "card:ME", "card:CL3"])) if pair is hands else _laid()
    looks = []
    for journal in (this, that):
        with hall(copied(journal)) as at:
            token = at.token(seat)
            told = ask(at, "/api/picture?language=en", shown, token, Content_Type="image/jpeg")
            looks.append(re.sub(rb'"key":"[^"]*"', b"", told.body))
            handed = _handed(at, told.json, token)
            looks[-1] += repr((told.status, handed)).encode()
    assert looks[0] == looks[1]
    assert json.loads(told.body)["pieces"]


def _laid() -> bytes:
    scene = a_scene()
    scene.lay(contracts(["contract:G.3.112", "contract:B.4.111"]))
    return jpeg(scene.frame())


def _handed(at: Hall, look: Any, token: str) -> bytes:
    """What is answered when it is handed in."""
    chosen = {"field": 0} if look["meant"] else {}
    asked = {"id": "my-picture", "seen": at.session.book.last, "do": "picture", "key": look["key"], "chosen": chosen}
    return ask(at, "/api/act", asked, token).body
