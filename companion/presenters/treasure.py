"""What taps mean where coins, tiles or the calibration sheet are before the camera."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.tasks.coin_enrolment import CoinEnrolment
from companion.tasks.gold_count import GoldCount
from companion.tasks.tile_enrolment import TileEnrolment
from companion.views.common import task_acts as t

if TYPE_CHECKING:
    from companion.presenters.care import Care


def _purse(care: Care) -> GoldCount:
    purse = care.bench().purse
    if purse is None:
        raise LookupError("no gold is being counted")
    return purse


def _point(care: Care, act: t.Corner) -> None:
    """A tap on the picture asks about the coin that lies there."""
    place = _purse(care).at(*care.near.outward(act.x, act.y))
    care.tending = t.Tending(fixing=-1 if place is None else place)


def _fix(care: Care, act: t.Fix) -> None:
    care.tending = t.Tending(fixing=act.place)


def _worth(care: Care, act: t.Worth) -> None:
    purse, place = _purse(care), care.tending.fixing
    if 0 <= place < len(purse.coins):
        purse.name(place, act.value)
    care.tending = t.Tending()


def _allow(care: Care, _act: t.Allow) -> None:
    _purse(care).allow()


def _right(care: Care, _act: t.Right) -> None:
    care.bench().settle()
    care.tending = t.Tending()


def _afresh(care: Care, _act: t.Afresh) -> None:
    _purse(care).again()
    care.tending = t.Tending()


# --- enrolling coins ---


def _coining(care: Care) -> CoinEnrolment:
    return care.bench().coin()


def _coin_worth(care: Care, act: t.Worth) -> None:
    _coining(care).choose(act.value)


def _coin_right(care: Care, _act: t.Right) -> None:
    _coining(care).keep()


def _coin_afresh(care: Care, _act: t.Afresh) -> None:
    _coining(care).again()


def _coin_drop(care: Care, _act: t.NotFiled) -> None:
    _coining(care).drop()


# --- enrolling tiles ---


def _tiling(care: Care) -> TileEnrolment:
    return care.bench().tile()


def _kind(care: Care, act: t.Kind) -> None:
    care.tending = replace(care.tending, kind=act.kind)


def _call(care: Care, act: t.Call) -> None:
    work = _tiling(care)
    if 0 <= care.tending.fixing < len(work.cards):
        work.name(care.tending.fixing, act.name)
    care.tending = t.Tending()


def _tile_afresh(care: Care, _act: t.Afresh) -> None:
    _tiling(care).again()


def _tile_back(care: Care, _act: t.NotFiled) -> None:
    _tiling(care).take_back()


# --- the camera's lens ---


def _keep_lens(care: Care, _act: t.Keep) -> str:
    try:
        care.bench().measure().keep()
    except OSError:
        care.tending = t.Tending(trouble="disk")
        return ""
    return care.back


def _measure_again(care: Care, _act: t.LookAt) -> None:
    care.bench().measure().again()


def _forget_lens(care: Care, _act: t.Forget) -> None:
    care.bench().measure().drop()


def _nothing(_care: Care, _act: Any) -> None:
    """A tap on the picture means nothing here."""


HANDLERS: dict[tuple[str, type], Callable[[Care, Any], str | None]] = {
    ("gold", t.Corner): _point,
    ("gold", t.Fix): _fix,
    ("gold", t.Worth): _worth,
    ("gold", t.Allow): _allow,
    ("gold", t.Right): _right,
    ("gold", t.Afresh): _afresh,
    ("coins", t.Corner): _nothing,
    ("coins", t.Worth): _coin_worth,
    ("coins", t.Right): _coin_right,
    ("coins", t.Afresh): _coin_afresh,
    ("coins", t.NotFiled): _coin_drop,
    ("lens", t.Keep): _keep_lens,
    ("lens", t.LookAt): _measure_again,
    ("lens", t.Forget): _forget_lens,
    ("tiles", t.Fix): _fix,
    ("tiles", t.Kind): _kind,
    ("tiles", t.Call): _call,
    ("tiles", t.Afresh): _tile_afresh,
    ("tiles", t.NotFiled): _tile_back,
}
"""By the screen and the kind of tap."""
