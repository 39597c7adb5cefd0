"""The table's own authority and its certificate, by which pages are served by TLS; made as a broker's are made.

`deploy/mosquitto/make-certificates` is the one place where keys are made: an authority that is there is kept, so that
who trusts it need not be asked again when the table has another address.
"""

from __future__ import annotations

import re
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path

from msgspec import Struct

from companion.host.installed import brought_along
from engine.errors import NotFound, NotWritten

KEYS = "keys"
"""The folder of a data folder in which they lie."""
SCRIPT = "make-certificates"
AUTHORITY, CERTIFICATE, KEY, AUTHORITYS_KEY = "ca.crt", "broker.crt", "broker.key", "ca.key"
SOON = 7 * 24 * 60 * 60
"""Seconds before a certificate's end from which it is made anew."""


class Keys(Struct, frozen=True, kw_only=True):
    """The files of an authority's certificate, and of the certificate it has signed and its key."""

    authority: Path
    certificate: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """What a server shows of itself; `NotWritten` for files that are damaged or do not belong together."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        with _named(f"{self.certificate} and {self.key.name}"):
            context.load_cert_chain(self.certificate, self.key)
        with _named(f"{self.authority}"):
            context.load_verify_locations(self.authority)
        return context


@contextmanager
def _named(files: str) -> Iterator[None]:
    try:
        yield
    except (ssl.SSLError, OSError) as error:
        raise NotWritten(f"{files} cannot be used for TLS: {error}") from error


def keys_for(folder: Path, *names: str) -> Keys | None:
    """The keys of a folder, for these addresses and host names; None where the table has no authority of its own.

    A certificate for others, or that soon ends, is made anew; `NotWritten` where that cannot be done.
    """
    keys = Keys(authority=folder / AUTHORITY, certificate=folder / CERTIFICATE, key=folder / KEY)
    if not keys.authority.exists():
        return None
    if not _is_for(keys.certificate, names):
        make_keys(folder, [*names, *_names(keys.certificate)])
    return keys


def make_keys(folder: Path, names: Sequence[str]) -> None:
    """Make a certificate for these names and addresses, and an authority where there is none; `NotWritten` says why."""
    scripts = brought_along("mosquitto")
    if scripts is None or not (scripts / SCRIPT).exists():
        raise NotFound(f"{SCRIPT} did not come with this program: take it from deploy/mosquitto")
    _run("sh", str(scripts / SCRIPT), str(folder), *dict.fromkeys(names))


def fingerprint(folder: Path) -> str:
    """By what people see that they were given this authority and no other."""
    said = _run("openssl", "x509", "-in", str(folder / AUTHORITY), "-noout", "-fingerprint", "-sha256")
    return said.partition("=")[2].strip()


def _is_for(certificate: Path, names: Sequence[str]) -> bool:
    """Is it valid for a while, and for all these names?"""
    if not certificate.exists():
        return False
    asked = ("openssl", "x509", "-in", str(certificate), "-noout")
    matches = ("does match" in _run(*asked, _check_of(name), name) for name in names)
    lasting = subprocess.run([*asked, "-checkend", str(SOON)], capture_output=True, check=False)
    return lasting.returncode == 0 and all(matches)


def _check_of(name: str) -> str:
    try:
        ip_address(name)
    except ValueError:
        return "-checkhost"
    return "-checkip"


def _names(certificate: Path) -> list[str]:
    """The names and addresses a certificate is for; none before there is one."""
    if not certificate.exists():
        return []
    said = _run("openssl", "x509", "-in", str(certificate), "-noout", "-ext", "subjectAltName")
    return re.findall(r"(?:DNS|IP Address):([^\s,]+)", said)


def _run(*words: str) -> str:
    """What a program says; `NotWritten` with what it complains of, or that it is not there."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=True)
    except FileNotFoundError as error:
        raise NotWritten(f"keys need the program {words[0]!r}, which is not on this machine") from error
    except subprocess.CalledProcessError as error:
        raise NotWritten(f"{words[0]}: {' '.join((error.stderr or error.stdout).split())}") from error
    return done.stdout
