"""What `companion desk` prints of the way to its pages: the address with the token, and again when that is another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.commands.output import say
from engine.errors import NotWritten

if TYPE_CHECKING:
    from companion.web.desk.office import Office
    from companion.web.desk.server import DeskServer


def tell_door(office: Office, server: DeskServer) -> Iterator[None]:
    """At each step, make a new token where the old one has ended, and print the address if it is a new one."""
    said = ""
    while True:
        if office.desk.token.over:
            with suppress(NotWritten):  # the office says that, and the next step tries it again
                office.ask(lambda desk: desk.token.renew()).result()
        if server.link != said:
            said = server.link
            say(f"desk: {said}")
        yield
