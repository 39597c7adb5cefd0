"""Commands on one line: ``red bid Consul 5``, ``blue build pistrinum``, ``table arrive`` (docs/notation.md).

The seat stands first (``table`` for a chore), then the command in the words of the game's spelling. What everybody
may do in every game is written the same everywhere: ``undo to``, ``correct``, ``allows``, ``says``, ``tells``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_type_hints

import msgspec

from companion.notation.kinds import Kind, kind_of, value, word
from companion.notation.spelling import Spelling
from companion.notation.tokens import NotationError, Quoted, Token, is_bare, quote, split
from engine.event import Moved, Turned
from engine.game import Command, Game, Setup
from engine.journal import Correct, Learn, Overrule, Remark, Undo

TABLE = "table"
UNDO, CORRECT, ALLOWS, SAYS, TELLS = ("undo", "to"), "correct", "allows", "says", "tells"
RULE, BECAUSE, AND, BY, TO, INTO = "rule", "because", "and", "by", ">", "into"


class Blank(NamedTuple):
    """A field to fill in; a `flag` is a word that may be missing: the field itself, or before one with a `default`."""

    name: str
    kind: Kind
    flag: str
    default: Any = None

    @property
    def is_word(self) -> bool:
        """Is the field yes or no, by its flag alone?"""
        return bool(self.flag) and self.default is None


Part = str | Blank


class Form(NamedTuple):
    """How one command is written after its seat."""

    command: type
    parts: tuple[Part, ...]

    @property
    def words(self) -> dict[str, str]:
        """The fields that are a word which may be missing, each with its word."""
        return {part.name: part.flag for part in self.parts if isinstance(part, Blank) and part.flag and part.is_word}


class Speller:
    """Writes and reads the commands of one game.

    `names` are players' names for seats, in small letters; `setup` lets ``open`` go without its setup.
    """

    def __init__(
        self, game: Game, spelling: Spelling, names: Mapping[str, str] | None = None, setup: Setup = None
    ) -> None:
        self.game = game
        self.spelling = spelling
        self.names = dict(names or {})
        self.setup = setup
        by_name = {command.__name__: command for command in game.commands}
        self.forms = [_form(self.spelling, by_name[n], text) for n, text in self.spelling.forms.items() if n in by_name]
        self.by_command = {form.command: form for form in self.forms}

    # -- writing

    def write(self, command: Command) -> str:
        """A command, or one of the journal's own, on one line."""
        return " ".join([_seat(command.seat), *self._words(command)])

    def write_open(self, command: Command, *open_: str) -> str:
        """A command with some of its fields left open, as ``…``."""
        filled = [_seat(command.seat)]
        for part in self.by_command[type(command)].parts:
            if isinstance(part, Blank) and part.name in open_:
                filled += [part.flag, "…"] if part.flag else ["…"]
            else:
                filled += self._part(part, command)
        return " ".join(filled)

    def _words(self, command: Command) -> Iterator[str]:
        if isinstance(command, Undo):
            yield from (*UNDO, str(command.to), *_tail("", command.why))
        elif isinstance(command, Correct):
            yield from (CORRECT, *_shifts(command.shifts), *_tail(command.rule, command.why))
        elif isinstance(command, Overrule):
            yield from (ALLOWS, self.write(command.command), *_tail(command.rule, command.why))
        elif isinstance(command, Remark):
            yield from (SAYS, quote(command.text), *_tail(command.rule, ""))
        elif isinstance(command, Learn):
            yield from (TELLS, _bare(command.key), _figure(command.value), *_tail("", command.source))
        else:
            yield from self._filled(command)

    def _filled(self, command: Command) -> Iterator[str]:
        for part in self.by_command[type(command)].parts:
            yield from self._part(part, command)

    def _part(self, part: Part, command: Command) -> tuple[str, ...]:
        if isinstance(part, str):
            return (part,)
        found = getattr(command, part.name)
        if part.flag and part.default is None:
            return (part.flag,) if found else ()
        if part.flag:
            return () if found == part.default else (part.flag, word(part.kind, found))
        return () if self._is_known(part, found) else (word(part.kind, found),)

    def _is_known(self, part: Blank, found: object) -> bool:
        return part.name == "setup" and self.setup is not None and bool(found == self.setup)

    # -- reading

    def read(self, line: str) -> Command:
        """The command a line says; raises `NotationError` quoting the word that does not fit."""
        try:
            return self.read_tokens(split(line))
        except NotationError as error:
            raise NotationError(f"{error}, in {line!r}") from error

    def read_tokens(self, tokens: list[Token]) -> Command:
        if len(tokens) < 2:
            raise NotationError("expected a seat and a command, such as 'red stay'")
        seat, rest = self._read_seat(tokens[0]), tokens[1:]
        if tuple(rest[:2]) == UNDO:
            return _read_undo(seat, rest[2:])
        if rest[0] == CORRECT:
            return _read_correct(seat, rest[1:])
        if rest[0] == ALLOWS:
            inner, rule, why = _cut_tail(rest[1:])
            return Overrule(seat, self.read_tokens(inner), rule, why)
        if rest[0] == SAYS:
            return _read_remark(seat, rest[1:])
        if rest[0] == TELLS:
            return _read_value(seat, rest[1:])
        return self._read_form(seat, rest)

    def _read_seat(self, token: Token) -> str:
        if isinstance(token, Quoted):
            return str(token.value)
        return "" if token == TABLE else self.names.get(token.lower(), token)

    def _read_form(self, seat: str, tokens: list[Token]) -> Command:
        form = self._meant(tokens)
        fields, left = {}, list(tokens)
        for part in form.parts:
            if isinstance(part, str):
                _expect(left, part)
            elif part.flag:
                fields[part.name] = self._take_flagged(part, left)
            else:
                fields[part.name] = self._take(part, left)
        if left:
            raise NotationError(f"{_shown(left[0])!r} is one word too many")
        return form.command(seat, **fields)

    def _take_flagged(self, part: Blank, left: list[Token]) -> Any:
        """Yes or no, or the value behind its word; the default where the word is missing."""
        there = left[:1] == [part.flag]
        del left[:there]
        if part.default is None:
            return there
        return self._take(part, left) if there else part.default

    def _take(self, part: Blank, left: list[Token]) -> Any:
        if left and part.name in self.spelling.seats:
            return self._read_seat(left.pop(0))
        if left:
            return value(part.kind, left.pop(0))
        if part.name == "setup" and self.setup is not None:
            return self.setup
        raise NotationError(f"the {part.name} is missing")

    def _meant(self, tokens: list[Token]) -> Form:
        """The form whose leading words these are; the longest wins because it stands first."""
        for form in self.forms:
            words = _leading(form.parts)
            if tokens[: len(words)] == words:
                return form
        known = ", ".join(dict.fromkeys(str(form.parts[0]) for form in self.forms))
        raise NotationError(f"{_shown(tokens[0])!r} is no command; expected one of {known}")


