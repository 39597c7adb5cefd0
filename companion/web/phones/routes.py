"""What a page may ask for. Everything about the game is done by the thread that owns it (`PhoneTable.ask`)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import compare_digest
from typing import TYPE_CHECKING, TypeVar

import msgspec
from aiohttp import web
from msgspec import Struct

from companion.web.phones.acting import Asked
from companion.web.phones.doubted import jpeg_of
from companion.web.phones.joining import PATIENCE
from companion.web.phones.page_words import page_words
from companion.web.phones.streams import Stream
from companion.web.phones.table import CAMERA_ADDRESS, Busy, PhoneTable
from companion.web.phones.tokens import LONGEST
from companion.web.serving.assets import Asset, assets
from companion.web.serving.guard import HEADERS
from companion.web.serving.limits import Limit
from companion.web.serving.uploads import picture_of
from companion.wording import LANGUAGES
from engine.errors import NotFound, WrongInput
from vision.camera.load import NotAPicture, TooLarge
from vision.camera.posted import POSTED

if TYPE_CHECKING:
    from companion.host.stills import Still

T = TypeVar("T")
PAGE = Path(__file__).with_name("page")
PATIENT = 5.0
"""Seconds the table has to answer."""
BEAT = 10.0
"""Seconds after which a page that hears nothing gets a sign that the table is still there."""
MOST_STREAMS, MOST_OF_ONE = 64, 24
"""So many pages listen at once, and so many of one address."""
GUESSES, GUESS_RATE = 20, 0.5
"""So many times an address may say a code at once, and so many times a second after that."""
MOST_UPLOADS = 3
"""So many pictures are held at once, the one that is being read among them."""
FRAMES, MOST_FRAME = 8.0, 1_500_000
"""So many frames a second a phone's camera may send, and so many bytes each."""
SEAT, JOINING = "seat", "joining"
"""The cookies of a seat's token and of a request to join."""
NO_STORE = {"Cache-Control": "no-store"}


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat a phone asks for."""

    seat: str


class Routes:
    """The handlers of one server."""

    def __init__(self, table: PhoneTable, authority: Path | None = None) -> None:
        self._table = table
        self._authority = authority.read_bytes() if authority else b""
        self._assets = assets(PAGE)
        self._joins = Limit(GUESSES, GUESS_RATE, time.monotonic)
        self._takes = Limit(6, 0.5, time.monotonic)
        self._frames = Limit(FRAMES, FRAMES, time.monotonic)
        self._eye = asyncio.Lock()
        self._uploads = 0
        self._places: list[str] = []
        self._listening: list[Stream] = []

    def routes(self) -> Sequence[web.RouteDef]:
        """Every path there is."""
        return (
            web.get("/", self._asset),
            web.get("/page/{name}", self._asset),
            web.get("/words", self._words),
            web.get("/ca.crt", self._trust),
            web.get("/api/me", self._me),
            web.get("/api/table", self._state),
            web.post("/api/join", self._join),
            web.get("/api/join", self._joined),
            web.post("/api/join/agree", self._agree),
            web.post("/api/join/withdraw", self._withdraw),
            web.post("/api/watch", self._watch),
            web.get("/api/live", self._live),
            web.post("/api/act", self._act),
            web.post("/api/picture", self._picture),
            web.get("/api/doubt", self._doubt),
            web.post("/api/frame", self._frame),
            web.post("/api/leave", self._leave),
        )

    # --- the page itself ---

    async def _asset(self, request: web.Request) -> web.Response:
        found: Asset | None = self._assets.get(request.match_info.get("name", "index.html"))
        if found is None:
            raise web.HTTPNotFound(text="there is no such page")
        headers = {"ETag": f'"{found.tag}"', "Cache-Control": "no-cache"}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=304, headers=headers)
        return web.Response(body=found.data, content_type=found.kind, charset=found.charset, headers=headers)

    async def _trust(self, _request: web.Request) -> web.Response:
        """The authority of this table, for a phone that shall trust it; it says nothing of who plays."""
        if not self._authority:
            raise web.HTTPNotFound(text="this table has no authority of its own")
        return web.Response(body=self._authority, content_type="application/x-x509-ca-cert", headers=NO_STORE)

    async def _words(self, request: web.Request) -> web.Response:
        language = _language(request)
        return _json(await self._ask(lambda: page_words(language)))

    # --- joining ---

    async def _me(self, request: web.Request) -> web.Response:
        """Has this phone joined already, and goes on?"""
        token = request.cookies.get(SEAT, "")
        return _json({"joined": await self._ask(lambda: self._table.tokens.seat_of(token) is not None)})

    async def _state(self, request: web.Request) -> web.Response:
        self._check_code(request)
        return _json(await self._ask(self._table.state))

    async def _join(self, request: web.Request) -> web.Response:
        self._check_code(request)
        wanted = await _body(request, Wanted)
        asked = await self._ask(lambda: self._table.join(wanted.seat))
        answer = _json({"goods": asked.goods})
        _set_cookie(answer, JOINING, asked.secret, PATIENCE, bool(self._authority))
        return answer

    async def _joined(self, request: web.Request) -> web.Response:
        secret = request.cookies.get(JOINING, "")
        token = await self._ask(lambda: self._table.joined(secret))
        return _json({"joined": False}) if token is None else self._seated(token)

    async def _agree(self, request: web.Request) -> web.Response:
        secret = request.cookies.get(JOINING, "")
        await self._ask(lambda: self._table.agree(secret))
        return _json({})

    async def _withdraw(self, request: web.Request) -> web.Response:
        secret = request.cookies.get(JOINING, "")
        await self._ask(lambda: self._table.withdraw(secret))
        return _json({})

    async def _watch(self, request: web.Request) -> web.Response:
        self._check_code(request)
        return self._seated(await self._ask(self._table.watch))

    def _seated(self, token: str) -> web.Response:
        answer = _json({"joined": True})
        _set_cookie(answer, SEAT, token, LONGEST, bool(self._authority))
        answer.del_cookie(JOINING, path="/")
        return answer

    async def _leave(self, request: web.Request) -> web.Response:
        token = request.cookies.get(SEAT, "")
        await self._ask(lambda: self._table.leave(token))
        answer = _json({})
        answer.del_cookie(SEAT, path="/")
        return answer

    # --- at the table ---

    async def _act(self, request: web.Request) -> web.Response:
        asked, language, token = await _body(request, Asked), _language(request), request.cookies.get(SEAT, "")
        return _json(await self._ask(lambda: self._table.act(token, asked, language)))

    async def _picture(self, request: web.Request) -> web.Response:
        """A picture this phone took: what the eye finds in it, to be corrected and handed in."""
        if not self._takes.allows(request.remote or ""):
            raise web.HTTPTooManyRequests(text="too many pictures", headers={"Retry-After": "2"})
        token, language = request.cookies.get(SEAT, ""), _language(request)
        look = await self._ask(lambda: self._table.looking(token))
        with self._upload():
            data = await picture_of(request)
            async with self._eye:  # one at a time: a large one needs some hundred MB
                still = await _read(look, data)
        return _json(await self._ask(lambda: self._table.looked(token, still, language)))

    async def _doubt(self, request: web.Request) -> web.Response:
        """What the table's camera sees of what this phone's seat is asked."""
        token = request.cookies.get(SEAT, "")
        crop = await self._ask(lambda: self._table.doubt(token))
        data = b"" if crop is None else await asyncio.to_thread(jpeg_of, crop)
        if not data:
            raise web.HTTPNotFound(text="the camera sees nothing of a question")
        return web.Response(body=data, content_type="image/jpeg", headers=NO_STORE)

    async def _frame(self, request: web.Request) -> web.Response:
        """A frame of the phone that is the table's camera; it is looked at by the camera's own thread."""
        if not self._frames.allows(request.remote or ""):
            raise web.HTTPTooManyRequests(text="too many frames", headers={"Retry-After": "1"})
        token = request.cookies.get(SEAT, "")
        await self._ask(lambda: self._table.stream(token))
        POSTED.put(CAMERA_ADDRESS, await picture_of(request, MOST_FRAME))
        return _json({})

    @contextmanager
    def _upload(self) -> Iterator[None]:
        if self._uploads >= MOST_UPLOADS:
            raise web.HTTPServiceUnavailable(text="other pictures are being read", headers={"Retry-After": "2"})
        self._uploads += 1
        try:
            yield
        finally:
            self._uploads -= 1

    async def _live(self, request: web.Request) -> web.StreamResponse:
        language, token, loop = _language(request), request.cookies.get(SEAT, ""), asyncio.get_running_loop()
        with self._place(request.remote or ""):
            stream = await self._ask(lambda: self._table.listen(token, lambda seat: Stream(seat, language, loop)))
            self._listening.append(stream)
            try:
                return await _told(request, stream)
            finally:
                self._listening.remove(stream)
                with suppress(Busy):
                    self._table.ask(lambda: self._table.gone(stream))

    @contextmanager
    def _place(self, address: str) -> Iterator[None]:
        """A place among those who listen, taken before the table is asked: many may come at once."""
        if len(self._places) >= MOST_STREAMS or self._places.count(address) >= MOST_OF_ONE:
            raise web.HTTPServiceUnavailable(text="too many pages listen")
        self._places.append(address)
        try:
            yield
        finally:
            self._places.remove(address)

    async def end(self, _app: web.Application) -> None:
        """The server goes: every page that listens is let go of."""
        for stream in self._listening:
            stream.push(None)

    # --- what all share ---

    async def _ask(self, work: Callable[[], T]) -> T:
        """What the owner of the game answers."""
        try:
            return await asyncio.wait_for(asyncio.wrap_future(self._table.ask(work)), PATIENT)
        except (Busy, TimeoutError) as error:
            raise web.HTTPServiceUnavailable(text="the table does not answer", headers={"Retry-After": "2"}) from error
        except NotFound as error:
            raise web.HTTPUnauthorized(text=str(error)) from error
        except WrongInput as error:
            raise web.HTTPConflict(text=str(error)) from error

    def _check_code(self, request: web.Request) -> None:
        """Only a request with the tablet's code is answered."""
        if not self._joins.allows(request.remote or ""):
            raise web.HTTPTooManyRequests(text="too many requests", headers={"Retry-After": "5"})
        said = request.headers.get("X-Table-Code", "")
        if not self._table.code or not compare_digest(said.encode(errors="surrogatepass"), self._table.code.encode()):
            raise web.HTTPForbidden(text="read the code on the tablet again")


