"""Kivy made leaner; importing this module does it.

Kivy formats every value a rule computes for a trace that is never read: whole views, with the pixels of a camera's
picture among them, once for each place that shows a part of them. And it looks for a program that pastes by a mouse's
middle button, and reports an error where none is installed.
"""

from __future__ import annotations

from typing import Any

from kivy import core
from kivy.lang import builder


def compute(args: tuple[Any, ...], _instance: object, _value: object) -> None:
    """Compute a property anew: Kivy's `call_fn` without its trace."""
    element, key, code, rule, names = args
    rule.count += 1
    setattr(element, key, eval(code, names))


def select(category: str, *rest: object, **named: object) -> object:
    """What Kivy chooses to do a thing with: its `core_select_lib`, but for the middle button."""
    return None if category == "cutbuffer" else chosen(category, *rest, **named)


chosen = core.core_select_lib
core.core_select_lib = select
builder.call_fn = compute
