"""What all screens of Byzanz share: offer cards on the rail, undo, the list of players, seat cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.presenters.chips import chips
from companion.presenters.common.steps import differs, toast
from companion.presenters.scene import Scene
from companion.views.byzanz.cards import PlayerLine, Players
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Chip, Sheet, Step, Top
from companion.wording import _, n_
from engine.byzanz import phases as p
from engine.byzanz.auction import eligible, top_offer
from engine.byzanz.information import round_of
from engine.byzanz.selling import SET, Sell
from engine.byzanz.setup import DEALS
from engine.byzanz.zones import DECK, OFFERS
from engine.table import total

AUCTIONS = (p.Unopened, p.Lot, p.Bidding, p.Tax)


def deal(scene: Scene) -> Sequence[int]:
    """The offer cards of this game, the highest first: the order of its auctions."""
    return sorted(DEALS[len(scene.source.names)].offers, reverse=True)


def offer_now(scene: Scene) -> int:
    """The offer card of the auction that is played; 0 outside of auctions."""
    phase = scene.phase.back if isinstance(scene.phase, p.Limit) else scene.phase
    return top_offer(scene.table) if isinstance(phase, AUCTIONS) and scene.table[OFFERS] else 0


def won(scene: Scene, seat: str) -> int:
    """The offer card that lies before a seat; 0 for none."""
    return max((int(card[6:]) for card in scene.table[scene.zones(seat).won]), default=0)


def hand(scene: Scene, seat: str) -> int:
    """How many cards a seat holds; those of a standing bid lie on the table."""
    return total(scene.table[scene.zones(seat).hand])


def profit(scene: Scene, seat: str) -> int:
    """How many profit cards lie before a seat."""
    return total(scene.table[scene.zones(seat).profit])


def over(scene: Scene) -> bool:
    """Has the game ended?"""
    return isinstance(scene.phase, p.Over)


def top(scene: Scene) -> Top:
    """Round, the offer cards in their order, the market; devices and menu."""
    rounds = DEALS[len(scene.source.names)].rounds
    number = min(rounds, max(1, round_of(scene.state)))
    return Top(
        title=_("Round {n} of {all}").format(n=number, all=rounds),
        round=number,
        rounds=rounds,
        steps=_steps(scene),
        chips=(_deck(scene), *chips(scene.source.devices, bool(scene.source.questions), differs(scene))),
        menu=Button(_("Menu"), icon="menu", command=acts.Open("menu")),
    )


def _deck(scene: Scene) -> Chip:
    """The cards that are left: the game ends with the round in which there are none."""
    label = n_("{n} card is left in the deck.", "{n} cards are left in the deck.", left(scene))
    return Chip("deck", str(left(scene)), "", Button(label, command=acts.Ask("B-END-01")))


def _steps(scene: Scene) -> tuple[Step, ...]:
    now = offer_now(scene)
    offers = tuple(
        _step(f"offer-{number}", _("Offer card {n}").format(n=number), _state(number, now), "B-AUC-01")
        for number in deal(scene)
    )
    last = over(scene) or isinstance(scene.phase, p.Selling | p.Deciding)
    market = "coming" if now else "past" if last else "now"
    end = (_step("profit", _("Final score") if over(scene) else _("Last sales"), "now", "B-END-02"),) if last else ()
    return (*offers, _step("kind-commercial", _("Market"), market, "B-MKT-01"), *end)


def _state(number: int, now: int) -> str:
    return "now" if number == now else "coming" if now > number else "past"


def _step(icon: str, word: str, state: str, rule: str) -> Step:
    return Step(icon, word, state, Button(word, command=acts.Ask(rule)))


def undo(scene: Scene) -> Button | None:
    """Back by one: at once inside one's own turn, with the others' yes beyond it."""
    to = last_step(scene)
    return None if to is None else Button(_("Undo"), icon="undo", command=acts.TakeBack(to))


def last_step(scene: Scene) -> int | None:
    """The entry before the last thing that was decided, or laid out by tapping; None where there is none."""
    for entry in reversed(scene.live()):
        decided = getattr(entry.command, "seat", "") or type(entry.command).__name__ == "LayOut"
        if decided and entry.number > 1:
            return scene.before(entry.number)
    return None


def time_to_sell(scene: Scene, seat: str) -> bool:
    """Is it a time at which a seat may sell?"""
    stop = scene.stop(Sell(seat, {}))
    return stop is not None and not stop.untimely and stop.rule == "B-SEL-02"


def may_sell(scene: Scene, seat: str) -> bool:
    """May a seat sell now, as far as all may know: how many cards it holds is open, whether there is a set secret."""
    return time_to_sell(scene, seat) and hand(scene, seat) >= SET


def sheet(scene: Scene, body: Struct, bar: Bar | None, seat: str | None = None) -> Sheet:
    """A speaking screen turned to the seat it speaks to."""
    who = scene.me if seat is None else seat
    return Sheet(body=body, top=top(scene), bar=bar, band=who, turn=scene.turn(who), toast=toast(scene))


# --- the players ---


def standing(scene: Scene, seat: str) -> tuple[str, str]:
    """What a seat is doing, in a word, and the state of its card where nothing is wrong there."""
    if seat in scene.due:
        return _doing(scene), "due"
    return _beside(scene, seat)


def _doing(scene: Scene) -> str:
    """What the player who is awaited does."""
    names: dict[type, str] = {
        p.Bidding: _("to act"),
        p.Tax: _("gives a card"),
        p.Picking: _("picks now"),
        p.Limit: _("too many"),
    }
    return names.get(type(scene.phase), _("may still sell"))


def _beside(scene: Scene, seat: str) -> tuple[str, str]:
    """What the others do."""
    phase = scene.phase
    if isinstance(phase, p.Bidding) and not won(scene, seat):
        live = seat in phase.live
        word = _("leads") if seat == phase.leader else _("to come") if live else _("passed")
        return word, "wait" if live else "done"
    if isinstance(phase, p.Picking):
        return (_("waits"), "wait") if seat in phase.after else (_("has picked"), "done")
    if offer_now(scene) and won(scene, seat):
        return _("has won"), "done"
    if isinstance(phase, p.Lot) and seat == phase.opener:
        return _("opens"), "wait"
    return (_("done"), "done") if isinstance(phase, p.Selling | p.Over) else (_("waits"), "wait")


def players(scene: Scene, heading: str, order: Sequence[str], note: str) -> Players:
    """Everybody, in an order; a tap on a name begins a sale at that player's edge."""
    return Players(heading, tuple(_player(scene, seat) for seat in order), note)


def _player(scene: Scene, seat: str) -> PlayerLine:
    verb, state = standing(scene, seat)
    sells = may_sell(scene, seat)
    closed = acts.Ask("B-SEL-02" if time_to_sell(scene, seat) else "B-SEL-01")
    button = Button(scene.name(seat), command=acts.Aside(seat) if sells else closed)
    return PlayerLine(
        person=scene.player(seat),
        verb=verb,
        hand=hand(scene, seat),
        profit=profit(scene, seat),
        offer=won(scene, seat),
        due=state == "due",
        button=button,
    )


def clockwise(scene: Scene) -> tuple[str, ...]:
    """The players of this auction from its opener on, then those who have won."""
    first = getattr(scene.phase, "opener", "") or next(iter(scene.source.names))
    inside = eligible(scene.state, first)
    return (*inside, *(seat for seat in scene.source.names if seat not in inside))


def left(scene: Scene) -> int:
    """How many cards are left in the deck."""
    return total(scene.table[DECK])