async def _told(request: web.Request, stream: Stream) -> web.StreamResponse:
    """Every view of a seat as it comes, until it ends or the page closes."""
    headers = {**HEADERS, **NO_STORE, "Content-Type": "text/event-stream"}
    answer = web.StreamResponse(headers=headers)
    await answer.prepare(request)
    with suppress(ConnectionError):
        while True:
            try:
                sent = await stream.next(BEAT)
            except TimeoutError:
                await answer.write(b"event: beat\ndata: \n\n")
                continue
            if sent is None:
                await answer.write(b"event: end\ndata: \n\n")
                break
            await answer.write(b"id: %d\nevent: seat\ndata: %s\n\n" % (sent.number, sent.view))
    return answer


async def _read(look: Callable[[bytes], Still], data: bytes) -> Still:
    """What is found in a picture, by a thread beside that of the server."""
    try:
        return await asyncio.to_thread(look, data)
    except TooLarge as error:
        raise web.HTTPRequestEntityTooLarge(0, 0, text=str(error)) from error
    except NotAPicture as error:
        raise web.HTTPUnsupportedMediaType(text=str(error)) from error


def _language(request: web.Request) -> str:
    said = request.query.get("language", "en")
    return said if said in LANGUAGES else "en"


def _json(data: object) -> web.Response:
    return web.Response(body=msgspec.json.encode(data), content_type="application/json", headers=NO_STORE)


async def _body(request: web.Request, kind: type[T]) -> T:
    """What a page sent; it must say that it is JSON, which no form of another page can."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="only JSON is read")
    try:
        return msgspec.json.decode(await request.read(), type=kind)
    except (ValueError, RecursionError) as error:
        raise web.HTTPBadRequest(text=str(error)) from error


def _set_cookie(answer: web.Response, name: str, value: str, seconds: float, secure: bool) -> None:
    """A cookie no script can read, no other page sends along, and that goes by TLS alone where there is any."""
    answer.set_cookie(name, value, max_age=int(seconds), path="/", httponly=True, samesite="Strict", secure=secure)
