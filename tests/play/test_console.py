"""A tray's display offers every kind of choice: numbers, pieces of a pool, and listed values."""

from __future__ import annotations

from msgspec import Struct

from companion.play.console import Console, Stale
from devices.menu import Span
from engine.game import Among, Bounds, Choice, Command, Game, Offer, Pick
from engine.sighting import Press
from testkit.nim import Setup, Turn, box


class Spot(Struct, frozen=True):
    """A place on the board and how a tile lies there."""

    place: str
    turn: int


class Lay(Struct, frozen=True):
    """Lay a tile, or give stones: whatever the choice under test leaves open."""

    seat: str
    what: object = None


SPOTS = (Spot("3,4", 0), Spot("3,4", 90), Spot("5,1", 0))


def console(over: Choice) -> Console:
    """A console of a game in which red may do one thing, with this left open."""
    game = Game("nim", range(2, 3), box, {}, lambda _state: ())
    game.listing = {Turn: (lambda _state, seat: [Offer(Lay(seat), "what", over)],)}
    state = box(Setup())
    state.phase = Turn(("red",), "blue")
    made = Console("red")
    made.renew(game, state, 7)
    assert made.press(Press("confirm", 0, 7)) is None
    return made


def pressed(made: Console, choice: int, button: str = "confirm") -> Command | None:
    found: Command | None = made.press(Press(button, choice, 7))
    return found


def test_a_number_is_dialled() -> None:
    made = console(Bounds(2, 5))
    assert made.menu.items == Span(2, 5)
    assert pressed(made, 4) == Lay("red", 4)


def test_pieces_are_picked_one_by_one_until_that_is_all() -> None:
    made = console(Pick({"stone": 2, "gem": 1}, 1, 2, "heap"))
    assert made.menu.items == ("gem", "stone", "stone", "that is all")
    assert pressed(made, 0) is None
    assert made.menu.items == ("stone", "stone", "that is all")
    assert pressed(made, 2) == Lay("red", {"gem": 1})


def test_listed_values_are_named_and_one_is_taken() -> None:
    made = console(Among(SPOTS))
    assert made.menu.items == ("3,4 0", "3,4 90", "5,1 0")
    assert pressed(made, 1) == Lay("red", SPOTS[1])


def test_a_value_that_is_not_listed_is_no_command() -> None:
    assert pressed(console(Among(SPOTS)), 3) == Stale(7)


def test_pass_leads_back_from_a_list_of_values() -> None:
    made = console(Among(SPOTS))
    assert pressed(made, 0, "pass") is None
    assert made.menu.items == ("lay …",)