# -- forms


def _form(spelling: Spelling, command: type, text: str) -> Form:
    hints = get_type_hints(command)
    return Form(command, tuple(_part(spelling, command, hints, item) for item in text.split()))


def _part(spelling: Spelling, command: type, hints: Mapping[str, object], item: str) -> Part:
    if not item.startswith("{"):
        return item
    name = item[1:-1]
    if hints[name] is bool:
        return Blank(name, Kind(str, bool, bool), spelling.flags[name])
    kind = kind_of(spelling, name, hints[name])
    if name in spelling.flags:
        return Blank(name, kind, spelling.flags[name], _default(command, name))
    return Blank(name, kind, "")


def _default(command: type, name: str) -> Any:
    return next(field.default for field in msgspec.structs.fields(command) if field.name == name)


def _leading(parts: tuple[Part, ...]) -> list[Token]:
    found: list[Token] = []
    for part in parts:
        if not isinstance(part, str):
            break
        found.append(part)
    return found


def _expect(left: list[Token], wanted: str) -> None:
    if not left or left[0] != wanted:
        raise NotationError(f"{_shown(left[0]) if left else 'the end'!r} where {wanted!r} is expected")
    del left[0]


def _shown(token: Token) -> str:
    return quote(token.value) if isinstance(token, Quoted) else token


