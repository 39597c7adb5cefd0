"""What the eye doubts, as cards."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.ui import kit
from companion.ui.screens.common.scan import ScanScreen


class ByzReadingTap(kit.Tap, kit.Panel):
    """One reading with its cards."""


class ByzRuleBox(kit.Panel, kit.Row):
    """Why it is asked, where the rule stands in print, and the way to it."""


class ByzQuestionBox(kit.Column):
    """Which cards are these?"""


class ByzScanScreen(ScanScreen):
    """The camera at work, with a question about cards."""

    question_box = StringProperty("ByzQuestionBox")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
