"""`companion keys`: an authority of this table's own and its certificate: phones, and a club's desk, come by TLS."""

from __future__ import annotations

import argparse

from companion.commands.output import say
from companion.host.data_folder import data_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    help = "a name or address under which phones, or tables of a club, reach this machine; else its own addresses"
    parser.add_argument("names", nargs="*", metavar="NAME", help=help)


def run(asked: argparse.Namespace) -> int:
    from companion.web.phones.addresses import own_addresses
    from companion.web.serving.keys import AUTHORITY, KEYS, fingerprint, make_keys

    folder, names = data_folder(asked) / KEYS, asked.names or own_addresses()
    make_keys(folder, names)
    say(f"phones come by HTTPS, at {', '.join(names)}, when they are turned on the next time")
    say("from its next start a desk here is reached by TLS alone: its page by https, its broker by mqtts")
    say(f"what they may trust: {folder / AUTHORITY}")
    say(f"its fingerprint: {fingerprint(folder)}")
    return 0
