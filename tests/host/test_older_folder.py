"""A data folder of 21 November 2026, written by the program of that day, opens, goes on and is exported today.

The archive holds what commit e8d88ae0 left: a game of 55 entries with one taken back, the owner's values, how the
screen was liked; and the records it exported then: of that game, of what red saw of it, and of a whole game of two.
A second archive holds what that program learnt at the camera and at a tray: a coin, a tile, a card, the colours of a
place, a lens, a calibration; and a wiring file of that form.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.commands.cli import main
from companion.host.data_form import FORM, form_in
from companion.host.host import Host
from companion.host.owner_values import FILE as VALUES
from companion.host.wiring import read_wiring
from companion.play.record import decided_again, read_record
from companion.tasks.albums import damaged_albums, enrolled_coins, enrolled_tiles
from companion.tasks.base import ENROLLED
from companion.tasks.card_enrolment import CardEnrolment, OwnDeck
from companion.tasks.colour_calibration import VIRTUAL, known
from devices.calibrations import Calibrations
from engine.constantinopolis.values import copy
from engine.game import Offer
from engine.journal import Entry, Undo
from vision.cards.enrol import enrolled_pictures

ARCHIVE = Path(__file__).parent / "data" / "folder-2026-11-21.zip"
SHOWN = ARCHIVE.with_name("shown-2026-11-21.zip")
GAME, ENTRIES, DIGEST = "constantinopolis-0001", 55, "bc1660c572e8c2b2a4f58976d97b6674"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with zipfile.ZipFile(ARCHIVE) as archive:
        archive.extractall(tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    """A folder with what was shown to a camera, and what its tray measured."""
    with zipfile.ZipFile(SHOWN) as archive:
        archive.extractall(tmp_path / "shown")
    return tmp_path / "shown"


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    host = Host(folder, chance=Random(1))
    yield host
    host.close()


def test_its_game_is_listed_with_its_people(host: Host) -> None:
    (saved,) = host.saved
    assert (saved.id, saved.names, saved.entries, saved.over) == (GAME, ("Anna", "Bruno", "Carla"), ENTRIES, False)
    assert form_in(host.folder) == FORM


def test_its_game_stands_where_it_stood_and_is_decided_the_same_again(host: Host) -> None:
    session = host.resume(GAME)
    assert session.journal[-1].digest == DIGEST
    assert [type(entry.command) for entry in session.journal].count(Undo) == 1
    assert decided_again(session.book).entries[-1].digest == DIGEST


def test_its_game_goes_on_and_lasts_until_the_next_start(host: Host, folder: Path) -> None:
    session = host.resume(GAME)
    lawful = next(one for seat in session.names for one in session.offers(seat) if not isinstance(one, Offer))
    assert isinstance(session.submit(lawful), Entry)
    assert isinstance(session.undo(session.book.last - 1), Entry)
    digest = session.journal[-1].digest
    host.close()
    again = Host(folder, chance=Random(1))
    try:
        assert [entry.number for entry in again.resume(GAME).journal][-1] == ENTRIES + 2
        assert again.resume(GAME).journal[-1].digest == digest
    finally:
        again.close()


def test_how_its_screen_was_liked_is_known(host: Host) -> None:
    liked = host.preferences
    assert (liked.language, liked.dark, liked.scale) == ("it", True, 1.25)


def test_what_its_owner_had_typed_is_read_and_stays_when_more_is_typed(host: Host, folder: Path) -> None:
    host.tell("buildings.hospitium.copies", 3)
    values = copy(folder / VALUES)
    assert values.buildings["cura"].output == "GG"
    assert (values.buildings["caupona"].copies, values.buildings["hospitium"].copies) == (2, 3)
    assert values.contracts.faces == {"GB.7.112": 1, "P.5.-12": 1}


@pytest.mark.parametrize("seat", ["", "red"])
def test_its_game_is_exported_as_it_was_then(folder: Path, tmp_path: Path, seat: str) -> None:
    file = tmp_path / "now.jsonl"
    only = ["--for", seat] if seat else []
    assert main(["--data", str(folder), "export", GAME, str(file), *only]) == 0
    then = folder / ("seen-red.jsonl" if seat else "seen.jsonl")
    assert entries(file) == entries(then)
    assert len(entries(file)) == ENTRIES


def test_a_record_of_a_whole_game_is_replayed_to_the_score_it_had(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(folder / "whole.jsonl"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["entries"] == 240
    assert {seat: one["score"] for seat, one in found["standings"].items()} == {"black": 8, "blue": 2}


@pytest.mark.parametrize("name", ["seen", "whole"])
def test_its_records_are_taken_in(folder: Path, tmp_path: Path, name: str) -> None:
    record = read_record(folder / f"{name}.jsonl")
    assert main(["--data", str(tmp_path / "new"), "import", str(folder / f"{name}.jsonl")]) == 0
    fresh = Host(tmp_path / "new", chance=Random(1))
    try:
        assert fresh.resume(GAME).journal[-1].digest == record.entries[-1].digest
    finally:
        fresh.close()


def test_the_coins_and_tiles_that_were_enrolled_are_known(shown: Path) -> None:
    enrolled, tiles = enrolled_coins(shown), enrolled_tiles(shown)
    assert enrolled is not None
    assert tiles is not None
    assert (enrolled.values, tiles.names) == ((5,), ["cura"])
    assert enrolled.diameters == {5: 20.96}
    assert list(damaged_albums(shown)) == []


def test_the_cards_that_were_enrolled_are_filed_and_their_enrolment_goes_on(shown: Path) -> None:
    place, card = shown / ENROLLED / "contract", "contract:GB.7.112"
    assert enrolled_pictures(place).keys() == {card}
    work = CardEnrolment(place, Unused(), OwnDeck(family="contract", total=5))
    assert (work.tally, work.deck) == ({card: 1}, None)


def test_the_colours_of_its_place_and_its_lens_are_those_of_that_camera(shown: Path) -> None:
    camera, other = known(shown, VIRTUAL), known(shown, "0")
    assert camera.profile is not None
    assert camera.profile.goods.keys() == set("GBRKY")
    assert camera.optics is not None
    assert camera.optics.matrix[0, 0] == pytest.approx(1120, abs=20)
    assert (other.profile, other.optics) == (None, None)


def test_the_calibration_of_its_tray_is_read(shown: Path) -> None:
    kept = Calibrations(shown).of("tray-red")
    assert kept is not None
    assert (len(kept.columns), {column.pieces for column in kept.columns}) == (5, {10})


def test_its_wiring_is_read(shown: Path) -> None:
    wiring = read_wiring(shown)
    assert (wiring.camera, wiring.serial) == ("rtsp://phone:8554/back", ("/dev/ttyACM0",))
    assert wiring.trays == {"tray-red": 1, "tray-blue": 2}
    assert wiring.broker is not None
    broker = wiring.broker
    assert (broker.host, broker.table, broker.home_assistant) == ("192.168.1.20", "living-room", True)


class Unused:
    """Eyes that no card is shown to."""

    def divert(self, listener: object) -> None:
        pass

    def forget(self, zone: str) -> None:
        pass


def entries(record: Path) -> list[object]:
    """The entries of a record; its head has got a digest since."""
    return [json.loads(line) for line in record.read_text("utf-8").splitlines()[1:]]
