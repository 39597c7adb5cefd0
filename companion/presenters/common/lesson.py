"""The guided first game: a hint above the screens says what to look at, and goes on when that was done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from msgspec.structs import replace

from companion.presenters.handling import At
from companion.presenters.lesson import Step, spoken_of, taught_games
from companion.presenters.scene import Scene, Screens
from companion.views.common import acts
from companion.views.common.parts import Button, Hint, Sheet
from companion.wording import _

LESSON, LEFT = "lesson", "lesson/left"
"""Ticks of a game's set-up: it is a lesson; the lesson was left and can be gone on with."""


def steps_of(title: Screens) -> tuple[Step, ...]:
    """The steps of a game's lesson."""
    return title.lesson() if hasattr(title, "lesson") else ()


def current(scene: Scene) -> tuple[int, Step] | None:
    """The number of the step that is due, from 1, and the step; None outside of a lesson and after its end."""
    done = scene.source.set_up.done
    if LESSON not in done or LEFT in done:
        return None
    left = ((at, step) for at, step in enumerate(steps_of(scene.title), 1) if _key(step) not in done)
    return next(left, None)


def _key(step: Step) -> str:
    return f"{LESSON}/{step.key}"


def follow(scene: Scene) -> None:
    """Tick the step that is due if it has been done."""
    due = current(scene)
    if due is not None and due[1].done(scene):
        scene.source.set_up.tick((_key(due[1]),))


def hinted(view: Sheet, scene: Scene) -> Sheet:
    """The view with the hint of the step that is due."""
    due = current(scene)
    if due is None:
        return view
    number, step = due
    count = len(steps_of(scene.title))
    on = Button(_("Go on") if number < count else _("Finish"), command=acts.LessonOn())
    hint = Hint(
        count=_("{n} of {all}").format(n=number, all=count),
        text=step.text,
        on=on,
        leave=Button(_("Leave the lesson"), icon="close", command=acts.LessonLeft(True)),
        at=spoken_of(step, view, scene) if step.at else (on,),
    )
    return replace(view, hint=hint)


def menu_entry(scene: Scene) -> tuple[Button, ...]:
    """The way back into a lesson that was left."""
    if LEFT not in scene.source.set_up.done:
        return ()
    return (Button(_("Lesson"), _("go on where it was left"), "learn", command=acts.LessonLeft(False)),)


def _learn(desk: At, act: acts.Learn) -> None:
    """Begin a game at a drawn table in which the first seat is the learner's."""
    game = act.game or next(iter(taught_games()), "")
    if desk.host is None or game not in taught_games():
        return
    desk.before.begin(game, "none")
    setting = desk.before.setting()
    with suppress(ValueError, LookupError, OSError):
        source = desk.host.open(setting, drawn=True)
        source.set_up.tick((LESSON,))
        desk.follow(source, {place.seat: place.side for place in setting.places})
    desk.notify()


def _on(desk: At, _act: acts.LessonOn) -> None:
    scene = desk.scene()
    if (due := current(scene)) is not None:
        scene.source.set_up.tick((_key(due[1]),))
    desk.notify()


def _left(desk: At, act: acts.LessonLeft) -> None:
    desk.scene().source.set_up.tick((LEFT,), act.left)
    if act.left:
        desk.notify()
    else:
        desk.open(acts.Open("play"))


HANDLERS: Mapping[type, Callable[..., None]] = {acts.Learn: _learn, acts.LessonOn: _on, acts.LessonLeft: _left}
