"""Putting a message into inboxes, in one transaction that locks them in the order of their ids."""

from collections.abc import Sequence
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from core.db.insert_rows import insert_rows
from core.db.planned_once import planned_once
from inbox.models import Agent, Contact, Delivery, DeliveryState, Inbox, Message
from inbox.services.manage_webhooks import announce_event
from inbox.services.resolve_recipients import ResolvedRecipient
from stones.exceptions import StoneNotFound
from stones.models import Share

CHANNEL = "inbox"
"""Of Postgres' NOTIFY: its payload is the id of the agent whose inbox has something new."""

# Locked in the order of their ids, so that two senders to the same agents cannot wait for each other. Whoever waits for
# one of these agents' messages is notified when this transaction commits.
_NEXT_SEQUENCES = """
    WITH locked AS (
        SELECT agent_id FROM inbox_inbox WHERE agent_id = ANY(%s) ORDER BY agent_id FOR UPDATE
    )
    UPDATE inbox_inbox SET last_sequence = last_sequence + 1 FROM locked
    WHERE inbox_inbox.agent_id = locked.agent_id
    RETURNING inbox_inbox.agent_id, last_sequence, pg_notify(%s, inbox_inbox.agent_id::text),
        EXISTS (SELECT FROM inbox_webhook hook WHERE hook.agent_id = inbox_inbox.agent_id AND hook.disabled IS NULL)
"""


# No savepoint: what fails here undoes the caller's transaction, too.
@transaction.atomic(savepoint=False)
def deliver(message: Message, recipients: Sequence[ResolvedRecipient], *, sender: Agent) -> list[Delivery]:
    """Save the message and deliver it to every recipient that was found; the others' deliveries are dead at once.

    Raises StoneNotFound when the stone was deleted meanwhile.
    """
    agents = [each.agent for each in recipients if each.agent is not None]
    if message.stone_id is not None:
        _share_stone(message.stone_id, agents)
    others = {agent.account_id for agent in agents} - {sender.account_id}
    if others:
        contacts = [Contact(account_id=sender.account_id, other_id=pk) for pk in sorted(others)]
        Contact.objects.bulk_create(contacts, ignore_conflicts=True)
    sequences, have_webhooks = _next_sequences(agents)
    now = timezone.now()
    insert_rows([message])
    deliveries = [_build_delivery(message, each, sequences, now, sender=sender) for each in recipients]
    insert_rows(deliveries)
    if have_webhooks:
        announce_event(event="message.received", deliveries=[each for each in deliveries if each.agent_id])
    announce_event(event="message.dead", deliveries=[each for each in deliveries if not each.agent_id])
    return deliveries


def _next_sequences(agents: Sequence[Agent]) -> tuple[dict[int, int], bool]:
    """The next number of each agent's inbox, and whether any agent has an enabled webhook.

    The inboxes stay locked until this transaction ends; then whoever waits for one is notified.
    """
    missing = sorted((agent for agent in agents if not hasattr(agent, "inbox")), key=lambda agent: agent.pk)
    # Made before any is locked: who waits here for another's row holds nothing that the other waits for.
    if missing:
        rows = [Inbox(agent=agent, account_id=agent.account_id) for agent in missing]
        Inbox.objects.bulk_create(rows, ignore_conflicts=True)
    with planned_once() as cursor:
        cursor.execute(_NEXT_SEQUENCES, [[agent.pk for agent in agents], CHANNEL])
        rows = cursor.fetchall()
    return {agent_id: sequence for agent_id, sequence, *_ in rows}, any(row[-1] for row in rows)


def _build_delivery(
    message: Message, recipient: ResolvedRecipient, sequences: dict[int, int], now: datetime, *, sender: Agent
) -> Delivery:
    if recipient.agent is not None:
        return Delivery(
            account_id=recipient.agent.account_id,
            agent=recipient.agent,
            message=message,
            recipient=recipient.address,
            sequence=sequences[recipient.agent.pk],
            created=now,
        )
    return Delivery(
        account_id=sender.account_id,
        message=message,
        recipient=recipient.address,
        state=DeliveryState.DEAD,
        created=now,
        dead_at=now,
        reason_code=recipient.reason_code,
        reason=recipient.reason,
    )


def _share_stone(stone_id: str, agents: Sequence[Agent]) -> None:
    """Let the recipients' accounts read the stone. It cannot be deleted before this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT account_id FROM stones_stone WHERE id = %s FOR KEY SHARE", [stone_id])
        row = cursor.fetchone()
    if row is None:
        raise StoneNotFound("The stone was deleted just now. Nothing was sent.")
    others = sorted({agent.account_id for agent in agents} - {row[0]})
    if others:
        shares = [Share(account_id=pk, stone_id=stone_id) for pk in others]
        Share.objects.bulk_create(shares, ignore_conflicts=True)
