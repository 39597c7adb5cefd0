"""A picture that a page sends: read as it comes, never more than it may be, and not for longer than it may take."""

from __future__ import annotations

import asyncio

from aiohttp import web

KINDS = frozenset({"image/jpeg", "image/png", "image/webp", "image/bmp"})
MOST_PICTURE = 25_000_000
"""Bytes of a picture: a phone's usual one has four million."""
PATIENT = 60.0
"""Seconds in which it arrives, or is refused."""


async def picture_of(request: web.Request, most: int = MOST_PICTURE) -> bytes:
    """The bytes of the picture; an answer that refuses it where it is of another kind, too large or too slow."""
    if request.content_type not in KINDS:
        raise web.HTTPUnsupportedMediaType(text="only PNG, JPEG, WebP and BMP pictures are read")
    if (request.content_length or 0) > most:
        raise web.HTTPRequestEntityTooLarge(most, request.content_length or 0)
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENT):
            async for part in request.content.iter_any():
                data += part
                if len(data) > most:
                    raise web.HTTPRequestEntityTooLarge(most, len(data))
    except TimeoutError as error:
        raise web.HTTPRequestTimeout(text="the picture comes too slowly") from error
    return bytes(data)
