"""Games without screens of their own are kept, carried out and decided again as well."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands.cli import main
from companion.play.record import decided_again, write_record
from companion.titles import BUILT_IN, title_of
from companion.titles.title import initials, named
from engine.event import Event, Moved
from engine.journal import Journal
from testkit.byzanz.dealer import Dealer


@pytest.fixture(scope="module")
def byzanz() -> Journal:
    """A whole game of Byzanz, its commands as they are kept."""
    played = Dealer(4, 3).play()
    journal = Journal(played.game, played.setup)
    for entry in played.entries:
        journal.submit(journal.codec.command(journal.codec.encode(entry.command)))
    return journal


@pytest.fixture
def record(byzanz: Journal, tmp_path: Path) -> Path:
    """Its record."""
    write_record(byzanz, tmp_path / "byzanz.jsonl")
    return tmp_path / "byzanz.jsonl"


def test_every_title_is_there_with_its_setup() -> None:
    assert {title_of(name).game.name for name in BUILT_IN} == set(BUILT_IN)


def test_a_record_of_byzanz_is_decided_again(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], len(found["standings"])) == ("byzanz", 4)


def test_byzanz_is_kept_listed_and_carried_out_again(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(record.parent / "data")]
    assert main([*data, "import", str(record)]) == 0
    game = capsys.readouterr().out.strip()
    assert main([*data, "games"]) == 0
    assert game in capsys.readouterr().out
    assert main([*data, "export", game, str(record.with_suffix(".again.jsonl"))]) == 0
    assert record.with_suffix(".again.jsonl").read_bytes() == record.read_bytes()


def test_a_record_of_byzanz_is_written_in_readable_form_and_back(record: Path) -> None:
    text, back = record.with_suffix(".txt"), record.with_name("again.jsonl")
    assert main(["notation", str(record), "-o", str(text)]) == 0
    assert main(["notation", str(text), "-o", str(back)]) == 0
    assert back.read_bytes() == record.read_bytes()


def test_people_are_named_in_every_game(byzanz: Journal) -> None:
    assert named(byzanz.setup) == {"red": "red", "blue": "blue", "green": "green", "yellow": "yellow"}


def in_another_order(events: Sequence[Event]) -> tuple[Event, ...]:
    """Moves from one place to another turned round; anything else as it is."""
    moves = [event for event in events if isinstance(event, Moved)]
    ways = {(move.source, move.target) for move in moves}
    return (
        (*reversed(moves), *events[len(moves) :]) if len(ways) == 1 and [*events[: len(moves)]] == moves else (*events,)
    )


def test_an_older_record_with_the_moves_of_an_entry_in_another_order_is_decided_again(byzanz: Journal) -> None:
    older = Journal(byzanz.game, byzanz.setup)
    for entry in byzanz.entries:
        events, last = in_another_order(entry.events), older.entries[-1].digest if older.entries else ""
        parts = (entry.number, entry.at, entry.origin, entry.command, events, entry.evidence)
        older.append(replace(entry, events=events, digest=older.codec.digest(last, *parts)))
    assert older.entries[-1].digest != byzanz.entries[-1].digest
    assert decided_again(older).state.table == byzanz.state.table


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Anna", "Bruno", "Carla"), ["A", "B", "C"]),
        (("black", "blue", "red"), ["Ba", "Bu", "R"]),
        (("Anna", "Anne", "Ann"), ["Aa", "Ae", "A"]),
        (("Bea", "Ben", "Bruno"), ["Ba", "Bn", "Bu"]),
        (("Ada", "Ada"), ["Ad", "Ad"]),
        (("", "Ada"), ["", "A"]),
    ],
)
def test_the_letters_of_a_person_tell_them_from_all_others(names: tuple[str, ...], letters: list[str]) -> None:
    assert list(initials({f"seat-{at}": name for at, name in enumerate(names)}).values()) == letters
