"""Our sentences are our own: the check that compares them with the printed rulebooks."""

from companion.titles import BUILT_IN
from tools.check_wording import PRINTED, data_files, main, printed_runs, runs, sentences, shared

COPIED = '[X-AAA-01]\nen = "One two three four, five six: seven EIGHT nine."\n[X-AAA-01.place]\nen = "page 3"\n'


def test_eight_words_in_a_row_are_found_across_punctuation_and_case(tmp_path):
    (tmp_path / "rulebook.toml").write_text(COPIED)
    (tmp_path / "game-en.txt").write_text("Zero one two\nthree four five six seven eight.")
    found = list(shared([tmp_path / "rulebook.toml"], printed_runs(tmp_path)))
    assert len(found) == 1
    assert "X-AAA-01.en" in found[0]


def test_seven_words_in_a_row_are_common_speech(tmp_path):
    (tmp_path / "rulebook.toml").write_text(COPIED)
    (tmp_path / "game-en.txt").write_text("one two three four five six seven nine")
    assert list(shared([tmp_path / "rulebook.toml"], printed_runs(tmp_path))) == []


def test_the_name_of_a_printed_place_is_not_a_sentence():
    assert dict(sentences({"X": {"en": "a b", "place": {"en": "page"}, "refusal": {"en": "c"}}})) == {
        "X.en": "a b",
        "X.refusal.en": "c",
    }
    assert len(runs("a b c d e f g h i")) == 2


def test_the_check_reads_the_rulebooks_of_all_games():
    games = {
        file.relative_to(file.parents[2] if file.parent.name == "rulebook" else file.parents[1]).parts[0]
        for file in data_files()
    }
    assert {*BUILT_IN} <= games


def test_without_the_printed_texts_the_check_says_so(tmp_path, capsys):
    assert main(tmp_path / "absent") == 0
    assert "nothing to compare with" in capsys.readouterr().out


def test_no_sentence_of_ours_is_a_printed_one(capsys):
    assert main(PRINTED) == 0
    assert "wording:" in capsys.readouterr().out