# -- what everybody may do in every game


def _seat(seat: str) -> str:
    if not seat:
        return TABLE
    return seat if is_bare(seat) and seat != TABLE else quote(seat)


def _bare(text: str) -> str:
    return text if is_bare(text) else quote(text)


def _tail(rule: str, why: str) -> list[str]:
    return [*((RULE, _bare(rule)) if rule else ()), *((BECAUSE, quote(why)) if why else ())]


def _cut_tail(tokens: list[Token]) -> tuple[list[Token], str, str]:
    rule = why = ""
    if len(tokens) > 1 and tokens[-2] == BECAUSE and isinstance(tokens[-1], Quoted):
        why, tokens = _text(tokens[-1]), tokens[:-2]
    if len(tokens) > 1 and tokens[-2] == RULE:
        rule, tokens = _text(tokens[-1]), tokens[:-2]
    return tokens, rule, why


def _text(token: Token) -> str:
    if isinstance(token, str):
        return token
    if isinstance(token.value, str):
        return token.value
    raise NotationError(f"{quote(token.value)!r}: expected a text in quotation marks")


def _read_undo(seat: str, tokens: list[Token]) -> Undo:
    rest, _, why = _cut_tail(tokens)
    if len(rest) != 1 or not isinstance(rest[0], str) or not rest[0].isdecimal():
        raise NotationError("'undo to' is followed by the number of an entry")
    return Undo(seat, int(rest[0]), why)


def _read_remark(seat: str, tokens: list[Token]) -> Remark:
    rest, rule, _ = _cut_tail(tokens)
    if len(rest) != 1 or not isinstance(rest[0], Quoted):
        raise NotationError("'says' is followed by a text in quotation marks")
    return Remark(seat, _text(rest[0]), rule)


def _figure(value: object) -> str:
    return str(value) if type(value) is int else quote(value)


def _read_value(seat: str, tokens: list[Token]) -> Learn:
    rest, _, source = _cut_tail(tokens)
    if len(rest) != 2:
        raise NotationError("'tells' is followed by the name of a value and the value")
    key, value = _text(rest[0]), rest[1]
    if isinstance(value, Quoted):
        return Learn(seat, key, value.value, source)
    if not value.isdecimal():
        raise NotationError(f"{value!r}: expected a number, or letters in quotation marks")
    return Learn(seat, key, int(value), source)


def _shifts(shifts: tuple[Moved | Turned, ...]) -> Iterator[str]:
    for number, shift in enumerate(shifts):
        yield from (AND,) if number else ()
        yield from (str(shift.count), _bare(shift.piece))
        if isinstance(shift, Moved):
            yield from (_bare(shift.source), TO, _bare(shift.target))
        else:
            yield from (INTO, _bare(shift.into), _bare(shift.zone))
        yield from (BY, _bare(shift.why)) if shift.why else ()


def _read_correct(seat: str, tokens: list[Token]) -> Correct:
    rest, rule, why = _cut_tail(tokens)
    shifts: list[Moved | Turned] = []
    while rest:
        shifts.append(_read_shift(rest))
        if rest:
            _expect(rest, AND)
    return Correct(seat, tuple(shifts), why, rule)


def _read_shift(left: list[Token]) -> Moved | Turned:
    try:
        count, piece, third = int(_text(left.pop(0))), _text(left.pop(0)), left.pop(0)
        if third == INTO:
            into, zone = _text(left.pop(0)), _text(left.pop(0))
            return Turned(piece, into, count, zone, _because(left))
        _expect(left, TO)
        target = _text(left.pop(0))
        return Moved(piece, count, _text(third), target, _because(left))
    except (IndexError, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(
            "expected '<count> <piece> <zone> > <zone>' or '<count> <piece> into <piece> <zone>'"
        ) from error


def _because(left: list[Token]) -> str:
    if left[:1] != [BY]:
        return ""
    del left[0]
    return _text(left.pop(0))


__all__ = ["NotationError", "Speller"]
