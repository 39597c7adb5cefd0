"""The rulebook check finds what players would stumble over."""

from pathlib import Path

import pytest

from tools.check_rulebook import check_data, check_rulebook, main

RULE = """
[C-AUC-07]
en = "At least {least} gold."
it = "Almeno {least} oro."
es = "Al menos {least} de oro."
de = "Mindestens {least} Gold."
facts = ["least"]
"""


def game(tmp_path: Path, **files: str) -> Path:
    folder = tmp_path / "engine" / "nomadi"
    (folder / "rulebook").mkdir(parents=True)
    for name, text in files.items():
        (folder / "rulebook" / f"{name}.toml").write_text(text)
    return folder


def test_a_sound_rulebook_is_counted_and_has_no_fault(tmp_path):
    assert check_rulebook(game(tmp_path, auction=RULE)) == (1, [])


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (RULE.replace("it = ", "xx = "), "no sentence in 'it'"),
        (RULE.replace("Al menos", "  ").replace("{least} de oro.", ""), "no sentence in 'es'"),
        (RULE.replace("Almeno {least}", "Almeno {minimo}"), "['minimo']"),
        (RULE.replace("At least {least}", "At least {least"), "'en'"),
        (RULE + "[C-AUC-07]\n", "C-AUC-07"),
        (RULE + '[C-AUC-07.refusal]\nen = "{least}."\nit = "{least}."\nes = "{least}."\n', "no refusal in 'de'"),
        ("C-AUC-08 = 3\n", "expected a table, got 3"),
    ],
)
def test_a_broken_rule_is_named(tmp_path, broken, words):
    (fault,) = check_rulebook(game(tmp_path, auction=broken))[1]
    assert words in fault


def test_an_id_that_stands_in_two_chapters_is_named_with_both(tmp_path):
    (fault,) = check_rulebook(game(tmp_path, auction=RULE, ships=RULE))[1]
    assert "ships.toml: [C-AUC-07]" in fault
    assert "auction.toml" in fault


def test_other_data_of_a_game_must_be_readable(tmp_path):
    folder = game(tmp_path, auction=RULE)
    (folder / "editions.toml").write_text("preset = \n")
    assert "editions.toml" in check_data(folder)[0]


def test_the_command_fails_on_a_fault_and_passes_without(tmp_path, capsys):
    folder = game(tmp_path, auction=RULE)
    assert main(str(tmp_path / "engine")) == 0
    (folder / "editions.toml").write_text("=")
    assert main(str(tmp_path / "engine")) == 1
    assert "rulebooks: 1 faults" in capsys.readouterr().out
