"""The picture of the mat at a challenge: from the table's camera to the page of the referee, where the table agreed."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from urllib.parse import quote

import cv2
import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from companion.commands.playing import followed
from companion.host.host import Host
from companion.host.mat_pictures import MatPictures, Shown, parts_of
from companion.host.outbox import game_id
from companion.host.wiring import WIRING, read_wiring
from companion.play import challenges
from companion.presenters.title_screens import screens_of
from companion.titles.title import Place, Setting
from companion.web.desk import evidence
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.evidence import evidence_of, shown_picture
from companion.web.desk.matter import Matter, matter_of
from companion.web.desk.sqlite_store import FILE, SqliteStore
from companion.web.desk.store import Key, picture_of
from companion.web.desk.web_desk import NoLink, WebDesk
from companion.web.desk.worker import WorkerDesk
from devices import desk
from devices.broker import start_broker
from devices.desk import PictureMark, PicturePart
from testkit.club import Wire, WiredTable
from testkit.filmed import Filmed, glares
from testkit.scenes.mat import contracts
from tests.desk.conftest import ACCOUNTS, IN_TIME, Club, Table
from tests.desk.ways import Way
from tests.devices.conftest import eventually
from vision.camera.load import decoded

FACES = ["contract:GB.7.112", "contract:P.5.-12"]


# --- from the camera to the desk ---


class FilmedTable(Table):
    """A table whose mat is filmed; `agree` says yes to pictures."""

    filmed: Filmed

    def agree(self) -> None:
        self.pictures = MatPictures(lambda: self.filmed.eyes)
        self.line.close()
        self.come_back()

    def challenge(self) -> int:
        """Somebody calls for a ruling."""
        self.session.submit(challenges.call(next(iter(self.session.names))))
        assert self.session.challenge is not None
        return self.session.challenge.number

    def key(self, club: Club) -> Key:
        (key,) = (key for key in club.store.games() if key.table == self.name)
        return key


@pytest.fixture
def filmed(way: Way, tmp_path: Path) -> Iterator[FilmedTable]:
    table = FilmedTable(way, tmp_path / "table-1").play(20)
    assert isinstance(table, FilmedTable)
    table.filmed = Filmed(table.session, contracts(FACES))
    yield table
    table.line.close()
    table.filmed.close()


def comes(club: Club, table: FilmedTable, challenge: int, seconds: float = IN_TIME) -> bool:
    """Has the desk the picture of this challenge, in time?"""

    def whole() -> bool:
        table.filmed.post()
        club.desk.poll(0.01)
        table.line.poll(table.session)
        keys = [key for key in club.store.games() if key.table == table.name]
        return any(club.store.whole(key, challenge) for key in keys)

    return bool(eventually(whole, seconds))


def test_the_picture_of_a_challenge_reaches_the_desk_as_it_was_taken(club: Club, filmed: FilmedTable) -> None:
    filmed.agree()
    number = filmed.challenge()
    assert comes(club, filmed, number)
    assert filmed.pictures is not None
    taken = filmed.pictures.of(filmed.key(club).game, number)
    found = shown_picture(club.store, filmed.key(club), number)
    assert taken is not None
    assert found is not None
    assert (found.data, found.at, found.marks) == (taken.data, taken.at, taken.marks)
    assert {mark.label for mark in found.marks} == set(FACES)
    assert glares(decoded(found.data, "picture")) == 0


def test_the_largest_picture_with_the_most_marks_passes_any_broker(any_way: Way, tmp_path: Path) -> None:
    club, table = Club(any_way, tmp_path / "desk"), Table(any_way, tmp_path / "table-1").play(20)
    table.session.submit(challenges.call(next(iter(table.session.names))))
    number, game = table.book.last, game_id(table.book)
    table.pictures = MatPictures(lambda: None)
    data = np.random.default_rng(1).bytes(desk.PICTURE)
    mark = PictureMark(label="ä" * 60, share=0.123, corners=(1280, 1280, 1280, 1280, 1280, 1280, 1280, 1280))
    table.pictures._made = (game, number), Shown(data, 1e9, (mark,) * desk.MOST_MARKS)
    table.line.close()
    table.come_back()
    assert club.has(table)
    assert eventually(lambda: club.has(table) and club.store.whole(Key("table-1", game), number), IN_TIME)
    found = picture_of(club.store, Key("table-1", game), number)
    assert found is not None
    assert (found.data, len(found.marks)) == (data, desk.MOST_MARKS)
    table.line.close()
    club.close()


@pytest.mark.one_in(2)
def test_a_table_that_did_not_agree_sends_none_and_is_not_asked(club: Club, filmed: FilmedTable) -> None:
    number = filmed.challenge()
    assert not comes(club, filmed, number, seconds=4.0)
    assert club.has(filmed)
    assert not club.desk.tables["table-1"].pictures
    filmed.line._wish = desk.PictureWish(game=filmed.key(club).game, challenge=number)
    assert not comes(club, filmed, number, seconds=2.0)


@pytest.mark.one_in(2)
def test_a_desk_that_has_lost_everything_gets_the_picture_again(club: Club, filmed: FilmedTable) -> None:
    filmed.agree()
    number = filmed.challenge()
    assert comes(club, filmed, number)
    club.close()
    club.lose()
    club.open()
    assert comes(club, filmed, number, seconds=40.0)


def test_a_table_that_comes_back_sends_the_picture_the_desk_lacks(club: Club, filmed: FilmedTable) -> None:
    filmed.agree()
    number = filmed.challenge()
    filmed.line.poll(filmed.session)
    filmed.die()
    filmed.agree()
    assert comes(club, filmed, number, seconds=30.0)


def test_without_a_challenge_no_picture_is_sent(club: Club, filmed: FilmedTable) -> None:
    filmed.agree()
    assert club.has(filmed)
    assert not comes(club, filmed, filmed.book.last, seconds=2.0)


def test_the_page_of_any_desk_on_the_store_shows_the_picture(club: Club, filmed: FilmedTable) -> None:
    filmed.agree()
    assert comes(club, filmed, filmed.challenge())
    club.spin(filmed)
    here = club.desk
    if isinstance(here, WorkerDesk):
        here = WebDesk(here.store, NoLink())
    matter = matter_of(here.table("table-1"), club.store)
    assert matter is not None
    assert matter.evidence is not None
    assert len(matter.evidence.frames) == 2


@pytest.mark.parametrize("agreed", [True, False])
def test_a_host_shows_its_mat_where_it_was_started_so(tmp_path: Path, agreed: bool) -> None:
    places = (Place("red", "Anna"), Place("blue", "Bruno", "north"))
    with (
        start_broker(ACCOUNTS, "mosquitto") as broker,
        closing(Host(tmp_path / "host", virtual=True, pace=0.1, chance=Random(7))) as host,
        closing(Club(broker, tmp_path / "desk")) as club,
    ):
        at = broker.address("table-1")
        address = f"mqtt://{at.user}:{quote(at.password)}@{at.host}:{at.port}"
        with followed(host, address, pictures=agreed) as poll:
            session = host.open(Setting(game="constantinopolis", edition="reconciled", places=places))
            assert eventually(lambda: poll() or (not host.setting and session.book.last > 3), 60.0)
            assert host.running is not None
            assert host.running.dealer is not None
            host.running.dealer.paused = True
            session.submit(challenges.call("red"))
            number = session.book.last

            def shown() -> bool:
                poll()
                club.desk.poll(0.01)
                keys = club.store.games()
                return any(shown_picture(club.store, key, number) for key in keys)

            assert bool(eventually(shown, 30.0 if agreed else 6.0)) == agreed
            assert club.desk.tables["table-1"].pictures == agreed
            assert club.desk.tables["table-1"].challenge == number


def test_what_devices_toml_says_of_pictures_is_read(tmp_path: Path) -> None:
    assert not read_wiring(tmp_path).desk_pictures
    (tmp_path / WIRING).write_text("desk_pictures = true\n")
    assert read_wiring(tmp_path).desk_pictures


# --- what no honest table sends ---


class Desk:
    """A desk on a wire in memory; two tables, one of which is challenged."""

    def __init__(self, folder: Path) -> None:
        self.wire = Wire()
        self.store = SqliteStore(folder / FILE)
        self.now = 1e9
        self.desk = ClubDesk(self.store, self.wire, lambda: self.now)
        self.table, self.other = (WiredTable(self.wire, number, "constantinopolis").play(15) for number in (1, 2))
        self.table.challenge()
        self.table.send(pictures=True)
        self.desk.poll()
        self.number = self.table.session.book.last
        self.key = Key("table-1", self.table.outbox.game)

    @property
    def matter(self) -> Matter:
        found = matter_of(self.desk.table("table-1"), self.store)
        assert found is not None
        return found

    def take(self, *parts: PicturePart) -> None:
        """A table sends these."""
        for part in parts:
            self.table.put(part)
        self.desk.poll()

    @property
    def unharmed(self) -> bool:
        """Nothing is kept or shown, and both tables are as they were."""
        game = self.desk.table("table-2").game
        return self.matter.evidence is None and game is not None and game.broken is None


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.store.close()


def jpeg(wide: int = 640, high: int = 360) -> bytes:
    picture = np.random.default_rng(1).integers(0, 256, (high // 8, wide // 8, 3), np.uint8)
    done, data = cv2.imencode(".jpg", cv2.resize(picture, (wide, high)))
    assert done
    return bytes(data)


PLAIN = jpeg()


def parts(here: Desk, data: bytes = PLAIN, at: float = 1e9) -> list[PicturePart]:
    return parts_of(Shown(data, at, ()), here.key.game, here.number)


def test_a_picture_of_the_challenge_that_stands_is_shown(here: Desk) -> None:
    here.take(*parts(here))
    found = here.matter.evidence
    assert found is not None
    assert (found.wide, found.high, found.at) == (640, 360, 1e9)
    assert here.matter.lacks == ""


def test_the_desk_asks_until_it_has_come(here: Desk) -> None:
    def asked() -> int:
        here.desk.poll()
        return sum(topic.endswith("/look") for topic, _ in here.wire.sent)

    assert asked() == 1
    assert asked() == 1
    here.now += 6
    assert asked() == 2
    here.take(*parts(here))
    here.now += 6
    assert asked() == 2


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"challenge": 5}, "is no challenge"),
        ({"challenge": 999}, "does not exist"),
        ({"game": "constantinopolis-00"}, "of another game"),
        ({"part": 5}, "is none of its parts"),
    ],
)
def test_a_picture_that_belongs_to_no_challenge_that_stands_is_not_kept(
    here: Desk, wrong: dict[str, object], why: str
) -> None:
    here.take(*(replace(part, **wrong) for part in parts(here)))
    assert here.unharmed, why
    assert here.store._rows("SELECT * FROM picture") == [], why


def test_a_picture_of_a_challenge_that_was_ruled_on_is_not_kept(here: Desk) -> None:
    here.table.session.submit(challenges.let_stand())
    here.table.send(pictures=True)
    here.desk.poll()
    here.take(*parts(here))
    assert here.store._rows("SELECT * FROM picture") == []


def test_another_table_cannot_show_a_picture_for_this_one(here: Desk) -> None:
    for part in parts(here):
        here.other.put(part)
    here.desk.poll()
    assert here.unharmed


def bomb() -> bytes:
    """A JPEG whose head claims 60,000 × 60,000 pixels."""
    at = PLAIN.index(b"\xff\xc0")
    return PLAIN[: at + 5] + struct.pack(">HH", 60_000, 60_000) + PLAIN[at + 9 :]


NO_PICTURES = {
    "words": b"<script>alert(1)</script>",
    "a PNG": bytes(cv2.imencode(".png", np.zeros((40, 40, 3), np.uint8))[1]),
    "a head alone": b"\xff\xd8\xff",
    "cut short": PLAIN[: len(PLAIN) // 2],
    "too many pixels": jpeg(2000, 400),
    "a bomb": bomb(),
}


@pytest.mark.parametrize("what", NO_PICTURES)
def test_what_is_no_picture_is_not_shown(here: Desk, what: str) -> None:
    here.take(*parts(here, NO_PICTURES[what]))
    assert here.unharmed
    assert here.matter.lacks


def test_a_bomb_is_never_decoded(here: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded_ones: list[bytes] = []
    monkeypatch.setattr(evidence, "decoded", lambda data, _name: decoded_ones.append(data))
    evidence.size.cache_clear()
    here.take(*parts(here, bomb()))
    assert here.unharmed
    assert decoded_ones == []
    evidence.size.cache_clear()


@pytest.mark.parametrize(
    "wrong",
    [
        {"data": "A" * (desk.PART * 4 // 3 + 8)},
        {"part": desk.MOST_PARTS},
        {"parts": desk.MOST_PARTS + 1},
        {"digest": "no digest"},
        {"at": -1},
        {"at": 1e300},
        {"challenge": 0},
        {"marks": [{"label": "x" * 61, "share": 1, "corners": [0] * 8}]},
        {"marks": [{"label": "x", "share": 2, "corners": [0] * 8}]},
        {"marks": [{"label": "x", "share": 1, "corners": [0] * 7}]},
        {"marks": [{"label": "x", "share": 1, "corners": [9999] * 8}]},
        {"marks": [{"label": "x", "share": 1, "corners": [0] * 8}] * (desk.MOST_MARKS + 1)},
    ],
)
def test_a_part_beyond_its_limits_is_not_read(here: Desk, wrong: dict[str, object]) -> None:
    said = {**msgspec.to_builtins(parts(here)[0]), **wrong}
    with pytest.raises(ValueError, match="`"):
        desk.read("picture", msgspec.json.encode(said))


def test_a_picture_of_many_parts_that_is_larger_than_a_table_may_send_is_not_shown(here: Desk) -> None:
    padded = PLAIN[:-2] + bytes(desk.PICTURE - len(PLAIN) + 10_000) + PLAIN[-2:]
    assert len(parts(here, padded)) == desk.MOST_PARTS
    here.take(*parts(here, padded))
    assert here.unharmed


@pytest.mark.parametrize("label", ["contract:x", "\u00b2G", "<b>", "", "tile:?", "9999999999G"])
def test_a_label_that_means_nothing_here_stands_as_it_is(here: Desk, label: str) -> None:
    mark = PictureMark(label=label, share=0.5, corners=(1, 1, 9, 1, 9, 9, 1, 9))
    here.take(*parts_of(Shown(PLAIN, 1e9, (mark,)), here.key.game, here.number))
    scene = here.desk.table("table-1").game
    assert scene is not None
    assert scene.scene is not None
    found = evidence_of(here.store, here.key, here.number, scene.scene.title)
    assert found is not None
    assert len(found.lines) == 1


def test_things_that_were_read_alike_stand_on_one_line_the_doubtful_ones_first(here: Desk) -> None:
    twice = [("contract:GB.7.112", 0.99), ("contract:GB.7.112", 0.99)]
    said = [*twice, ("G", 0.98), ("G", 0.97), ("contract:P.5.-12", 0.6), ("R", 1.0)]
    marks = tuple(PictureMark(label=label, share=share, corners=(1, 1, 9, 1, 9, 9, 1, 9)) for label, share in said)
    here.take(*parts_of(Shown(PLAIN, 1e9, marks), here.key.game, here.number))
    found = here.matter.evidence
    assert found is not None
    assert [(line.words, line.times, line.shares) for line in found.lines] == [
        ("passenger for 5 gold", 1, (0.6,)),
        ("2 alimentary", 1, (0.98, 0.97)),
        ("alimentary, consumer for 7 gold", 2, (0.99, 0.99)),
        ("1 industrial", 1, (1.0,)),
    ]


@pytest.mark.parametrize(
    ("game", "label", "words"),
    [
        ("byzanz", "card:GR2", "grain 2"),
        ("byzanz", "offer-2", "2"),
        ("constantinopolis", "tile:textrinum", "Textrinum"),
        ("constantinopolis", "market-forum", "Forum"),
        ("praetor", "tile:gold-mine-2:1,0,2", "Gold Mine"),
        ("praetor", "die:blue:2:1,-2,m", "die showing 2"),
    ],
)
def test_what_was_read_is_told_in_the_words_of_every_game(game: str, label: str, words: str) -> None:
    mark = PictureMark(label=label, share=0.9, corners=(1, 1, 9, 1, 9, 9, 1, 9))
    (line,) = evidence._read([mark, mark], screens_of(game))
    assert words in line.words
    assert line.times == 2


def test_the_page_says_why_there_is_no_picture(here: Desk) -> None:
    assert here.matter.lacks.startswith("No picture has come yet.")
    here.table.send(pictures=False)
    here.desk.poll()
    assert here.matter.lacks == "This table sends no pictures."
