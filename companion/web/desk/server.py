"""The pages of the desk over HTTP: on loopback unless asked otherwise, and only for who has its token."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec
from aiohttp import web
from aiohttp.typedefs import Middleware
from msgspec import structs

from companion.web.desk.cards import CHALLENGE, LIE, TableCard
from companion.web.desk.club_desk import ClubDesk, ClubTable
from companion.web.desk.evening_page import evening_foot, evening_page, record_page
from companion.web.desk.evidence import shown_picture
from companion.web.desk.export import FILES, csv_of
from companion.web.desk.markup import Html, tag
from companion.web.desk.matter import matter_of
from companion.web.desk.office import News, Office, by_name
from companion.web.desk.orders import ORDERS, Order
from companion.web.desk.page_token import LONGEST
from companion.web.desk.pages import SHOWS, Club, card_item, chips, page, tables, tables_head
from companion.web.desk.store import Picture
from companion.web.desk.table_page import matter_page, quiet_page, rulings
from companion.web.serving.assets import assets
from companion.web.serving.guard import HEADERS, MOST_BYTES, by_address, by_proxy, guarded
from companion.web.serving.keys import Keys
from companion.web.serving.limits import Limit
from companion.web.serving.server import PageServer
from companion.wording import _
from engine.errors import NotFound, NotWritten, WrongInput

T = TypeVar("T")
HERE = Path(__file__).with_name("static")
PORT = 8484
COOKIE = "desk"
MOST_STREAMS = 50
"""So many pages listen at once."""
ALIVE = 15.0
"""Seconds after which a page that listens is sent a sign of life."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class DeskServer(PageServer):
    """Serves the pages of an office.

    The desk's token opens the pages: shown once in the address, then kept by the browser in a cookie no script can
    read. A proxy that serves them by TLS is believed who it asks for.
    """

    def __init__(
        self,
        office: Office,
        club: Club,
        address: str = "127.0.0.1",
        port: int = PORT,
        known_as: str = "",
        keys: Keys | None = None,
    ) -> None:
        self._office, self._club = office, club
        self._files = assets(HERE)
        self._guesses = Limit(60, 1.0, time.monotonic)
        self._listening: set[asyncio.Queue[bytes]] = set()
        super().__init__("the desk", address, port, keys, known_as)
        office.tell = self._tell

    @property
    def token(self) -> str:
        """What opens the pages just now."""
        return self._office.desk.token.text

    @property
    def link(self) -> str:
        """The address that opens the desk, with its token."""
        return f"{self.origin}/?token={self.token}"

    def app(self) -> web.Application:
        """The pages of the desk."""
        guards = [guarded(lambda: self.origin, self._bucket), self._with_token()]
        app = web.Application(client_max_size=MOST_BYTES, middlewares=guards)
        app.on_shutdown.append(self._end_streams)
        app.add_routes(
            [
                web.get("/", self._tables),
                web.get("/challenges", self._challenges),
                web.get("/table/{table}", self._table),
                web.get(r"/table/{table}/picture/{challenge:\d{1,7}}", self._picture),
                web.get("/events", self._events),
                web.get("/static/{name}", self._file),
                web.get("/standings", self._standings),
                web.get("/record", self._record),
                web.get("/export/{name}", self._export),
                *(web.post(path, self._doing(kind)) for path, kind in ORDERS.items()),
            ]
        )
        return app

    def _with_token(self) -> Middleware:
        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            given = request.query.get("token")
            if given is not None:
                return self._opened(request, given)
            if request.path.startswith("/static/") or self._fits(request.cookies.get(COOKIE, "")):
                return await handler(request)
            raise web.HTTPForbidden(text="the desk is opened by the address its command has printed")

        return check

    def _opened(self, request: web.Request, given: str) -> web.StreamResponse:
        """The token is right: the browser keeps it, and it stands in the address no more.

        It is looked at first: nobody's guesses lock out who has it, and they find it as little as a slow one does.
        """
        if not self._fits(given):
            if not self._guesses.allows(self._address_of(request)):
                raise web.HTTPTooManyRequests(text="too many guesses", headers={"Retry-After": "5"})
            raise web.HTTPForbidden(text="this token does not open the desk")
        answer = web.HTTPSeeOther(request.path)
        answer.set_cookie(
            COOKIE,
            self.token,
            httponly=True,
            samesite="Strict",
            max_age=int(LONGEST),  # it ends here before
            secure=self.origin.startswith("https://"),
        )
        raise answer

    def _fits(self, given: str) -> bool:
        """Is this the token? If so it was used."""
        token = self._office.desk.token
        if not token.fits(given):
            return False
        if token.is_to_be_noted:
            self._office.ask(lambda desk: desk.token.note_use())
        return True

    def _address_of(self, request: web.Request) -> str:
        """Who asks: a proxy is believed for whom, where one serves these pages by TLS, which they do not speak."""
        return by_proxy(request) if self.is_behind_proxy else by_address(request)

    def _bucket(self, request: web.Request) -> str:
        """Whose requests are counted together: those with the token never with those without."""
        token, given = self._office.desk.token, (request.cookies.get(COOKIE, ""), request.query.get("token", ""))
        address = self._address_of(request)
        return f"referee {address}" if any(map(token.fits, given)) else address

    async def _ask(self, wish: Callable[[ClubDesk], T]) -> T:
        try:
            return await asyncio.wrap_future(self._office.ask(wish))
        except NotFound as error:
            raise web.HTTPNotFound(text=str(error)) from error
        except NotWritten as error:
            raise web.HTTPInsufficientStorage(text=_("Nothing was done: {why}").format(why=error)) from error

    # --- pages ---

    async def _tables(self, request: web.Request) -> web.Response:
        show = request.query.get("show", "all")
        cards = await self._ask(lambda _desk: self._office.cards())
        shown = show if show in SHOWS else "all"
        return await self._page("tables", _("Tables"), tables(cards, shown), cards)

    async def _challenges(self, _request: web.Request) -> web.Response:
        cards = await self._ask(lambda _desk: self._office.cards())
        asking = sorted((card for card in cards if card.state in (CHALLENGE, LIE)), key=lambda card: card.since)
        if len(asking) == 1:
            raise web.HTTPSeeOther(f"/table/{asking[0].table}")
        title = _("Challenges") if asking else _("No table asks for you")
        head = tag("div", tag("h1", title), cls="head")
        shown = tag("ul", [card_item(card) for card in asking], cls="tables")
        return await self._page("challenges", _("Challenges"), Html(head + shown), cards)

    async def _table(self, request: web.Request) -> web.Response:
        name = request.match_info["table"]
        cards, main, foot = await self._ask(lambda desk: self._shown(desk, name))
        return await self._page("challenges" if foot else "tables", _("Table {n}").format(n=name), main, cards, foot)

    def _shown(self, desk: ClubDesk, name: str) -> tuple[tuple[TableCard, ...], Html, Html | None]:
        table = desk.table(name)
        return self._office.attempt(table, lambda: self._shown_table(desk, table))

    def _shown_table(self, desk: ClubDesk, table: ClubTable) -> tuple[tuple[TableCard, ...], Html, Html | None]:
        cards = self._office.cards()
        card, matter = by_name(cards)[table.name], matter_of(table, desk.store)
        if matter is None:
            return cards, quiet_page(table, card), None
        return cards, matter_page(table, matter, card.since), rulings(table.name, matter)

    async def _picture(self, request: web.Request) -> web.Response:
        """The picture of a challenge of the game that is played at a table; no browser and no proxy keeps it."""
        name, challenge = request.match_info["table"], int(request.match_info["challenge"])

        def picture(desk: ClubDesk) -> Picture | None:
            game = desk.table(name).game
            return shown_picture(desk.store, game.key, challenge) if game is not None else None

        found = await self._ask(picture)
        if found is None:
            raise web.HTTPNotFound(text="no such picture")
        return web.Response(body=found.data, content_type="image/jpeg", headers={"Cache-Control": "no-store"})

    async def _standings(self, _request: web.Request) -> web.Response:
        def shown(desk: ClubDesk) -> tuple[tuple[TableCard, ...], Html, Html]:
            cards = self._office.cards()
            return cards, evening_page(desk, cards, self._club.minutes), evening_foot(desk)

        cards, main, foot = await self._ask(shown)
        return await self._page("standings", _("Standings"), main, cards, foot)

    async def _record(self, _request: web.Request) -> web.Response:
        cards, main = await self._ask(lambda desk: (self._office.cards(), record_page(desk)))
        return await self._page("record", _("Record"), main, cards)

    async def _export(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in FILES:
            raise web.HTTPNotFound(text="no such file")
        text = await self._ask(lambda desk: csv_of(desk, name))
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(text=text, content_type="text/csv", charset="utf-8", headers=headers)

    async def _page(
        self, here: str, title: str, main: Html, cards: tuple[TableCard, ...], foot: Html | None = None
    ) -> web.Response:
        text = page(self._now(), here, title, main, cards, foot)
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})

    def _now(self) -> Club:
        """What stands in the head of a page just now."""
        return structs.replace(self._club, until=self._office.desk.evening.ends)

    async def _file(self, request: web.Request) -> web.Response:
        found = self._files.get(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound(text="no such file")
        headers = {"Cache-Control": "max-age=300", "ETag": f'"{found.tag}"'}
        return web.Response(body=found.data, content_type=found.kind, charset=found.charset, headers=headers)

    # --- what the referee does ---

    def _doing(self, kind: type[Order]) -> Handler:
        """What the desk does when a page sends an order of this kind."""

        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                order = msgspec.json.decode(await request.read(), type=kind)
                await self._ask(lambda desk: self._done(desk, order))
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, WrongInput) as error:
                raise web.HTTPBadRequest(text=str(error)) from error
            return web.json_response({"done": True})

        return handle

    def _done(self, desk: ClubDesk, order: Order) -> None:
        """Do it, and draw every card anew; by the desk's thread."""
        order.do(desk, self._club.referee)
        self._office.forget_cards()

    # --- what pages hear ---

    def _tell(self, news: News) -> None:
        """Let every page that listens have the new cards; by the desk's thread."""
        said = {
            "cards": {card.table: card_item(card) for card in news.changed},
            "order": [card.table for card in news.cards],
            "chips": chips(self._now(), news.cards),
            "head": tables_head(news.cards, "all"),
        }
        data = f"data: {json.dumps(said)}\n\n".encode()
        self.call(self._push, data)

    def _push(self, data: bytes) -> None:
        for queue in list(self._listening):
            if queue.full():  # a page that does not keep up is told to read everything anew
                while not queue.empty():
                    queue.get_nowait()
                data = b'data: {"anew": true}\n\n'
            queue.put_nowait(data)

    async def _end_streams(self, _app: web.Application) -> None:
        """Let every page that listens know that there is nothing more."""
        for queue in self._listening:
            while queue.full():
                queue.get_nowait()
            queue.put_nowait(b"")

    async def _events(self, request: web.Request) -> web.StreamResponse:
        if len(self._listening) >= MOST_STREAMS:
            raise web.HTTPServiceUnavailable(text="too many pages listen")
        answer = web.StreamResponse(
            headers={**HEADERS, "Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        queue: asyncio.Queue[bytes] = asyncio.Queue(200)
        self._listening.add(queue)
        try:
            await answer.prepare(request)
            await answer.write(b"retry: 1000\ndata: {}\n\n")
            while (data := await _next(queue)) and self._fits(request.cookies.get(COOKIE, "")):
                await answer.write(data)
        except ConnectionError:  # the page is gone
            pass
        finally:
            self._listening.discard(queue)
        return answer


async def _next(queue: asyncio.Queue[bytes]) -> bytes:
    try:
        return await asyncio.wait_for(queue.get(), ALIVE)
    except TimeoutError:
        return b": here\n\n"
