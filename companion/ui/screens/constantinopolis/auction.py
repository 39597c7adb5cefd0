"""The auction: duel and choice of an office."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class TurnBox(kit.Panel, kit.Row):
    """A player in the turn order."""


class BidderBox(kit.Column):
    """One side of a duel."""


class CentreBox(kit.Column):
    """The contested office."""


class SaidBox(kit.Row):
    """A bid that was made."""


class DuelBox(kit.Panel, kit.Row):
    """Challenger, office, holder."""


class NoticeBox(kit.Panel, kit.Row):
    """A rule at work, in sea."""


class OfficeCard(kit.Tap, kit.Panel):
    """An office below a duel."""


class LargeOffice(kit.Tap, kit.Panel):
    """An office to choose."""


class AuctionScreen(kit.Row):
    """The auction."""


class DuelSide(kit.Column):
    """The subject while two bid."""


class ChoiceSide(kit.Column):
    """The subject while one chooses."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
