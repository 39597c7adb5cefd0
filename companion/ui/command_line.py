"""The line for commands in words: it lies at the lower edge, over the screen, while somebody types."""

from __future__ import annotations

from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.ui.kit import Panel
from companion.ui.show import Column
from companion.ui.theme import HERE


class CommandLine(Panel, Column):
    """What has been typed and answered so far (`said`), below it the `answer` or the `hint`."""

    said = StringProperty("")
    answer = StringProperty("")
    hint = StringProperty("")

    def __init__(self, hint: str, **kwargs: object) -> None:
        super().__init__(hint=hint, **kwargs)

    def type(self, text: str) -> None:
        """More letters; the answer to what was typed before goes."""
        self.said, self.answer = self.said + text, ""

    def rub(self) -> None:
        """The last letter goes."""
        self.said = self.said[:-1]


Builder.load_file(str(HERE / "command_line.kv"))
