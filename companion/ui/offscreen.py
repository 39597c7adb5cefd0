"""A window without a screen, for pictures and tests: call `prepare` before anything of Kivy is imported."""

from __future__ import annotations

import os
import tempfile


def prepare(width: int = 1280, height: int = 800) -> None:
    """Choose SDL's off-screen driver, a config of our own and a window of this size in px."""
    os.environ.update(
        SDL_VIDEODRIVER="offscreen",
        SDL_AUDIODRIVER="dummy",
        KIVY_NO_ARGS="1",
        KIVY_NO_CONFIG="1",
        KIVY_NO_FILELOG="1",
        KIVY_LOG_MODE="PYTHON",
        KIVY_HOME=tempfile.mkdtemp(prefix="companion-kivy-"),
    )
    os.environ.pop("DISPLAY", None)
    from kivy.config import Config

    settings = {"width": str(width), "height": str(height), "multisamples": "0", "maxfps": "60"}
    for key, value in settings.items():
        Config.set("graphics", key, value)


def settle(frames: int = 4) -> None:
    """Let layouts come to rest: some turns of Kivy's loop."""
    from kivy.base import EventLoop

    for _ in range(frames):
        EventLoop.idle()


def picture(path: str) -> None:
    """Save what the window shows as a PNG at exactly this path."""
    from kivy.core.window import Window
    from kivy.graphics import Fbo

    stem = path.removesuffix(".png")
    # off screen SDL draws on a surface as large as the window was first: what a larger one shows needs one of its own
    whole = Fbo(size=Window.size, with_stencilbuffer=True)
    whole.bind()
    Window.dispatch("on_draw")
    saved = Window.screenshot(f"{stem}.png")
    whole.release()
    os.replace(saved, f"{stem}.png")
