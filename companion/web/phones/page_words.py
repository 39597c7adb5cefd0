"""The page's own words by their keys, in the language in force; what belongs to a game comes with each view."""

from __future__ import annotations

from collections.abc import Mapping

from companion.wording import LANGUAGES, _, wording


def page_words(language: str) -> Mapping[str, object]:
    """Every word of the page in a language, and the languages there are."""
    with wording.speaking(language):
        return {
            "language": language,
            "languages": LANGUAGES,
            "words": {**_joining(), **_seat(), **_pictures(), **_drawings(), **_troubles()},
        }


def _joining() -> dict[str, str]:
    return {
        "table": _("The table"),
        "which": _("Which seat is yours?"),
        "alone": _("Its gold and cards are shown to you alone."),
        "free": _("free"),
        "taken": _("has a phone already"),
        "asked": _("another phone asks"),
        "chosen": _("chosen"),
        "same": _("The same three on the table?"),
        "side": _("{name}’s side of the tablet shows them."),
        "yes": _("Yes, I am {name}"),
        "now_table": _("Now say yes on the tablet"),
        "watch": _("Only watch, without a seat"),
        "refused": _("The tablet said no, or it took too long. Choose again."),
        "no_game": _("No game runs yet. This page goes on when one does."),
        "luxury": _("gem"),
        "military": _("shield"),
        "industrial": _("ingot"),
        "consumer": _("amphora"),
        "alimentary": _("ear of wheat"),
    }


def _seat() -> dict[str, str]:
    return {
        "cover": _("Cover"),
        "uncover": _("Show"),
        "covered": _("covered"),
        "may": _("What may I do?"),
        "nothing": _("Nothing just now."),
        "of_them": _("{n} to choose from"),
        "more": _("more"),
        "less": _("less"),
        "so_many": _("{least} to {most} of them"),
        "exactly": _("exactly {most} of them"),
        "seats": _("The table"),
        "history": _("History"),
        "struck": _("taken back"),
        "menu": _("Menu"),
        "close": _("Close"),
        "language": _("Language"),
        "leave": _("Give this seat up"),
        "challenge": _("Challenge"),
        "challenge_note": _("the game waits for a ruling"),
        "challenged": _("{name} calls for a ruling. The tablet asks everybody."),
        "doubted": _("What the camera sees of it"),
        "neither": _("Neither"),
        "again": _("Look again"),
        "watching": _("You only watch"),
        "in_print": _("in print"),
        "your_turn": _("Your turn"),
    }


def _pictures() -> dict[str, str]:
    return {
        "picture": _("Show it to the camera"),
        "picture_note": _("a picture of cards or cubes is read"),
        "looking": _("The picture is being read."),
        "another": _("Another picture"),
        "pieces": _("What the picture shows"),
        "all_read": _("{n} read, all of them sure."),
        "some_read": _("{sure} of {n} read. Name the rest, or let the table ask."),
        "use": _("Take it"),
        "sure_asked": _("{sure} sure, {asked} asked"),
        "by_hand": _("By hand"),
        "by_hand_note": _("name what is not sure"),
        "side_by_side": _("Lay them side by side"),
        "film": _("Be the table’s camera"),
        "film_note": _("lay or hang the phone over the mat"),
        "filming": _("This phone is the table’s camera."),
        "not_filming": _("No camera of this phone may be used. It needs HTTPS and your yes."),
        "other_films": _("Another phone is the table’s camera."),
        "stop": _("Stop"),
        "not_kept": _("What is read goes into the book; the picture is not kept."),
        "no_piece": _("no piece"),
        "piece": _("Piece {n}"),
        "unsure": _("not sure"),
        "meant": _("Where are they shown?"),
        "handed_in": _("The table has seen it."),
        "picture_large": _("This picture is too large to be read."),
        "picture_none": _("This is no picture that can be read: PNG, JPEG, WebP and BMP can."),
    }


def _drawings() -> dict[str, str]:
    """What drawings are called that stand without words, by their names; all others stand beside what they mean."""
    return {
        "coin": _("gold"),
        "fame": _("fame"),
        "level": _("level"),
        "wait": _("rounds of travel"),
        "cards": _("cards"),
        "passenger": _("passenger"),
        "profit": _("profit"),
        "morale": _("morale"),
        "cloth": _("cloth"),
        "spice": _("spice"),
        "wine": _("wine"),
        "grain": _("grain"),
        "olives": _("olives"),
        "merchant": _("merchant"),
        "wood": _("wood"),
        "stone": _("stone"),
        "marble": _("marble"),
        "weapons": _("weapons"),
        "small": _("small ship"),
        "medium": _("medium ship"),
        "large": _("large ship"),
    }


def _troubles() -> dict[str, str]:
    return {
        "linked": _("connected to the table"),
        "lost": _("not connected, trying again"),
        "sending": _("This is sent as soon as the table can be reached."),
        "code": _("Read the code on the tablet: its link opens this page for this table."),
        "ended": _("This phone has no seat any more."),
        "busy": _("The table does not answer. Try again."),
    }
