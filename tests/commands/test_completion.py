"""Completions and the man page are made from the parser; the shells that are here take them."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from companion.commands.cli import COMMANDS, main

BASH = """
source {file}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
[ -n "{empty}" ] && COMP_WORDS+=("") && COMP_CWORD=$((COMP_CWORD + 1))
_companion; printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def made(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["completion", shell]) == 0
    file = tmp_path / f"companion.{shell}"
    file.write_text(capsys.readouterr().out)
    return file


def asked(*command: str, cwd: Path | None = None) -> list[str]:
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd)
    assert ran.stderr == ""
    return ran.stdout.split()


def until(wanted: str, terminal: int, seconds: float = 20.0) -> str:
    """What a terminal shows until it shows `wanted`, or for so many seconds."""
    shown, end = "", time.monotonic() + seconds
    while wanted not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
    return shown


@pytest.mark.parametrize(
    ("words", "empty", "wanted"),
    [
        ("companion de", False, ["demo", "desk"]),
        ("companion --ver", False, ["--version"]),
        ("companion --table", True, ["virtual", "real"]),
        ("companion --data x --table vi", False, ["virtual"]),
        ("companion --data demo rul", False, ["rules"]),
        ("companion look --for c", False, ["cards", "cubes", "coins"]),
        ("companion look --fo", False, ["--for"]),
        ("companion completion", True, ["-h", "--help", "bash", "zsh", "fish"]),
        ("companion judge case.", False, ["case.toml"]),
        ("companion demo --record game", False, ["game.jsonl"]),
    ],
)
def test_bash_completes_commands_options_values_and_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, empty: bool, wanted: list[str]
) -> None:
    file = made("bash", tmp_path, capsys)
    for name in ("case.toml", "game.jsonl"):
        (tmp_path / name).touch()
    script = BASH.format(file=file, words=words, empty="x" if empty else "")
    assert asked("bash", "--norc", "-c", script, cwd=tmp_path) == wanted


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not on this machine")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("companion de", "demo"),
        ("companion --lang", "--language"),
        ("companion --table vi", "virtual"),
        ("companion look --for cub", "cubes"),
        ("companion completion z", "zsh"),
    ],
)
def test_fish_completes_commands_options_and_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, wanted: str
) -> None:
    file = made("fish", tmp_path, capsys)
    found = asked("fish", "--no-config", "-c", f"source {file}; complete -C '{line}'")
    assert wanted in found


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not on this machine")
def test_zsh_takes_the_words_for_every_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = made("zsh", tmp_path, capsys)
    asked("zsh", "-f", "-n", str(file))
    words = f"autoload -U compinit; compinit -D; source {file}; print $_comps[companion]; functions _companion"
    kept, *text = asked("zsh", "-f", "-c", words)
    assert kept == "_companion"
    assert all(f"({command})" in text for command in COMMANDS)


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not on this machine")
@pytest.mark.parametrize(("line", "wanted"), [("companion rest", "restore"), ("companion look --for dic", "dice")])
def test_zsh_completes_what_is_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, wanted: str
) -> None:
    file = made("zsh", tmp_path, capsys)
    ours, theirs = os.openpty()
    shell = subprocess.Popen(
        ["zsh", "-f"], stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "dumb"}
    )
    os.close(theirs)
    os.write(ours, f"autoload -U compinit; compinit -D; source {file}; print rea''dy\n".encode())
    shown = until("ready", ours)
    os.write(ours, f"{line}\t".encode())
    shown += until(wanted, ours)
    shell.kill()
    shell.wait()
    os.close(ours)
    assert wanted in shown


@pytest.mark.skipif(not shutil.which("man"), reason="man is not on this machine")
def test_the_man_page_shows_every_command_and_option_and_man_finds_nothing_wrong_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["manual"]) == 0
    (tmp_path / "companion.1").write_text(capsys.readouterr().out)
    words = ["man", "--warnings", "--local-file", str(tmp_path / "companion.1")]
    shown = subprocess.run(
        words, capture_output=True, text=True, check=True, env={"MANWIDTH": "100", "PATH": "/usr/bin:/bin"}
    )
    assert shown.stderr == ""
    assert all(f"companion {command}" in shown.stdout for command in COMMANDS)
    for said in ("--version", "--language en|it|es", "--troubles TROUBLES", "companion judge CASE.toml", "EXIT STATUS"):
        assert said in shown.stdout


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    from importlib.metadata import version

    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"companion {version('companion')}\n"
