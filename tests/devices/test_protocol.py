"""The table of frames and what is made of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices import protocol, topics
from devices.firmware import constants, wire
from devices.link import Deframer
from devices.message import FromDevice, FromHost, ShowList, from_fields, from_json, to_fields
from devices.protocol import LONGEST, TABLE

ROOT = Path(__file__).parents[2]
SAMPLES = {"u8": 200, "u16": 60_000, "u32": 4_000_000_000, "i8": -100, "i16": -30_000, "f32": -43_000.5}
HELLO = {
    "type": "hello",
    "sequence": 7,
    "nonce": 9,
    "boot": 0,
    "device": "seat-tray",
    "capabilities": ["coins", "lamps"],
    "calibration": "due",
    "firmware": [1, 2, 3],
    "id": "tray-red",
}


def sample(name: str) -> dict[str, object]:
    """A message of this kind with every field near its limit."""
    message: dict[str, object] = {"type": name, "sequence": 65_535}
    for field, kind in TABLE["frame"][name]["fields"].items():
        scalar, _, count = kind.partition("*")
        if kind == "text":
            message[field] = "tray-7"
        elif kind.startswith("enum:"):
            message[field] = TABLE["enum"][kind[5:]][-1]
        elif kind.startswith("flags:"):
            message[field] = TABLE["flags"][kind[6:]]
        else:
            message[field] = [SAMPLES[scalar]] * int(count) if count else SAMPLES[scalar]
    return message


def test_the_firmware_constants_are_those_of_the_table() -> None:
    assert Path(constants.__file__).read_text(encoding="utf-8") == protocol.constants()


@pytest.mark.parametrize("name", TABLE["frame"])
def test_every_frame_survives_the_wire(name: str) -> None:
    frame = wire.seal(wire.pack(sample(name)))
    assert frame.count(0) == 1
    assert wire.unpack(wire.unseal(frame[:-1])) == sample(name)


@pytest.mark.parametrize("name", TABLE["frame"])
def test_no_frame_is_longer_than_64_bytes_however_long_its_text(name: str) -> None:
    text = {f: "è" * 200 for f, kind in TABLE["frame"][name]["fields"].items() if kind == "text"}
    assert len(wire.seal(wire.pack({**sample(name), **text}))) <= LONGEST


def test_frames_and_message_structs_name_the_same_messages() -> None:
    tags = {part.__struct_config__.tag for union in (FromDevice, FromHost) for part in union.__args__}
    assert tags == set(TABLE["frame"]) - {"item"}


def test_each_kind_of_frame_has_its_own_number_below_64_for_devices() -> None:
    kinds = [frame["kind"] for frame in TABLE["frame"].values()]
    device = [part.__struct_config__.tag for part in FromDevice.__args__]
    assert len(set(kinds)) == len(kinds)
    assert all((TABLE["frame"][name]["kind"] < 64) == (name in device) for name in TABLE["frame"])


def test_a_list_travels_as_a_head_and_its_items() -> None:
    frames = to_fields(ShowList(about=4, title="Bid", items=("pass", "raise")))
    assert [frame["type"] for frame in frames] == ["list", "item", "item"]
    assert frames[0]["count"] == 2
    assert frames[2]["label"] == "raise"


def test_another_protocol_version_is_named() -> None:
    with pytest.raises(ValueError, match="protocol version 9, not 2"):
        wire.unpack(b"\x09" + wire.pack(HELLO)[1:])


@pytest.mark.parametrize("body", [b"\x02\xc8\0\0", b"\x02\x02\0\0short", b"\x02\x08\0\0\0\0\0\0\x63\0\0\0"])
def test_a_frame_that_is_none_of_ours_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"frame|number"):
        wire.unpack(body)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "../../etc"},
        {"id": ""},
        {"id": "tray-x\n"},
        {"id": "tray-x\n\n"},
        {"id": "-tray"},
        {"id": "t" * 33},
        {"boot": -1},
        {"device": "toaster"},
        {"nonce": 1.5},
    ],
)
def test_a_field_out_of_its_bounds_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="hello"):
        from_fields({**HELLO, **change})


@pytest.mark.parametrize("field", ["zero", "unit"])
@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), 1e30])
def test_a_measurement_that_no_scale_makes_is_refused(field: str, number: float) -> None:
    measured = {**sample("measured"), "column": 1}
    assert from_fields(wire.unpack(wire.pack(measured)))
    with pytest.raises(ValueError, match=rf"measured.*{field}"):
        from_fields(wire.unpack(wire.pack({**measured, field: number})))


@pytest.mark.parametrize("id", ["", "tray-x\n", "Tray", "a b", "-x", "x" * 33, "ä"])
def test_a_topic_with_an_odd_id_is_no_topic_of_ours(id: str) -> None:
    assert topics.parse(topics.device("t1", "tray_7", "sensed")) == ("t1", "tray_7", "sensed")
    with pytest.raises(ValueError, match="not a device topic"):
        topics.parse(topics.device("t1", id, "sensed"))


@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b'{"type":"reboot"}', b"\xff\xfe", b"[" * 3000])
def test_json_that_is_no_message_is_refused(payload: bytes) -> None:
    with pytest.raises(ValueError, match="payload"):
        from_json(payload)


@given(body=st.binary(min_size=1, max_size=60))
def test_stuffing_leaves_no_zero_and_can_be_undone(body: bytes) -> None:
    assert 0 not in wire.stuff(body)
    assert wire.unstuff(wire.stuff(body)) == body


@given(noise=st.binary(max_size=300), cut=st.integers(0, 30))
def test_after_any_noise_the_next_whole_frame_but_one_is_read(noise: bytes, cut: int) -> None:
    body = wire.pack(HELLO)
    frame = wire.seal(body)
    deframer = Deframer()
    assert body in deframer.feed(frame[:cut] + noise + frame + frame)


@given(pieces=st.lists(st.integers(1, 20), max_size=12))
def test_frames_may_arrive_in_any_portions(pieces: list[int]) -> None:
    body, deframer, got = wire.pack(HELLO), Deframer(), []
    stream = wire.seal(body) * 5
    for size in [*pieces, len(stream)]:
        got += deframer.feed(stream[:size])
        stream = stream[size:]
    assert got == [body] * 5
    assert deframer.damaged == 0


@given(at=st.integers(0, 30), bit=st.integers(0, 7))
def test_a_changed_bit_never_becomes_a_message(at: int, bit: int) -> None:
    frame = bytearray(wire.seal(wire.pack(HELLO)))
    frame[at] ^= 1 << bit
    deframer = Deframer()
    assert deframer.feed(bytes(frame)) == []


def test_a_stream_without_an_end_takes_no_memory() -> None:
    deframer = Deframer()
    for _ in range(1000):
        deframer.feed(b"\x55" * 1000)
    assert len(deframer._rest) <= LONGEST + 1
    assert deframer.feed(b"\0" + wire.seal(wire.pack(HELLO)))
