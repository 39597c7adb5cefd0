"""amqtt in a thread: the broker where no mosquitto is installed. Same accounts, same access rules."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from amqtt.broker import Broker
from amqtt.contexts import Action
from amqtt.plugins.base import BaseAuthPlugin, BaseTopicPlugin
from amqtt.session import Session

from devices import desk
from devices.errors import Failed

if TYPE_CHECKING:
    from devices.broker_keys import Keys

_HERE = "devices.embedded_broker"
SHUTDOWN_S = 3.0
REFUSED = 0x80
"""What a subscription is answered that is not granted (MQTT 3.1.1, 3.9.3)."""


class EmbeddedBroker:
    """Runs until `close`. Raises Failed when it does not come up."""

    def __init__(self, port: int, accounts: Mapping[str, str], host_user: str, bind: str, keys: Keys | None) -> None:
        self._config = _config({"type": "tcp", "bind": f"{bind}:{port}", **_tls(keys)}, accounts, host_user)
        self._loop = asyncio.new_event_loop()
        self._up = threading.Event()
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="amqtt", daemon=True)
        self._thread.start()
        if not self._up.wait(10) or self._error:
            self.close()
            raise Failed(f"amqtt does not start on port {port!r}: {self._error}")

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._broker = Mended(self._config, loop=self._loop)
            self._broker._subscriptions, self._broker._sessions = Steady(), Places()
            self._loop.run_until_complete(self._broker.start())
        except Exception as error:  # of any kind: it is raised to the caller
            self._error = error
            self._up.set()
            return
        self._up.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        """A connection can keep amqtt from ending and its tasks from being cancelled: neither is waited for long."""
        for server in self._broker._servers.values():  # amqtt does so last, if it gets there
            server.instance.close()
        ending = asyncio.ensure_future(self._broker.shutdown())
        await asyncio.wait({ending}, timeout=SHUTDOWN_S)
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=SHUTDOWN_S)

    def close(self) -> None:
        """Stop serving and join the thread."""
        if self._loop.is_running():
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


def _tls(keys: Keys | None) -> dict[str, Any]:
    return {"ssl": True, "certfile": str(keys.certificate), "keyfile": str(keys.key)} if keys else {}


def _config(listener: dict[str, Any], accounts: Mapping[str, str], host_user: str) -> dict[str, Any]:
    return {
        "listeners": {"default": listener},
        "plugins": {
            f"{_HERE}.Accounts": {"passwords": dict(accounts)},
            f"{_HERE}.OwnTopics": {"host": host_user},
        },
    }


class Mended(Broker):  # type: ignore[misc]  # amqtt is not typed
    """amqtt, but whoever comes back while something of its old connection is still under way keeps its new one.

    amqtt tells clients by their names alone. It forgets a session's subscriptions only after it has waited for its old
    connection to end, and the new ones with them; and a subscription of the old one that is granted late stands in the
    way of the new one. Either way a client was connected and never heard anything.
    """

    async def _session_monitor(self) -> None:
        while True:
            for client, (session, _) in list(self._sessions.items()):
                ended = session.transitions.state == "disconnected" and (session.is_anonymous or session.clean_session)
                if ended and self._is_newest(session):  # it may have come back while another one was cleared away
                    await self._cleanup_session(client)
            await asyncio.sleep(1)

    async def _delete_session(self, client_id: str) -> None:
        """Whoever joins under the name of somebody who is there takes that place (MQTT 3.1.1, 3.1.4-2)."""
        _, handler = self._sessions.get(client_id, (None, None))
        await super()._delete_session(client_id)
        if handler is not None:
            _hang_up(handler)
            await self._stop_handler(handler)

    async def _cleanup_session(self, client_id: str) -> None:
        session, handler = self._sessions.pop(client_id, (None, None))
        if session is not None:
            await self._del_all_subscriptions(session)  # first, and nobody else has a turn in there
            session.clear_queues()
        if handler is not None:
            await self._stop_handler(handler)

    async def add_subscription(self, subscription: tuple[str, int], session: Session) -> int:
        """A subscription belongs to the newest session of a client, whichever was granted last."""
        granted = await super().add_subscription(subscription, session)
        if granted != REFUSED:  # from here on nobody else has a turn
            held = self._subscriptions[subscription[0]]
            others = [each for each in held if each[0].client_id != session.client_id]
            newest = [(session, granted)] if self._is_newest(session) else []
            self._subscriptions[subscription[0]] = others + newest
        return int(granted)

    async def _publish_retained_messages_for_subscription(
        self, subscription: tuple[str, int], session: Session
    ) -> None:
        """Only to whom the subscription was granted: amqtt welcomes everybody with what anybody had subscribed to."""
        if any(each is session for each, _ in self._subscriptions.get(subscription[0], ())):
            await super()._publish_retained_messages_for_subscription(subscription, session)

    def _is_newest(self, session: Session) -> bool:
        return self._sessions.get(session.client_id, (None, None))[0] is session


def _hang_up(handler: Any) -> None:
    """Cut a connection: whoever reads it comes to its end.

    amqtt cancels the reader, and before Python 3.12 asyncio can lose that if a packet comes at the same moment. It read
    on then: whoever wanted the place waited, and later the one before was connected and heard by nobody.
    """
    if handler.writer is not None:  # it has been there
        handler.writer._writer.transport.abort()


class Places(dict[str, Any]):
    """Client → its session and who serves it. Whoever loses a place to another one is cut off.

    Of two that join under one name at once, amqtt lets the second take the place of the first and tells nobody: the
    first stayed connected, was granted nothing any more and never heard anything.
    """

    def __setitem__(self, client: str, place: tuple[Session, Any]) -> None:
        """Take a place."""
        session, handler = self.get(client, (None, None))
        if session is not None and session is not place[0]:
            _hang_up(handler)
        super().__setitem__(client, place)


class Steady(dict[Any, Any]):
    """A dictionary that may change while it is iterated.

    amqtt awaits while it hands a message to one subscriber after the other; a new subscription meanwhile would end
    the iteration with an error, and the remaining subscribers would never get the message. It does the same while it
    welcomes a client, who would be connected and never heard.
    """

    def __iter__(self) -> Any:
        """Over a copy of the present keys."""
        return iter(list(super().__iter__()))

    def items(self) -> Any:
        """A copy of the present items."""
        return list(super().items())


class Accounts(BaseAuthPlugin):  # type: ignore[misc]  # amqtt is not typed
    """Admits users that give their password."""

    @dataclass
    class Config:
        """User → password."""

        passwords: dict[str, str] = field(default_factory=dict)

    async def authenticate(self, *, session: Session) -> bool:
        return bool(session.username) and self.config.passwords.get(session.username) == session.password


class OwnTopics(BaseTopicPlugin):  # type: ignore[misc]
    """A device writes under its own name and reads what is set there; the host may do everything."""

    @dataclass
    class Config:
        """Name of the host's account."""

        host: str = "host"

    async def topic_filtering(
        self, *, session: Session | None = None, topic: str | None = None, action: Action | None = None
    ) -> bool:
        user = session.username if session else None
        parts = (topic or "").split("/")
        if parts[0] == desk.ROOT:
            return user == desk.USER or _is_own(parts, user, action)
        if user == self.config.host:
            return True
        own = len(parts) == 5 and parts[0] == "companion" and parts[2] == "device" and parts[3] == user
        if action == Action.PUBLISH:
            return own and parts[4] in ("status", "snapshot", "sensed")
        return own and parts[4] == "set"


def _is_own(parts: list[str], table: str | None, action: Action | None) -> bool:
    """May this table do that with a topic of the desk?"""
    leaves = desk.FROM_TABLE if action == Action.PUBLISH else desk.FROM_DESK
    return len(parts) == 3 and parts[1] == table and parts[2] in leaves
