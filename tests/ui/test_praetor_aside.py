"""What people do beside their moves in Praetor, by touch: rules, referee, challenge, history, count, a game resumed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.host.host import Host
from companion.play.record import write_record
from companion.presenters.desk import Desk
from companion.presenters.praetor.words import tile_name
from companion.ui.kit import Words
from companion.views.common import acts
from companion.views.common.answers import Answers
from companion.views.common.rulesheet import RuleSheet
from companion.views.common.score import FinalScore
from companion.views.praetor.city import PraetorCity
from engine.journal import Entry, Undo
from engine.praetor.advice import builds, coming_wages
from engine.praetor.city import free
from engine.praetor.commands import Activate, Build, Pass
from engine.praetor.phases import Actions, Refilling
from engine.praetor.turns import able
from testkit.praetor.desks import desk_in
from tests.titles.test_every_title import killed_after
from tests.ui.finger import showing, touch
from tests.ui.test_byzanz import touching
from tests.ui.test_byzanz_touch import aim, correct, hands

CAMP = "worker-camp-1"


@pytest.fixture
def desk() -> Desk:
    """A game of three in its second round, in which somebody has just gone to work."""
    desk = desk_in(Actions, players=3, since=2)
    desk.do(acts.Prefer(turns=False))
    scene = desk.scene()
    desk.do(Activate(scene.me, CAMP, able(scene.state, scene.zones(scene.me))[0]))
    assert working(desk)
    return desk


def working(desk: Desk) -> list[str]:
    """Who stands on the Worker Camp."""
    return list(desk.source.state.zones[desk.source.state.book.area_of[CAMP]])


def worked(desk: Desk) -> Entry:
    """The last entry in which somebody went to work."""
    return next(entry for entry in reversed(desk.source.journal) if isinstance(entry.command, Activate))


def read(window: Any) -> str:
    """Everything that can be read on the window."""
    return "\n".join(each.text for each in window.screen.walk() if isinstance(each, Words) and each.width > 1)


def too_dear(desk: Desk) -> str:
    """A tile for sale that whoever acts cannot pay."""
    scene = desk.scene()
    spot = free(scene.state.zones, scene.state.setup.edition.adjacency).values[0]
    worker, tiles = able(scene.state, scene.zones(scene.me))[0], sorted(scene.table["display"])
    stops = {tile: scene.stop(Build(scene.me, tile, worker, spot)) for tile in tiles}
    return tile_name(next(tile for tile, stop in stops.items() if stop))


def test_a_closed_button_opens_its_rule_with_its_place_in_print_and_the_table_is_asked(face: Any, desk: Desk) -> None:
    window, due = face(desk), desk.scene().me
    touch(window, too_dear(desk))
    touch(window, "Build it")
    body = desk.view().body
    assert isinstance(body, RuleSheet)
    assert body.rule.startswith("P-")
    printed = [cite.place for cite in body.cites if ", " in cite.place]
    assert printed
    assert all(place in read(window) for place in (*printed, body.rule, body.sentence))
    touch(window, "Ask the table")
    touch(window, "The rule stands")
    assert desk.source.challenge is None
    assert desk.scene().me == due


def test_the_chapters_lead_to_rule_sheets(face: Any, desk: Desk) -> None:
    window = face(desk)
    for chapter, rule in (("Building", "P-BLD-01"), ("Final score", "P-SCO-01")):
        touch(window, "Menu")
        touch(window, "Rules")
        touch(window, chapter)
        assert desk.view().body.rule == rule
        touch(window, "Close")


def test_a_step_of_the_update_leads_to_its_rule(face: Any) -> None:
    desk = desk_in(Refilling, players=3)
    desk.do(acts.Prefer(turns=False))
    window = face(desk)
    touch(window, "Wages")
    touch(window, "Why?")
    assert desk.view().body.rule == "P-UPD-09"
    assert desk.view().body.sentence in read(window)


def test_the_referee_tells_a_player_what_is_lawful_now(face: Any, desk: Desk) -> None:
    window, name = face(desk), desk.scene().name(desk.scene().me)
    touch(window, "Menu")
    touch(window, "Referee")
    assert desk.view().body.lines == ()
    touch(window, f"I am {name}")
    body = desk.view().body
    assert isinstance(body, Answers)
    said = [" ".join(getattr(part, "text", "") for part in line.line) for line in body.lines]
    assert any("passes" in line for line in said), said
    assert body.heading in read(window)
    touch(window, "Back to the game")
    assert isinstance(desk.view().body, PraetorCity)


def test_a_move_is_taken_back_from_the_history_and_stays_there_struck(face: Any, desk: Desk) -> None:
    window, entry = face(desk), worked(desk)
    touch(window, "Menu")
    touch(window, "History")
    aim(window, lambda command: command == acts.BackTo(desk.scene().before(entry.number)))
    while isinstance(desk.view().body.back.yes.command, acts.Agree):
        touching(window)(desk.view().body.back.yes)
    touch(window, "Take it back")
    hands(window)
    assert isinstance(desk.source.journal[-1].command, Undo)
    assert working(desk) == []
    assert desk.scene().me == entry.command.seat
    touch(window, "Menu")
    touch(window, "History")
    assert [line.struck for line in desk.view().body.lines if line.number == entry.number] == [True]


def test_a_line_that_is_corrected_away_leaves_the_city(face: Any, desk: Desk) -> None:
    window, entry = face(desk), worked(desk)
    correct(window, entry.number)
    touch(window, "Nothing at all")
    while isinstance(desk.view().body.back.yes.command, acts.Agree):
        touching(window)(desk.view().body.back.yes)
    touch(window, "Correct it")
    hands(window)
    assert working(desk) == []
    desk.do(acts.Open("play"))
    assert [tile.name for tile in desk.view().body.map.tiles if tile.worker] == []


@pytest.mark.parametrize("agree", [True, False], ids=["all agree", "it stands"])
def test_work_is_challenged_and_ruled_on_and_the_game_goes_on(face: Any, desk: Desk, agree: bool) -> None:
    worker, due, window = worked(desk).command.seat, desk.scene().me, face(desk)
    touch(window, "Menu")
    touch(window, "Table")
    touch(window, "Challenge")
    assert "Worker Camp" in desk.view().body.asked
    if agree:
        touch(window, "All agree")
    touch(window, "It is taken back" if agree else "It stands")
    assert desk.source.challenge is None
    assert (working(desk) == []) == agree
    hands(window)
    assert desk.scene().me == (worker if agree else due)
    touch(window, "Pass")
    assert desk.source.journal[-1].command == Pass(worker if agree else due)


def test_a_finished_game_is_counted_by_touch(face: Any) -> None:
    desk = Desk(chance=Random(1))
    window = face(desk)
    touch(window, "Score a finished game")
    touch(window, "Who played?")
    aim(window, lambda command: command == acts.Agreed("game", "praetor"))
    touch(window, "Count it")
    touch(window, "Which box?")
    aim(window, lambda command: command == acts.Agreed("values", "house"))
    for _player in desk.view().body.seats:
        touch(window, "4")
        touch(window, "1")
        touching(window)(desk.view().bar.primary)
    assert isinstance(desk.view().body, FinalScore)
    assert [line.total for line in desk.view().body.lines] == ["41"] * len(desk.view().body.lines)
    assert "41" in read(window)


def test_a_game_whose_process_was_killed_stands_where_it_stood(face: Any, desk: Desk, tmp_path: Path) -> None:
    write_record(desk.source.book, tmp_path / "played.jsonl")
    last = desk.source.book.last
    digest = killed_after(tmp_path / "played.jsonl", tmp_path, last)
    with closing(Host(tmp_path, chance=Random(1))) as host:
        window = face(Desk(host, chance=Random(1)))
        touch(window, "Go on")
        again = window.desk
        again.do(acts.Prefer(turns=False))
        hands(window)
        assert again.source.journal[last - 1].digest == digest
        assert again.scene().me == desk.scene().me
        assert again.view().body.map == desk.view().body.map
        assert showing(window, "Pass").view.open
        touch(window, "Pass")
        assert again.source.journal[last].command == Pass(desk.scene().me)


def test_what_is_possible_is_told_with_the_wages_and_without_the_sums_where_the_table_hides_them(
    face: Any,
) -> None:
    desk = desk_in(Actions, since=8)
    desk.do(acts.Prefer(turns=False))
    window, scene = face(desk), desk.scene()
    found = builds(scene.state, scene.zones(scene.me))
    assert len(found) > 1
    due = coming_wages(scene.state, scene.zones(scene.me)).due
    touch(window, "What is possible?")
    lines = desk.view().body.there
    assert [line.right for line in lines] == [(("fame", one.favor),) for one in found]
    assert all(f"{one.printed} + {one.plazas} plaza" in read(window) for one in found)
    assert (desk.view().body.found[0].name, desk.view().body.found[0].right) == (
        "Wages in the update",
        (("coin", due),),
    )
    assert "Wages in the update" in read(window)
    touch(window, "Hide the sums")
    touch(window, "What is possible?")
    hidden = desk.view().body.there
    assert [line.right[0][1] for line in hidden] == sorted((one.printed for one in found), reverse=True)
    assert "plaza at" not in read(window)
    assert "plazas at" not in read(window)
    assert all(f"printed {one.printed}" in read(window) for one in found)
    touch(window, hidden[0].name)
    assert isinstance(desk.view().body, PraetorCity)
    assert desk.view().bar.sentence.endswith(hidden[0].name)
    touch(window, "Not this")
    assert desk.view().body.there == hidden
