"""The kernel, shown on the smallest game: players take one to three stones; who takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from engine.draft import Draft
from engine.event import Moved, State
from engine.game import Action, Among, Bounds, Choice, Game, Offer, Pick, Standing, decide, force, judge, legal, within
from engine.journal import Correct, Journal, Overrule, Remark, Undo, amend
from engine.rule import NOT_NOW, NOT_YOURS, Illegal, Rule, Rulebook, Sentence, Untimely
from engine.table import Table


class Lay(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str
    stones: int


class Take(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str
    stones: int


class Boxed(Struct, frozen=True, gc=False, array_like=True, tag=True):
    actors: tuple[str, ...] = ("",)


class Turn(Struct, frozen=True, gc=False, array_like=True, tag=True):
    actors: tuple[str, ...]
    waits: str


def box(_: object) -> State:
    table = Table(("box", "heap", "red", "blue"))
    table["box"]["stone"] = 12
    return State(None, {"": "", "red": "red", "blue": "blue"}, table, Boxed())


def offers_take(state: State, seat: str) -> list[Offer]:
    heap = state.table["heap"].get("stone", 0)
    return [Offer(Take(seat, 1), "stones", Bounds(1, min(3, heap)))] if heap else []


def needs_take(state: State, _seat: str, command: Take) -> Iterator[Sentence]:
    yield 1 <= command.stones <= 3, "N-01", command.stones
    yield command.stones <= state.table["heap"].get("stone", 0), "N-02"


def do_take(draft: Draft, seat: str, command: Take) -> None:
    draft.move("stone", command.stones, "heap", seat, "N-01")
    draft.enter(Turn((draft.state.phase.waits,), seat), "N-03")


def do_lay(draft: Draft, _seat: str, command: Lay) -> None:
    draft.move("stone", command.stones, "box", "heap", "N-00")
    draft.enter(Turn(("red",), "blue"), "N-00")


def offers_lay(_state: State, _seat: str) -> list[Lay]:
    return [Lay("", 12)]


def needs_lay(_state: State, _seat: str, command: Lay) -> Iterator[Sentence]:
    yield command.stones == 12, "N-00"


def no_standings(_state: State) -> tuple[Standing, ...]:
    return ()


NIM = Game(
    "nim",
    range(2, 3),
    box,
    {
        Boxed: (Action(Lay, offers_lay, needs_lay, do_lay),),
        Turn: (Action(Take, offers_take, needs_take, do_take),),
    },
    no_standings,
)


@pytest.fixture
def journal() -> Journal:
    journal = Journal(NIM, None)
    journal.submit(Lay("", 12))
    return journal


def test_the_list_holds_a_command_exactly_if_it_is_lawful(journal: Journal) -> None:
    items = legal(NIM, journal.state, "red")
    for stones in range(-1, 6):
        command = Take("red", stones)
        assert judge(NIM, journal.state, command).allowed == any(within(item, command) for item in items)


def test_a_refusal_names_the_rule_and_its_facts_and_changes_nothing(journal: Journal) -> None:
    before = journal.state.table.copy()
    with pytest.raises(Illegal) as refusal:
        decide(NIM, journal.state, Take("red", 4))
    assert (refusal.value.rule, refusal.value.facts) == ("N-01", (4,))
    assert journal.state.table == before


def test_commands_out_of_phase_or_turn_are_refused_by_the_kernel(journal: Journal) -> None:
    assert judge(NIM, journal.state, Lay("", 1)).rule == NOT_NOW
    assert judge(NIM, journal.state, Take("blue", 1)).rule == NOT_YOURS


def told_when(**waits: Any) -> Game:
    """The same game with rules of its own for the wrong moment."""
    kinds = {Boxed: "boxed", Turn: "turn", Lay: "lay", Take: "take"}
    found = {kind: waits[name] for kind, name in kinds.items() if name in waits}
    return Game(
        "nim", range(2, 3), box, NIM.contents, no_standings, waits=found, interrupts=waits.get("interrupts", {})
    )


def test_at_the_wrong_moment_a_game_names_its_own_rule_and_the_kernel_says_why(journal: Journal) -> None:
    game = told_when(turn="N-03", lay="N-00")
    ruling = judge(game, journal.state, Lay("", 1))
    assert (ruling.rule, ruling.facts, ruling.untimely) == ("N-00", (), Untimely(NOT_NOW, ("Lay", "Turn")))
    ruling = judge(game, journal.state, Take("blue", 1))
    assert (ruling.rule, ruling.facts, ruling.untimely) == ("N-03", (), Untimely(NOT_YOURS, ("blue", ("red",))))


def test_the_rule_of_a_phase_stands_in_for_a_command_without_one_and_goes_first_where_it_interrupts(
    journal: Journal,
) -> None:
    assert judge(told_when(turn="N-03"), journal.state, Lay("", 1)).rule == "N-03"
    interrupting = told_when(turn="N-03", lay="N-00", interrupts={Turn: (Boxed,)})
    assert judge(interrupting, journal.state, Lay("", 1)).rule == "N-03"


def test_the_rule_of_the_wrong_moment_may_depend_on_the_position_and_be_left_open(journal: Journal) -> None:
    game = told_when(lay=lambda state, _command: "N-00" if state.table["heap"] else "", turn="N-03")
    assert judge(game, journal.state, Lay("", 1)).rule == "N-00"
    journal.state.table["heap"].clear()
    assert judge(game, journal.state, Lay("", 1)).rule == "N-03"


def test_a_seat_that_is_not_of_the_game_is_refused_by_the_kernel(journal: Journal) -> None:
    assert judge(told_when(turn="N-03"), journal.state, Take("green", 1)).rule == NOT_YOURS


def test_a_refusal_for_another_reason_is_not_untimely(journal: Journal) -> None:
    assert judge(told_when(turn="N-03"), journal.state, Take("red", 4)).untimely is None


def test_a_rule_broken_by_the_moment_is_explained_without_facts_that_are_not_its_own(journal: Journal) -> None:
    book = Rulebook(
        {
            "N-03": Rule(
                "In turn.",
                "A turno.",
                "Por turnos.",
                "Der Reihe nach.",
                ("least",),
                refusal={"en": "At least {least}."},
            )
        }
    )
    ruling = judge(told_when(turn="N-03"), journal.state, Take("blue", 1))
    assert book.explain(ruling.rule, ruling.facts, "en") == "In turn."


HAND = {"stone": 2, "shell": 1}
FORMS = [
    (Bounds(1, 3), None, (1, 3), (), ""),
    (Pick(HAND, 0, 2, "heap"), HAND, (0, 2), (), "heap"),
    (Among(("left", "right")), None, (1, 1), ("left", "right"), ""),
]


@pytest.mark.parametrize(("choice", "pool", "span", "values", "lands"), FORMS)
def test_every_choice_tells_its_form_by_its_pool_its_values_and_its_span(
    choice: Choice, pool: object, span: object, values: object, lands: str
) -> None:
    assert (choice.pool, choice.span, choice.values, choice.lands) == (pool, span, values, lands)


def test_undo_is_an_entry_that_lists_the_pieces_to_put_back(journal: Journal) -> None:
    before = journal.state.table.copy()
    journal.submit(Take("red", 2))
    journal.submit(Take("blue", 1))
    entry = journal.submit(Undo("red", 1))
    moves = [(event.count, event.target) for event in entry.events if isinstance(event, Moved)]
    assert moves == [(1, "heap"), (2, "heap")]
    assert journal.state.table == before
    assert journal.live == [1]
    assert journal.last == 4


def test_undo_reaches_back_to_the_box_and_not_to_entries_already_gone(journal: Journal) -> None:
    journal.submit(Take("red", 2))
    journal.submit(Undo("", 0))
    assert journal.state.table == NIM.box(None).table
    with pytest.raises(Illegal):
        journal.submit(Undo("", 2))


def test_a_correction_moves_pieces_and_refuses_pieces_that_are_not_there(journal: Journal) -> None:
    journal.submit(Correct("", (Moved("stone", 2, "heap", "blue", "CORRECTED"),), rule="N-01"))
    assert journal.state.table["blue"] == {"stone": 2}
    with pytest.raises(Illegal):
        journal.submit(Correct("", (Moved("stone", 1, "heap", "red", ""), Moved("stone", 9, "red", "heap", ""))))
    assert journal.state.table["red"] == {}


def test_an_unlawful_move_can_be_accepted_but_not_one_without_pieces(journal: Journal) -> None:
    journal.submit(Overrule("", Take("red", 5), "N-01"))
    assert journal.state.table["red"] == {"stone": 5}
    with pytest.raises(Illegal):
        force(NIM, journal.state, Take("blue", 50))


def test_a_record_reads_back_byte_for_byte_and_a_changed_line_is_noticed(journal: Journal) -> None:
    journal.submit(Overrule("", Take("red", 5), "N-01"))
    journal.submit(Remark("blue", "challenge"))
    journal.submit(Undo("red", 2))
    twin = Journal(NIM, None)
    for entry in journal.entries:
        command = journal.codec.command(journal.codec.encode(entry.command))
        events = journal.codec.events(journal.codec.write_events(entry.events), twin.state.phase)
        assert (command, events) == (entry.command, entry.events)
        twin.append(msgspec.structs.replace(entry, command=command, events=events))
    assert twin.state.table == journal.state.table
    with pytest.raises(ValueError, match="digest"):
        twin.append(msgspec.structs.replace(journal.submit(Take("blue", 1)), origin="forged"))


def test_the_past_can_be_changed_and_tells_what_is_no_longer_lawful(journal: Journal) -> None:
    for number in range(6):
        journal.submit(Take("red" if number % 2 == 0 else "blue", 2))
    amended = amend(journal, 2, Take("red", 3))
    assert [(entry.number, refusal.rule) for entry, refusal in amended.refused] == [(7, "N-02")]
    assert journal.state.table["heap"] == {}
    assert amended.journal.state.table["heap"] == {"stone": 1}


def test_what_cannot_be_stored_has_not_happened() -> None:
    def full(_: object) -> None:
        raise OSError("disk full")

    journal = Journal(NIM, None, keep=full)
    with pytest.raises(OSError, match="disk full"):
        journal.submit(Lay("", 12))
    assert journal.entries == []
    assert journal.state.table["heap"] == {}
