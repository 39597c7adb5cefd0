"""A window on a real screen: call `prepare` before anything else of Kivy is imported."""

from __future__ import annotations


def prepare(width: int = 1280, height: int = 800) -> None:
    """A window of the design's size in px, where nothing but its own cross closes it and one finger is one finger."""
    from kivy.config import Config

    settings = {
        "graphics": {"width": str(width), "height": str(height)},
        "kivy": {"exit_on_escape": "0"},
        "input": {"mouse": "mouse,disable_multitouch"},
    }
    for section, values in settings.items():
        for key, value in values.items():
            Config.set(section, key, value)
