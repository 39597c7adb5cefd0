"""What the auction says of the cards just laid in the field of the bid: those that were read before do not count."""

from __future__ import annotations

from companion.host.opening import new_session, unkept
from companion.play.reports import Frame, Mark
from companion.presenters.byzanz.just_laid import just_laid
from companion.presenters.desk import Desk
from engine.byzanz.auction import Bid, LayOut
from engine.byzanz.setup import Setup
from engine.sighting import Guess, Pieces, Seen, Sighting

FIELD = "mat/bid"


def test_a_raise_is_added_up_without_the_bids_it_lies_beside() -> None:
    now = [0.0]
    session = new_session(
        unkept("byzanz", Setup(("red", "blue", "green"), ("Anna", "Bruno", "Carla"), "green")), seconds=lambda: now[0]
    )
    session.submit(LayOut("", {"card:OL1": 2, "card:OL2": 2, "card:CL1": 2}))
    seen = tuple(Seen((Guess(card, 0.99),)) for card in ("card:GR1",))
    session.put(Sighting("camera", FIELD, 0.0, Pieces(seen)))
    session.poll()
    now[0] += 1.0
    session.poll()
    assert session.journal[-1].command == Bid("red", {"card:GR1": 1})
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    marks = tuple(Mark(label=card, corners=corners, zone=FIELD, sure=True) for card in ("card:GR1", "card:WI3"))
    session.picture = lambda: Frame(pixels=b"", width=10, height=10, marks=marks, corners=4)
    notice = just_laid(Desk(source=session).scene())
    assert notice is not None
    assert [word.text for word in notice.line] == ["Wine 3 was just laid.", "With it Bruno bids 3; 2 at least."]
