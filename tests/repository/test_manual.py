"""The players' manual names what is there: words of the screens, commands, files, and the folder things are kept in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from companion.commands.cli import COMMANDS, main
from companion.presenters.common.newgame import title_word
from companion.titles import BUILT_IN
from tools.docs.links import anchors, links
from tools.docs.staging import games
from vision.printing.printables import PAPERS

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs/manual"
README = ROOT / "README.md"
PAGES = sorted(MANUAL.glob("*/*.md"))
EMPHASIS = re.compile(r"(?<![*\w])\*([^*\n]+(?:\n[^*\n]+)?)\*(?![*\w])")
SAID_ELSEWHERE = ("vision/camera/quality.toml", "devices/notice.toml", "tools/python", "tools/system-packages")
"""What says the words in quotes among the symptoms, beside the screens."""
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")


@cache
def words_of(language: str) -> frozenset[str]:
    """All that the screens say in a language, without the marks around names and figures."""
    with (ROOT / f"companion/locale/{language}/LC_MESSAGES/companion.po").open("rb") as file:
        catalogue = read_po(file)
    return _texts(message.string for message in catalogue if message.id)


@cache
def english() -> frozenset[str]:
    with (ROOT / "companion/locale/de/LC_MESSAGES/companion.po").open("rb") as file:
        return _texts(message.id for message in read_po(file) if message.id)


def screens(language: str) -> frozenset[str]:
    """All that the screens say, in the language of a page."""
    return english() if language == "en" else words_of(language)


def _texts(said: Iterable[str | Sequence[str] | None]) -> frozenset[str]:
    """All forms of these messages; those that name a game, with each game's name."""
    texts = {text for each in said if each for text in ([each] if isinstance(each, str) else each)}
    games = {text.replace("{game}", title_word(game)) for text in texts for game in BUILT_IN if "{game}" in text}
    return frozenset(texts | games)


def emphasised(page: Path) -> set[str]:
    """What a page sets in italics: the words of the screens."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return {" ".join(words.split()) for words in EMPHASIS.findall(prose)}


@each_page
def test_what_stands_in_italics_is_on_a_screen_in_the_language_of_the_page(page: Path) -> None:
    assert sorted(emphasised(page) - screens(page.parent.name)) == []


def test_words_that_no_screen_says_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("Tap *New\ngame*, never *Old game*; **not** this, nor `*that*`.")
    assert emphasised(tmp_path / "page.md") - english() == {"Old game"}


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_symptom_in_quotes_is_said_in_the_language_of_the_page(language: str) -> None:
    page = (MANUAL / language / "troubleshooting.md").read_text("utf-8")
    quoted = re.findall(r'^\| "([^"|]+)" \|', page, re.MULTILINE)
    said = "\n".join((ROOT / place).read_text("utf-8") for place in SAID_ELSEWHERE)
    lines = [line for line in said.splitlines() if not re.match(r"(?:\w+\.)?(?:en|it|es|de) = ", line)]
    lines += [*re.findall(rf"^(?:\w+\.)?{language} = (.*)$", said, re.MULTILINE), *screens(language)]
    assert len(quoted) >= 9
    assert [words for words in quoted if not any(words in line for line in lines)] == []


@pytest.mark.parametrize("page", [*PAGES, README], ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_every_command_a_page_names_is_one(page: Path) -> None:
    named = re.findall(r"`companion (?:--\w+ \w+ )*([a-z]+(?:-[a-z]+)*)", page.read_text(encoding="utf-8"))
    assert set(named) <= set(COMMANDS)


@pytest.mark.parametrize("page", sorted(MANUAL.glob("it/*.md")), ids=lambda page: page.stem)
def test_a_translated_page_has_the_headings_pictures_and_commands_of_the_english_one(page: Path) -> None:
    original, translated = ((MANUAL / language / page.name).read_text("utf-8") for language in ("en", "it"))
    assert len(anchors(translated)) == len(anchors(original))
    assert pictures(translated) == pictures(original)
    assert set(re.findall(r"`(companion [^`]+)`", translated)) == set(re.findall(r"`(companion [^`]+)`", original))


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_on_printing_names_every_file_that_is_printed_and_no_other(
    language: str, printed: frozenset[str]
) -> None:
    page = (MANUAL / language / "printing.md").read_text("utf-8")
    named = set(re.findall(r"`([\w-]+\.pdf)`", page.partition("\n| `play-mat.pdf`")[2].partition("\n\n")[0]))
    assert named | {"play-mat.pdf"} == printed
    assert all(f"--paper {paper}" in page for paper in PAPERS if paper != "a4")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The files that `companion print` makes, of all games, on A4."""
    folder = tmp_path_factory.mktemp("printed")
    for game in BUILT_IN:
        assert main(["print", str(folder), "--game", game]) == 0
    return frozenset(path.name for path in folder.iterdir())


def pictures(text: str) -> list[str]:
    """The pictures of a page; those of the screens are in the language of the page."""
    shown = [link for link in links(text) if link.endswith((".png", ".svg"))]
    return [re.sub(r"/manual-(en|it)-", "/manual-", link) for link in shown]


def test_the_readme_leads_to_the_manual_in_every_language() -> None:
    beginnings = {page.relative_to(ROOT).as_posix() for page in PAGES if page.name == "index.md"}
    assert beginnings <= set(links(README.read_text("utf-8")))
    assert "docs/manual/en/index.md" in beginnings


def test_the_readme_names_the_games_the_print_command_and_the_data_folder_of_each_system() -> None:
    readme = README.read_text("utf-8")
    first = readme.splitlines()[2]
    assert all(f"**{name.capitalize()}**" in first for name in BUILT_IN)
    assert "Print the play mat (`companion print FOLDER`" in readme
    folders = {MacOS("companion").user_data_path, Unix("companion").user_data_path}
    assert all(f"~/{folder.relative_to(Path.home()).as_posix()}`" in readme for folder in folders)
    assert Windows("companion").appauthor is None
    assert r"%LOCALAPPDATA%\companion\companion" in readme
    for system in ("Linux on x86-64", "Linux on ARM", "macOS", "Windows", "Android"):
        assert f"**{system}**" in readme


def test_every_game_has_a_chapter_of_the_manual_and_stands_on_its_cover() -> None:
    site = (ROOT / "mkdocs.yml").read_text("utf-8")
    for name in BUILT_IN:
        assert f"      - {name}.md\n" in site
        assert (MANUAL / f"en/{name}.md").is_file()
        assert len(re.findall(rf"^ *site_description: .*{name.capitalize()}", site, re.MULTILINE)) == 2
    assert games() == [name.capitalize() for name in BUILT_IN]


@pytest.mark.parametrize(
    ("page", "heading", "told"),
    [
        ("camera", "How high", r"60 to 90 cm"),
        ("camera", "Which light", r"even"),
        ("camera", "Which paper", r"120 g/m²"),
        ("your-copy", "Beforehand, by keyboard", r"companion values --write"),
        ("first-evening", "2. Set up the game (five minutes)", r"\*Who sits where\?\*"),
        ("printing", "Which size of paper", r"Letter"),
    ],
)
def test_the_manual_answers_what_is_asked_before_a_first_evening(page: str, heading: str, told: str) -> None:
    text = (MANUAL / f"en/{page}.md").read_text("utf-8")
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section is not None
    assert re.search(told, section[1])
