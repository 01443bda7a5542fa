"""Stones between agents, from Python: the router of the specification (docs/specification.md, 1)."""

from asgiref.sync import sync_to_async

from core.db.reader_names import agent_reader
from inbox.models import Agent
from inbox.services.request_levels import request_lod
from inbox.services.send_messages import Outgoing, send_stone
from stones.services import store_stone_text


class QAStoneRouter:
    """Routes stones for one agent, which sends in its own name and reads what its account may read.

    Errors are those of the services: RecipientNotFound, NotAStone, StoneNotFound, LevelNotFound …
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    async def route_stone(self, stone: str, recipient: str, max_lod: int = 1) -> dict[str, str | int]:
        """Send a stone (its text, hash or id) cut to `max_lod`: {tracking_id, border_hash, delivered_lod}."""
        return await sync_to_async(self._route)(stone, recipient, max_lod)

    async def request_higher_lod(self, stone_hash: str, level: int) -> str:
        """The text of one level of a stone that was sent here, or is the account's own."""
        return await sync_to_async(self._request)(stone_hash, level)

    async def store_stone(self, stone: str) -> str:
        """Store a whole stone; returns the border_hash by which it is found again."""
        return await sync_to_async(self._store)(stone)

    def _route(self, stone: str, recipient: str, max_lod: int) -> dict[str, str | int]:
        sent = send_stone(sender=self.agent, stone=stone, outgoing=Outgoing([recipient]), max_lod=max_lod)
        message = sent.message
        assert message.delivered_lod is not None
        return {
            "tracking_id": message.pk,
            "border_hash": message.border_hash,
            "delivered_lod": message.delivered_lod,
        }

    def _request(self, stone_hash: str, level: int) -> str:
        reader = agent_reader(self.agent.name)
        return request_lod(agent=self.agent, border_hash=stone_hash, level=level, reader=reader).content

    def _store(self, stone: str) -> str:
        stored = store_stone_text(account=self.agent.account, text=stone, source_agent=self.agent.name)
        return stored.stone.content.border_hash
