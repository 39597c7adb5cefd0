"""The auction: duel and choice of an office."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit


class TurnBox(kit.Panel, kit.Row):
    """Somebody in the turn order."""

    view = ObjectProperty(rebind=True)


class BidderBox(kit.Column):
    """One side of a duel."""

    view = ObjectProperty(rebind=True)


class CentreBox(kit.Column):
    """The contested office."""

    view = ObjectProperty(rebind=True)


class SaidBox(kit.Row):
    """A bid that was made."""

    view = ObjectProperty(rebind=True)


class DuelBox(kit.Panel, kit.Row):
    """Challenger, office, holder."""

    view = ObjectProperty(rebind=True)


class NoticeBox(kit.Panel, kit.Row):
    """A rule at work, in sea."""

    view = ObjectProperty(rebind=True)


class OfficeCard(kit.Tap, kit.Panel):
    """An office below a duel."""


class LargeOffice(kit.Tap, kit.Panel):
    """An office to choose."""


class AuctionScreen(kit.Row):
    """The auction."""

    view = ObjectProperty(rebind=True)


class DuelSide(kit.Column):
    """The subject while two bid."""

    view = ObjectProperty(rebind=True)


class ChoiceSide(kit.Column):
    """The subject while one chooses."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
