"""The report of a game is what its journal holds: points, figures, sales and times."""

from __future__ import annotations

import pytest

from companion.sharing.report import ALLOWED, CORRECTED, UNDONE, report_of
from companion.titles import title_of
from companion.titles.title import named
from engine.event import Moved
from engine.journal import Correct, Journal, Overrule, Undo
from tests.sharing.conftest import BEGAN, STEP, timed
from tests.titles.test_every_title import TITLES

every_title = pytest.mark.parametrize("name", TITLES)


@every_title
def test_the_points_of_all_categories_are_the_score(name: str) -> None:
    report = report_of(timed(name))
    assert report.over
    for one in report.standings:
        assert sum(report.sources(one.seat).values()) == one.score
        assert "other" not in report.categories


@every_title
def test_the_figures_of_the_last_round_are_what_lies_there(name: str) -> None:
    book = timed(name)
    report, figures = report_of(book), title_of(name).chronicle.figures
    for figure, count in figures.items():
        for seat in named(book.setup):
            assert report.curve(figure, seat)[-1] == count(book.state, seat)
            assert len(report.curve(figure, seat)) == len(report.rounds) + 1


@every_title
def test_every_round_is_told_once_and_in_order(name: str) -> None:
    numbers = [each.number for each in report_of(timed(name)).rounds]
    assert numbers == list(range(1, numbers[-1] + 1))


@pytest.mark.parametrize(("name", "lots"), [("constantinopolis", 3), ("byzanz", 4), ("praetor", 0)])
def test_every_sale_of_a_round_is_told(name: str, lots: int) -> None:
    """Three hold an office each in every round; four win one lot each; Praetor sells nothing."""
    for each in report_of(timed(name)).rounds:
        assert len(each.sold) == lots
        assert len({sold.seat for sold in each.sold}) == lots


def test_what_is_paid_for_the_offices_left_the_players() -> None:
    """The coins on the offices, as the entries move them away when the auction is settled (C-AUC-17)."""
    book = timed("constantinopolis")
    swept = sum(
        event.count
        for entry in book.entries
        for event in entry.events
        if isinstance(event, Moved) and event.source.endswith("/coins") and event.target == "supply"
    )
    paid = sum(sold.paid or 0 for each in report_of(book).rounds for sold in each.sold)
    assert paid == swept > 0


@every_title
def test_the_time_of_all_players_is_no_more_than_the_game_took(name: str) -> None:
    report = report_of(timed(name))
    assert report.began == BEGAN + STEP
    assert report.seconds == pytest.approx(report.ended - report.began)
    spent = sum(each.total for each in report.pace.by_seat.values())
    assert 0 < spent <= report.seconds + 1e-6
    by_round = sum(each.total for mine in report.pace.by_round.values() for each in mine.values())
    assert by_round == pytest.approx(spent)


def test_a_night_between_two_entries_is_nobodys_time() -> None:
    whole = timed("byzanz")
    again = Journal(whole.game, whole.setup)
    for entry in whole.entries:
        night = 36_000.0 if entry.number > 50 else 0.0
        again.submit(entry.command, at=entry.at + night)
    assert report_of(again).seconds == pytest.approx(report_of(whole).seconds - STEP)


def test_a_turn_of_one_player_goes_on_over_several_entries() -> None:
    longest = report_of(timed("constantinopolis")).pace.longest
    assert longest is not None
    assert longest.seconds > STEP
    assert longest.seconds % STEP == pytest.approx(0)


def test_what_was_taken_back_counts_for_nothing_but_is_told() -> None:
    book = timed("constantinopolis")
    before = report_of(book)
    last = book.live[-4]
    gone = [book.entries[number - 1].command for number in book.live[-3:]]
    book.submit(Undo("", last))
    for command in gone:
        book.submit(command)
    after = report_of(book)
    for one in before.standings:
        assert after.sources(one.seat) == before.sources(one.seat)
    assert [(one.kind, one.entries) for one in after.settled] == [(UNDONE, 3)]


def test_a_correction_of_points_stands_under_its_own_head_and_the_sum_is_still_the_score() -> None:
    whole = timed("constantinopolis")
    book = Journal(whole.game, whole.setup)
    for entry in whole.entries[:200]:
        book.append(entry)
    seat = next(iter(named(book.setup)))
    book.submit(Correct(seat, (Moved("fame", 2, "track", f"fame/{seat}", "C-COR"),)))
    report = report_of(book)
    assert report.sources(seat)["other"] == 2
    assert report.curve("fame", seat)[-1] == sum(report.sources(seat).values())
    assert [(one.kind, one.number) for one in report.settled] == [(CORRECTED, 201)]
    assert not report.over


def test_what_was_allowed_against_a_rule_is_told_with_the_rule() -> None:
    whole = timed("constantinopolis")
    book = Journal(whole.game, whole.setup)
    for entry in whole.entries[:20]:
        book.append(entry)
    next_one = whole.entries[20]
    book.submit(Overrule(next_one.command.seat, next_one.command, "C-AUC-07"))
    (one,) = report_of(book).settled
    assert (one.kind, one.rule, one.number, one.seat) == (ALLOWED, "C-AUC-07", 21, next_one.command.seat)
