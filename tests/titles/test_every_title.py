"""Every registered game is opened, resumed, judged, explained, written, exported, printed, played and scored alike."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from msgspec.json import encode

from companion.arbiter.cases import read_case
from companion.arbiter.expecting import unexpected
from companion.arbiter.gamescript import read_game, write_game
from companion.arbiter.judging import judge_file
from companion.arbiter.may import lawful
from companion.arbiter.why import causes
from companion.commands.cli import main
from companion.commands.printing import cards_of
from companion.host.host import Host
from companion.play.record import decided_again, read_record, write_record
from companion.presenters.title_screens import screens_of
from companion.titles import BUILT_IN, known, rulebook_of, title_of
from companion.titles.title import Place, Setting, named
from engine.game import legal
from engine.journal import Journal
from testkit.moments import moments_of
from testkit.whole_game import usual_game
from vision.layouts.layout import find_layout

CASES = sorted((Path(__file__).parents[2] / "docs" / "cases").rglob("*.toml"))
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fritz")
KEPT = 12
"""Entries that are on the disk when the process is killed."""

TITLES = [name for name, module in known().items() if module]
"""The games of the list and of installed packages; what another test has added has no module."""

ALIKE = frozenset({"Decided", "Training", "Homecoming", "Payday"})
"""Phases that no desk stays in, or whose screen is that of another: the end of a game, and steps of one update."""

every_title = pytest.mark.parametrize("name", TITLES)


@cache
def finished(name: str) -> Journal:
    """A whole random game, decided from its commands as they are kept; built-in titles alone can be played so."""
    if name not in BUILT_IN:
        pytest.skip(f"nobody plays a random game of {name}")
    played = usual_game(name)
    journal = Journal(played.game, played.setup)
    for entry in played.entries:
        journal.submit(journal.codec.command(journal.codec.encode(entry.command)))
    return journal


@pytest.fixture
def record(name: str, tmp_path: Path) -> Path:
    """The record of the finished game."""
    write_record(finished(name), tmp_path / f"{name}.jsonl")
    return tmp_path / f"{name}.jsonl"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A data folder without any device: games are played by taps."""
    host = Host(tmp_path / "data", chance=Random(1))
    yield host
    host.close()


def setting(name: str) -> Setting:
    """A table of the fewest players."""
    title = title_of(name)
    seats = zip(title.colours, NAMES[: title.seats.start], strict=False)
    return Setting(game=name, edition=title.edition or "reconciled", places=tuple(Place(*seat) for seat in seats))


def positions(name: str, step: int = 25) -> Iterator[Journal]:
    """The finished game as it stood after every so many entries."""
    whole = finished(name)
    again = Journal(whole.game, whole.setup)
    for entry in whole.entries:
        again.append(entry)
        if entry.number % step == 1:
            yield again


@every_title
def test_a_game_is_opened_with_a_journal_of_its_own(name: str, host: Host) -> None:
    session = host.open(setting(name))
    assert (session.game.name, session.book.entries[0].command.seat) == (name, "")
    assert tuple(session.names.values()) == NAMES[: title_of(name).seats.start]
    assert [(saved.game, saved.id, saved.over) for saved in host.saved] == [(name, f"{name}-0001", False)]


@every_title
def test_a_set_up_has_the_places_clockwise_and_the_edition(name: str) -> None:
    title, asked = title_of(name), setting(name)
    setup = title.agree(asked, Random(1), None)
    assert [(place.colour, place.name) for place in setup.places] == [
        (place.seat, place.name) for place in asked.places
    ]
    assert setup.edition is not None
    again = title.read_setup(encode(setup))
    assert (tuple(again.places), again.edition) == (tuple(setup.places), setup.edition)


KILLED = """
import sys
from pathlib import Path
from companion.play.record import read_record
from companion.play.storage import Store
from companion.titles import title_of
whole = read_record(Path(sys.argv[1]))
store = Store(Path(sys.argv[2]) / "games.db")
_, book = store.begin(whole.game.name, whole.setup, 0.0)
for entry in whole.entries:
    book.submit(entry.command)
    print(book.last, book.entries[-1].digest, flush=True)
"""


