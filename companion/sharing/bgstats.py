"""The link that opens the app BG Stats with a play filled in.

The format is the app's public "create play" link: ``createPlay.html?data=`` and one play as JSON, percent-encoded.
`sourceName`, `sourcePlayId` and `playDate` (UTC) must be there; the app remembers its own game and players for each
`sourceGameId` and `sourcePlayerId`, so these stay the same from game to game. Built after programs that make such
links; it was not tried with the app itself.
"""

from __future__ import annotations

import time
from urllib.parse import quote

import msgspec

from companion.sharing.report import Report
from companion.sharing.said import game_name

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"
"""The name of the sending program; the app matches what it remembers by it, so it must not change."""


def bgstats_link(report: Report) -> str:
    """The link for one game; no server is asked and nothing is sent until a person opens it."""
    return LINK + quote(msgspec.json.encode(play(report)).decode(), safe=":,")


def play(report: Report) -> dict[str, object]:
    """The play as BG Stats reads it."""
    made: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": report.digest[:16] or "0",
        "playDate": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(report.ended)),
        "game": {"name": game_name(report), "sourceGameId": report.game, "highestWins": True},
        "players": [
            {
                "name": report.people[one.seat],
                "sourcePlayerId": report.people[one.seat].lower(),
                "score": one.score,
                "rank": one.place,
                "winner": report.over and one.place == 1,
            }
            for one in report.standings
        ],
    }
    if report.seconds >= 60:
        made["durationMin"] = round(report.seconds / 60)
    return made
