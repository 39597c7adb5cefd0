"""A link as a QR code: light and dark squares, without any picture of it."""

from __future__ import annotations

import segno

Squares = tuple[str, ...]
"""Row by row from the top, `1` for a dark square and `0` for a light one."""


def squares(link: str) -> Squares:
    """The code of a link without its quiet zone; `ValueError` for one that is too long for any code."""
    code = segno.make_qr(link, error="l", boost_error=False)
    return tuple("".join("1" if square else "0" for square in row) for row in code.matrix)
