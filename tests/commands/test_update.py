"""`companion update` says which version is newest, what is new in it, and the command for the way it was installed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread

import pytest

from companion.commands.cli import main
from companion.host.installed import MARK, How, Installed, command_to, installed
from companion.host.releases import number

NEWS = """# Changelog

## [Unreleased]

- Not yet.

## [99.1.0] - 2026-12-24

### Added

- A fourth game.

## [98.0.0] - 2026-12-01

- Louder bells.

## [0.0.1] - 2020-01-01

- The beginning.
"""


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server that gives the files of `tmp_path`."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(tmp_path))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def changelog(tmp_path: Path) -> Path:
    (tmp_path / "CHANGELOG.md").write_text(NEWS)
    return tmp_path / "CHANGELOG.md"


def git(folder: Path, *words: str) -> None:
    author = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org"]
    subprocess.run(["git", "-C", folder, *author, *words], check=True, capture_output=True)


def test_a_file_says_what_is_newest_and_what_is_new(changelog: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", str(changelog)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Installed: {version('companion')}, ")
    assert "Newest:    99.1.0 of 2026-12-24" in told
    assert told.index("A fourth game.") < told.index("Louder bells.")
    assert "The beginning." not in told
    assert "Not yet." not in told
    assert "companion backup" in told


def test_a_folder_with_a_changelog_is_as_good_as_the_file(changelog: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", "--json", str(changelog.parent)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["newest"], list(told["news"])) == ("99.1.0", ["99.1.0", "98.0.0"])


def test_an_address_is_as_good_as_the_file(server: str, changelog: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", "--json", f"{server}/{changelog.name}"]) == 0
    assert json.loads(capsys.readouterr().out)["newest"] == "99.1.0"


def test_an_address_without_a_changelog_is_named(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", f"{server}/none.md"]) == 1
    assert "none.md' answers 404" in capsys.readouterr().err
    assert main(["update", "http://127.0.0.1:1/CHANGELOG.md"]) == 1
    assert "cannot be reached: " in capsys.readouterr().err


def test_a_checkout_says_it_by_its_tags(changelog: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = changelog.parent
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "one")
    assert main(["update", "--json", str(folder)]) == 0  # without tags its changelog is read, as that of any folder
    assert list(json.loads(capsys.readouterr().out)["news"]) == ["99.1.0", "98.0.0"]
    for tag in ("v9.10.0", "v99.1.0", "v99.0.9", "first-try"):
        git(folder, "tag", tag)
    changelog.write_text("what is not tagged is not asked")
    assert main(["update", "--json", str(folder)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["news"]) == ["99.1.0", "99.0.9", "9.10.0"]
    assert "A fourth game." in told["news"]["99.1.0"]


@pytest.mark.parametrize("checkout", [False, True])
def test_before_the_first_version_is_published_it_says_so(
    checkout: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n- Not yet.\n")
    if checkout:
        git(tmp_path, "init", "-q")
    assert main(["update", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Installed: {version('companion')}, ")
    assert "no version is published there yet" in told
    assert main(["update", "--json", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["newest"] == ""


def test_this_project_s_own_changelog_is_one_that_update_reads(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", str(Path(__file__).parents[2] / "CHANGELOG.md")]) == 0
    assert "There is nothing newer." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("how", "made"),
    [("deb", "make deb"), ("install.sh", "make deb"), ("portable", "make portable"), ("pipx", "pip wheel")],
)
def test_whoever_has_no_checkout_hears_where_a_newer_one_comes_from(
    how: How, made: str, changelog: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = Installed(version="1.0.0", how=how, place=Path("/opt/companion"))
    monkeypatch.setattr("companion.host.installed.installed", lambda: here)
    assert main(["update", str(changelog)]) == 0
    assert f"{made}" in capsys.readouterr().out.split("To get it, ")[1]
    assert main(["update"]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("Installed: 1.0.0, ")
    assert "companion update SOURCE" in told.err


def test_nothing_newer_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.md").write_text("## 0.0.1\n- The beginning.\n")
    assert main(["update", str(tmp_path / "old.md")]) == 0
    assert "There is nothing newer." in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", b"a letter", b"\xff\xfe\x00", b"## [soon]\n"])
def test_a_file_that_is_no_changelog_is_named(tmp_path: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_bytes(data)
    assert main(["update", str(tmp_path / "letter.txt")]) == 1
    assert "letter.txt' " in capsys.readouterr().err
    assert main(["update", str(tmp_path / "none")]) == 1
    assert "there is no file or folder" in capsys.readouterr().err


def test_what_steers_a_terminal_is_not_passed_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "new.md").write_text("## 99.0.0\n- \x1b[2J gone\n")
    assert main(["update", str(tmp_path / "new.md")]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_versions_are_compared_as_numbers() -> None:
    assert number("0.10.0") > number("0.9.9")
    assert number("1.0.0rc1") == number("1.0.0")


def test_every_way_of_installing_has_its_command(tmp_path: Path) -> None:
    assert installed().how == "checkout"
    (tmp_path / MARK).write_text("deb\n")
    assert installed(tmp_path).how == "deb"
    (tmp_path / MARK).write_text("install.sh\n")
    assert installed(tmp_path).how == "install.sh"
    (tmp_path / MARK).write_text("magic\n")
    assert installed(tmp_path).how == "checkout"


@pytest.mark.parametrize(
    ("how", "command"),
    [
        ("deb", "sudo apt install ./companion_1.2.0_*.deb"),
        ("install.sh", "sudo deploy/install.sh"),
        (
            "checkout",
            "git -C '/my games' fetch --tags; git -C '/my games' checkout v1.2.0 && make -C '/my games' setup",
        ),
        ("pipx", "pipx install --force ./companion-1.2.0-py3-none-any.whl"),
        ("pip", "'/my games/bin/python' -m pip install --upgrade ./companion-1.2.0-py3-none-any.whl"),
    ],
)
def test_the_command_fits_the_way_it_was_installed(how, command) -> None:
    assert command_to("1.2.0", Installed(version="1.0.0", how=how, place=Path("/my games"))) == command
