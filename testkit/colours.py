"""Colours as people see them: contrast by WCAG 2, colour blindness by Machado et al. (2009), ΔE of CIELAB and of 2000.

A colour is written ``#RRGGBB``; linear parts lie between 0 and 1.
"""

from __future__ import annotations

from math import atan2, cos, degrees, dist, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]

SIGHT: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What each kind of sight makes of linear red, green and blue, at full severity."""
_TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def linear(code: str) -> Triple:
    """The light of each part of ``#RRGGBB``."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def luminance(code: str) -> float:
    """The relative luminance, 0 (black) to 1 (white)."""
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(code), strict=True))


def contrast(one: str, other: str) -> float:
    """The contrast ratio, 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def seen(code: str, sight: str) -> Triple:
    """The colour in CIELAB as somebody of this `sight` sees it."""
    light = [min(1.0, max(0.0, part)) for part in _times(SIGHT[sight], linear(code))]
    x, y, z = (_root(part / white) for part, white in zip(_times(_TO_XYZ, tuple(light)), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, sight: str = "usual") -> float:
    """How far apart two colours are (ΔE*ab); from about 10 on they are not mistaken for one another side by side."""
    return dist(seen(one, sight), seen(other, sight))


def apart(one: str, other: str, sight: str = "usual") -> float:
    """How far apart two colours are (CIEDE2000), as the design has it; above 20 they differ at a glance."""
    (l1, a1, b1), (l2, a2, b2) = seen(one, sight), seen(other, sight)
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grey = 1 + 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = hypot(grey * a1, b1), hypot(grey * a2, b2)
    h1, h2 = degrees(atan2(b1, grey * a1)) % 360, degrees(atan2(b2, grey * a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = h1 + turn / 2 if c1 * c2 else h1 + h2
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    by_hue = 1 + 0.015 * chroma * _wave(hue)
    by_lightness = 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    bend = 2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue % 360 - 275) / 25) ** 2))))
    parts = (l2 - l1) / by_lightness, (c2 - c1) / (1 + 0.045 * chroma)
    turned = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2) / by_hue
    return sqrt(parts[0] ** 2 + parts[1] ** 2 + turned**2 - bend * parts[1] * turned)


def _wave(hue: float) -> float:
    """By how much a difference of hue counts less or more round this one."""
    parts = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    return 1 + sum(share * cos(radians(times * hue + by)) for share, times, by in parts)


def _times(rows: tuple[Triple, Triple, Triple], light: tuple[float, ...]) -> list[float]:
    return [sum(a * b for a, b in zip(row, light, strict=True)) for row in rows]


def _root(part: float) -> float:
    return float(part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116)
