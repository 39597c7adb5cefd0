"""HTML made from Python: whatever is text is escaped, so that a name at a table is never a tag on the page."""

from __future__ import annotations

import json
from html import escape

EMPTY = ("img", "input", "link", "meta")


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def inside(*children: object) -> Html:
    """Children one after the other; text is escaped, None is left out, tuples and lists are opened."""
    found: list[str] = []
    for child in children:
        if isinstance(child, tuple | list):
            found.append(inside(*child))
        elif child is not None:
            found.append(child if isinstance(child, Html) else escape(str(child)))
    return Html("".join(found))


def tag(element: str, /, *children: object, **attributes: object) -> Html:
    """An element. An attribute's `_` stands for `-`, `cls` is its class; True is an attribute without a value."""
    said = "".join(_attribute(key, value) for key, value in attributes.items() if value not in (None, False, ""))
    end = "" if element in EMPTY else f"{inside(*children)}</{element}>"
    return Html(f"<{element}{said}>{end}")


def _attribute(key: str, value: object) -> str:
    name = "class" if key == "cls" else key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def post_button(where: str, body: object, word: str, symbol: str, look: str = "") -> Html:
    """A button that sends something to the desk."""
    look = f"button {look}".strip()
    return tag("button", icon(symbol), word, data_post=where, data_body=json.dumps(body), type="button", cls=look)


def icon(name: str, label: str = "") -> Html:
    """One of our icons; hidden from screen readers unless it has a `label`."""
    use = tag("use", href=f"/static/icons.svg#icon-{name}")
    if label:
        return tag("svg", use, cls="icon", role="img", aria_label=label)
    return tag("svg", use, cls="icon", aria_hidden="true")
