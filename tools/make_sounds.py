"""Make the app's few sounds, soft and short: ``python -m tools.make_sounds companion/ui/assets/sounds``.

Each is one or two struck tones, a sine with its octave that dies away; mono, 16 bits, 11,025 samples a second:
the highest tone has 1,568 Hz.
"""

from __future__ import annotations

import struct
import sys
import wave
from math import exp, pi, sin
from pathlib import Path

RATE = 11025
LOUD = 0.22
"""The loudest sample, as part of what there is."""
SOUNDS = {
    "entry": ((659.3, 0.0),),
    "turn": ((523.3, 0.0), (784.0, 0.13)),
    "refused": ((246.9, 0.0), (207.7, 0.12)),
}
"""Per sound its tones: frequency in Hz, and when it is struck, in seconds."""
LONG = 0.45
"""Seconds a sound lasts."""


def tone(frequency: float, at: float) -> float:
    """One struck tone `at` seconds after it was struck; silence before."""
    if at < 0:
        return 0.0
    rise = min(1.0, at / 0.006)
    return rise * exp(-9 * at) * (sin(2 * pi * frequency * at) + 0.25 * sin(4 * pi * frequency * at)) / 1.25


def samples(tones: tuple[tuple[float, float], ...]) -> bytes:
    """The sound of some tones as 16-bit samples."""
    times = (number / RATE for number in range(round(LONG * RATE)))
    heights = (sum(tone(frequency, at - begin) for frequency, begin in tones) for at in times)
    return b"".join(struct.pack("<h", round(32767 * LOUD * max(-1.0, min(1.0, height)))) for height in heights)


def main(folder: str) -> int:
    """Write every sound into a folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, tones in SOUNDS.items():
        with wave.open(str(Path(folder) / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(samples(tones))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
