"""Every kind of file holds the game as it was, in every language, and is read back where it can be."""

from __future__ import annotations

import csv
import json
import time
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from companion.arbiter.gamescript import read_game
from companion.commands.cli import main
from companion.commands.export import KINDS
from companion.play.record import read_record, write_record
from companion.sharing.bgg import bgg_text
from companion.sharing.bgstats import LINK, bgstats_link
from companion.sharing.formats import FORMATS
from companion.sharing.page import page
from companion.sharing.report import report_of
from companion.sharing.sheet import sheet
from companion.titles import title_of
from companion.wording import LANGUAGES, wording
from tests.sharing.conftest import timed
from tests.titles.test_every_title import TITLES

every_title = pytest.mark.parametrize("name", TITLES)


def kept(name: str, folder: Path) -> list[str]:
    """A finished game in a data folder: the arguments that name the folder."""
    write_record(timed(name), folder / "game.jsonl")
    data = ["--data", str(folder / "data")]
    assert main([*data, "import", str(folder / "game.jsonl")]) == 0
    return data


def renamed(name: str, *people: str):
    """The set-up of a title's finished game with other names."""
    from msgspec.structs import replace

    book = timed(name)
    places = tuple(replace(place, name=called) for place, called in zip(book.setup.places, people, strict=True))
    report = report_of(book)
    return replace(report, people={place.colour: place.name for place in places})


def test_the_command_knows_every_kind() -> None:
    assert tuple(FORMATS) == KINDS


@every_title
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_every_title_is_exported_as_every_kind(name: str, kind: str, tmp_path: Path) -> None:
    data, file = kept(name, tmp_path), tmp_path / f"out{FORMATS[kind].ending}"
    for _again in range(2):  # a file of ours may be replaced
        assert main([*data, "export", f"{name}-0001", str(file), "--as", kind]) == 0
    assert file.read_bytes().startswith(FORMATS[kind].begins)
    assert file.stat().st_mode & 0o777 == 0o600


def test_record_and_notation_read_back_as_the_same_game(tmp_path: Path) -> None:
    data, digest = kept("byzanz", tmp_path), timed("byzanz").entries[-1].digest
    for ending in (".jsonl", ".txt"):
        assert main([*data, "export", "byzanz-0001", str(tmp_path / f"out{ending}")]) == 0
    assert read_record(tmp_path / "out.jsonl").entries[-1].digest == digest
    assert read_game((tmp_path / "out.txt").read_text(encoding="utf-8")).entries[-1].digest == digest


