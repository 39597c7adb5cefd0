"""`companion values`: the printed values that the owner's copy has not given yet."""

from __future__ import annotations

import argparse

from companion.commands.ending import naming
from companion.host.data_folder import data_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--write", action="store_true", help="begin the file to type them into")


def run(asked: argparse.Namespace) -> int:
    from companion.host.owner_values import FILE, begin, forms_of
    from companion.titles import DEFAULT, title_of

    folder = data_folder(asked)
    path = folder / FILE
    lacking = list(title_of(DEFAULT).lacking(path if path.exists() else None))
    if asked.write:
        with naming(path):
            print(begin(folder, lacking, forms_of(DEFAULT)))
    else:
        print("\n".join(lacking) or f"{path}: nothing is missing")
    return 0
