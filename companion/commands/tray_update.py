"""`companion tray update`: the program of this version put onto a tray on a cable."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.output import say
from companion.host.installed import brought_along
from engine.errors import WrongFile, WrongInput

if TYPE_CHECKING:
    from devices.tray import Card

HERE = Path(__file__).resolve().parents[2]
CORE = HERE / "devices/firmware"
"""What a tray has in common with the virtual ones."""


def update(asked: argparse.Namespace, cables: Callable[[], Sequence[str]]) -> int:
    """Put the program onto the tray, file by file, each checked, and start it; 1 if it does not answer then.

    `cables` finds the ports at which trays may be.
    """
    from devices.raw_repl import RawRepl

    files = _program(asked.program) | _settings(asked.settings)
    name = _cable(asked.tray, cables)
    say(f"{name}: its program is stopped")
    prompt = RawRepl(name)
    try:
        prompt.reach()
        for number, (path, data) in enumerate(files.items(), 1):
            prompt.put(path, data)
            say(f"{number:3} of {len(files)}  {path}")
        prompt.put_in_place(list(files))
        wireless = prompt.at_a_broker()
    finally:
        prompt.restart()
    return _started(name, wireless)


def _started(name: str, wireless: bool) -> int:
    """Say what the tray says for itself after its start."""
    if wireless:
        say(f"{name}: the new program is started; this tray answers at its broker: companion tray test")
        return 0
    card = _greeting(name)
    if card is None:
        say(f"{name}: the new program is there, but the tray does not answer: companion tray test {name}")
        return 1
    say(f"{card.id}: runs program {card.firmware}")
    return 0


def _greeting(name: str) -> Card | None:
    """Who the tray at this port is; None if it does not answer."""
    from devices.bench import open_bench
    from devices.errors import DeviceError
    from devices.raw_repl import LATE, QUIET

    until = time.monotonic() + LATE
    while time.monotonic() < until:
        with suppress(DeviceError):
            bench = open_bench(name, [], None)
            card = bench.tray.card
            bench.close()
            return card
        time.sleep(QUIET)
    return None


def _program(folder: Path | None) -> dict[str, bytes]:
    """The files of a tray's program by their places on the board."""
    found = folder or brought_along("firmware")
    if found is None or not (found / "main.py").is_file():
        raise WrongInput(
            "no program for trays came with this installation: name the folder deploy/firmware of a release (--program)"
        )
    core = {f"devices/firmware/{file.name}": file.read_bytes() for file in sorted(CORE.glob("*.py"))}
    return core | {file.name: file.read_bytes() for file in sorted(found.glob("*.py"))}


def _settings(file: Path | None) -> dict[str, bytes]:
    """New settings, which must be what a tray can read."""
    if file is None:
        return {}
    try:
        data = file.read_bytes()
        held = json.loads(data)
    except (OSError, ValueError) as error:
        raise WrongFile(f"{str(file)!r} cannot be used as settings.json: {error}") from error
    if not isinstance(held, dict) or data[:1] != b"{":
        raise WrongFile(f"{str(file)!r} cannot be used as settings.json: it must begin with {{")
    return {"settings.json": data}


def _cable(tray: str, cables: Callable[[], Sequence[str]]) -> str:
    """The port of the tray that is meant; without a name there must be one alone, which need not have a program yet."""
    from devices.bench import open_bench
    from devices.errors import DeviceError, NotPresent

    if tray.startswith(("/", "COM")):
        return tray
    known = cables()
    if not tray and len(known) > 1:
        raise WrongInput(f"there are several boards: name one of {', '.join(known)}")
    for name in known:
        if not tray:
            return name
        with suppress(DeviceError):
            open_bench(tray, [name], None).close()
            return name
    raise NotPresent(f"no tray {tray!r} on a cable" if tray else "no tray on a cable")