@pytest.mark.parametrize(("file", "kind"), [("x.csv", "html"), ("x.pdf", ""), ("x", ""), ("x.txt", "record")])
def test_a_wrong_ending_is_refused_and_nothing_is_written(
    file: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = kept("byzanz", tmp_path)
    asked = ["--as", kind] if kind else []
    assert main([*data, "export", "byzanz-0001", str(tmp_path / file), *asked]) == 1
    assert file in capsys.readouterr().err
    assert not (tmp_path / file).exists()


def test_a_folder_that_is_not_there_and_one_in_place_of_a_file_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = kept("byzanz", tmp_path)
    assert main([*data, "export", "byzanz-0001", str(tmp_path / "none" / "x.csv")]) == 1
    assert "there is no folder" in capsys.readouterr().err
    (tmp_path / "x.csv").mkdir()
    assert main([*data, "export", "byzanz-0001", str(tmp_path / "x.csv")]) == 1
    assert "is a folder" in capsys.readouterr().err


# --- the table of figures ---


@every_title
def test_every_column_of_the_table_adds_up_to_the_score(name: str) -> None:
    report = report_of(timed(name))
    rows = list(csv.DictReader(StringIO(sheet(report).removeprefix("\ufeff"))))
    ends = {row["seat"]: row for row in rows if row["round"] == "end"}
    for one in report.standings:
        mine = [row for row in rows if row["seat"] == one.seat and row["round"] != "end"]
        assert sum(int(row["total"]) for row in mine) == int(ends[one.seat]["total"]) == one.score
        for category in report.categories:
            column = f"points_{category}"
            assert sum(int(row[column]) for row in mine) == int(ends[one.seat][column])
        assert len(mine) == len(report.rounds)


def test_a_name_that_looks_like_a_formula_is_none_in_a_spreadsheet() -> None:
    report = renamed("byzanz", "=1+1", "+A", 'Da"rio, II', "-x")
    names = {row["name"] for row in csv.DictReader(StringIO(sheet(report).removeprefix("\ufeff")))}
    assert names == {"'=1+1", "'+A", 'Da"rio, II', "'-x"}


# --- the page ---

VOID = {"meta", "br", "img", "input", "path", "rect"}


class Page(HTMLParser):
    """What stands in a page: its text, whatever it would load, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []
        self.names: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.loads += [str(value) for name, value in attrs if name in ("src", "href", "srcset", "data", "action")]
        self.loads += [name for name, _value in attrs if name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@every_title
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_stands_alone_and_tells_every_score(name: str, language: str) -> None:
    wording.speak(language)
    report = report_of(timed(name))
    text = page(report)
    found = Page(text)
    assert found.open == []
    assert found.loads == []
    assert not {"script", "link", "iframe", "object", "image"} & {*found.names}
    assert "url(http" not in text
    assert "@import" not in text
    for one in report.standings:
        assert str(one.score) in found.text
    assert found.names.count("polyline") == 2 * len(report.start) * len(report.people)


def test_the_page_draws_where_points_came_from_what_auctions_cost_and_the_time() -> None:
    wording.speak("en")
    report = report_of(timed("constantinopolis"))
    drawn = {
        title: section(page(report), title) for title in ("Where the points came from", "Paid at the auctions", "Time")
    }
    for title in ("Where the points came from", "Time"):
        names = Page(drawn[title]).names
        assert "svg" in names
        assert all(name in drawn[title] for name in report.people.values())
        assert names.count("rect") >= 2 * len(report.people)
    assert Page(drawn["Paid at the auctions"]).names.count("tr") > len(report.people)


def section(text: str, title: str) -> str:
    """What stands below a heading of the page."""
    return text.split(f"<h2>{title}", 1)[1].split("</h2>", 1)[1].split("</section>", 1)[0]


def test_names_on_the_page_are_text_and_nothing_else() -> None:
    evil = '<script>alert("x")</script>'
    found = Page(page(renamed("byzanz", evil, 'B"', "C&D", "E'")))
    assert "script" not in found.names
    assert any(evil in text for text in found.text)


def test_the_page_is_small_enough_to_be_sent() -> None:
    assert len(page(report_of(timed("constantinopolis"))).encode()) < 100_000


# --- what other programs read ---


def test_the_link_for_bg_stats_holds_the_whole_play() -> None:
    """Only what the app needs: a source, an id, a date in UTC, the game, the players with score, rank and winner."""
    report = renamed("byzanz", "Anna", "Bruno & Söhne", "C#", "100 %")
    link = bgstats_link(report)
    assert link.startswith(LINK)
    assert urlsplit(link).fragment == ""
    made = json.loads(unquote(link.removeprefix(LINK)))
    assert {"sourceName", "sourcePlayId", "playDate", "game", "players", "durationMin"} == {*made}
    assert time.strptime(made["playDate"], "%Y-%m-%d %H:%M:%S")
    assert [player["name"] for player in made["players"]] == [report.people[one.seat] for one in report.standings]
    assert [player["score"] for player in made["players"]] == [one.score for one in report.standings]
    assert [player["winner"] for player in made["players"]] == [one.place == 1 for one in report.standings]


def test_the_text_for_a_forum_has_no_tags_but_ours() -> None:
    text = bgg_text(renamed("byzanz", "[url=x]Anna", "B", "C", "D"))
    assert "[url" not in text
    assert "(url=x)Anna" in text
    assert text.count("[b]") == text.count("[/b]") == 5


def test_the_text_for_a_forum_says_how_a_tie_was_broken() -> None:
    from msgspec.structs import replace

    report = report_of(timed("constantinopolis"))
    least = min(one.score for one in report.standings)
    report = replace(
        report, standings=tuple(replace(one, score=least, ties=(0, one.place)) for one in report.standings)
    )
    black = next(one for one in report.standings if one.seat == "black")
    words = [title_of("constantinopolis").chronicle.words(name) for name in report.ties]
    assert f"({words[0]} {black.ties[0]}, {words[1]} {black.ties[1]})" in bgg_text(report)
    alone = replace(report, standings=(replace(black, place=1),))
    assert "(Gold" not in bgg_text(alone)


def test_a_game_written_as_text_is_imported(tmp_path: Path) -> None:
    data = kept("byzanz", tmp_path)
    assert main([*data, "export", "byzanz-0001", str(tmp_path / "out.txt")]) == 0
    other = ["--data", str(tmp_path / "other")]
    assert main([*other, "import", str(tmp_path / "out.txt")]) == 0
    assert main([*other, "export", "byzanz-0001", str(tmp_path / "again.jsonl")]) == 0
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "game.jsonl").read_bytes()


def test_a_wrong_line_of_a_text_is_named_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = kept("byzanz", tmp_path)
    assert main([*data, "export", "byzanz-0001", str(tmp_path / "out.txt")]) == 0
    text = (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(text) if line.startswith("20."))
    text[at] = "20. red gibberish"
    (tmp_path / "out.txt").write_text("\n".join(text), encoding="utf-8")
    assert main([*data, "import", str(tmp_path / "out.txt")]) == 1
    assert f"out.txt: line {at + 1}:" in capsys.readouterr().err
