"""A correction may leave a table no rule foresees; the game goes on, and says what is missing."""

from __future__ import annotations

from companion.play.reports import Refusal
from companion.play.session import Session
from engine.constantinopolis.commands import Open, Take
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import Moved
from engine.journal import Correct, Entry, Journal
from engine.rule import NO_PIECES
from testkit.constantinopolis.players import setup
from testkit.nim import POLICY


def test_a_command_whose_pieces_a_correction_took_away_is_refused_and_changes_nothing() -> None:
    journal = Journal(CONSTANTINOPOLIS, setup())
    journal.submit(Open("", journal.setup))
    seat = journal.state.phase.actors[0]
    session = Session(journal, {colour: colour for colour in journal.state.seats if colour}, POLICY)
    assert isinstance(session.submit(Correct("", (Moved(f"office-{seat}", 1, "office/1", "box", ""),))), Entry)
    before = journal.state.table.copy()
    refusal = session.submit(Take(seat, 5))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == NO_PIECES
    assert journal.state.table == before
