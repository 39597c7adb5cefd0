"""The table at a glance: seat cards with goods, offices, ships, and the market."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import NumericProperty

from companion.ui import kit
from companion.ui.screens.common.overview import OneLine, SeatTap


class CitySeatBox(OneLine, SeatTap, kit.Panel):
    """One seat as everybody may see it, lying before its owner."""

    BESIDE, EACH, FIGURES = 450, 35, 3


class CitySeatSide(OneLine, SeatTap, kit.Panel):
    """The same, closer together, at a short side of the table."""

    BESIDE, EACH, FIGURES = 276, 29, 3


class CitySeatSmall(SeatTap, kit.Panel):
    """The same in two lines, where a side is short or shared."""


class OfficeRow(kit.Row):
    """An office and who holds it."""


class ShipSpotBox(kit.Panel, kit.Row):
    """Whose ship, and how large."""


class LaneBox(kit.Panel, kit.Row):
    """A long voyage, a short one, or the harbour."""

    most = NumericProperty(5)


class PriceRow(kit.Row):
    """What a good costs and brings."""


class CityTableBody(kit.Viewed):
    """Offices, ships and market."""


Builder.load_file(str(Path(__file__).with_name("seats.kv")))
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
