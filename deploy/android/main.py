"""Where the app begins on Android: the same command line, with the app's own folder as its data folder."""

import os
import sys

os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")


def data_folder() -> str:
    """The folder that Android gives this app: nobody else reads it, and it goes when the app is taken out."""
    from android.storage import app_storage_path

    return os.path.join(app_storage_path(), "companion")


def find_listeners() -> None:
    """Find the class that Java's listeners are made with: other threads than this one do not find it by themselves."""
    from jnius import autoclass

    autoclass("org.jnius.NativeInvocationHandler")


def main() -> int:
    """Open the app with the game that was played last."""
    find_listeners()
    from companion.commands.cli import main as command_line

    folder = data_folder()
    os.makedirs(folder, exist_ok=True)
    return command_line(["--data", folder, "--game", "last"])


if __name__ == "__main__":
    sys.exit(main())
