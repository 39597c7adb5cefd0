"""`companion doctor`: what is wrong with this machine and its devices, and what to do."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.commands.output import print_json, printable, say, whisper
from companion.commands.progress import progress
from companion.host.data_folder import data_folder
from companion.wording import wording

if TYPE_CHECKING:
    from devices.finding import Finding

SIGNS = {"ok": "✓", "warn": "!", "bad": "✗"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON array")
    parser.add_argument("--keep", action="store_true", help="write the camera's best setting into devices.toml")
    parser.add_argument("--forget", metavar="TRAY", help="instead: drop a tray that is gone for good from the broker")


def run(asked: argparse.Namespace) -> int:
    from companion.host.doctor import as_data, examine, forget, keep

    folder = data_folder(asked)
    if asked.forget:
        say(forget(folder, asked.forget))
        return 0
    found = []
    with progress("Looking at this machine and its devices"):
        for finding in examine(folder):
            found.append(finding)
            if not asked.json:
                say(printable(_line(finding)))
    if asked.json:
        print_json([as_data(finding, wording.language) for finding in found])
    if asked.keep and (kept := keep(folder, found)):
        whisper(kept)
    return 1 if any(finding.level == "bad" for finding in found) else 0


def _line(finding: Finding) -> str:
    words = finding.what(wording.language), finding.remedy(wording.language)
    return "  ".join(filter(None, (SIGNS[finding.level], *words)))
