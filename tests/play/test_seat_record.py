"""A record for one seat holds what that seat may know, and nothing the others may keep to themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.commands.cli import main
from companion.play.games_file import GAMES
from companion.play.seat_record import write_shown
from companion.play.storage import Store
from engine.byzanz.auction import Pass
from engine.constantinopolis.commands import Load
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.phases import Acceptance
from engine.event import Moved, Turned
from engine.game import legal
from engine.journal import Correct, Journal, Remark, Undo, replay
from testkit import nim
from testkit.byzanz.dealer import Dealer
from testkit.constantinopolis.players import LIVELY, Player, game, play, setup
from testkit.nim import NIM


def loading(seed: int = 3) -> tuple[Journal, list[Load]]:
    """A game in which somebody has two different contracts to load now."""
    journal = Journal(CONSTANTINOPOLIS, setup(3, seed))
    for _ in play(journal, Player(seed, LIVELY)):
        for seat in journal.state.phase.actors if isinstance(journal.state.phase, Acceptance) else ():
            loads = [item for item in legal(CONSTANTINOPOLIS, journal.state, seat) if isinstance(item, Load)]
            if len({load.contract for load in loads}) > 1:
                return journal, [loads[0], next(load for load in loads if load.contract != loads[0].contract)]
    raise AssertionError(f"nobody has two contracts to load in game {seed}")


def with_one_more(journal: Journal, command: Any) -> Journal:
    return replay(journal.game, journal.setup, [*(entry.command for entry in journal.entries), command])


def record(journal: Journal, seat: str, folder: Path) -> bytes:
    write_shown(journal, seat, folder / "shown.jsonl")
    return (folder / "shown.jsonl").read_bytes()


def lines(journal: Journal, seat: str, folder: Path) -> list[Any]:
    return [json.loads(line) for line in record(journal, seat, folder).splitlines()]


def other(load: Load) -> str:
    return next(colour for colour in ("black", "blue", "green") if colour != load.seat)


def test_what_another_loads_in_secret_makes_no_difference(tmp_path: Path) -> None:
    journal, (one, two) = loading()
    this, that = with_one_more(journal, one), with_one_more(journal, two)
    assert record(this, other(one), tmp_path) == record(that, other(one), tmp_path)
    assert record(this, one.seat, tmp_path) != record(that, one.seat, tmp_path)


def test_a_secret_loading_and_its_undo_are_told_by_their_numbers_only(tmp_path: Path) -> None:
    journal, (load, _) = loading()
    journal.submit(load)
    journal.submit(Undo(load.seat, journal.last - 1))
    assert lines(journal, other(load), tmp_path)[-2:] == [{"number": journal.last - 1}, {"number": journal.last}]


def test_no_gold_of_others_no_digest_and_no_evidence_stands_in_it(tmp_path: Path) -> None:
    journal = game(3, 5, LIVELY)
    shown = record(journal, "blue", tmp_path).decode()
    tables = [line.get("lies", {}) for line in map(json.loads, shown.splitlines())]
    assert not any("gold" in lies.get(zone, {}) for lies in tables for zone in ("treasury/black", "treasury/green"))
    assert any("gold" in lies.get("treasury/blue", {}) for lies in tables)
    assert not any(entry.digest in shown for entry in journal.entries)


def test_a_correction_is_told_by_what_it_changed_and_a_remark_as_it_was_said(tmp_path: Path) -> None:
    journal, (load, _) = loading()
    journal.submit(load)
    card = Moved(load.contract, 1, f"hold/{load.ship}", "box", "CORRECTED")
    journal.submit(Correct("", (card,), f"{load.contract} is from another game"))
    journal.submit(Remark(load.seat, "one moment"))
    corrected, said = lines(journal, other(load), tmp_path)[-2:]
    assert "command" not in corrected
    assert said["command"] == ["Remark", load.seat, "one moment", ""]


def test_it_is_asked_for_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, (load, _) = loading()
    with Store(tmp_path / GAMES) as store:
        name, kept = store.begin("constantinopolis", journal.setup, 1.0)
        for entry in journal.entries:
            kept.submit(entry.command)
    export = ["--data", str(tmp_path), "export", name, str(tmp_path / "out.jsonl"), "--for"]
    assert main([*export, load.seat]) == 0
    assert json.loads((tmp_path / "out.jsonl").read_text().splitlines()[0])["shown_to"] == load.seat
    assert main([*export, "purple"]) == 1
    assert "'purple' has no seat" in capsys.readouterr().err


def test_two_games_of_hidden_cards_look_the_same_to_whoever_may_not_see_them(tmp_path: Path) -> None:
    this, that = (dealt(face) for face in ("card:SP4", "card:ME"))
    assert [record(this, seat, tmp_path) == record(that, seat, tmp_path) for seat in this.setup.seats] == [
        False,
        True,
        True,
    ]


def dealt(face: str) -> Journal:
    """A game in which the first seat has shown its own dealt card to the camera, then sold, bid and passed as ever."""
    played = Dealer(3, 1).play()
    journal = Journal(played.game, played.setup)
    journal.submit(played.entries[0].command)
    journal.submit(Correct("red", (Turned("card:?", face, 1, "hand/red", ""),), "my own hand"))
    journal.submit(played.entries[1].command)
    journal.submit(Pass(journal.state.phase.due))
    return journal


def test_a_game_that_does_not_say_what_seats_know_is_shown_to_nobody(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="'nim' does not say"):
        write_shown(Journal(NIM, nim.Setup()), "red", tmp_path / "shown.jsonl")
    assert not (tmp_path / "shown.jsonl").exists()
