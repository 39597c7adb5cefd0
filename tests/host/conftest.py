"""What tests of the host share: each begins in English, whatever a command has spoken before it in this process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.wording import wording


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """The language in which what is said is compared."""
    wording.speak("en")
    yield
    wording.speak("en")
