"""A keyboard does what fingers do: a visible focus moves over the controls, figures and letters are typed.

Tab and arrows move the focus, Enter presses, Esc goes back; figures set a bid or a keypad, ``/`` opens the line that
takes commands in words; ``u`` or Ctrl+Z undoes, ``h`` shows the history, ``?`` or F1 asks the referee, F10 is the menu.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.ui import controls as on_window
from companion.ui.chrome import Chooser, StepTap
from companion.ui.command_line import CommandLine
from companion.ui.kit import Holds
from companion.ui.own import OwnTap
from companion.ui.ring import Ring
from companion.views.common import acts
from companion.wording import _

TAB, ENTER, PAD_ENTER, ESCAPE, BACKSPACE, SPACE = 9, 13, 271, 27, 8, 32
ARROWS = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}
F1, F10, Z = 282, 291, 122
SLOW = 1.5
"""Seconds after which a figure begins a new number."""
ASIDE = 3.0
"""How much more a way aside counts than a way ahead when an arrow looks for the next control."""
SHORT = {"h": "history", "?": "answers", "m": "menu"}


class Keyboard:
    """Listens to the window's keys for one `Face`, which makes it.

    `focus` is what Enter presses.
    """

    def __init__(self, face: Any) -> None:
        self.face = face
        self.focus: Widget | None = None
        self.line: CommandLine | None = None
        self._typed, self._typed_at = "", 0.0
        self._held: set[int] = set()
        self._holding: Holds | OwnTap | None = None
        self._ring = Ring(face.canvas.after, "page", "ink")
        Window.bind(**self._heard())

    def _heard(self) -> dict[str, Any]:
        return {"on_key_down": self.down, "on_key_up": self.up, "on_textinput": self.text, "on_flip": self._follow}

    @property
    def ring(self) -> list[float]:
        """Where the ring of the focus is."""
        return self._ring.place

    def close(self) -> None:
        """Let go of the window."""
        Window.unbind(**self._heard())

    # --- the focus ---

    def controls(self) -> list[Widget]:
        """What can be pressed on the screen that is shown."""
        return on_window.controls(self.face.screen) if self.face.screen is not None else []

    def forget(self) -> None:
        """A finger was used: nothing has the focus any more."""
        self.put(None)

    def put(self, control: Widget | None) -> None:
        """Move the focus to a control, or away."""
        self.focus = control
        if control is not None:
            on_window.bring_into_view(control)
        self._follow()

    def _follow(self, *_: object) -> None:
        """The ring goes where its control goes; it is gone with it."""
        if self.focus is not None and self.focus.get_root_window() is None:
            self.focus = self._alike(self.focus)
        self._ring.show(on_window.window_box(self.focus) if self.focus is not None else None)

    def _alike(self, gone: Widget) -> Widget | None:
        """The control that shows the same as one that is gone from the window."""
        wanted = on_window.button_of(gone)
        return next((one for one in self.controls() if wanted and on_window.button_of(one) == wanted), None)

    def _step(self, by: int) -> None:
        found = self.controls()
        if found:
            at = found.index(self.focus) + by if self.focus in found else 0 if by > 0 else -1
            self.put(found[at % len(found)])

    def _towards(self, across: int, up: int) -> None:
        """The focus goes to the nearest control in a direction, as the reader of the screen sees it."""
        if self.focus is None:
            self._step(1)
            return
        here = _middle(self.focus)
        ways = [(self._way(here, _middle(one), across, up), one) for one in self.controls() if one is not self.focus]
        near = [(length, at) for at, (length, _one) in enumerate(ways) if length is not None]
        if near:
            self.put(ways[min(near)[1]][1])

    @staticmethod
    def _way(here: Sequence[float], there: Sequence[float], across: int, up: int) -> float | None:
        dx, dy = there[0] - here[0], there[1] - here[1]
        ahead, aside = (dx * across, abs(dy)) if across else (dy * up, abs(dx))
        return ahead + ASIDE * aside if ahead > 1 else None

    # --- keys ---

    def down(self, _window: object, key: int, _scancode: int, _text: object, modifiers: Sequence[str] = ()) -> bool:
        """A key goes down; True if it was meant for this."""
        again = key in self._held
        self._held.add(key)
        if self.line is not None:
            return self._in_line(key)
        if key == TAB:
            self._step(-1 if "shift" in modifiers else 1)
        elif key in ARROWS:
            self._towards(*ARROWS[key])
        elif key in (ENTER, PAD_ENTER):
            self._enter(again)
        elif key == ESCAPE:
            self._back(again)
        elif key == BACKSPACE:
            self._type("<")
        else:
            return self._shortcut(key, modifiers)
        return True

    def up(self, _window: object, key: int, *_: object) -> bool:
        """A key comes up: gold that was uncovered by it is covered again."""
        self._held.discard(key)
        held, self._holding = self._holding, None
        if key not in (ENTER, PAD_ENTER) or held is None:
            self._holding = held
            return False
        if not held.let_go():
            self._press(held)
        return True

    def _shortcut(self, key: int, modifiers: Sequence[str]) -> bool:
        if key == Z and "ctrl" in modifiers:
            self._undo()
        elif key == F1:
            self._open("answers")
        elif key == F10:
            self._open("menu")
        else:
            return False
        return True

    def _enter(self, again: bool) -> None:
        """Press what has the focus; without one the next step gets it. A key that is held says it once."""
        if again or not self.face.settled:
            return
        if self.focus is None:
            self._focus_next_step()
        elif isinstance(self.focus, Holds | OwnTap) and self.focus.secret:
            self._holding = self.focus
            self.focus.hold()
        else:
            self._press(self.focus)

    def _press(self, pressed: Widget) -> None:
        self.face.hear()
        pressed.dispatch("on_press")
        pressed.dispatch("on_release")

    def _focus_next_step(self) -> None:
        """What is filled is what comes next."""
        found = self.controls()
        filled = [one for one in found if getattr(on_window.button_of(one), "look", "") == "primary"]
        self.put((filled or found or [None])[-1])

    def _back(self, again: bool) -> None:
        if again:
            return
        if self.focus is not None:
            self.put(None)
        self.face.desk.leave()

    def _undo(self) -> None:
        self.face.desk.say("undo")

    def _open(self, screen: str) -> None:
        if self.face.desk.source is not None or screen == "menu":
            self.face.desk.do(acts.Open(screen))

    # --- letters and figures ---

    def text(self, _window: object, text: str) -> bool:
        """Letters and figures as the keyboard's own layout gives them."""
        if self.line is not None:
            self.line.type(text)
        elif text == "/":
            self._ask()
        elif not self._type(text):
            self._short(text)
        return True

    def _short(self, text: str) -> None:
        if text == " ":
            self._enter(False)
        elif text.lower() == "u":
            self._undo()
        elif text.lower() in SHORT:
            self._open(SHORT[text.lower()])

    def _type(self, text: str) -> bool:
        """A figure or letter for the keys on the screen, or for the number that is being chosen."""
        for control in self.controls():
            button = on_window.button_of(control)
            command = getattr(button, "command", None)
            if hasattr(command, "digit") and (text.isdecimal() or text == "<"):
                self.face.desk.do(type(command)(text))  # type: ignore[misc]
                return True
            if hasattr(command, "letter") and (text.isalpha() or text in "< '-"):
                self.face.desk.do(type(command)(text))  # type: ignore[misc]
                return True
        return self._number(text)

    def _number(self, text: str) -> bool:
        """Figures set the stepper of the bar, + and - step it; then the next step has the focus."""
        steps = [one for one in self.controls() if isinstance(one, StepTap)]
        if not steps or not (text.isdecimal() or text in "+-"):
            return False
        chooser: Chooser = steps[0].parent
        if text in "+-":
            chooser.step(1 if text == "+" else -1)
            return True
        fresh = monotonic() - self._typed_at > SLOW
        self._typed, self._typed_at = ("" if fresh else self._typed)[-2:] + text, monotonic()
        chooser.set(int(self._typed))
        self.face.show()
        self._focus_next_step()
        return True

    # --- the line for commands in words ---

    def _ask(self) -> None:
        self.line = CommandLine(_("Type what is done, such as: {example}").format(example=_("bid 7, undo, rule walls")))
        self.face.add_widget(self.line)

    def _in_line(self, key: int) -> bool:
        assert self.line is not None
        if key == BACKSPACE:
            self.line.rub()
        elif key == ESCAPE:
            self.shut()
        elif key in (ENTER, PAD_ENTER):
            self.line.answer = self.face.desk.say(self.line.said) if self.line.said.strip() else ""
            if self.line.answer:
                self.line.said = ""
            else:
                self.shut()
        return True

    def shut(self) -> None:
        """Take the line away."""
        if self.line is not None:
            self.face.remove_widget(self.line)
            self.line = None


def _middle(control: Widget) -> tuple[float, float]:
    left, bottom, right, top = on_window.own_box(control)
    return (left + right) / 2, (bottom + top) / 2
