"""What a person can do something about. Whatever else is raised is a mistake in the program.

CompanionError                    the message is for a person and names what was given
├── WrongInput (ValueError)       an argument, a value or a picture that cannot be used
│   └── WrongFile                 a file that does not hold what it should; names file, line or key
├── NotFound (LookupError)        no game, seat, device or entry of that name
├── NotWritten (OSError)          the disk or the database did not take it
├── devices.errors.DeviceError    a device that is not there, not ours, or not as it should be
└── engine.catalogue.Unknown      a printed value that the owner has not typed in yet

Every class is also the built-in one in brackets, so that a caller may catch either.
"""

from __future__ import annotations


class CompanionError(Exception):
    """An expected error: the command line prints its message in a line."""


class WrongInput(CompanionError, ValueError):
    """What was given cannot be used; the message names it and what could be."""


class WrongFile(WrongInput):
    """A file does not hold what it should; the message names the file and the line or key."""


class NotFound(CompanionError, LookupError):
    """There is none of that name; the message names it and, where they are few, those there are."""


class NotWritten(CompanionError, OSError):
    """The disk or the database did not take it: it did not happen."""
