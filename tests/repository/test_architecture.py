"""docs/architecture.md names what is there: every path, every room, every word of the glossary."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from companion.titles import BUILT_IN

HERE = Path(__file__).resolve().parents[2]
PAGE = (HERE / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOTS = ("companion/", "vision/", "devices/", "engine/", "docs/", "tests/", "deploy/", "tools/", "testkit/")
GAMES_PAGE = (HERE / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def paths(page: str) -> list[str]:
    """The paths of the repository that a page names in back-ticks."""
    return sorted({path for path in re.findall(r"`([\w./<>*-]+)`", page) if path.startswith(ROOTS)})


PATHS = paths(PAGE)
WORDS = re.findall(r"^\| `([A-Z]\w+)` \|[^|]*\| `([\w./]+)` \|$", PAGE, re.MULTILINE)
OLD = {"House", "Bench", "Sitting", "Coining", "Tiling", "Teaching", "Lensing", "Measuring", "Purse", "Meeting", "Deaf"}
OLD |= {"Roll", "Showing", "Dress", "Court", "Lobby"}
"""Names of rooms and tasks that nobody could guess; one that is a class again needs its line in the glossary."""
OLD_FILES = {
    "told",
    "kept",
    "copybook",
    "lying",
    "around",
    "facing",
    "way",
    "far",
    "typing",
    "twins",
    "tending",
    "house",
}
OLD_FILES |= {"shown", "lamp", "rims", "nearly", "climb", "pump", "tick", "drain", "step"}
"""Names that files and polling functions had before; the language's own sense of such a word is left to variables."""
MEANT = {
    "companion/web/desk/sitting.py": "who sits at a game",
    "deaf": "a device that does not answer",
    "purse": "the gold of a player, in the rules",
    "tools/train/wood.py": "wooden pieces in the form of a house",
}
"""Where an old word is used in a sense of its own: a name or the file that has it, and the sense."""
A_WOODEN_PIECE = "test_a_die_taken_for_a_house_is_still_a_die_among_dice_and_a_house_beside_them_is_not"
NEW = {
    "Host",
    "SharedConnection",
    "CameraSetup",
    "CardEnrolment",
    "CoinEnrolment",
    "TileEnrolment",
    "ColourCalibration",
}
NEW |= {
    "LensCalibration",
    "TrayCalibration",
    "GoldCount",
    "FaceRecorder",
    "MutedSources",
    "DeviceList",
    "BorrowedCamera",
}
NEW |= {"Preferences", "Task", "TaskScreen", "Title", "Wiring", "Trays", "Finding"}
ASKED = (
    "Where is a bid refused?",
    "Where is a coin counted on a tray?",
    "Where is a coin counted by camera?",
    "Where does a tap become an entry?",
    "Where is the Spanish sentence of a rule made?",
    "Where is the Spanish word on a screen made?",
    *(f"What do I touch to add a {what}?" for what in ("good", "game", "screen", "tray")),
)
"""What a stranger asks first."""
LONGEST = 20  # words a sentence has on average, at most
FIGURES = ("benchmarks.md", "vision-crossed.md", "vision-results.md")
"""Pages that programs write: tables of figures with a few words between."""
PAGES = ["README.md", *(path.relative_to(HERE).as_posix() for path in sorted((HERE / "docs").rglob("*.md")))]
PAGES = [page for page in PAGES if not page.endswith(FIGURES)]


def rooms(package: str) -> set[str]:
    """The modules and packages directly below a package, as the page writes them."""
    files = {f"{package}/{path.name}" for path in (HERE / package).glob("[a-z]*.py")}
    return files | {f"{package}/{path.parent.name}/" for path in (HERE / package).glob("*/__init__.py")}


def sentences(text: str) -> list[str]:
    """The sentences of a page's paragraphs: no code, no table, no heading."""
    plain = re.sub(r"```.*?```|<!--.*?-->", "", text, flags=re.DOTALL)
    prose = [line for line in plain.splitlines() if not line.startswith(("|", "#", "!"))]
    found = re.split(r"(?<=[.!?:])\s+|\n\s*\n|\n[-*] ", "\n".join(prose))
    return [sentence for sentence in found if len(sentence.split()) > 1]


def questions() -> dict[str, list[str]]:
    """The questions of the page's first table, each with the paths of its answer."""
    table = PAGE.partition("## A stranger's questions")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+\?) \|([^|]*)\|([^|]*)\|$", table, re.MULTILINE)
    return {question: paths(answer + path) for question, answer, path in rows}


