"""Colours, typefaces and sizes of the design, from theme.toml; import after Kivy's configuration is set."""

from __future__ import annotations

import tomllib
from pathlib import Path

from kivy.core.text import LabelBase
from kivy.metrics import dp
from kivy.utils import get_color_from_hex

HERE = Path(__file__).parent
TITLES_GROW = 0.3
TIGHT = frozenset({"tab"})
"""Roles whose place leaves no room to grow."""
Colour = tuple[float, float, float, float]


class Theme:
    """The look in force: light or dark, and how much larger text is than designed (1, 1.25 or 1.5)."""

    def __init__(self) -> None:
        data = tomllib.loads((HERE / "theme.toml").read_text(encoding="utf-8"))
        self._tones = {name: _colours(data[name]) for name in ("light", "dark")}
        self._roles = {role: (face, size, line) for role, (face, size, line) in data["roles"].items()}
        self.seats = data["seats"]
        self.dark = False
        self.scale = 1.0
        for face, file in data["faces"].items():
            LabelBase.register(face, str(HERE / "assets" / "fonts" / file))

    def tone(self, name: str) -> Colour:
        """The colour of a token in the theme in force; seats by ``seat:red``; an empty name is transparent."""
        if not name:
            return (0, 0, 0, 0)
        if name.startswith("seat:"):
            return _colour(self.seats[name[5:]]["fill"])
        return self._tones["dark" if self.dark else "light"][name]

    def seat(self, colour: str, part: str) -> Colour:
        """A seat's `fill`, its initial's colour `on`, or its `pattern`."""
        return _colour(self.seats[colour][part])

    def face(self, role: str) -> str:
        return str(self._roles[role][0])

    def size(self, role: str) -> float:
        """The size of a role's letters in px; titles are large already and grow by less."""
        face, size, _line = self._roles[role]
        scale = 1.0 if role in TIGHT else 1 + (self.scale - 1) * (TITLES_GROW if face in ("Title", "Black") else 1)
        return float(dp(size * scale))

    def leading(self, role: str) -> float:
        return float(self._roles[role][2])


def _colour(code: str) -> Colour:
    red, green, blue, alpha = get_color_from_hex(code)
    return (red, green, blue, alpha)


def _colours(tokens: dict[str, str]) -> dict[str, Colour]:
    return {token: _colour(code) for token, code in tokens.items()}


theme = Theme()
