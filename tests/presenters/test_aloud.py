"""What is said aloud: whose turn and what is asked, what was done, what is refused and why."""

from companion.presenters.aloud import Aloud
from companion.views.common import acts
from companion.wording import wording
from engine.constantinopolis.commands import Stay, Take


def first(desk):
    (seat,) = desk.source.state.phase.actors
    return seat


def test_a_new_table_is_silent(desk):
    assert (desk.preferences.speech, desk.preferences.sounds) == ("off", False)


def test_who_is_asked_is_said_once(desk):
    aloud = Aloud(desk)
    heard = aloud.heard(desk.view())
    assert desk.source.names[first(desk)] in heard.words
    assert heard.sound == "turn"
    assert aloud.heard(desk.view()) == ("", "")


def test_in_full_what_was_done_comes_before_what_is_asked(desk):
    desk.do(acts.Prefer(speech="full"))
    aloud = Aloud(desk)
    aloud.heard(desk.view())
    name = desk.source.names[first(desk)]
    desk.do(Stay(first(desk)))
    said = aloud.heard(desk.view()).words
    assert said.startswith(name)
    assert desk.source.names[first(desk)] in said


def test_in_short_only_what_is_asked_is_said(desk):
    desk.do(acts.Prefer(speech="short"))
    aloud = Aloud(desk)
    aloud.heard(desk.view())
    name = desk.source.names[first(desk)]
    desk.do(Stay(first(desk)))
    said = aloud.heard(desk.view()).words
    assert not said.startswith(f"{name} ")
    assert desk.source.names[first(desk)] in said


def test_a_refusal_is_said_with_its_rule_in_the_language_in_force(desk):
    wording.speak("de")
    desk.do(acts.Prefer(speech="full"))
    aloud = Aloud(desk)
    aloud.heard(desk.view())
    desk.do(Take(first(desk), 1))
    heard = aloud.heard(desk.view())
    assert heard.sound == "refused"
    assert heard.words == desk.view().body.sentence


def test_the_choice_stands_in_the_menu_and_is_kept(desk):
    desk.do(acts.Open("menu"))
    headings = [segment.heading for segment in desk.view().body.segments]
    assert {"Speech", "Sounds"} <= set(headings)
    desk.do(acts.Prefer(speech="full", sounds=True))
    assert (desk.preferences.speech, desk.preferences.sounds) == ("full", True)
    desk.voiceless = True
    (speech,) = [one for one in desk.view().body.segments if one.heading.startswith("Speech")]
    assert "espeak-ng" in speech.heading
    assert not any(button.open for button in speech.buttons)
