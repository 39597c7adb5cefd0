"""The doors of games: records, games as text, cases, the owner's values, and what watches the table."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.arbiter.as_json import as_json
from companion.arbiter.gamescript import read_game, write_game
from companion.arbiter.judging import judge_file
from companion.host.opening import shuffled_game
from companion.host.owner_values import FILE
from companion.host.saved_games import damaged_games, saved_games
from companion.host.wiring import WIRING, read_wiring
from companion.play.record import decided_again, read_record, write_record
from companion.play.storage import Store
from companion.titles import BUILT_IN, DEFAULT, title_of
from companion.titles.title import Place, Setting
from engine.catalogue import Unknown
from engine.errors import CompanionError
from engine.game import Offer, legal
from engine.journal import Entry, Journal
from engine.rule import Illegal

ENTRIES = 25
REFUSED = (CompanionError, OSError)
PLACES = (Place("red", "Anna"), Place("blue", "Bruno"))


def _played(name: str) -> Journal:
    """The beginning of a game, by the first lawful commands of each moment."""
    book, chance = shuffled_game(name, title_of(name).seats.start, 1), Random(name)
    for _ in range(ENTRIES):
        lawful = [item for seat in ("", *book.state.phase.actors) for item in legal(book.game, book.state, seat)]
        if not lawful:
            break
        item: Any = chance.choice(lawful)
        if isinstance(item, Offer):
            item = item.least
        try:
            book.submit(item, "tap", 5.0)
        except (ValueError, Illegal):  # the least of an offer need not be lawful by itself
            continue
    return book


def _titles() -> list[str]:
    """The games that open with the readings the program chooses."""
    return [name for name in BUILT_IN if title_of(name).edition]


def records() -> list[bytes]:
    """The record of a beginning of each game."""
    found = []
    with TemporaryDirectory() as folder:
        for name in _titles():
            path = Path(folder) / f"{name}.jsonl"
            write_record(_played(name), path)
            found.append(path.read_bytes())
    return found


def texts() -> list[bytes]:
    """The same as texts for people."""
    return [write_game(_played(name)).encode() for name in _titles()]


def cases(folder: Path) -> list[bytes]:
    """Every case of the documents."""
    return [path.read_bytes() for path in sorted(folder.rglob("*.toml"))]


def owners() -> list[bytes]:
    """A file of values as an owner may have typed it: some of every kind of the house set, as one's own."""
    house_set = Path("engine/constantinopolis/catalogue/house.toml")
    text = (Path(__file__).parents[2] / house_set).read_text()
    told = re.sub(r"^layer = .*$", 'layer = "copy"', text, flags=re.MULTILINE)
    return [told.encode(), b'layer = "copy"\n[start]\ngold = 30\n[buildings.cura]\ncopies = 2\noutput = "GB"\n']


def wirings(page: Path) -> list[bytes]:
    """The example of the documents, and each of its lines alone."""
    example = re.findall(r"```toml\n(.*?)```", page.read_text(), re.DOTALL)[0]
    return [
        example.encode(),
        b'camera = "rtsp://10.0.0.1/a?pwd=x"\n',
        b'camera = "0 1280x720 exposure=200"\nusb = false\n',
    ]


def record(data: bytes, folder: Path) -> None:
    """A record is refused, or kept, listed, written and read again as the same; with digests made good as well."""
    path = folder / "fuzz.jsonl"
    for each in (data, resealed(data)):
        path.write_bytes(each)
        try:
            book = read_record(path)
        except REFUSED:
            continue
        _is_borne(book, folder)


def resealed(data: bytes) -> bytes:
    """The record with all digests made good, as an enemy would: as far as its entries can be read at all."""
    try:
        head, *lines = (json.loads(line) for line in data.splitlines())
        head.pop("digest", None)
        title = title_of(head["game"])
        book = Journal(title.game, title.read_setup(json.dumps(head["setup"]).encode()))
        good = [_sealed(book, line) for line in lines]
    except Exception:  # an enemy who cannot even do that comes through the other way
        return data
    return b"\n".join(json.dumps(line).encode() for line in (head, *good))


def _sealed(book: Journal, line: dict[str, Any]) -> dict[str, Any]:
    """A line with the digest of what stands there; it happens in `book`."""
    codec, before = book.codec, book.entries[-1].digest if book.entries else ""
    command = codec.command(json.dumps(line["command"]).encode())
    events = codec.events(json.dumps(line["events"]).encode(), book.state.phase)
    what = (line["number"], line["at"], line["origin"], command, events, line.get("evidence", ""))
    digest = codec.digest(before, *what)
    book.append(Entry(*what[:5], digest, what[5]))
    return {**line, "digest": digest}


def _is_borne(book: Journal, folder: Path) -> None:
    """What was read can be kept, listed and written."""
    with Store(folder / "games.db") as store:
        game = store.take_in(book, 1.0)
        listed = [saved.id for saved in saved_games(store)], [name for name, _ in damaged_games(store)]
        assert game in listed[0] + listed[1], listed
        if game in listed[0]:
            assert [entry.digest for entry in store.open(game).entries] == [entry.digest for entry in book.entries]
    again = folder / "again.jsonl"
    write_record(book, again)
    assert read_record(again).last == book.last
    for use in (decided_again, write_game):
        with suppress(*REFUSED):
            use(book)


def notation(data: bytes, folder: Path) -> None:
    """A text is refused, or is a game that can be kept."""
    try:
        book = read_game(data.decode("utf-8", "replace"))
    except REFUSED:
        return
    _is_borne(book, folder)


def case(data: bytes, folder: Path) -> None:
    """A case is refused with its line, or judged."""
    path = folder / "fuzz.toml"
    path.write_bytes(data)
    try:
        judged = judge_file(path)
    except REFUSED:
        return
    json.dumps(as_json(judged))


def values(data: bytes, folder: Path) -> None:
    """The owner's values are refused, or a game begins with them, or they lack something that is named."""
    path, title = folder / FILE, title_of(DEFAULT)
    path.write_bytes(data)
    setting = Setting(game=DEFAULT, edition=title.edition, places=PLACES, values="copy")
    try:
        title.lacking(path)
        title.needed(path, setting)
        setup = title.agree(setting, Random(1), path)
    except (*REFUSED, Unknown):
        return
    with Store(folder / "games.db") as store:
        with suppress(*REFUSED):  # a value no game can begin without
            store.begin(DEFAULT, setup, 1.0)
        assert len(saved_games(store)) == len(store.games())


def wiring(data: bytes, folder: Path) -> None:
    """What watches the table is refused, or can be told."""
    (folder / WIRING).write_bytes(data)
    try:
        found = read_wiring(folder)
    except REFUSED:
        return
    assert all(isinstance(port, str) for port in found.serial)
    assert all(isinstance(seat, int) for seat in found.trays.values())
