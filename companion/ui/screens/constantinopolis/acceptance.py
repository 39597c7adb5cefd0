"""Accepting contracts and loading ships."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ListProperty, StringProperty

from companion.ui import kit
from companion.ui.screens.constantinopolis import contract

__all__ = ["contract"]


class Hull(kit.Panel):
    """A ship's hull seen from the side; its places stand in a row."""

    places = ListProperty([])


class Place(kit.Panel, kit.Row):
    """One place of a hold."""

    view = StringProperty("")


class ShipCard(kit.Tap, kit.Panel):
    """A ship in harbour, tapped to load what is picked up."""


class ShipLine(kit.Panel, kit.Row):
    """A ship at sea: when it comes home and what it brings."""


class LeftBox(kit.Panel, kit.Row):
    """Goods that are left, and the covered treasury."""


class AcceptanceScreen(kit.Row):
    """Loading."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
