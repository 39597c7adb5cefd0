"""The voice: a real program speaks in a thread, the newest sentence wins, and nobody waits for it."""

import stat
import threading
from pathlib import Path
from time import monotonic

import pytest

from companion.host import voice
from companion.host.voice import Program, Voice

SPOKEN = """#!/bin/sh
echo "$@" >> {heard}
{then}
"""


@pytest.fixture
def program(tmp_path):
    """A program that takes down what it is to say, then sleeps so long."""

    def make(then: str = "") -> tuple[Program, Path]:
        path, heard = tmp_path / "espeak-ng", tmp_path / "heard"
        path.write_text(SPOKEN.format(heard=heard, then=then))
        path.chmod(path.stat().st_mode | stat.S_IEXEC)
        return Program(str(path)), heard

    return make


def until(done, seconds=10):
    """Wait for something to come true; False if it does not."""
    end = monotonic() + seconds
    pause = threading.Event()
    while not done() and monotonic() < end:
        pause.wait(0.02)
    return done()


def test_a_sentence_is_said_in_its_language(program):
    speaker, heard = program()
    said = Voice(speaker)
    said.say("Anna ist am Zug.", "de")
    assert until(lambda: heard.exists() and "Anna ist am Zug." in heard.read_text())
    assert "-v de" in heard.read_text()
    said.close()


def test_a_newer_sentence_takes_the_place_of_the_one_being_said(program):
    speaker, heard = program("exec sleep 600")
    said = Voice(speaker)
    said.say("one", "en")
    assert until(lambda: heard.exists() and "one" in heard.read_text())
    said.say("two", "en")
    assert until(lambda: "two" in heard.read_text())
    said.close()
    assert not said._thread.is_alive()


def test_a_sentence_is_no_option_of_the_program(program):
    speaker, heard = program()
    said = Voice(speaker)
    said.say("--help", "en")
    assert until(lambda: heard.exists() and "-- --help" in heard.read_text())
    said.close()


def test_a_program_that_cannot_be_started_is_logged_and_the_next_sentence_tried(tmp_path, caplog):
    said = Voice(Program(str(tmp_path / "none")))
    said.say("one", "en")
    assert until(lambda: "nothing is said aloud" in caplog.text)
    assert said._thread.is_alive()
    said.close()


def test_without_a_program_there_is_no_voice_and_nothing_waits(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = voice.speaker()
    assert found is None
    said = Voice(found)
    said.say("one", "en")
    assert (said.there, said._thread) == (False, None)
    said.close()
