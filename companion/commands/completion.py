"""`companion completion`: the words of this command line for bash, zsh or fish, made from its parser."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence

from companion.commands.spoken_parser import Argument, Command, spoken

HOW = {
    "bash": "companion completion bash > ~/.local/share/bash-completion/completions/companion",
    "zsh": "companion completion zsh > a folder of $fpath, under the name _companion",
    "fish": "companion completion fish > ~/.config/fish/completions/companion.fish",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(HOW))


def run(asked: argparse.Namespace) -> int:
    whole, commands = spoken(asked.command_line)
    print(f"# companion: completion for {asked.shell}; kept by: {HOW[asked.shell]}")
    print(*{"bash": _bash, "zsh": _zsh, "fish": _fish}[asked.shell](whole, commands), sep="\n")
    return 0


# --- bash ---

BASH = """
_companion() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i=1
    COMPREPLY=()
    while [ $i -lt $COMP_CWORD ]; do
        case ${COMP_WORDS[i]} in
            %(valued)s) i=$((i + 1)) ;;
            -*) ;;
            *) command=${COMP_WORDS[i]}; break ;;
        esac
        i=$((i + 1))
    done
    case "$command $before" in
%(values)s
    esac
    case "$command" in
%(words)s
    esac
}
complete -F _companion companion"""


def _bash(whole: Command, commands: Sequence[Command]) -> Iterator[str]:
    valued = "|".join(flag for option in whole.options if option.kind != "none" for flag in option.flags)
    values = [line for command in (whole, *commands) for line in _bash_values(command)]
    words = [f'        "") {_compgen([*_flags(whole), *(command.name for command in commands)])} ;;']
    words += [f"        {command.name}) {_bash_words(command)} ;;" for command in commands]
    yield BASH % {"valued": valued, "values": "\n".join(values), "words": "\n".join(words)}


def _bash_values(command: Command) -> Iterator[str]:
    for option in command.options:
        if option.kind != "none":
            pattern = "|".join(f'"{command.name} {flag}"' for flag in option.flags)
            yield f"        {pattern}) {_bash_value(option)}; return ;;"


def _bash_value(argument: Argument) -> str:
    if argument.kind == "file":
        return 'COMPREPLY=( $(compgen -f -- "$word") )'
    return _compgen(argument.choices)


def _bash_words(command: Command) -> str:
    places = [choice for argument in command.places for choice in argument.choices]
    files = any(argument.kind == "file" for argument in command.places)
    return _compgen([*_flags(command), *places], "-f " if files else "")


def _compgen(words: Sequence[str], more: str = "") -> str:
    return f'COMPREPLY=( $(compgen {more}-W {shlex.quote(" ".join(words))} -- "$word") )'


def _flags(command: Command) -> list[str]:
    return [flag for option in command.options for flag in option.flags]


# --- zsh ---

ZSH = """#compdef companion
_companion() {
    local context state state_descr line
    typeset -A opt_args
    _arguments -C %(options)s '1: :->command' '*:: :->rest'
    case $state in
        command) local -a commands; commands=(%(names)s); _describe command commands ;;
        rest) case $words[1] in
%(commands)s
        esac ;;
    esac
}
if [ "$funcstack[1]" = _companion ]; then _companion "$@"; else compdef _companion companion; fi"""


def _zsh(whole: Command, commands: Sequence[Command]) -> Iterator[str]:
    names = " ".join(shlex.quote(f"{command.name}:{command.help}") for command in commands)
    rows = [f"            {command.name}) _arguments {_zsh_words(command)} ;;" for command in commands]
    yield ZSH % {"options": _zsh_words(whole), "names": names, "commands": "\n".join(rows)}


def _zsh_words(command: Command) -> str:
    options = [shlex.quote(_zsh_option(flag, option)) for option in command.options for flag in option.flags]
    places = [shlex.quote(f"{number}:{_zsh_value(place)}") for number, place in enumerate(command.places, 1)]
    return " ".join(options + places)


def _zsh_option(flag: str, option: Argument) -> str:
    about = f"[{_zsh_plain(option.help)}]"
    return f"{flag}{about}" if option.kind == "none" else f"{flag}{about}:{_zsh_value(option)}"


def _zsh_value(argument: Argument) -> str:
    does = {"file": "_files", "choice": f"({' '.join(argument.choices)})"}.get(argument.kind, "")
    return f"{_zsh_plain(argument.metavar) or 'value'}:{does}"


def _zsh_plain(text: str) -> str:
    """Without the signs that mean something inside an argument's description."""
    return "".join("\\" + sign if sign in ":[]\\" else sign for sign in text)


# --- fish ---


def _fish(whole: Command, commands: Sequence[Command]) -> Iterator[str]:
    names = " ".join(command.name for command in commands)
    none = f"not __fish_seen_subcommand_from {names}"
    yield "complete -c companion -f"
    yield from (_fish_option(option, none) for option in whole.options)
    for command in commands:
        yield f"complete -c companion -n {_fish_quote(none)} -a {command.name} -d {_fish_quote(command.help)}"
        there = f"__fish_seen_subcommand_from {command.name}"
        yield from (_fish_option(option, there) for option in command.options)
        yield from (_fish_place(place, there) for place in command.places if place.kind != "text")


def _fish_option(option: Argument, when: str) -> str:
    flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
    value = {"none": "", "file": " -r -F", "text": " -x", "choice": f" -x -a {_fish_quote(' '.join(option.choices))}"}
    return f"complete -c companion -n {_fish_quote(when)} {flags}{value[option.kind]} -d {_fish_quote(option.help)}"


def _fish_place(place: Argument, when: str) -> str:
    does = "-F" if place.kind == "file" else f"-a {_fish_quote(' '.join(place.choices))}"
    return f"complete -c companion -n {_fish_quote(when)} {does}"


def _fish_quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
