"""What a seat may do, as choices for its phone, and the command a choice stands for, without knowing the game."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

import msgspec

from companion.play.labels import value_name, words_of
from companion.presenters.scene import Scene
from companion.sensing.policy import Words
from companion.titles import title_of
from companion.views.common.parts import Line, Word
from companion.views.common.phone import PhoneKind, PhoneOffer, Portion
from engine.errors import NotFound, WrongInput
from engine.game import Choice, Command, Offer, legal
from engine.table import Tally

Item = Command | Offer
Chosen = int | dict[str, int] | None
"""What was chosen for what an offer leaves open: a number, the place of a value, so many of each piece."""


def items(scene: Scene, seat: str, words: Words) -> list[Item]:
    """Everything the seat may do by tapping: not what chance brings, which is shown to all, nor leaving for good."""
    title = title_of(scene.source.game.name)
    leaving = type(title.leaves(seat)) if title.leaves is not None and seat else None
    found = legal(scene.source.game, scene.state, seat) if seat else []
    return [item for item in found if name_of(item) not in words.chance and type(least(item)) is not leaving]


def awaits_chance(scene: Scene, seat: str, words: Words) -> bool:
    """Does the game wait for what chance gives this seat: for cards that are shown, say?"""
    found = legal(scene.source.game, scene.state, seat) if seat else []
    return any(name_of(item) in words.chance for item in found)


def least(item: Item) -> Command:
    """The command itself, or the least of a family."""
    return item.least if isinstance(item, Offer) else item


def name_of(item: Item) -> str:
    """The kind of a command by its name."""
    return type(least(item)).__name__


def key_of(item: Item) -> str:
    """What names an offer in a list that holds for one entry."""
    left_open = [item.vary, item.over.span] if isinstance(item, Offer) else []
    said = msgspec.json.encode([name_of(item), least(item), left_open], order="deterministic")
    return blake2b(said, digest_size=9).hexdigest()


def kinds(scene: Scene, found: list[Item]) -> tuple[PhoneKind, ...]:
    """The items by the kind of their commands, in the order of the rulebook."""
    gathered: dict[str, list[PhoneOffer]] = {}
    passing = _passing(scene, found)
    for item in found:
        gathered.setdefault(name_of(item), []).append(_offer(scene, item, item is passing))
    game = scene.source.game.name
    return tuple(PhoneKind(word=capital(words_of(name, game)), offers=tuple(of)) for name, of in gathered.items())


def capital(text: str) -> str:
    """A text that begins a line."""
    return text[:1].upper() + text[1:]


def _passing(scene: Scene, found: list[Item]) -> Item | None:
    """The first lawful one of the commands a tray's pass button stands for."""
    for name in title_of(scene.source.game.name).passes:
        for item in found:
            if name_of(item) == name and not isinstance(item, Offer):
                return item
    return None


def _offer(scene: Scene, item: Item, passes: bool) -> PhoneOffer:
    key, line = key_of(item), things_of(scene, least(item))
    if not isinstance(item, Offer):
        return PhoneOffer(key=key, line=line, passes=passes)
    low, high = item.over.span
    asks = "pieces" if item.over.pool is not None else "value" if item.over.values else "number"
    portions = tuple(_portions(scene, item.over))
    return PhoneOffer(key=key, line=line, asks=asks, least=low, most=high, portions=portions)


def things_of(scene: Scene, command: Command) -> Line:
    """A command's sentence without its verb, which stands above."""
    line: Line = scene.title.command_line(scene, command, ())
    verbs = line and isinstance(line[0], Word) and line[0].strong
    return line[1:] if verbs else line


def _portions(scene: Scene, over: Choice) -> Iterator[Portion]:
    if over.pool is not None:
        for piece, count in sorted(over.pool.items()):
            yield Portion(key=piece, line=scene.title.piece_line(piece), count=count)
    for at, value in enumerate(over.values):
        yield Portion(key=str(at), line=_value_line(scene, value))


def _value_line(scene: Scene, value: object) -> Line:
    """A value that may be chosen: as the game's screens say it, else in the words of a tray."""
    return scene.title.value_line(scene, value) or (Word(value_name(value, scene.source.game.name)),)


def command_of(found: list[Item], key: str, chosen: Chosen) -> Command:
    """The command that was chosen; `NotFound` for a key of no item, `WrongInput` for what cannot be chosen there.

    Pieces that are there may still be the wrong ones together: why, the rules say.
    """
    item = next((each for each in found if key_of(each) == key), None)
    if item is None:
        raise NotFound(f"nothing that may be done has the key {key!r}")
    return item.of(_value(item.over, chosen)) if isinstance(item, Offer) else item


def _value(over: Choice, chosen: Chosen) -> object:
    if over.pool is not None:
        if isinstance(chosen, dict) and _are_there(over.pool, over.span, chosen):
            return {piece: count for piece, count in chosen.items() if count}
    elif isinstance(chosen, int) and not over.values:
        if over.holds(chosen):
            return chosen
    elif isinstance(chosen, int) and 0 <= chosen < len(over.values):
        return over.values[chosen]
    raise WrongInput(f"{chosen!r} is not what was to be chosen")


def _are_there(pool: Tally, span: tuple[int, int], chosen: dict[str, int]) -> bool:
    least, most = span
    return least <= sum(chosen.values()) <= most and all(count <= pool.get(piece, 0) for piece, count in chosen.items())