def killed_after(record: Path, folder: Path, last: int) -> str:
    """Another process keeps the game of a record in a folder and is killed after so many entries: the last digest."""
    program = [sys.executable, "-c", KILLED, str(record), str(folder)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline().split() for _ in range(last)]
        process.send_signal(signal.SIGKILL)
    return printed[-1][1]


@every_title
def test_a_game_killed_in_its_middle_goes_on_where_it_was(name: str, record: Path, tmp_path: Path) -> None:
    digest = killed_after(record, tmp_path, KEPT)
    host = Host(tmp_path)
    try:
        session = host.resume(f"{name}-0001")
        assert session.journal[KEPT - 1].digest == digest
        assert any(session.offers(seat) for seat in ("", *session.names)) or title_of(name).over(session.state)
    finally:
        host.close()


@every_title
def test_the_list_of_games_shows_the_round_and_the_end(name: str, host: Host, record: Path) -> None:
    book = finished(name)
    assert main(["--data", str(host.folder), "import", str(record)]) == 0
    (saved,) = host.saved
    assert saved.over
    assert any(title_of(name).round(state.state) > 1 for state in positions(name))
    assert saved.entries == book.last


@every_title
def test_its_cases_are_judged_as_they_expect(name: str) -> None:
    cases = [file for file in CASES if read_case(file).case.game == name][:3]
    judged = [judge_file(file) for file in cases]
    assert len(judged) == 3
    assert [unexpected(one) for one in judged] == [()] * 3
    assert all(one.rule in rulebook_of(name) for found in judged for one in found.verdicts if not one.allowed)


@every_title
def test_whoever_is_waited_for_is_shown_every_lawful_command_once(name: str) -> None:
    title = title_of(name)
    for book in positions(name):
        for seat in title.due(book.state):
            listed = lawful(title.game, book.state, seat)
            assert len({one.line for one in listed}) == len(legal(title.game, book.state, seat)) > 0


