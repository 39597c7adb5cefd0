"""The soak tells what it played and names what broke."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.titles import BUILT_IN, title_of
from engine.constantinopolis.editions import OPTIONS
from tools import soak, soak_all, soak_fuzz, soaked_files
from tools.fuzz.doors import DOORS
from tools.soaked_files import state

GAME = "constantinopolis"


@pytest.mark.parametrize("title", soak.TITLES)
def test_a_soak_counts_its_games_and_entries(title: str) -> None:
    found = soak.soak(title, range(2), 1)
    assert (found.games, found.broken, sum(found.players.values())) == (2, [], 2)
    assert found.entries > 100
    assert len(found.seen) >= len(soak.options(title))
    assert set(found.players) <= set(title_of(title).seats)


def test_a_soak_that_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, played = tmp_path / "out" / "games.json", list[int]()

    def game(_title: str, seed: int) -> soak.Played:
        played.append(seed)
        return soak.Played(seed, 100, 2, frozenset(), "a law" if seed == 11 else "")

    class Here:
        def __enter__(self) -> Here:
            return self

        def __exit__(self, *_: object) -> None: ...

        def imap_unordered(self, each: Callable[[int], Any], seeds: range, **_: object) -> list[Any]:
            return [each(seed) for seed in seeds]

    monkeypatch.setattr(soak.multiprocessing, "get_context", lambda _how: SimpleNamespace(Pool=lambda _count: Here()))
    monkeypatch.setattr(soak, "play", game)
    monkeypatch.setattr(soak, "BLOCK", 3)
    soak.soak(GAME, range(10, 14), 1, file)
    found = soak.soak(GAME, range(10, 20), 1, file)
    assert played == list(range(10, 20))
    assert (found.games, found.entries, found.broken) == (10, 1000, [(11, "a law")])
    assert soak.soak(GAME, range(2), 1, file).games == 2, "from another seed it begins anew"
    file.write_bytes(file.read_bytes().replace(b'"stands_on":"', b'"stands_on":"x'))
    assert soak.before(file, state(soak.stands_on(GAME)), 0) == soak.Tally()
    file.write_text("{")
    assert soak.before(file, state(soak.stands_on(GAME)), 0) == soak.Tally()


def test_a_game_that_breaks_a_law_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_seed: int) -> None:
        raise AssertionError("entry 7: a cube too many")

    monkeypatch.setattr("testkit.constantinopolis.laws.a_lawful_game", breaks)
    played = soak.play(GAME, 41)
    assert (played.seed, played.entries) == (41, 0)
    assert "entry 7: a cube too many" in played.broken


def test_a_soak_with_a_broken_game_or_an_option_unseen_misses_its_goals() -> None:
    found, every = soak.Tally(), {(name, value) for name, values in OPTIONS.items() for value in values}
    found.add(soak.Played(0, 300, 2, frozenset(every - {("free_trade", "on")}), "broken"))
    goals = {figure.what: (figure.value, figure.reached) for figure in soak.figures(GAME, found)}
    assert goals["games that broke a law"] == ("1", False)
    assert goals["values of options played"] == ("all but free_trade on", False)


def test_a_soak_says_first_how_long_it_takes_and_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "out" / "soak.json"
    assert soak_all.done_before(file) == []
    for name in ("slow", *soak.TITLES):
        soak_all.keep(name, state(soak_all.PARTS[name].modules), file)
    done = soak_all.done_before(file)
    names = soak_all.plan((), done)
    assert names == ["trays", "kills", "hosts", "damage", "disk", "bytes", "club", "files", "evenings"]
    minutes = sum(soak_all.PARTS[name].minutes for name in names)
    assert soak_all.told(names, done).startswith(f"9 parts, about {minutes // 60} h {minutes % 60:02} min")
    assert soak_all.plan(["praetor"], done) == ["praetor"]


def test_a_part_of_which_a_file_has_changed_is_soaked_again(tmp_path: Path) -> None:
    file = tmp_path / "soak.json"
    soak_all.keep("trays", "as it was", file)
    assert soak_all.done_before(file) == []


def test_every_built_in_game_is_soaked() -> None:
    """Its own list, because a soak of rules must not stand on the titles."""
    assert sorted(soak.TITLES) == sorted(BUILT_IN)


def test_a_part_stands_on_all_it_imports_and_on_the_data_beside_it() -> None:
    games = {path.relative_to(soaked_files.ROOT).as_posix() for path in soaked_files.files(soak.stands_on(GAME))}
    assert {"tools/soak.py", "testkit/constantinopolis/laws.py", "engine/constantinopolis/scoring.py"} <= games
    assert any(name.endswith(".toml") for name in games)
    assert not any(name.startswith(("companion/", "devices/", "engine/praetor", "testkit/praetor")) for name in games)
    kills = {path.relative_to(soaked_files.ROOT).as_posix() for path in soaked_files.files(["tools.soak_kills"])}
    assert "companion/play/storage.py" in kills
    assert not any(name.startswith("companion/ui/") for name in kills)
    assert len(soaked_files.files([])) > len(kills) > len(games)


def test_a_part_stands_on_the_versions_of_the_packages_it_uses_and_on_no_others() -> None:
    games = soaked_files.versions(soak.stands_on(GAME))
    assert [line.split("==")[0] for line in games] == ["grimp", "msgspec"]
    assert {"msgspec", "opencv-python-headless"} < {
        line.split("==")[0] for line in soaked_files.versions(["tools.soak_kills"])
    }
    assert len(soaked_files.versions([])) > 50


def test_a_soak_begun_anew_forgets_the_games_it_had_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "OUT", tmp_path)
    file = soak.kept_in(GAME)
    file.write_text("{}")
    monkeypatch.setattr("sys.argv", ["soak_all", "--list"])
    soak_all.main()
    assert file.exists()
    monkeypatch.setattr("sys.argv", ["soak_all", "--anew", GAME])
    monkeypatch.setattr(soak_all, "run", lambda *_: False)
    soak_all.main()
    assert not file.exists()


def test_hostile_bytes_that_break_a_door_or_take_too_much_memory_fail_the_soak() -> None:
    fine, broken, large = (soak_fuzz.Fuzzed("mqtt") for _ in range(3))
    broken.wrong["Boom"] = Path("kept")
    large.memory = soak_fuzz.MOST_MEMORY + 1
    assert soak_fuzz.well([fine])
    assert not soak_fuzz.well([fine, broken])
    assert not soak_fuzz.well([large, fine])


def test_a_damaged_note_of_what_was_soaked_is_no_note(tmp_path: Path) -> None:
    file = tmp_path / "soak.json"
    for text in ("", "[]", '{"slow": 1}', '{"dance": "abc"}'):
        file.write_text(text)
        assert soak_all.done_before(file) == []


def test_every_part_of_the_soak_can_be_run_and_stands_on_what_there_is() -> None:
    for part in soak_all.PARTS.values():
        assert find_spec(part.command[0]) is not None
        assert all(path.is_file() for path in soaked_files.files(part.modules))
    assert {*soak_fuzz.OUTSIDE, *soak_fuzz.CLUB, *soak_fuzz.FILES} == set(DOORS)
