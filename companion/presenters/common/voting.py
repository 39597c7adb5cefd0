"""A challenge: the rule, what is known, and the table's vote or the referee's word."""

from __future__ import annotations

from companion.play.challenges import Challenge, asked, challenged
from companion.presenters.common.hands import put_back
from companion.presenters.common.rulesheet import cited, differing_readings, facts_of, sentence_of
from companion.presenters.common.secret import secret
from companion.presenters.scene import Scene
from companion.titles import rulebook_of
from companion.views.common import acts
from companion.views.common.parts import Button, Glyph, Row, Sheet, Word
from companion.views.common.rulesheet import Fact, RuleSheet, VoteLine
from companion.wording import _, n_, within
from engine.event import Entered, Moved, Turned
from engine.game import Command
from engine.journal import Entry

PIECES = 3
"""So many lines of pieces to put back are shown here; the history shows all."""


def voting(scene: Scene) -> Sheet:
    """The challenge that stands, to be ruled on."""
    call, command = scene.source.challenge, asked(scene.source.book)
    assert call is not None
    done = None if command is not None else challenged(scene.source.book)
    rule_id = call.rule or _rule_of(done)
    rule = rulebook_of(scene.source.game.name).get(rule_id)
    waiting = [seat for seat in scene.source.names if seat not in scene.look.agreed]
    differ, readings = differing_readings(scene, rule)
    body = RuleSheet(
        person=scene.person(call.seat),
        asked=_asked(scene, call, command, done),
        verdict=_("Is it allowed?") if command is not None else _("Does it stand?"),
        sentence=sentence_of(scene, rule, rule_id) if rule_id else _("The table decides."),
        facts=facts_of(scene, rule) if command is not None else _evidence(scene, done),
        rule=rule_id,
        cites=cited(scene, rule),
        differ=differ,
        readings=readings,
        foot="",
        buttons=_choices(command, done, len(waiting)),
        votes=_votes(scene, waiting),
    )
    return scene.title.sheet(scene, body, None, "")


def _asked(scene: Scene, call: Challenge, command: Command, done: Entry | None) -> str:
    who = scene.name(call.seat) or _("Somebody")
    if command is not None:
        what = scene.title.command_words(scene, command)
        return _("{name} asks the table: {what}").format(name=who, what=what)
    if done is None:
        return _("{name} challenges.").format(name=who)
    said = scene.title.command_words(scene, done.command)
    doer = scene.name(done.command.seat)
    return _("{name} challenges line {n}: {doer} {said}").format(name=who, n=done.number, doer=doer, said=said)


def _rule_of(done: Entry | None) -> str:
    """The rule by which the first piece moved, or was turned up or read if none did, as far as the rulebook has it."""
    events = done.events if done is not None else ()
    named = [event for event in events if isinstance(event, Moved | Turned | Entered) and event.why]
    return next((event.why for event in (*(one for one in named if isinstance(one, Moved)), *named)), "")


def _evidence(scene: Scene, done: Entry | None) -> tuple[Fact, ...]:
    """Who brought it, and what would be put back by hand."""
    if done is None:
        return ()
    events = scene.source.book.put_back(scene.before(done.number))
    found = [_fact(row) for row in put_back(scene, events)]
    more = len(found) - PIECES
    rest = [Fact("next", n_("{n} more piece", "{n} more pieces", more), "")] if more > 0 else []
    return (Fact("history", scene.title.origin(done), ""), *found[:PIECES], *rest)


def _fact(row: Row) -> Fact:
    words = " ".join(part.text for part in row.line if isinstance(part, Word))
    icon, figure = next(((part.icon, part.figure) for part in row.right if isinstance(part, Glyph)), ("undo", ""))
    return Fact(icon, words, figure)


def _choices(command: Command, done: Entry | None, waiting: int) -> tuple[Button, ...]:
    if command is not None:
        how, yes, no = "allow", _("The table allows it"), _("The rule stands")
    elif done is not None:
        how, yes, no = "back", _("It is taken back"), _("It stands")
    else:
        return (Button(_("Go on"), command=acts.Rule("stands"), look="primary"),)
    reason = n_("{n} yes is missing", "{n} yes are missing", waiting)
    all_agree = Button(yes, _("all agree"), command=acts.Rule(how), look="primary")
    return (
        Button(no, command=acts.Rule("stands"), look="primary" if waiting else "plain"),
        Button(yes, reason=reason) if waiting else all_agree,
        Button(_("Referee"), within(yes), command=acts.Rule(how, True)),
    )


def _votes(scene: Scene, waiting: list[str]) -> tuple[VoteLine, ...]:
    every = tuple(scene.source.names)
    votes = [
        VoteLine(
            person=scene.person(seat),
            name=scene.name(seat),
            yes=seat not in waiting,
            button=Button("", command=acts.Vote(seat)),
            secret=secret(scene, seat),
        )
        for seat in every
    ]
    agree = Button(_("All agree"), command=acts.AgreeAll(every))
    history = Button(_("Lines"), command=acts.Open("history"))
    everybody = VoteLine(person=None, name=_("All agree"), yes=not waiting, button=agree)
    lines = VoteLine(person=None, name=_("Lines"), yes=False, button=history, icon="history")
    return (*votes, everybody, lines)
