"""What one seat's phone shows, computed from the game as that seat may know it, in the language in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.play.labels import label
from companion.play.reports import Proposed, Question
from companion.presenters.common.newgame import title_word
from companion.presenters.common.turn_list import turn_list
from companion.presenters.look import Look
from companion.presenters.scene import Scene, Screens
from companion.sensing.policy import Words
from companion.titles import title_of
from companion.views.common.overview import Overview
from companion.views.common.parts import Sheet, Top
from companion.views.common.phone import Belongings, PhoneLine, PhoneQuestion, PhoneSeat, PhoneTurn, Stake, StakeBid
from companion.views.common.turn_list import TurnList
from companion.web.phones.doubted import doubted
from companion.web.phones.explaining import closed
from companion.web.phones.offering import Item, awaits_chance, items, kinds
from companion.web.phones.seat_source import SeatSource, as_source
from companion.wording import _, wording
from engine.game import Command
from engine.journal import Entry, Undo

LINES = 40
"""So many lines of the history are shown."""


def scene_of(source: SeatSource, screens: Screens, sides: Mapping[str, str]) -> Scene:
    """The game as the seat may know it, with its own gold open."""
    return Scene(as_source(source), Look(seat=source.seat, uncovered=source.seat), sides, screens)


def lawful_items(source: SeatSource, scene: Scene, words: Words) -> list[Item]:
    """What the seat may do now; nothing while a challenge stands or a printed value is missing."""
    stopped = source.challenge is not None or bool(source.real.lacks)
    return [] if stopped else items(scene, source.seat, words)


def seat_view(source: SeatSource, scene: Scene, words: Words, *, streams: bool = False) -> PhoneSeat:
    """Everything the phone shows; it may be the table's camera where the table `streams` from phones."""
    seat, shown = source.seat, scene.title.play(scene)
    found = lawful_items(source, scene, words)
    if awaits_chance(scene, seat, words):
        note = _("They are shown to a camera, or tapped on the tablet.")
    has = scene.title.belongings(scene, seat) if seat else Belongings()
    sentence, note = _said(shown)
    over = title_of(source.game.name).over(source.state)
    return PhoneSeat(
        number=source.book.last,
        language=wording.language,
        game=title_word(source.game.name),
        person=scene.person(seat),
        where=_where(shown.top),
        sentence=_("The game is over") if over else sentence,
        note=note,
        due=seat in scene.due,
        stake=_result(scene) if over else has.stake,
        purse=has.purse,
        piles=has.piles,
        kinds=kinds(scene, found),
        closed=closed(scene, seat, shown, found) if seat else (),
        question=_question(source, scene),
        camera=_camera(source, words, streams) if not over else "",
        challenged=_challenger(source),
        may_challenge=bool(seat) and source.challenge is None and source.book.last > 1,
        turns=_turns(scene),
        history=tuple(_lines(source, scene)),
    )


def _result(scene: Scene) -> Stake:
    """Who came where with how much, once the game is over."""
    standings = scene.source.game.standings(scene.state)
    bids = tuple(
        StakeBid(
            person=scene.player(one.seat),
            amount=str(one.score),
            word=_("place {n}").format(n=one.place),
            leads=one.place == 1,
        )
        for one in standings
    )
    return Stake(icon=scene.title.POINTS_ICON, title=_("Final score"), note="", bids=bids)


def bare_view(source: SeatSource, scene: Scene, sentence: str) -> PhoneSeat:
    """What is shown while the game cannot go on, and why."""
    return PhoneSeat(
        number=source.book.last,
        language=wording.language,
        game=title_word(source.game.name),
        person=scene.person(source.seat),
        where="",
        sentence=sentence,
        note="",
        due=False,
    )


def _said(shown: Sheet | Overview) -> tuple[str, str]:
    """The sentence of a screen, and what stands below it."""
    if isinstance(shown, Overview):
        return shown.sentence, shown.note
    return (shown.bar.sentence, shown.bar.note) if shown.bar else (shown.top.title, shown.top.note)


def _where(top: Top) -> str:
    now = next((step.word for step in top.steps if step.state == "now"), "")
    return ", ".join(filter(None, (top.title, now)))


def _camera(source: SeatSource, words: Words, streams: bool) -> str:
    """Pictures are of use to a seat in a game whose pieces are read."""
    if not source.seat or not words.sensed:
        return ""
    return "stream" if streams else "picture"


def _challenger(source: SeatSource) -> str:
    found = source.challenge
    return "" if found is None else source.names.get(found.seat, "?")


def _turns(scene: Scene) -> tuple[PhoneTurn, ...]:
    body = turn_list(scene).body
    assert isinstance(body, TurnList)
    return tuple(PhoneTurn(person=one.person, word=one.word, note=one.note, state=one.state) for one in body.seats)


def _lines(source: SeatSource, scene: Scene) -> Iterator[PhoneLine]:
    """The newest lines that this seat may know, newest first."""
    live = set(source.real.book.live)
    told = [entry for entry in reversed(source.journal) if entry.number in source.book.open]
    for entry in told[:LINES]:
        yield _line(scene, entry, entry.number not in live and not isinstance(entry.command, Undo))


def _line(scene: Scene, entry: Entry, struck: bool) -> PhoneLine:
    return PhoneLine(
        number=entry.number,
        person=scene.person(getattr(entry.command, "seat", "")),
        line=scene.title.entry_line(scene, entry),
        note=scene.title.origin(entry),
        struck=struck,
    )


def _question(source: SeatSource, scene: Scene) -> PhoneQuestion | None:
    asked = next(iter(source.questions), None)
    if asked is None:
        return None
    cautions = doubt.cautions if (doubt := doubted(source)) else ()
    readings = tuple((str(at), _reading(scene, one), round(100 * one.share)) for at, one in enumerate(asked.readings))
    return PhoneQuestion(
        key=question_key(asked),
        pictured=doubt is not None,
        caution=next((each[wording.language] for each in cautions), ""),
        asks=asked.asks,
        why=asked.why,
        readings=readings,
    )


def question_key(asked: Question) -> str:
    """A question by its number, without the commands its id names."""
    return asked.id.partition("/")[0]


def _reading(scene: Scene, one: Proposed) -> str:
    """A reading in the language in force."""
    return _words(scene, one.command) or one.label


def _words(scene: Scene, command: Command) -> str:
    return label(command, scene.source.game.name) if type(command) in scene.source.game.commands else ""
