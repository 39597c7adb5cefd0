"""Kivy's language made leaner; importing this module does it.

Kivy formats every value a rule computes for a trace that is never read: whole views, with the pixels of a camera's
picture among them, once for each place that shows a part of them.
"""

from __future__ import annotations

from typing import Any

from kivy.lang import builder


def compute(args: tuple[Any, ...], _instance: object, _value: object) -> None:
    """Compute a property anew: Kivy's `call_fn` without its trace."""
    element, key, code, rule, names = args
    rule.count += 1
    setattr(element, key, eval(code, names))


builder.call_fn = compute
