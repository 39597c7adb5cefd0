"""Pages by TLS: the table's own authority, kept when its address changes; who trusts it needs nothing else."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, Error

from companion.commands.cli import main
from companion.host.wiring import Wiring
from companion.web.phones.service import PhoneService
from companion.web.serving.keys import KEYS, keys_for, make_keys
from engine.errors import NotWritten
from tests.phones.hall import HERE, Hall, hall, session_of
from tests.phones.test_camera_page import FILMED, filmed_entry
from tests.phones.test_page import browser, phone, seated
from tests.phones.test_pictures import drawing, drawn

__all__ = ["browser"]  # a fixture


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with an authority of its own."""
    folder = tmp_path_factory.mktemp("data")
    make_keys(folder / KEYS, [HERE, "table.local"])
    return folder


@pytest.fixture
def here(data: Path) -> Iterator[Hall]:
    with hall(session_of("constantinopolis", 3, 3), keys_for(data / KEYS, HERE)) as opened:
        yield opened


def asked(at: Hall, authority: Path, path: str = "/", **headers: str) -> http.client.HTTPResponse:
    """A request of who trusts this authority and no other."""
    host = at.server.origin.removeprefix("https://")
    way = http.client.HTTPSConnection(host, timeout=10, context=ssl.create_default_context(cafile=str(authority)))
    way.request("GET", path, headers={"Host": host, "X-Table-Code": at.table.code, **headers})
    return way.getresponse()


def test_who_trusts_the_tables_authority_gets_the_page(here: Hall, data: Path) -> None:
    assert here.link.startswith(f"https://{HERE}:")
    assert asked(here, data / KEYS / "ca.crt").status == 200
    assert asked(here, data / KEYS / "ca.crt", "/ca.crt").read() == (data / KEYS / "ca.crt").read_bytes()


def test_who_trusts_another_authority_is_warned(here: Hall, tmp_path: Path) -> None:
    make_keys(tmp_path, [HERE])
    with pytest.raises(ssl.SSLCertVerificationError):
        asked(here, tmp_path / "ca.crt")


def test_nothing_is_told_without_tls_where_it_is_set_up(here: Hall) -> None:
    way = http.client.HTTPConnection(here.server.origin.removeprefix("https://"), timeout=10)
    way.request("GET", "/")
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        way.getresponse()


def test_a_token_never_goes_without_tls(here: Hall, data: Path) -> None:
    origin, authority = here.server.origin, data / KEYS / "ca.crt"
    host = origin.removeprefix("https://")
    way = http.client.HTTPSConnection(host, context=ssl.create_default_context(cafile=str(authority)))
    headers = {"Host": host, "Origin": origin, "X-Table-Code": here.table.code, "Content-Type": "application/json"}
    way.request("POST", "/api/watch", b"{}", headers)
    cookie = way.getresponse().headers["Set-Cookie"]
    assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Strict"))


def test_the_key_of_the_authority_is_served_to_nobody(here: Hall, data: Path) -> None:
    for path in ("/ca.key", "/broker.key", "/page/ca.key", "/page/..%2Fca.key"):
        assert asked(here, data / KEYS / "ca.crt", path).status == 404
    assert (data / KEYS / "ca.key").stat().st_mode & 0o077 == 0


def test_another_address_gets_a_new_certificate_of_the_same_authority(tmp_path: Path) -> None:
    make_keys(tmp_path, [HERE])
    before = (tmp_path / "ca.crt").read_bytes(), (tmp_path / "broker.crt").read_bytes()
    keys_for(tmp_path, HERE)
    assert ((tmp_path / "ca.crt").read_bytes(), (tmp_path / "broker.crt").read_bytes()) == before
    keys_for(tmp_path, "127.0.0.2")
    assert (tmp_path / "ca.crt").read_bytes() == before[0]
    assert (tmp_path / "broker.crt").read_bytes() != before[1]
    again = (tmp_path / "broker.crt").read_bytes()
    keys_for(tmp_path, HERE)  # it is for both
    assert (tmp_path / "broker.crt").read_bytes() == again


def test_without_an_authority_pages_are_plain_and_no_authority_is_served(tmp_path: Path) -> None:
    assert keys_for(tmp_path / KEYS, HERE) is None
    with hall(session_of("constantinopolis", 3, 3)) as opened:
        way = http.client.HTTPConnection(opened.server.origin.removeprefix("http://"), timeout=10)
        way.request("GET", "/ca.crt")
        assert way.getresponse().status == 404


def test_the_code_on_the_tablet_leads_to_https_and_damaged_keys_are_named(data: Path, tmp_path: Path) -> None:
    host = SimpleNamespace(running=None, setting=False, sides={}, folder=data)
    service = PhoneService(host, 0)  # type: ignore[arg-type]
    service.turn_on(HERE)
    assert service.link.startswith(f"https://{HERE}:")
    service.turn_off()
    make_keys(tmp_path / KEYS, [HERE])
    (tmp_path / KEYS / "broker.key").write_text("no key")
    host.folder = tmp_path
    service.turn_on(HERE)
    assert service.link == ""
    assert "broker.key cannot be used for TLS" in service.trouble


def test_an_authority_without_its_key_signs_nothing_and_says_so(tmp_path: Path) -> None:
    make_keys(tmp_path, [HERE])
    (tmp_path / "ca.key").unlink()
    with pytest.raises(NotWritten, match=r"ca\.crt, which trays know, without its ca\.key"):
        keys_for(tmp_path, "127.0.0.2")


def test_the_command_makes_them_and_says_by_what_they_are_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data", str(tmp_path), "keys", HERE, "table.local"]) == 0
    said = capsys.readouterr().out
    assert "HTTPS, at 127.0.0.1, table.local" in said
    assert str(tmp_path / KEYS / "ca.crt") in said
    assert said.count(":") > 30  # the fingerprint
    assert keys_for(tmp_path / KEYS, HERE) is not None


def test_a_live_picture_by_https_is_the_tables_camera(browser: Browser, data: Path, tmp_path: Path) -> None:
    session = drawing()
    with hall(session, keys_for(data / KEYS, HERE)) as opened:
        opened.host.wiring = Wiring(camera=FILMED)
        assert opened.server.origin.startswith("https://")
        entry = filmed_entry(browser, opened, tmp_path, ignore_https_errors=True)
    assert (entry.origin, entry.command.cards) == ("camera", dict.fromkeys(drawn(drawing()), 1))


def test_a_browser_that_does_not_trust_it_refuses_and_one_that_does_has_its_camera(
    browser: Browser, here: Hall
) -> None:
    context = phone(browser)
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        context.new_page().goto(here.link)
    context.close()
    context = browser.new_context(ignore_https_errors=True)
    page = seated(context, here, next(iter(here.session.names)))
    assert page.evaluate("isSecureContext && !!navigator.mediaDevices")
    context.close()
