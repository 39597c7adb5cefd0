"""A whole game in readable form, as PGN is for chess: heads, then one numbered line for every entry (docs/notation.md).

Corrections, rulings, accepted unlawful moves and undo are lines like any other. Reading decides every line anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.arbiter.heads import heads_of, setup_of
from companion.arbiter.spelling import speller
from companion.notation.line import Speller
from companion.notation.spelling import Spelling
from companion.notation.tokens import REMARK, NotationError, Quoted, Token, is_bare, quote, split
from companion.play.record import check_time
from companion.titles import title_of
from companion.titles.title import Head
from engine.event import evolve
from engine.game import Command
from engine.journal import Entry, Journal
from engine.rule import Illegal

_HEAD = re.compile(r'\[(\w+) (".*")\]')
_NUMBERED = re.compile(r"(\d+)\.\s+(.*)")
_PERSON = "tap"
_FROM = "from"


class Row(NamedTuple):
    """A numbered line of a text: where it stands, the entry's number, and the rest."""

    line: int
    number: int
    text: str


class Written(NamedTuple):
    """What a numbered line says: a command, and where it came from."""

    command: Command
    origin: str = _PERSON
    at: float = 0.0
    evidence: str = ""


def write_game(journal: Journal) -> str:
    """The game of a journal in readable form."""
    writer = speller(journal.game, journal.setup)
    lines = [f"[{name} {quote(text)}]" for name, text in _heads(journal)]
    section = ""
    for entry, found in zip(journal.entries, _headings(writer.spelling, journal), strict=True):
        heading = found or section
        if heading != section:
            lines += ["", f"{REMARK} {heading}"]
            section = heading
        lines.append(f"{entry.number}. {writer.write(entry.command)}{_origin(entry)}")
    return "\n".join([*lines, ""])


def _heads(journal: Journal) -> Iterator[Head]:
    yield "Game", journal.game.name
    yield from heads_of(title_of(journal.game.name), journal.setup)
    if not journal.state.phase.actors and journal.last:
        yield "Result", ", ".join(f"{one.seat} {one.score}" for one in journal.game.standings(journal.state))
    if journal.entries:
        yield "Digest", journal.entries[-1].digest


def _headings(spelling: Spelling, journal: Journal) -> Iterator[str]:
    """For each entry the heading of the phase it was made in, with its round."""
    title, state = title_of(journal.game.name), journal.game.box(journal.setup)
    for entry in journal.entries:
        section, number = spelling.section(type(state.phase).__name__), title.round(state)
        yield f"round {number}, {section}" if number and section else section
        evolve(state, entry.events)


def _origin(entry: Entry) -> str:
    words = [] if entry.origin == _PERSON else [_bare(entry.origin)]
    if entry.at:
        words.append(f"@{entry.at!r}")
    if entry.evidence:
        words.append(quote(entry.evidence))
    return f" {REMARK} {' '.join(words)}" if words else ""


def _bare(text: str) -> str:
    return text if is_bare(text) and not text.startswith("@") and text != _FROM else f"{_FROM} {quote(text)}"


def read_game(text: str) -> Journal:
    """The game a text holds, every command decided anew.

    Raises `NotationError` naming the line that is no line of a game, that the rules forbid, or whose digest differs.
    """
    heads, body = _split(text)
    name = dict(heads).get("Game", "")
    journal = _empty(name, heads)
    writer = speller(journal.game, journal.setup)
    for row in body:
        _submit(journal, row, _written(writer, row))
    _check_digest(journal, dict(heads).get("Digest", ""))
    return journal


def _empty(name: str, heads: list[Head]) -> Journal:
    try:
        title = title_of(name)
        return Journal(title.game, setup_of(title, heads))
    except NotationError:
        raise
    except (LookupError, ValueError) as error:
        raise NotationError(f"in the head: {error}") from error


def _split(text: str) -> tuple[list[Head], list[Row]]:
    heads: list[Head] = []
    body: list[Row] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith(REMARK):
            continue
        if line.startswith("[") and not body:
            heads.append(_head(number, line))
        else:
            body.append(_row(number, line))
    return heads, body


def _head(number: int, line: str) -> Head:
    match = _HEAD.fullmatch(line)
    tokens = split(match[2]) if match else []
    if match is None or len(tokens) != 1 or not isinstance(tokens[0], Quoted):
        raise NotationError(f"line {number}: {line!r} is no head, such as '[Game \"…\"]'")
    return match[1], str(tokens[0].value)


def _row(number: int, line: str) -> Row:
    match = _NUMBERED.fullmatch(line)
    if match is None:
        raise NotationError(f"line {number}: {line!r} does not begin with the number of an entry, such as '12.'")
    return Row(number, int(match[1]), match[2])


def _written(writer: Speller, row: Row) -> Written:
    try:
        tokens = split(row.text)
        cut = tokens.index(REMARK) if REMARK in tokens else len(tokens)
        return Written(writer.read_tokens(tokens[:cut]), *_read_origin(tokens[cut + 1 :]))
    except NotationError as error:
        raise NotationError(f"line {row.line}: {error}, in {row.text!r}") from error


def _read_origin(tokens: Sequence[Token]) -> tuple[str, float, str]:
    origin, at, evidence = _PERSON, 0.0, ""
    for before, token in zip(("", *tokens), tokens, strict=False):
        if isinstance(token, Quoted) and before == _FROM:
            origin = str(token.value)
        elif isinstance(token, Quoted):
            evidence = str(token.value)
        elif token.startswith("@"):
            at = _seconds(token[1:])
        elif token != _FROM:
            origin = token
    return origin, at, evidence


def _seconds(text: str) -> float:
    try:
        at = float(text)
        check_time(at, 0)
    except ValueError as error:
        raise NotationError(f"{text!r} is no time in seconds") from error
    return at


def _submit(journal: Journal, row: Row, written: Written) -> None:
    if row.number != journal.last + 1:
        raise NotationError(f"line {row.line}: entry {row.number} follows entry {journal.last}")
    try:
        journal.submit(written.command, written.origin, written.at, written.evidence)
    except Illegal as refusal:
        facts = ", ".join(map(repr, refusal.facts))
        raise NotationError(f"line {row.line}: forbidden by {refusal.rule} ({facts}), {row.text!r}") from refusal
    except ValueError as error:  # the head's set-up, or the command, names what the game does not have
        raise NotationError(f"line {row.line}: {error}, {row.text!r}") from error


def _check_digest(journal: Journal, digest: str) -> None:
    if digest and (not journal.entries or journal.entries[-1].digest != digest):
        raise NotationError(f"head 'Digest' {digest!r} is not the digest of these entries")
