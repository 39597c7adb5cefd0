"""What the printed game alone shows is typed once into a file of the owner."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.host.doctor import examine_values
from companion.host.host import Host
from companion.host.owner_values import FILE, PLAIN, begin, file_of, forms_of, page, tell
from companion.titles import BUILT_IN, title_of
from companion.titles.title import Place, Setting
from engine.constantinopolis.values import copy, missing
from engine.errors import WrongFile


def test_the_page_names_every_missing_value_and_changes_none(tmp_path: Path) -> None:
    lacking = missing(copy())
    path = begin(tmp_path, lacking)
    assert missing(copy(path)) == lacking
    assert path.read_text().count("\n# ") >= len(lacking)


GAMES = [game for game in BUILT_IN if title_of(game).asks_values]


def typed(game: str) -> str:
    """The page of a game's missing values, with the sign taken away from every line."""
    found = page(title_of(game).lacking(None), forms_of(game)).replace("\n# ", "\n").partition("\nlayer")
    return "".join(found[1:])


def leaf(values: Mapping[str, Any], key: str) -> object:
    """What stands under a dotted key."""
    for part in key.split("."):
        values = values[part]
    return values


@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_good_once_its_sign_is_taken_away(game: str) -> None:
    values = tomllib.loads(typed(game))
    assert all(leaf(values, key) != "" for key in title_of(game).lacking(None))


@pytest.mark.parametrize("game", GAMES)
def test_what_each_line_proposes_is_a_value_of_the_game(tmp_path: Path, game: str) -> None:
    (tmp_path / FILE).write_text(typed(game))
    still = {*title_of(game).lacking(tmp_path / FILE)} & {*title_of(game).lacking(None)}
    assert still <= {"contracts.faces"}, "all is said but the deck, of which two cards are an example"


def test_each_game_says_above_the_page_how_its_own_values_are_written() -> None:
    heads = [forms_of(game).head for game in GAMES]
    assert len({*heads, PLAIN.head}) == len(GAMES) + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_value_told_at_the_table_begins_the_file_with_the_words_of_its_game(tmp_path: Path, game: str) -> None:
    host = Host(tmp_path, virtual=True)
    try:
        host.game = game
        host.tell("start.gold", 5)
    finally:
        host.close()
    assert (tmp_path / file_of(game)).read_text().startswith(forms_of(game).head)


def test_what_is_typed_counts_from_then_on(tmp_path: Path) -> None:
    path = begin(tmp_path, missing(copy()))
    path.write_text(path.read_text().replace("[buildings.cura]\n", '[buildings.cura]\noutput = "GGBB"\n'))
    assert "buildings.cura.output" not in missing(copy(path))


def test_what_the_owner_has_typed_is_never_overwritten(tmp_path: Path) -> None:
    begin(tmp_path, [])
    with pytest.raises(FileExistsError):
        begin(tmp_path, [])


def test_a_file_in_which_a_table_is_something_else_is_named_and_left_alone(tmp_path: Path) -> None:
    text = 'layer = "copy"\nbuildings = 3\n'
    (tmp_path / FILE).write_text(text)
    with pytest.raises(WrongFile, match=rf"{FILE}: buildings is no table"):
        tell(tmp_path, "buildings.cura.output", "BB")
    assert (tmp_path / FILE).read_text() == text


def test_what_is_told_is_for_the_owner_alone(tmp_path: Path) -> None:
    tell(tmp_path, "buildings.cura.output", "BB")
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("[buildings.cura]\noutput = 3", r"output"),
        ('[buildings.cura]\noutput = "XQ"', r"output"),
        ("[buildings.cura]\ncopies = -3", r"copies"),
        ("[buildings.cura]\ncopies = 100000", r"copies"),
        ("[start]\ngold = -5", r"gold"),
        ("[buildings.cura]\nuotput = 'GB'", r"no buildings\.cura\.uotput"),
        ("[buildings.curia]\ncopies = 1", r"no buildings\.curia"),
        ("[building.cura]\ncopies = 1", r"no 'building'"),
        ("buildings = 3", r"buildings is no table"),
        ("[markets.rome]\nlimit = { Z = 3 }", r"no markets\.rome"),
        (f"x = {'[' * 50_000}{']' * 50_000}", r"nested too deeply|no TOML"),
    ],
)
def test_a_value_that_cannot_be_printed_names_the_file_and_the_key(tmp_path: Path, line: str, complaint: str) -> None:
    (tmp_path / FILE).write_text(f'layer = "copy"\n{line}\n')
    with pytest.raises(WrongFile, match=rf"{FILE}.*{complaint}"):
        copy(tmp_path / FILE)
    (finding,) = examine_values(tmp_path)
    assert finding.id == "values-wrong"


def test_with_a_wrong_file_of_values_the_host_opens_and_a_new_game_names_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('layer = "copy"\nbuildings = 3\n')
    host = Host(tmp_path, virtual=True)
    try:
        places = (Place("red", "A"), Place("blue", "B"))
        setting = Setting(game="constantinopolis", edition="reconciled", places=places, values="copy")
        assert host.needed(setting) == ()
        with pytest.raises(WrongFile, match=FILE):
            host.open(setting)
    finally:
        host.close()
