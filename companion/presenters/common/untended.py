"""Nothing can be tended to: why, and what to do."""

from __future__ import annotations

from companion.views.common import task_acts as t
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.wording import _


def untended(reason: str, top: Top) -> Sheet:
    """A screen that says why there is nothing to tend to."""
    back = Button(_("Back"), command=t.Leave(), look="primary")
    return Sheet(Options(_("That is not possible now"), reason, ()), top, Bar(_("Devices"), primary=back))