@every_title
def test_what_a_player_may_do_and_why_something_came_are_answered(
    name: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seat = next(iter(named(finished(name).setup)))
    assert main(["may", str(record), seat, "--at", "1"]) == 0
    assert main(["why", str(record), seat]) == 0
    found = causes(finished(name), seat)
    assert found
    assert found[0].rule in capsys.readouterr().out
    assert {cause.rule for cause in found} <= {*rulebook_of(name)}


@every_title
def test_a_kept_game_reads_back_from_its_text_with_the_same_digest(name: str, record: Path, tmp_path: Path) -> None:
    text = write_game(read_record(record))
    again = read_game(text)
    assert again.entries[-1].digest == finished(name).entries[-1].digest
    assert write_game(again) == text
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    assert main(["why", str(tmp_path / "game.txt"), next(iter(named(again.setup)))]) == 0


@every_title
def test_every_seat_gets_a_record_of_what_it_may_know(name: str, record: Path, tmp_path: Path) -> None:
    data, book = ["--data", str(tmp_path / "data")], finished(name)
    assert main([*data, "import", str(record)]) == 0
    for seat in named(book.setup):
        file = tmp_path / f"{seat}.jsonl"
        assert main([*data, "export", f"{name}-0001", str(file), "--for", seat]) == 0
        head, *entries = [json.loads(line) for line in file.read_bytes().splitlines()]
        assert (head["shown_to"], head["game"], len(entries)) == (seat, name, book.last)


OPEN = ("praetor",)
"""Games in which nothing on the table is hidden from a seat."""


@pytest.mark.parametrize("name", OPEN)
def test_where_nothing_is_hidden_every_seat_knows_the_whole_table(name: str) -> None:
    title = title_of(name)
    assert title.known is not None
    for book in positions(name):
        assert all(title.known(book.state, seat) == book.state.table for seat in named(book.setup))


@pytest.mark.parametrize("name", [name for name in TITLES if name not in OPEN])
def test_what_is_hidden_from_a_seat_makes_its_table_another(name: str) -> None:
    title = title_of(name)
    assert title.known is not None
    seat, *others = named(finished(name).setup)
    differ = [title.known(book.state, seat) != title.known(book.state, others[0]) for book in positions(name)]
    assert any(differ)


def left_out(name: str, step: str) -> None:
    """An installed game may do without a step; a built-in one has all of them."""
    assert name not in BUILT_IN, f"{name} is built in and has no {step}"
    pytest.skip(f"{name} has no {step}")


@every_title
def test_what_it_prints_becomes_pages(name: str, tmp_path: Path) -> None:
    title = title_of(name)
    cards, plates = cards_of(title), title.plates()
    if not (cards or plates):
        left_out(name, "printed pieces")
    assert all(cards.values())
    assert all(plates.values())
    assert main(["print", str(tmp_path), "--game", name]) == 0
    pages = {file.stem: file.read_bytes().count(b"/DCTDecode") for file in tmp_path.glob("*.pdf")}
    pieces = {*(f"{find_layout(layout).family}s" for layout in cards), *plates}
    assert {"play-mat", "play-mat-light", "calibration-sheet", *pieces} <= set(pages)
    assert all(pages[each] >= 2 for each in pieces)  # fronts and backs


@every_title
def test_all_that_is_read_on_the_mat_is_printed(name: str) -> None:
    """Every face a card may show, and every tile."""
    title = title_of(name)
    faces, printed = title.faces(finished(name).setup), cards_of(title)
    unprinted = {layout: {*faces.get(layout, title.prints())} - {*printed[layout]} for layout in title.shows.values()}
    assert unprinted == {layout: set() for layout in unprinted}
    fronts = [front for pieces in title.plates().values() for front, _ in pieces]
    tiles = title.tiles().values() if title.plates() else ()
    assert [tile for tile in tiles if tile not in fronts] == []


@every_title
def test_the_virtual_table_plays_it(name: str, tmp_path: Path) -> None:
    if title_of(name).table is None:
        left_out(name, "people of the virtual table")
    host, end = Host(tmp_path, virtual=True, pace=0.0, chance=Random(7)), time.monotonic() + 120
    try:
        session = host.open(setting(name))
        while session.book.last < KEPT and time.monotonic() < end:
            host.poll()
            time.sleep(0.002)
        assert session.book.last >= KEPT
        assert session.disagreements == ()
    finally:
        host.close()


@every_title
def test_a_finished_game_has_its_final_score(name: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = decided_again(read_record(record))
    standings = book.game.standings(book.state)
    assert title_of(name).over(book.state)
    assert all(sum(one.lines.values()) == one.score for one in standings)
    assert main(["replay", str(record), "--json"]) == 0
    places = {seat: its["place"] for seat, its in json.loads(capsys.readouterr().out)["standings"].items()}
    assert places == {one.seat: one.place for one in standings}
    assert min(places.values()) == 1


@every_title
def test_every_fact_of_a_refusal_has_a_word(name: str) -> None:
    facts = {fact for rule in rulebook_of(name).values() for fact in rule.facts}
    assert {fact for fact in facts if screens_of(name).fact_words(fact) == fact} == set()


@pytest.mark.parametrize("name", BUILT_IN)
def test_its_moments_come_to_every_phase_with_a_screen_in_which_somebody_acts(name: str) -> None:
    """Phases in which nobody does are stages of another's, or an end like it."""
    come = {type(moment.led().state.phase) for moment in moments_of(name).values()}
    shown = {phase for phase in phases_shown(name) if phase.__name__ not in ALIKE}
    assert shown - come == set()


def phases_shown(name: str) -> set[type]:
    """The phases that have a screen of their own."""
    return set(import_module(f"companion.presenters.{name}.screens").PHASES)
