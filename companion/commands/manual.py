"""`companion manual`: the man page of this command line, made from its parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.metadata import version

from companion.commands.spoken_parser import Argument, Command, spoken

ENDS = """.SH EXIT STATUS
0 when all went well; 1 for what a person can mend, with a line that says what; 2 for words it does not know, and where
a check found something else than expected; 130 after Ctrl-C, 141 when nobody reads its output, 143 when it is ended.
.SH FILES
.TP
.I games.db
in the data folder: the games. Copies of the last three days lie beside it;
.B companion backup
writes all that is kept there into one file.
.TP
.I devices.toml, my-copy.toml
in the data folder: what watches the table, and the printed values of your copy.
.SH ENVIRONMENT
LANGUAGE, LC_ALL, LC_MESSAGES and LANG choose the language where
.B \\-\\-language
does not."""


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def run(asked: argparse.Namespace) -> int:
    whole, commands = spoken(asked.command_line)
    print(f'.TH COMPANION 1 "" "companion {version("companion")}" "User Commands"')
    print(f".SH NAME\ncompanion \\- {_plain(whole.help[:1].lower() + whole.help[1:].rstrip('.'))}")
    print(".SH SYNOPSIS\n.B companion\n[options] [command [arguments]]")
    print(".SH DESCRIPTION\nWithout a command the app opens in a window. Each command works without one.")
    print(".SH OPTIONS", *map(_entry, whole.options), ".SH COMMANDS", sep="\n")
    for command in commands:
        print(*_section(command), sep="\n")
    print(ENDS)
    return 0


def _section(command: Command) -> Iterator[str]:
    words = " ".join(f"\\fI{_plain(place.metavar)}\\fR" for place in command.places)
    yield f".SS companion {command.name} {words}".rstrip()
    yield _plain(command.help[:1].upper() + command.help[1:] + ".")
    yield from map(_entry, [*(place for place in command.places if place.help), *command.options])


def _entry(argument: Argument) -> str:
    value = f" \\fI{_plain(argument.metavar)}\\fR" if argument.metavar else ""
    flags = ", ".join(f"\\fB{_plain(flag)}\\fR" for flag in argument.flags)
    return f".TP\n{(flags + value).strip()}\n{_plain(argument.help) or '.br'}"


def _plain(text: str) -> str:
    """Text as it stands, whatever signs of roff it holds."""
    quoted = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{quoted}" if quoted.startswith((".", "'")) else quoted
