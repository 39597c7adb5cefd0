"""Examples for the gallery: a count of a game that was not followed, advice, a value asked for, a vote."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_game, shuffled_setup, unkept
from companion.play.session import Session
from companion.presenters.before_game import BeforeGame
from companion.presenters.common import newgame
from companion.presenters.constantinopolis import screens as constantinopolis
from companion.presenters.constantinopolis.asking import box
from companion.presenters.constantinopolis.counting import Count
from companion.presenters.desk import Desk
from companion.presenters.look import Look
from companion.presenters.scene import Scene
from companion.titles.constantinopolis.players import Player
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.constantinopolis.acts import Cargo
from companion.views.constantinopolis.advice import Advice, Freight, Way
from engine.constantinopolis.commands import Bid, Draw, Stay
from engine.constantinopolis.untracked import Final
from engine.constantinopolis.values import Contracts, copy, house, missing
from engine.game import Offer, Pick
from tools.gallery import play

FINALS = {
    "red": Final(37, 3, ("GB.8.111", "K.9.111", "P.5.-11"), 21, 2),
    "blue": Final(41, 1, ("YY.18.111",), 15, 0),
    "green": Final(33, 5, (), 34, 4),
    "yellow": Final(41, 1, ("R.7.111", "B.5.111"), 36, 1),
}


def counting(screen: str, line: str = "fame", opened: str = "") -> Sheet:
    """A screen of the count with everybody counted."""
    before = BeforeGame(None, Random(1))
    before.draft = newgame.new_draft("constantinopolis", Random(1), finished=True)
    before.count = Count(finals=FINALS, seat="red", line=line, opened=opened)
    if line == "contracts":
        before.do(Cargo("G"))
    return before.view(screen, False, Look())


def _way(title: str, note: str, freights: tuple[Freight, ...], brings: tuple[int, int, int], on_board: bool) -> Way:
    command = None if on_board else "load"
    gold, fame, rounds = brings
    return Way(
        title=title,
        note=note,
        freights=freights,
        gold=gold,
        fame=fame,
        rounds=rounds,
        button=Button("Load it", reason="on board", command=command),
    )


ADVICE = Sheet(
    body=Advice(
        "What could Anna load?",
        "Exact, with the goods and contracts there are now. Tap one to load it.",
        (
            _way(
                "A bit of each, most gold",
                "4 contracts",
                (Freight("ship-medium", ("R", "B", "P"), 2), Freight("ship-small", ("G", "G"), 1)),
                (29, 5, 3),
                False,
            ),
            _way(
                "Most fame",
                "4 contracts",
                (Freight("ship-medium", ("R", "B", "G", "G"), 2), Freight("ship-small", ("B",), 2)),
                (25, 6, 4),
                False,
            ),
            _way("Home soonest", "on board already", (Freight("ship-small", ("G", "G"), 1),), (7, 1, 1), True),
        ),
    ),
    top=play.top(6, 5),
    bar=Bar(
        sentence="Best loading",
        note="Only advice.",
        person=play.ANNA,
        undo=play.UNDO,
        choices=(play.button("Back to the ships"),),
    ),
    band="red",
)


def asking(key: str, look: Look) -> Sheet:
    """A value is asked for in a game that has just begun."""
    desk = Desk(source=new_session(shuffled_game("constantinopolis", 4, 1)))
    return constantinopolis.asks(Scene(desk.scene().source, look, {}, constantinopolis), key)


def own_box() -> Sheet:
    """The tiles of one's own box, some of them counted."""
    needed = tuple(key for key in missing(copy()) if key.endswith(".copies"))
    counted = {needed[0]: (2, acts.COPY), needed[1]: (2, acts.COPY), needed[2]: (2, acts.HOUSE)}
    return box(counted, needed, newgame.top_of("New game", ()))


def vote() -> Sheet:
    """A bid that could not be paid is put to the table; two have agreed."""
    desk = Desk(source=new_session(shuffled_game("constantinopolis", 4, 1)))
    seat = desk.scene().me
    bid = next(item.least for item in desk.scene().offers(seat) if isinstance(getattr(item, "least", None), Bid))
    desk.do(replace(bid, gold=31))
    desk.do(acts.Challenge(seat, desk.look.command))
    desk.do(acts.Vote(next(other for other in desk.scene().source.names if other != seat)))
    view = desk.view()
    assert isinstance(view, Sheet)
    return view


def answers(topic: str) -> Sheet:
    """The referee's answer about the first player of a game some way in."""
    desk = Desk(source=new_session(shuffled_game("constantinopolis", 4, 1)))
    for _each in range(2):
        desk.do(Stay(desk.scene().me))
    seat = desk.scene().me
    desk.do(acts.Open("answers", seat if topic == "may" else next(iter(desk.scene().source.names))))
    desk.do(acts.Tab(topic))
    desk.do(acts.Uncover(seat))
    view = desk.view()
    assert isinstance(view, Sheet)
    return view


def found(text: str) -> Sheet:
    """Rules by a word."""
    desk = Desk(source=new_session(shuffled_game("constantinopolis", 4, 1)))
    desk.do(acts.Open("search"))
    for letter in text:
        desk.do(acts.Letter(letter))
    view = desk.view()
    assert isinstance(view, Sheet)
    return view


def telling(**said: str) -> Sheet:
    """Contracts are drawn from a deck nobody typed in: one has been told, and what is `said` of the next."""
    values = replace(house(), contracts=Contracts(106, {}))
    source = new_session(unkept("constantinopolis", replace(shuffled_setup("constantinopolis", 4, 1), values=values)))
    heads, chance = {seat: Player(seat, 1) for seat in source.names}, Random(1)
    while type(source.state.phase).__name__ != "Drawing":
        seat = chance.choice(source.state.phase.actors)
        source.submit(heads[seat].choose(source.game, source.state))
    source.tick([line.key for line in source.hands.open])
    desk = Desk(source=source)
    desk.see(cards=("contract:GB.11.122",), picked="contract:?" if said else "", printed=tuple(said.items()))
    view = desk.view()
    assert isinstance(view, Sheet)
    return view


def pieces() -> Sheet:
    """The right cards for a past line are chosen one by one."""
    source = new_session(shuffled_game("constantinopolis", 3, 1))
    heads, chance = {seat: Player(seat, 1) for seat in source.names}, Random(1)
    while not isinstance(source.journal[-1].command, Draw):
        seat = chance.choice(source.state.phase.actors)
        source.submit(_drawn(source, seat) or heads[seat].choose(source.game, source.state))
    desk = Desk(source=source)
    desk.do(acts.Pieces(source.book.last, "Draw"))
    desk.do(acts.Amount(next(iter(source.journal[-1].command.cards)), -1))
    view = desk.view()
    assert isinstance(view, Sheet)
    return view


def _drawn(source: Session, seat: str) -> Draw | None:
    """The last cards of the deck by name, if the seat draws now."""
    overs = [each.over for each in source.offers(seat) if isinstance(each, Offer) and isinstance(each.least, Draw)]
    found = [Draw(seat, dict.fromkeys(sorted(over.pool)[-over.most :], 1)) for over in overs if isinstance(over, Pick)]
    return found[0] if found else None
