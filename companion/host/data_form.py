"""The form of a data folder: which version of this program's files lie in it, and how an older one is brought up."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from engine.errors import NotWritten, WrongFile, WrongInput
from engine.files import read_whole, write_whole

FILE = "data-form.json"
FORM = 1
"""The form this program reads and writes. A folder without the file has form 0, the same files as form 1."""
Step = Callable[[Path], None]
STEPS: Mapping[int, Step] = {}
"""Form → what makes the next one of it, in place. A form that is not here has the same files as the next one.

A step may be cut off and begun again, so what is done already must do no harm.
"""
MOST = 10_000


def form_in(folder: Path) -> int:
    """The form of a data folder; `WrongFile` for a file that says none."""
    path = folder / FILE
    try:
        data = json.loads(read_whole(path, MOST))
        return _number(data["form"])
    except FileNotFoundError:
        return 0
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise WrongFile(f"{str(path)!r} does not say which form the folder has: move it away") from error


def _number(form: object) -> int:
    if type(form) is not int or form < 0:
        raise WrongInput(f"{form!r} is no number of a form")
    return form


def check_form(folder: Path, form: int = FORM) -> int:
    """The form of a data folder that is no newer than `form`; `WrongFile`."""
    there = form_in(folder)
    if there > form:
        raise WrongFile(
            f"{str(folder)!r} was written by a newer companion (form {there}, this one knows {form}): "
            "install the newer version, or name another folder with --data"
        )
    return there


def bring_up(
    folder: Path, back_up: Callable[[Path, Path], object], steps: Mapping[int, Step] = STEPS, form: int = FORM
) -> None:
    """Make a folder one of this `form`, step by step; `back_up` first writes it to a file, where a step changes any.

    A folder that cannot be written stays as it is where no step is due. `WrongFile` for a newer one, `NotWritten`
    where a step is due and the folder cannot be backed up or changed: the backup has it as it was.
    """
    there = check_form(folder, form)
    due = [steps[number] for number in range(there, form) if number in steps]
    if due and any(folder.iterdir()):
        _change(folder, there, due, back_up)
    if there < form:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / FILE, _page(form))


def _change(folder: Path, there: int, due: list[Step], back_up: Callable[[Path, Path], object]) -> None:
    kept = folder / f"before-form-{there + len(due)}-{time.strftime('%Y%m%d-%H%M%S')}.zip"
    try:
        back_up(folder, kept)
    except OSError as error:
        raise NotWritten(
            f"{str(folder)!r} must be changed for this version and cannot be backed up: {error}"
        ) from error
    try:
        for step in due:
            step(folder)
    except OSError as error:
        raise NotWritten(
            f"{str(folder)!r} could not be changed for this version: {error}; as it was: {kept}"
        ) from error


def _page(form: int) -> bytes:
    from importlib.metadata import version

    return json.dumps({"form": form, "written_by": f"companion {version('companion')}"}).encode() + b"\n"
