"""`python -m tools.docs.bench_page`: what `companion tray test` says, into the manual's page on it, in each language.

The command runs for real against virtual trays, which run the firmware's own program, with a person who makes mistakes;
what each finding means stands in `bench_page.toml`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, Any, NamedTuple

from companion.commands.tray import SIGNS
from devices import bench
from devices.virtual import VirtualTray
from tools.docs.staging import LANGUAGES, ROOT

PAGE = "bench.md"
MARKED = re.compile(r"<!-- (?P<kind>walk|findings): (?P<name>\w+) -->\n\n(?P<shown>.*?)\n?<!-- end -->", re.DOTALL)
"""A place of the page that is filled in, with a blank line before and after what is shown there."""
NAME = "tray-7c9f"
SAID: dict[str, Any] = tomllib.loads(Path(bench.__file__).with_suffix(".toml").read_text(encoding="utf-8"))
MEANT: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
HEADS = {
    "en": "| | it says | what that means | what to do |",
    "it": "| | dice | che cosa vuol dire | che cosa fare |",
}
"""The first line of the tables."""
SETTLED = 1.5
"""Seconds after which a tray has said what lies on it."""
Hands = Callable[[VirtualTray], str]
"""What a person does when asked, and what they then type ("" for nothing)."""


class Walk(NamedTuple):
    """What a tray lacks, its kind, and what a person does at each question, in order."""

    without: Sequence[str]
    device: str
    hands: Sequence[Hands]


def _lay(zone: str, column: int, count: int) -> Hands:
    """Lay pieces into one column and take what lies in the others of its zone."""

    def do(tray: VirtualTray) -> str:
        tray.lay(zone, tuple(count if each == column else 0 for each in range(5)))
        return ""

    return do


def _press(button: str) -> Hands:
    def do(tray: VirtualTray) -> str:
        tray.press(button)
        return ""

    return do


def _turn(tray: VirtualTray) -> str:
    tray.wait_for(lambda: tray.menu is not None)
    tray.press("confirm", 5)
    return ""


def _type(letter: str) -> Hands:
    return lambda _tray: letter


def _enter(_tray: VirtualTray) -> str:
    """Nothing more is done: the next part, please."""
    time.sleep(SETTLED)
    return "\n"


def _three_of_four(tray: VirtualTray) -> str:
    return _lay("bought", 1, 3)(tray) or _enter(tray)


WALKS = {
    "coins": Walk(("display",), "coin-tray", [_enter, *(_lay("coins", column, 3) for column in (0, 2, 1, 3, 4))]),
    "slots": Walk(
        ("coins", "buttons", "dial", "display", "lamps"),
        "seat-tray",
        [_type(""), _lay("bought", 0, 4), _three_of_four, _type("q\n")],
    ),
    "dial": Walk(
        ("coins", "ledger"),
        "seat-tray",
        [_press("confirm"), _press("pass"), _enter, _turn, _type("y\n"), _type("y\n")],
    ),
}
"""Each walk of the page: coins with two wires swapped, slots with a blind one, a dial with a button not heard."""


def transcript(name: str, language: str) -> str:
    """What a person sees in a terminal, with the port of a first tray on Linux and one and the same number shown."""
    walk = WALKS[name]
    calibration = "none" if walk.device == "coin-tray" else "good"
    tray = VirtualTray("red", id=NAME, device=walk.device, without=walk.without, calibration=calibration)
    with closing(tray), tempfile.TemporaryDirectory() as folder:
        port = tray.serve_pty()
        said = "".join(_run(tray, port, walk.hands, language, folder))
    return re.sub(r"\b[1-9]\d{3}\b", "4711", said.replace(port, "/dev/ttyUSB0"))


def boxed(name: str, language: str) -> str:
    """A transcript as a page shows it."""
    return f"```text\n{transcript(name, language).strip()}\n```\n"


def _run(tray: VirtualTray, port: str, hands: Sequence[Hands], language: str, folder: str) -> Iterator[str]:
    """Run the command, and do at each question what comes next; yields its lines."""
    words = [sys.executable, "-m", "companion", "--data", folder, "--language", language, "tray", "test", port]
    deeds = iter(hands)
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            yield line
            if line.startswith("→"):
                _answer(process.stdin, next(deeds)(tray))


def _answer(keyboard: IO[str], typed: str) -> None:
    keyboard.write(typed)
    keyboard.flush()


def table(part: str, language: str) -> str:
    """The findings of one part: what is said, what it means, and what to do."""
    rows = [_row(kind, meant, language) for kind, meant in MEANT.items() if meant["part"] == part]
    return "\n".join([HEADS[language], "|---|---|---|---|", *rows]) + "\n"


def _row(kind: str, meant: Mapping[str, Any], language: str) -> str:
    said = SAID[kind]
    what, do = (said.get(each, {}).get(language, "–").format(**meant["facts"]) for each in ("what", "do"))
    return f"| {SIGNS[said['level']]} | {what} | {meant[language]} | {do} |"


def filled(page: str, language: str) -> str:
    """The page with each marked place as the product has it."""

    def put(found: re.Match[str]) -> str:
        made = (boxed if found["kind"] == "walk" else table)(found["name"], language)
        return f"<!-- {found['kind']}: {found['name']} -->\n\n{made}\n<!-- end -->"

    return MARKED.sub(put, page)


def main() -> int:
    for language in LANGUAGES:
        page = ROOT / "docs/manual" / language / PAGE
        page.write_text(filled(page.read_text(encoding="utf-8"), language), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