@pytest.mark.parametrize("question", ASKED)
def test_what_a_stranger_asks_is_a_row_of_the_page(question: str) -> None:
    assert [row for row in questions() if row.startswith(question)]


def test_each_row_has_one_path_that_is_there() -> None:
    assert len(questions()) == PAGE.partition("## A stranger's questions")[2].partition("\n## ")[0].count("\n| ") - 1
    assert {question: there for question, there in questions().items() if len(there) != 1} == {}
    assert all((HERE / path).is_file() for there in questions().values() for path in there)


def test_paths_are_named() -> None:
    assert len(PATHS) > 80


@pytest.mark.parametrize("path", PATHS)
def test_a_path_that_is_named_exists(path: str) -> None:
    assert (HERE / path).is_dir() if path.endswith("/") else (HERE / path).is_file()


@pytest.mark.parametrize("path", paths(GAMES_PAGE))
def test_a_path_of_the_page_on_games_exists_for_some_built_in_game(path: str) -> None:
    """A path with `<game>` stands for those of the games that have it."""
    found = [one for game in BUILT_IN for one in HERE.glob(path.replace("<game>", game))]
    assert found
    assert all(one.is_dir() == path.endswith("/") for one in found)


@pytest.mark.parametrize("package", ["companion", "vision"])
def test_every_room_is_named(package: str) -> None:
    assert rooms(package) - set(PATHS) == set()


@pytest.mark.parametrize(("word", "path"), WORDS)
def test_a_word_of_the_glossary_is_a_class_of_its_file(word: str, path: str) -> None:
    assert re.search(rf"^class {word}\b", (HERE / path).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_words_that_took_the_place_of_old_ones_are_explained() -> None:
    assert NEW - {word for word, _ in WORDS} == set()


def test_an_old_word_is_a_class_again_only_where_the_glossary_says_what_it_means_now() -> None:
    defined = re.compile(rf"^class ({'|'.join(sorted(OLD))})\b", re.MULTILINE)
    code = [path for package in ("companion", "vision", "devices", "engine") for path in (HERE / package).rglob("*.py")]
    used = {(word, str(path.relative_to(HERE))) for path in code for word in defined.findall(path.read_text("utf-8"))}
    assert used - set(WORDS) == set()


def gone() -> set[str]:
    """The old words as a file or a variable would bear them, but those the glossary gives a sense."""
    return {word.lower() for word in OLD} - {word.lower() for word, _ in WORDS}


def names(path: Path) -> set[str]:
    """The functions, classes, arguments, variables and attributes that a file defines."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                found.add(name)
    return found


def test_no_file_has_an_old_name(tracked: list[str]) -> None:
    old = gone() | OLD_FILES
    files = [Path(name) for name in tracked if name.endswith((".py", ".kv")) and name not in MEANT]
    assert [str(path) for path in files if path.stem.lower().removeprefix("test_").strip("_") in old] == []


def test_tests_and_tools_define_nothing_by_an_old_word(tracked: list[str]) -> None:
    """`house` alone meant the host; beside another word it is the house set, or a house rule."""
    old = gone() - {"house"} - MEANT.keys()
    for name in tracked:
        if name.endswith(".py") and name.startswith(("tests/", "testkit/", "tools/")) and name not in MEANT:
            found = names(HERE / name)
            assert {one for one in found if old & set(one.lower().split("_"))} == set(), name
            assert {one for one in found if re.search(r"^_*house$|_a_house_(?!rule)", one)} <= {A_WOODEN_PIECE}, name


def test_the_glossary_is_in_the_order_of_the_alphabet() -> None:
    listed = [word.lower() for word, _ in WORDS]
    assert listed == sorted(set(listed))


@pytest.mark.parametrize("page", PAGES)
def test_sentences_are_short_on_average(page: str) -> None:
    found = sentences((HERE / page).read_text(encoding="utf-8"))
    assert sum(len(sentence.split()) for sentence in found) / len(found) < LONGEST


def test_what_the_session_page_calls_is_there() -> None:
    page = (HERE / "docs" / "session.md").read_text(encoding="utf-8")
    files = {"session": ("play/running_game.py", "play/session.py"), "host": ("host/device_tasks.py", "host/host.py")}
    for name, paths in files.items():
        text = "".join((HERE / "companion" / path).read_text(encoding="utf-8") for path in paths)
        called = set(re.findall(rf"^(?:\w+ = )?{name}\.(\w+)", page, re.MULTILINE))
        assert called
        assert {one for one in called if not re.search(rf"def {one}\(|self\.{one}\b", text)} == set()
