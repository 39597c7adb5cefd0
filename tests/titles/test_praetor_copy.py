"""What of an owner's copy of Praetor fits neither the box nor the printed examples is said, and stops nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.commands.cli import main
from companion.host.doctor import examine_values
from companion.host.host import Host
from companion.host.opening import new_session, shuffled_setup, unkept
from companion.host.owner_values import FILE, file_of
from companion.presenters.desk import Desk
from companion.titles import title_of
from companion.titles.praetor.copy_check import doubtful, new_doubts
from companion.views.common import acts
from companion.wording import LANGUAGES
from engine.praetor.values import Values, copy, house
from testkit.taps import labelled, tap

OURS = (Path(__file__).parents[2] / "engine/praetor/catalogue/house.toml").read_text(encoding="utf-8")
OWN = OURS.replace('layer = "house"', 'layer = "copy"')


def tiles(kind: str, **printed: Any) -> Values:
    """The house set with this printed on every tile of a kind."""
    found = {name: replace(tile, **printed) if tile.kind == kind else tile for name, tile in house().city.items()}
    return replace(house(), city=found)


def board(**printed: Any) -> Values:
    return replace(house(), board={**house().board, "A": replace(house().board["A"], **printed)})


SECTIONS = {name: replace(one, cost={"gold": 1}) for name, one in house().sections.items()}


@pytest.mark.parametrize(
    ("values", "doubts"),
    [
        (house(), ()),
        (copy(), ()),
        (tiles("sawmill", cost={"gold": 3}), ("Sawmill: none costs 2 gold, as one does in the printed example.",)),
        (tiles("sawmill", favor=3), ("Sawmill: none brings 1 favor, as one does in the printed example.",)),
        (tiles("marble-quarry", fee={"gold": 2}),
         ("Marble Quarry: at none a visitor pays 1 gold, as at one in the printed example.",)),
        (tiles("imperial-outpost", area="red"),
         ("Imperial Outpost (imperial-outpost-1): its workers rise as entered; in the printed example they do not.",)),
        (replace(house(), sections=SECTIONS),
         ("No wall section costs 2 marble, 2 weapons and brings 10, as one does in the printed example.",)),
        (board(wage_active=2),
         ("Board A: three active and two retired workers do not cost 5 gold, as they do in the printed example.",)),
        (board(morale=(-1, 0, 4, 9)), ("Board A: no 9 has a 4 two spaces to its left, as in the printed example.",)),
        (board(morale=(1, 4, 6, 9)), ("Board A: a morale track rises and shows 0 once; entered is 1, 4, 6, 9.",)),
        (replace(house(), city={name: tile for name, tile in house().city.items() if name != "statue-1"}),
         ("The list names 41 tiles; the box holds 42.",)),
        (replace(house(), sections={**house().sections, "wall-15": house().sections["wall-01"]}),
         ("15 wall sections are entered; the box holds 14.",)),
        (replace(house(), sections={"wall-01": house().sections["wall-01"]}), ()),
    ],
)  # fmt: skip
def test_each_doubt_says_what_the_box_or_the_printed_example_has(values: Values, doubts: tuple[str, ...]) -> None:
    assert doubtful(values, "en") == doubts
    assert {len(doubtful(values, language)) for language in LANGUAGES} == {len(doubts)}


def test_a_start_city_that_cannot_be_laid_is_doubted_for_each_number_of_players() -> None:
    few = replace(house(), city={name: tile for name, tile in house().city.items() if name != "worker-camp-1"})
    said = [each for each in doubtful(few, "en") if each.startswith("For 2 players")]
    assert said == [
        "For 2 players the list lacks start tiles: Worker Camp, Market, Imperial Outpost and 2 × Gold Mine at least."
    ]


def test_one_more_value_brings_only_its_own_doubt() -> None:
    known = board(wage_active=2)
    assert new_doubts(known, "board.A.morale", [-1, 0, 5], "en") == (
        "Board A: no 9 has a 4 two spaces to its left, as in the printed example.",
    )
    assert new_doubts(known, "board.A.morale", [-1, 0, 4, 6, 9], "en") == ()


def test_the_card_that_asks_says_that_a_value_looks_wrong_and_keeps_it_all_the_same() -> None:
    scene = Desk(source=new_session(unkept("praetor", shuffled_setup("praetor", 3, 4)))).scene()
    scene.look = replace(scene.look, picked="|-1|0|4|9")
    bar = scene.title.asks(scene, "board.A.morale").bar
    assert bar.note == "Board A: no 9 has a 4 two spaces to its left, as in the printed example."
    assert bar.primary.command == acts.Tell("board.A.morale", [-1, 0, 4, 9], acts.COPY)


WRONG = OWN.replace("morale = [-10, -7, -4, -2, 0, 1, 2, 4, 6, 9, 12, 16]", "morale = [-1, 0, 4, 9]")


def test_a_new_game_with_a_doubtful_copy_says_so_and_starts_all_the_same(tmp_path: Path) -> None:
    (tmp_path / file_of("praetor")).write_text(WRONG, encoding="utf-8")
    home = Host(tmp_path, virtual=True, chance=Random(7))
    desk = Desk(home, chance=Random(1))
    for act in (acts.Open("new"), acts.Agreed("game", "praetor"), acts.Agreed("values", "copy"), acts.Open("seats")):
        desk.do(act)
    assert labelled(desk, "Your copy").note == "1 value looks wrong"
    tap(desk, "Your copy")
    assert [point.text for point in desk.view().body.points] == [MORALE]
    tap(desk, "Back")
    tap(desk, "Start")
    tap(desk, "Draw the rest")
    tap(desk, "Start")
    assert desk.source is not None
    home.close()


MORALE = "Board A: no 9 has a 4 two spaces to its left, as in the printed example."


def test_the_doctor_and_the_command_line_say_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / file_of("praetor")).write_text(WRONG, encoding="utf-8")
    (finding,) = examine_values(tmp_path)
    assert (finding.id, finding.level, finding.what()) == ("values-doubtful", "warn", MORALE)
    assert finding.what("de").startswith("Tafel A: keine 9")
    assert file_of("praetor") in finding.remedy()
    assert main(["--data", str(tmp_path), "--language", "en", "values", "--game", "praetor"]) == 0
    said = capsys.readouterr()
    assert "nothing is missing" in said.out
    assert MORALE in said.err


def test_what_is_told_of_one_game_stands_in_a_file_of_its_own(tmp_path: Path) -> None:
    home = Host(tmp_path, virtual=True)
    home.tell("city.sawmill-1.cost", {"gold": 2}, "praetor")
    home.tell("buildings.cura.output", "GB", "constantinopolis")
    home.close()
    assert "sawmill" not in (tmp_path / FILE).read_text()
    assert "buildings.cura.output" not in title_of("constantinopolis").lacking(tmp_path / FILE)


def test_a_list_of_tiles_taken_from_our_set_is_kept_so_that_what_they_print_can_be(tmp_path: Path) -> None:
    home = Host(tmp_path, virtual=True, chance=Random(7))
    desk = Desk(home, chance=Random(1))
    for act in (acts.Open("new"), acts.Agreed("game", "praetor"), acts.Agreed("values", "copy"), acts.Open("seats")):
        desk.do(act)
    desk.do(acts.BoxHouse("city"))
    desk.before.setting()
    home.tell("city.sawmill-1.cost", {"gold": 2}, "praetor")
    home.close()
    own = copy(tmp_path / file_of("praetor"))
    assert len(own.city) == 42
    assert (own.city["sawmill-1"].kind, own.city["sawmill-1"].cost) == ("sawmill", {"gold": 2})
