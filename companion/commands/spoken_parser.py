"""A command line as data: what completions and the man page are made from."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

Kind = Literal["none", "choice", "file", "text"]
"""What follows an option or stands as an argument: nothing, one of some words, a path, any text."""


class Argument(Struct, frozen=True, kw_only=True):
    """An option with its `flags`, or an argument by its place, without any."""

    flags: tuple[str, ...] = ()
    metavar: str = ""
    kind: Kind = "text"
    choices: tuple[str, ...] = ()
    help: str = ""
    required: bool = False


class Command(Struct, frozen=True, kw_only=True):
    """A command with its arguments; the whole command line has the name ""."""

    name: str
    help: str
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> list[Argument]:
        return [argument for argument in self.arguments if argument.flags]

    @property
    def places(self) -> list[Argument]:
        return [argument for argument in self.arguments if not argument.flags]


def spoken(parser: argparse.ArgumentParser) -> tuple[Command, Sequence[Command]]:
    """The options before a command, and every command in the order of the help."""
    whole = Command(name="", help=parser.description or "", arguments=tuple(_arguments(parser)))
    return whole, [_command(name, help, below) for name, help, below in _below(parser)]


def _below(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            yield from ((name, helps.get(name, ""), below) for name, below in action.choices.items())


def _command(name: str, help: str, parser: argparse.ArgumentParser) -> Command:
    load: Any = getattr(parser, "load", None)
    if load is not None:
        load()
    return Command(name=name, help=help, arguments=tuple(_arguments(parser)))


def _arguments(parser: argparse.ArgumentParser) -> Iterator[Argument]:
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            yield _argument(action)


def _argument(action: argparse.Action) -> Argument:
    kind = _kind(action)
    choices = tuple(map(str, action.choices or ()))
    named = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    return Argument(
        flags=tuple(action.option_strings),
        metavar="" if kind == "none" else "|".join(choices) or named,
        kind=kind,
        choices=choices,
        help=(action.help or "").replace("%%", "%") if action.help != argparse.SUPPRESS else "",
        required=action.required and action.nargs not in ("?", "*"),
    )


def _kind(action: argparse.Action) -> Kind:
    if action.nargs == 0:
        return "none"
    if action.choices:
        return "choice"
    return "file" if action.type is Path else "text"
