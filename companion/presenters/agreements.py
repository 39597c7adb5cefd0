"""What people agree on at a screen: going back, correcting, settling, challenging and ruling."""

from __future__ import annotations

from companion.play.challenges import REFEREE, agreed, call, evidence, ruling
from companion.play.refusals import refused
from companion.play.reports import Refusal
from companion.presenters.common import consent, mending
from companion.presenters.handling import At, Handlers
from companion.views.common import acts
from engine.journal import Entry, amend
from engine.rule import Illegal


def back_to(desk: At, act: acts.BackTo) -> None:
    desk.see(screen="history", back_to=act.to, agreed=(), mend=0, amended=None, settling=act.zone)


def take_back(desk: At, act: acts.TakeBack) -> None:
    """Go back at once, or ask first the players it concerns; no question where another host plays the game."""
    assert desk.source is not None
    scene, here = desk.scene(), not desk.source.played_at
    if here and [seat for seat in consent.must_agree(scene, act.to) if seat not in desk.look.agreed]:
        desk.see(screen="history", back_to=act.to)
        return
    why = _why(desk)
    zone = desk.look.settling
    result = desk.source.settle(zone, "back", why) if zone else desk.source.undo(act.to, why=why)
    _after(desk, result)


def _why(desk: At) -> str:
    """The players who agreed, by name."""
    assert desk.source is not None
    return agreed([desk.source.names[seat] for seat in desk.look.agreed])


def _after(desk: At, result: Entry | Refusal | None) -> None:
    if isinstance(result, Refusal):
        desk.see(screen="rule", refusal=result, rule=result.rule, command=None)
    else:
        desk.open(acts.Open("play"))


def mend(desk: At, act: acts.Mend) -> None:
    desk.see(screen="history", mend=act.number, amended=None, back_to=None, agreed=(), about="", amounts=())


def pieces(desk: At, act: acts.Pieces) -> None:
    """The pieces begin as the line has them, if it is of this kind."""
    said = mending.entered_pieces(desk.scene(), act.number, act.kind)
    desk.see(screen="history", mend=act.number, amended=None, about=act.kind, amounts=tuple(said.items()))


def instead(desk: At, act: acts.Instead) -> None:
    assert desk.source is not None
    try:
        amended = amend(desk.source.book, act.number, act.command)
    except Illegal as illegal:  # the list shows what everybody may know, so it may hold more than a hand does
        _after(desk, refused(desk.source.game.name, illegal))
        return
    desk.see(screen="history", mend=act.number, instead=act.command, amended=amended, agreed=())


def amend_now(desk: At, _act: acts.Amend) -> None:
    assert desk.source is not None
    amended = desk.look.amended
    if amended is None or set(mending.touched(desk.scene(), amended)) - set(desk.look.agreed):
        return
    _after(desk, desk.source.amend(amended.number, desk.look.instead, _why(desk)))


def agree(desk: At, act: acts.Agree) -> None:
    desk.see(agreed=(*desk.look.agreed, act.seat))


def agree_all(desk: At, act: acts.AgreeAll) -> None:
    desk.see(agreed=act.seats)


def vote(desk: At, act: acts.Vote) -> None:
    """A player agrees, or takes it back."""
    others = tuple(seat for seat in desk.look.agreed if seat != act.seat)
    desk.see(agreed=others if act.seat in desk.look.agreed else (*others, act.seat))


def settle(desk: At, act: acts.Settle) -> None:
    assert desk.source is not None
    result = desk.source.settle(act.zone, act.exit)
    if isinstance(result, Refusal):
        desk.see(screen="rule", refusal=result, rule=result.rule, command=None)
    else:
        desk.see(screen="differ" if desk.source.disagreements else "play", about="")


def challenge(desk: At, act: acts.Challenge) -> None:
    """The game freezes; the player who calls has voted for it."""
    assert desk.source is not None
    command, rule = act.command, desk.look.rule if act.command is not None else ""
    result = desk.source.submit(call(act.seat, rule), "tap", evidence(desk.source.book, command))
    _after(desk, result)
    if not isinstance(result, Refusal):
        desk.see(agreed=(act.seat,) if act.seat else ())


def rule(desk: At, act: acts.Rule) -> None:
    """The table has voted, or the referee has ruled: it is booked, also where it goes against the rules."""
    assert desk.source is not None
    origin, why = (REFEREE, "the referee's ruling") if act.referee else ("tap", _why(desk))
    _after(desk, desk.source.submit(ruling(desk.source.book, act.how, why), origin))


HANDLERS: Handlers = {
    acts.BackTo: back_to,
    acts.TakeBack: take_back,
    acts.Mend: mend,
    acts.Pieces: pieces,
    acts.Instead: instead,
    acts.Amend: amend_now,
    acts.Agree: agree,
    acts.AgreeAll: agree_all,
    acts.Vote: vote,
    acts.Settle: settle,
    acts.Challenge: challenge,
    acts.Rule: rule,
}
