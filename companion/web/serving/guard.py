"""What stands before every request: whose page it comes from, how often it comes, and what the answer allows a page."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from ipaddress import ip_address

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from companion.web.serving.limits import Limit

MOST_BYTES = 16 * 1024
"""So many bytes a request may have."""
BURST, RATE = 300, 30
"""So many requests one address may make at once, and so many a second after that; a page needs about fifteen."""
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=()",
}


def by_address(request: web.Request) -> str:
    """The address a request comes from."""
    return request.remote or ""


def by_proxy(request: web.Request) -> str:
    """The address a request comes from, as a proxy in front of us reports it: the last one, which only it can write.

    Only for pages that can be reached through a proxy alone.
    """
    said = ",".join(request.headers.getall("X-Forwarded-For", []))
    try:
        return str(ip_address(said.rpartition(",")[2].strip()))
    except ValueError:
        return by_address(request)


def guarded(origin: Callable[[], str], who: Callable[[web.Request], str] = by_address) -> Middleware:
    """Refuses what comes from another page, asks for another host, or comes too often by `who`; adds the headers."""
    limit = Limit(BURST, RATE, time.monotonic)

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            _check(request, origin(), limit, who(request))
            answer = await handler(request)
        except web.HTTPException as refused:
            refused.headers.update(HEADERS)
            raise
        if not answer.prepared:
            answer.headers.update(HEADERS)
        return answer

    return guard


def _check(request: web.Request, origin: str, limit: Limit, who: str) -> None:
    if not limit.allows(who):
        raise web.HTTPTooManyRequests(text="too many requests", headers={"Retry-After": "5"})
    if request.host != origin.partition("://")[2]:
        raise web.HTTPMisdirectedRequest(text="this page has another address")
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin") and request.path != "/":
        raise web.HTTPForbidden(text="this comes from another page")
    if request.method != "GET" and request.headers.get("Origin") != origin:
        raise web.HTTPForbidden(text="this comes from another page")
    if request.headers.get("Content-Encoding", "identity") != "identity":
        raise web.HTTPUnsupportedMediaType(text="only bytes as they are are read, not packed ones")
