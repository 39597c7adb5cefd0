"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from companion.wording import LANGUAGES, wording
from engine.errors import WrongInput

PRINTED = ("en", "it", "es")
"""The languages of printed rulebooks."""
EVERY = ("", "0.0.0.0", "::", "*")
"""Every address of this machine, and none of it: a page that answers to every name can be reached under a wrong one."""


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`: the answer is one JSON object."""
    parser.add_argument("--json", action="store_true", help="one JSON object")


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language` may stand behind the command as well as before it."""
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=argparse.SUPPRESS, help="of the words")


def language_of(asked: argparse.Namespace) -> str:
    """The language asked for, before or behind the command, else the one in force."""
    return getattr(asked, "language", "") or wording.language


def add_known_as(parser: argparse.ArgumentParser, what: str) -> None:
    """`--known-as`: how others reach what this machine serves."""
    help = f"how {what}, if not by that address"
    parser.add_argument("--known-as", default="", metavar="HOST:PORT", help=help)


def check_known_as(text: str, option: str, address: str) -> None:
    """`WrongInput` for what is no host:port, and where `address`, the value of `option`, says no place without one."""
    if not text and (address in EVERY or ":" in address):
        raise WrongInput(f"{option} {address!r}: name one address of this machine, such as 192.168.1.10, or --known-as")
    if not re.fullmatch(r"((https://)?[A-Za-z0-9.-]+(:\d{1,5})?)?", text):
        raise WrongInput(f"--known-as {text!r}: a host and a port, such as club.local:8484, or https:// and its name")


def add_edition(parser: argparse.ArgumentParser) -> None:
    """`--edition`: whose pages an answer quotes."""
    help = "the printed rulebook on the table"
    parser.add_argument("--edition", choices=PRINTED, default="", help=help)


def add_at(parser: argparse.ArgumentParser) -> None:
    """`--at`: a position inside a record."""
    parser.add_argument("--at", type=int, default=None, metavar="N", help="after entry N of the record, not its end")


def add_position(parser: argparse.ArgumentParser) -> None:
    """A file that leads to a position, and one of its players."""
    parser.add_argument("file", type=Path, metavar="CASE.toml|RECORD")
    parser.add_argument("player", help="a colour or a name")
