"""What a typed line means, in the language in force or in English: ``bid 7``, ``undo``, ``rule walls``."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.arbiter.account import account
from companion.arbiter.spelling import spelling_of
from companion.arbiter.wording import named, words_of
from companion.notation.line import NotationError, Speller
from companion.notation.tokens import quote
from companion.play import labels
from companion.presenters.common.steps import undo
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.wording import _, wording

WORDS = Path(__file__).with_name("typed.toml")
ALIKE = 0.5
"""How much of a word must be right for the nearest to be named."""


class Meant(NamedTuple):
    """What a line asks for: an act or a command of the game; or what is answered at once."""

    act: object = None
    answer: str = ""


class Unclear(ValueError):
    """A line that is not understood; the sentence names the nearest word there is."""


def meant(line: str, scene: Scene | None) -> Meant:
    """What a typed line asks for; raises `Unclear`. Without a game only screens can be asked for."""
    words = _plain(line).split()
    if not words:
        raise Unclear(_("Type what is done, such as: {example}").format(example=act_words()["undo"][0]))
    asked = _screen(words, scene)
    if asked is not None:
        return asked
    if scene is None:
        raise _unclear(words[0], act_words().values())
    return _at_table(words, scene)


@cache
def _said() -> Mapping[str, Mapping[str, list[str]]]:
    return dict(tomllib.loads(WORDS.read_text(encoding="utf-8"))["words"])


def act_words() -> dict[str, list[str]]:
    """Per screen the words that open it, those of the language in force first."""
    return {name: [*words[wording.language], *words["en"]] for name, words in _said().items()}


def _plain(text: str) -> str:
    """Small letters, spaces for all that is none of a word's."""
    return " ".join(unicodedata.normalize("NFC", text).lower().replace("/", " ").split())


def _bare(text: str) -> str:
    """A word as somebody types it who has no accents: ``ü`` as ``ue`` or ``u``."""
    text = text.replace("ae", "a").replace("oe", "o").replace("ue", "u").replace("ß", "ss")
    return "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))


# --- screens ---


def _screen(words: list[str], scene: Scene | None) -> Meant | None:
    for name, said in act_words().items():
        if _bare(words[0]) not in map(_bare, map(_plain, said)):
            continue
        if name == "rule":
            return Meant(acts.Find(" ".join(words[1:]))) if scene else None
        if len(words) > 1:
            return None
        return _undone(scene) if name == "undo" else Meant(acts.Open(name))
    return None


def _undone(scene: Scene | None) -> Meant:
    button = undo(scene) if scene else None
    return Meant(button.command) if button else Meant(answer=_("nothing to take back"))


# --- the table ---


def _at_table(words: list[str], scene: Scene) -> Meant:
    seat, rest = _seat(words, scene)
    if seat and len(rest) == 1 and (answer := _belonging(seat, rest[0], scene)):
        return Meant(answer=answer)
    who = seat or scene.me
    if not who:
        raise Unclear(_("Who? Begin with a name."))
    return Meant(_command(who, rest, scene))


def _seat(words: list[str], scene: Scene) -> tuple[str, list[str]]:
    for seat, name in scene.source.names.items():
        for called in (name, seat, labels.spoken(seat, scene.source.game.name)):
            parts = _plain(called).split()
            if parts and list(map(_bare, words[: len(parts)])) == list(map(_bare, parts)) and len(words) > len(parts):
                return seat, words[len(parts) :]
    return "", words


def _belonging(seat: str, word: str, scene: Scene) -> str:
    """What a seat has of something that is counted; nothing for a word that names no such thing."""
    game = scene.source.game.name
    spelling = spelling_of(game)
    for name in spelling.account.numbers:
        if _bare(word) in {_bare(_plain(each)) for each in words_of(game)["belonging"][name].values()}:
            value = account(spelling, scene.table, seat)[name]
            return f"{scene.name(seat)}: {value} {named('belonging', name, wording.language, game)}"
    return ""


def _command(seat: str, words: list[str], scene: Scene) -> object:
    """The command of the game that the words say, read by its notation."""
    game = scene.source.game
    speller = Speller(game, spelling_of(game.name))
    first: Unclear | None = None
    for english in _in_english(words, game.name):
        try:
            return speller.read(" ".join([quote(seat), *english]))
        except NotationError as error:
            first = first or Unclear(str(error).rpartition(", in ")[0])
    if first is not None:
        raise first
    raise _unclear(words[0], [[said.split()[0]] for said, _form in _verbs(game.name)] + list(act_words().values()))


def _in_english(words: list[str], game: str) -> Iterator[list[str]]:
    """The words with their verb as the notation has it, the longest verb first; words within in English too."""
    for said, form in _verbs(game):
        parts = said.split()
        if list(map(_bare, words[: len(parts)])) == list(map(_bare, parts)):
            yield [*form, *(_inner(word, game) for word in words[len(parts) :])]


@cache
def _verbs_in(game: str, _language: str) -> list[tuple[str, list[str]]]:
    spelling, found = spelling_of(game), []
    for name, form in spelling.forms.items():
        leading = [word for word in form.split() if not word.startswith("{")]
        found.append((" ".join(leading), leading))
        found.append((_plain(labels.words_of(name, game)), leading))
    return sorted(found, key=lambda each: -len(each[0].split()))


def _verbs(game: str) -> list[tuple[str, list[str]]]:
    """What a command is called, in the language in force and in the notation, and the words of its form."""
    also = {word: instead.split() for word, instead in spelling_of(game).also.items()}
    known = _verbs_in(game, wording.language)
    return [*known, *also.items(), *((said, also[form[0]]) for said, form in known if form and form[0] in also)]


def _inner(word: str, game: str) -> str:
    """A word within a command as the notation writes it: goods in capitals, sizes in English."""
    letters = spelling_of(game).pieces.letters.lower()
    if letters and set(word) <= set(letters):
        return word.upper()
    back = {_bare(_plain(local)): english for english, local in labels.inner_words(game).items()}
    return back.get(_bare(word), word)


def _unclear(word: str, known: Iterable[Iterable[str]]) -> Unclear:
    """The unknown word, with the nearest there is."""
    vocabulary = sorted({_plain(each) for some in known for each in some})
    near = get_close_matches(word, vocabulary, 1, ALIKE)
    if near:
        return Unclear(_("“{word}” is not understood. Nearest: {near}").format(word=word, near=near[0]))
    return Unclear(_("“{word}” is not understood.").format(word=word))
