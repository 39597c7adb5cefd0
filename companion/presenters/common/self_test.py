"""What the doctor finds on this machine, and a file for a report about the program."""

from __future__ import annotations

from collections.abc import Sequence

from companion.play.reports import Device
from companion.presenters.common.newgame import top_of
from companion.presenters.handling import At, Handlers, offer
from companion.presenters.look import Look
from companion.views.common import acts
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet
from companion.wording import _, wording
from devices.finding import Finding
from engine.errors import CompanionError

ICONS = {"ok": "check", "warn": "question", "bad": "close"}


def testing(look: Look, findings: Sequence[Finding] | None, devices: Sequence[Device], running: bool) -> Sheet:
    """The findings with what to do about each; None while they are still looked for."""
    rows = tuple(_row(finding) for finding in findings or ())
    note = _("Data folder, values, camera and broker.")
    if findings is None:
        note = _("Looking at this machine and its devices…")
    elif running:
        note = _("While a game runs its camera and trays are left alone; the list of devices says how they are.")
    again = Button(_("Test again"), icon="test", command=acts.Examine() if findings is not None else None)
    save = Button(_("Save a file for a report"), icon="save", command=acts.SaveDiagnostics())
    back = Button(_("Back"), command=acts.Open("play" if running else "games"), look="primary")
    said = look.said or _("The file holds no passwords and no names.")
    bar = Bar(sentence=_("Self-test"), note=said, choices=(again, save), primary=back)
    body = Options(_("Self-test"), note, rows, columns=1)
    return Sheet(body=body, top=top_of(_("Self-test"), devices), bar=bar)


def _row(finding: Finding) -> Button:
    words = finding.what(wording.language), finding.remedy(wording.language)
    return Button(words[0], reason=words[1], icon=ICONS[finding.level])


def _examine(desk: At, _act: acts.Examine) -> None:
    if desk.host is not None:
        desk.host.examine()
    desk.see(screen="test", said="")


def _save(desk: At, _act: acts.SaveDiagnostics) -> None:
    if desk.host is None:
        return
    try:
        path = desk.host.save_diagnostics()
    except (CompanionError, OSError) as error:
        desk.see(said=_("Not saved: {why}").format(why=error))
    else:
        desk.see(said=_("Saved as {file}").format(file=path))
        offer(desk, [path])


HANDLERS: Handlers = {acts.Examine: _examine, acts.SaveDiagnostics: _save}
