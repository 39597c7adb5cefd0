"""The moments of a game of Byzanz."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from companion.host.opening import new_session
from companion.play.session import Session
from companion.presenters.byzanz.common import may_sell
from companion.presenters.desk import Desk
from companion.views.common import acts
from engine.byzanz.auction import GiveToMarket, Pass
from engine.byzanz.phases import Bidding, Deciding, Limit, Lot, Over, Picking, Selling, Tax
from testkit.byzanz.dealer import Dealer
from testkit.moments import Moment, plain, shown, unplugged
from testkit.taps import buttons

MOST = 6
"""The most people, who leave the least room."""
PHASES = (Lot, Bidding, Tax, Picking, Limit, Selling, Over)


def _led(phase: type) -> Session:
    dealer = Dealer(MOST, 5)
    while not isinstance(dealer.journal.state.phase, phase):
        dealer.step()
    return new_session(dealer.journal)


@cache
def led(phase: type) -> Session:
    """A phase of a game of six."""
    return _led(phase)


@cache
def silent() -> Session:
    """A bid, and every tray is lost."""
    return unplugged(_led(Bidding))


def _taken_back() -> Session:
    """What a player gave to the market was taken back: hands have still to follow."""
    session = _led(Tax)
    desk = Desk(source=session)
    for wanted in (acts.Pick, GiveToMarket, acts.TakeBack):
        desk.press(next(each for each in buttons(desk.view()) if isinstance(each.command, wanted)))
    return session


@cache
def handling() -> Session:
    """Hands have still to follow."""
    return _taken_back()


@cache
def handling_silent() -> Session:
    """The same, and every tray is lost."""
    return unplugged(_taken_back())


@cache
def narrowed() -> Session:
    """A bid after all but three have passed."""
    session = _led(Bidding)
    desk = Desk(source=session)
    while len(session.state.phase.live) > 3:
        desk.do(Pass(session.state.phase.due))
    return session


@cache
def level() -> Session:
    """Two are level in everything, and the table says which of them wins."""
    dealer = Dealer(MOST, 5)
    while not isinstance(dealer.journal.state.phase, Over):
        dealer.step()
    session = new_session(dealer.journal)
    session.state.phase = Deciding(("",), tuple(session.names)[:2])
    return session


def sale(desk: Desk) -> None:
    """A player at the far side, or any other with enough cards, has laid a set at their own edge."""
    desk.do(acts.Aside(beside(desk, "north")))
    for card in ("card:OL4", "card:OL2", "card:ME"):
        desk.do(acts.Lay(card))


def side_sale(desk: Desk) -> None:
    """A player round the corner begins a sale."""
    desk.do(acts.Aside(beside(desk, "east", "west")))


def beside(desk: Desk, *sides: str) -> str:
    """Who may sell at one of these sides, or else anywhere, other than the player who is due."""
    scene = desk.scene()
    others = [seat for seat in desk.sides if seat != scene.me and may_sell(scene, seat)]
    return next((seat for seat in others if desk.sides[seat] in sides), others[0])


def laid(desk: Desk) -> None:
    """Cards are laid for a bid."""
    for card in ("card:GR3", "card:WO1", "card:OL4"):
        desk.do(acts.Card(card))


def much_beside_a_sale(desk: Desk) -> None:
    """Eight cards are laid for a bid beside another player's sale: as many as have room in no box."""
    sale(desk)
    for good in ("GR", "WO", "OL", "CL"):
        for value in (1, 2):
            desk.do(acts.Card(f"card:{good}{value}"))


def chosen(desk: Desk) -> None:
    """What may be picked is picked: a good of the market, a card of the lot."""
    desk.press(next(each for each in buttons(desk.view()) if isinstance(each.command, acts.Pick)))


def throwing(desk: Desk) -> None:
    """Cards are thrown away instead of sold."""
    desk.do(acts.Tab("discard"))


MOMENTS: Mapping[str, Moment] = {
    **{phase.__name__: Moment(partial(led, phase), plain) for phase in PHASES},
    **{f"{phase.__name__}-sale": Moment(partial(led, phase), sale) for phase in PHASES[:-1]},
    "Deciding": Moment(level, plain),
    "Bidding-side-sale": Moment(partial(led, Bidding), side_sale),
    "Bidding-laid": Moment(partial(led, Bidding), laid),
    "Bidding-laid-sale": Moment(partial(led, Bidding), much_beside_a_sale),
    "Tax-chosen": Moment(partial(led, Tax), chosen),
    "Picking-chosen": Moment(partial(led, Picking), chosen),
    "Limit-throwing": Moment(partial(led, Limit), throwing),
    **{
        f"counts-{phase.__name__}": Moment(partial(led, phase), partial(shown, "choose", "counts"))
        for phase in (Bidding, Selling)
    },
    **{
        f"table-{phase.__name__}": Moment(partial(led, phase), partial(shown, "table", ""))
        for phase in (Bidding, Picking, Selling, Over)
    },
    "hands": Moment(handling, plain),
    "hands-silent": Moment(handling_silent, plain),
    "passed": Moment(narrowed, plain),
    "passed-sale": Moment(narrowed, sale),
    "silent": Moment(silent, plain),
    "table-silent": Moment(silent, partial(shown, "table", "")),
}
"""What is looked at: a phase, its hands, beside another's sale, cards laid, what is hidden, or the table from above."""
