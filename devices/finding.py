"""What a doctor finds: its id and level, what is the matter and what to do, worded in a file of the one who looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One thing that was found; `words` are its `level`, `what` and `do` per language, `facts` fill the sentences."""

    id: str
    facts: Mapping[str, str]
    words: Mapping[str, Any]

    @property
    def level(self) -> Literal["ok", "warn", "bad"]:
        """Whether it works, works poorly, or does not."""
        level: Literal["ok", "warn", "bad"] = self.words["level"]
        return level

    def what(self, language: str = "en") -> str:
        """What is the matter, in a sentence; `language` en, it, es or de."""
        return str(self.words["what"][language]).format(**self.facts)

    def remedy(self, language: str = "en") -> str:
        """What to do about it; nothing when all is well."""
        return str(self.words.get("do", {}).get(language, "")).format(**self.facts)
