"""The picture of the mat at a challenge: one for each, of the mat alone, small, and without what is private."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.json import encode

from companion.host.mat_pictures import MatPictures, Shown, is_hidden, parts_of
from companion.host.outbox import game_id
from companion.play.challenges import call, let_stand
from companion.play.session import Session
from companion.titles import BUILT_IN
from devices import desk
from testkit.filmed import Filmed, glares
from testkit.people import People
from testkit.scenes.mat import MAT, contracts, cubes
from vision.camera.load import decoded
from vision.camera.mat_pictures import small_jpeg
from vision.mat.mat import load_mat, mat_file

SOON = 20.0
LAID = [*contracts(["contract:GB.7.112", "contract:P.5.-12"]), *cubes("goods-2", "GGR")]


@pytest.fixture
def session() -> Session:
    people = People.of("constantinopolis", 3, 1)
    people.play(10)
    return people.session


@pytest.fixture
def filmed(session: Session) -> Iterator[Filmed]:
    made = Filmed(session, LAID)
    yield made
    made.close()


def challenge(session: Session) -> tuple[str, int]:
    session.submit(call(next(iter(session.names))))
    assert session.challenge is not None
    return game_id(session.book), session.challenge.number


def taken(pictures: MatPictures, filmed: Filmed, session: Session, seconds: float = SOON) -> Shown | None:
    """The picture of the challenge that stands, in time."""
    assert session.challenge is not None
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        filmed.post()
        pictures.follow(session)
        if (found := pictures.of(game_id(session.book), session.challenge.number)) is not None:
            return found
        time.sleep(0.05)
    return None


def test_nothing_that_lies_beside_the_mat_is_in_the_picture(session: Session, filmed: Filmed) -> None:
    pictures = MatPictures(lambda: filmed.eyes)
    challenge(session)
    shown = taken(pictures, filmed, session)
    assert shown is not None
    assert filmed.eyes.shot is not None
    assert glares(filmed.eyes.shot.picture) > 50_000
    assert glares(decoded(shown.data, "picture")) == 0


def test_it_is_small_and_was_made_just_now(session: Session, filmed: Filmed) -> None:
    challenge(session)
    shown = taken(MatPictures(lambda: filmed.eyes), filmed, session)
    assert shown is not None
    assert max(decoded(shown.data, "picture").shape) <= desk.SIDE
    assert len(shown.data) <= desk.PICTURE
    assert abs(time.time() - shown.at) < SOON


def test_what_was_read_is_marked_where_it_lies(session: Session, filmed: Filmed) -> None:
    challenge(session)
    shown = taken(MatPictures(lambda: filmed.eyes), filmed, session)
    assert shown is not None
    assert {mark.label for mark in shown.marks} >= {"contract:GB.7.112", "contract:P.5.-12", "G", "R"}
    scale = desk.SIDE / max(MAT.size)
    for card, mark in zip(LAID[:2], shown.marks[:2], strict=True):
        middle = np.array(mark.corners).reshape(4, 2).mean(0) / scale
        assert np.abs(middle - (card.x, card.y)).max() < 8


def test_there_is_one_for_each_challenge_and_none_without(session: Session, filmed: Filmed) -> None:
    pictures = MatPictures(lambda: filmed.eyes)
    filmed.post()
    pictures.follow(session)
    first = challenge(session)
    one = taken(pictures, filmed, session)
    assert taken(pictures, filmed, session) is one
    session.submit(let_stand())
    second = challenge(session)
    assert second != first
    assert pictures.of(*second) is None
    assert taken(pictures, filmed, session) not in (one, None)


def test_a_table_without_a_camera_has_none(session: Session) -> None:
    pictures, matter = MatPictures(lambda: None), challenge(session)
    pictures.follow(session)
    assert pictures.of(*matter) is None


def test_a_field_that_is_hidden_is_black_and_nothing_is_told_of_it(filmed: Filmed) -> None:
    found: list[object] = []
    filmed.eyes.view_mat(desk.SIDE, lambda zone: zone.name == "draw", found.append)
    until = time.monotonic() + SOON
    while not found and time.monotonic() < until:
        filmed.post()
        time.sleep(0.05)
    (view,) = found
    scale = desk.SIDE / max(MAT.size)
    x0, y0, x1, y1 = (round(edge * scale) for edge in MAT.zones["draw"].box)
    assert view.picture[y0:y1, x0:x1].max() == 0  # type: ignore[attr-defined]
    assert {mark.label for mark in view.marks} == {"G", "R"}  # type: ignore[attr-defined]


def test_a_field_where_private_cards_are_shown_is_hidden() -> None:
    hidden = {}
    for game in BUILT_IN:
        session = People.of(game, 3, 1).session
        hidden[game] = {zone.name for zone in load_mat(mat_file(game)).zones.values() if is_hidden(zone, session)}
    assert hidden == {"byzanz": {"set"}, "constantinopolis": set(), "praetor": set()}


def test_a_picture_that_cannot_be_small_is_none() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (900, 1280, 3), np.uint8)
    assert small_jpeg(noise, 100_000) == b""
    assert 0 < len(small_jpeg(noise, 700_000)) <= 700_000


def test_a_picture_travels_in_parts_that_every_broker_takes() -> None:
    mark = desk.PictureMark(label="ä" * 60, share=0.123, corners=(1280,) * 8)  # type: ignore[arg-type]
    shown = Shown(bytes(desk.PICTURE), 1e9, (mark,) * desk.MOST_MARKS)
    parts = parts_of(shown, "g" * 80, 1_000_000)
    assert len(parts) == desk.MOST_PARTS
    assert max(len(encode(part)) for part in parts) < desk.LARGEST
    assert b"".join(desk.read("picture", encode(part)).data for part in parts) == shown.data
