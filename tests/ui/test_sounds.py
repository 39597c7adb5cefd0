"""The sounds are those the command makes: soft, short, and all different."""

import wave

from companion.ui.sounding import SOUNDS
from tools.make_sounds import LONG, LOUD, main


def test_the_sounds_are_made_by_the_command(tmp_path):
    assert main(str(tmp_path)) == 0
    made = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert made == {file.name: file.read_bytes() for file in SOUNDS.iterdir()}
    assert len(set(made.values())) == 3


def test_the_sounds_are_soft_and_short():
    for file in SOUNDS.iterdir():
        with wave.open(str(file)) as sound:
            assert sound.getnframes() / sound.getframerate() <= LONG
            heights = memoryview(sound.readframes(sound.getnframes())).cast("h")
        assert 1000 < max(map(abs, heights)) <= round(32767 * LOUD)
