"""Everything that can be said or done at the table. Seat ``""`` is the table: a chore, or chance that was seen.

Goods are letters `G B R K Y`, offices 1 to 5, tiles and ships their names, contracts their faces.
"""

from __future__ import annotations

from msgspec import Struct

from engine.constantinopolis.setup import Setup
from engine.table import Tally


class Open(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Entry 1: the game is laid out; `setup` is what was agreed and seen."""

    seat: str
    setup: Setup


class Stay(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Auction: keep the office."""

    seat: str


class Take(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Auction: go to a vacant `office`, at its price or for nothing."""

    seat: str
    office: int


class Bid(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Auction: challenge the holder of `office` with `gold`."""

    seat: str
    office: int
    gold: int


class Raise(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Duel: bid `gold`."""

    seat: str
    gold: int


class Concede(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Duel: pass."""

    seat: str


class Collect(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: the coins on the offices go to the supply, the Comes Thesaurorum is paid."""

    seat: str


class Receive(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Praefectus Pretorio: take one `good`, at once or made up later."""

    seat: str
    good: str


class Forget(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Praefectus Pretorio: the good was not taken when it was due."""

    seat: str


class Arrive(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: ships move, those reaching harbour deliver."""

    seat: str


class Produce(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: production buildings yield."""

    seat: str


class Build(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Construction: declare the purchase of `tile`; `redeem` spends a red good on the Redemptor."""

    seat: str
    tile: str
    redeem: bool = False


class EndTurn(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Construction: end the turn."""

    seat: str


class Preempt(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Consul: buy the declared building in the other player's place."""

    seat: str


class Decline(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Consul: let the purchase through."""

    seat: str


class Withdraw(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Construction: take a declaration back (option `declare_binding`)."""

    seat: str


class Buy(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Market: buy `count` of `good`."""

    seat: str
    good: str
    count: int


class Sell(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Market: sell `count` of `good`."""

    seat: str
    good: str
    count: int


class Use(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Commercial building: lay its goods on `tile`."""

    seat: str
    tile: str


class Swap(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Swap wall: give one good, take another."""

    seat: str
    given: str
    taken: str


class ThreeGoods(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Three-goods wall: give three `goods` for gold."""

    seat: str
    goods: Tally


class Discard(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Throw `goods` away."""

    seat: str
    goods: Tally


class Draw(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Draw contracts: `cards` are the faces seen."""

    seat: str
    cards: Tally


class Reshuffle(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: the discard pile becomes the deck."""

    seat: str


class Load(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Loading: put `contract` with its goods on `ship`."""

    seat: str
    contract: str
    ship: str


class Unload(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Loading: take `contract` with its goods off `ship` again."""

    seat: str
    contract: str
    ship: str


class BuyShip(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Shipyard: buy a ship of `size`, ``small``, ``medium`` or ``large``."""

    seat: str
    size: str


class Yield(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Shipyard: leave the announced ship to who comes later in turn order."""

    seat: str


class BuyPost(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Trading posts: buy the next one; it brings a contract."""

    seat: str


class Save(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Trading posts: keep `contract` with a post."""

    seat: str
    contract: str


class Free(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Trading posts: take the post off a saved `contract`."""

    seat: str
    contract: str


class Redraw(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Praefectus Urbi or Consul: discard up to two `cards` to draw as many."""

    seat: str
    cards: Tally


class Trade(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Free Trade: offer `partner` `gives` for `gets`; goods, `gold` and unloaded contracts."""

    seat: str
    partner: str
    gives: Tally
    gets: Tally


class Agree(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Free Trade: the offered trade takes place."""

    seat: str


class Refuse(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Free Trade: it does not."""

    seat: str


class Done(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 6: done with accepting contracts."""

    seat: str


class Depart(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: loaded ships leave."""

    seat: str


class Clear(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: contracts neither loaded nor saved are discarded."""

    seat: str


class Donate(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Donation: give the goods of one entry of the market card, such as ``KKK``."""

    seat: str
    goods: str


class Keep(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Donation: give nothing."""

    seat: str


class Change(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: the top future market becomes the current one."""

    seat: str


class Reveal(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chance: `card` is the market card now seen on top of the future pile."""

    seat: str
    card: str


class Store(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Storing: keep `goods`, the others go to the supply."""

    seat: str
    goods: Tally


class Refresh(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: cubes on tiles and in ledgers go back, markers are turned; leavers' pieces go into the box."""

    seat: str


class Score(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: the final scoring."""

    seat: str


class Leave(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Leave the game at the start of the next round."""

    seat: str
