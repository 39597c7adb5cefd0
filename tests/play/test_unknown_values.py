"""A value nobody has typed in is asked for at the moment it is needed, kept, and the game goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.host.owner_values import FILE, tell
from companion.play.reports import Refusal
from companion.play.session import Session
from engine.constantinopolis.values import copy, house, missing
from engine.game import Offer, legal
from engine.journal import Entry, Learn
from testkit.played import decision, people_of

OUTPUT = "buildings.ager.output"


def lacking(**values: Any) -> Session:
    """A game whose copy does not say what its farms make."""
    setup = shuffled_setup("constantinopolis", 3, 1)
    tiles = {**house().buildings}
    tiles["ager"] = replace(tiles["ager"], **values)
    return new_session(unkept("constantinopolis", replace(setup, values=replace(house(), buildings=tiles))))


def played_until_it_asks(session: Session) -> None:
    """The virtual table's players decide until a value is missing."""
    people, chance = people_of(session.book, 1), Random(1)
    while not session.lacks:
        actors = session.state.phase.actors
        if any(isinstance(item, Offer) for item in legal(session.game, session.state, actors[0])) or actors:
            session.submit(decision(session.book, people, chance))


def test_a_value_that_is_needed_is_asked_for_and_nothing_is_lost() -> None:
    session = lacking(output=None)
    played_until_it_asks(session)
    last = session.book.last
    assert session.lacks == OUTPUT
    session.poll()
    assert session.book.last == last


def test_once_it_is_told_the_game_goes_on_by_itself() -> None:
    session = lacking(output=None)
    played_until_it_asks(session)
    before = session.book.last
    entry = session.submit(Learn("", OUTPUT, "GG", "my copy"))
    assert isinstance(entry, Entry)
    assert session.lacks == ""
    assert session.book.last > before + 1


def test_what_does_not_fit_is_refused_and_asked_for_still() -> None:
    session = lacking(output=None)
    played_until_it_asks(session)
    refusal = session.submit(Learn("", OUTPUT, "fish"))
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, session.lacks) == ("T-VALUE", OUTPUT)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("buildings.cura.output", "BB"),
        ("buildings.cura.copies", 2),
        ("buildings.emporium.fame", 0),
        ("markets.opificies.buy", {"G": 2, "B": 3}),
        ("markets.opificies.donation", {"GG": 1}),
    ],
)
def test_a_value_that_is_told_is_kept_in_the_owners_file(tmp_path: Path, key: str, value: Any) -> None:
    tell(tmp_path, key, value)
    assert key not in missing(copy(tmp_path / FILE))
    assert set(missing(copy())) - set(missing(copy(tmp_path / FILE))) == {key}


def test_values_are_kept_beside_what_the_owner_has_typed(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text('layer = "copy"\n# my notes\n[buildings.cura]\ncopies = 2 # counted\n', encoding="utf-8")
    tell(tmp_path, "buildings.cura.output", "BB")
    tell(tmp_path, "buildings.vinaria.output", "Y")
    text = path.read_text(encoding="utf-8")
    tile = copy(path).buildings["cura"]
    assert ("# my notes" in text, "# counted" in text, tile.copies, tile.output) == (True, True, 2, "BB")
    assert copy(path).buildings["vinaria"].output == "Y"


def test_a_line_that_waits_as_a_comment_is_filled_in(tmp_path: Path) -> None:
    from companion.host.owner_values import begin

    path = begin(tmp_path, missing(copy()))
    tell(tmp_path, "buildings.cura.output", "BB")
    assert "# output = " not in path.read_text(encoding="utf-8").split("[buildings.cura]")[1].split("[")[0]
    assert copy(path).buildings["cura"].output == "BB"


def test_a_value_told_again_replaces_the_first(tmp_path: Path) -> None:
    tell(tmp_path, "buildings.cura.output", "BB")
    tell(tmp_path, "buildings.cura.output", "BR")
    assert copy(tmp_path / FILE).buildings["cura"].output == "BR"


def test_a_file_that_is_damaged_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text("layer = [", encoding="utf-8")
    with pytest.raises(ValueError, match=FILE):
        tell(tmp_path, "buildings.cura.output", "BB")
    assert path.read_text(encoding="utf-8") == "layer = ["
