"""An agent's webhooks, and the calls that are made to them when something happens to its messages."""

import base64
import secrets
from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from httpx2 import URL

from core.db.new_id import is_id
from core.http import AddressRefused, PrivateAddressRefused, parse_url
from core.jobs.request_jobs import request_jobs
from core.rest.agent_tokens import refuse_tokens
from inbox.exceptions import AgentClosed, InvalidWebhook, TooManyWebhooks, WebhookNotFound, WebhookTaken
from inbox.models import CALL_WEBHOOK, Agent, Delivery, Webhook, WebhookCall
from inbox.webhooks import EventData, WebhookEvent, event_body

MAX_WEBHOOKS = 10
# Standard Webhooks asks for 24 to 64 bytes.
SECRET_BYTES = 32
# How long calls are signed with a replaced secret, too. With all of them a call has five signatures at most.
SECRET_OVERLAP = timedelta(hours=24)
MAX_FORMER_SECRETS = 4
PRIVATE_ALTERNATIVE = (
    "A program on this machine or its network can wait for messages instead: GET /mcp/inbox/updates?after=1&wait=25 "
    "answers when one comes. Whoever runs the site can allow such addresses: WEBHOOK_ALLOW_PRIVATE=true."
)


@transaction.atomic
def add_webhook(*, agent: Agent, url: str) -> tuple[Webhook, str]:
    """Send the events of the agent's messages to this address. Returns the webhook with its secret, for this one time.

    A disabled one is enabled, with a new secret. Raises InvalidWebhook, WebhookTaken, TooManyWebhooks,
    AgentClosed, TokenInContent.
    """
    refuse_tokens(url, where="url")
    address = str(parse_webhook_url(url))
    # Locked: of two that are added at once, the second sees the first.
    if Agent.objects.select_for_update().get(pk=agent.pk).closed is not None:
        raise AgentClosed(f"The agent {agent.name!r} is closed: nothing happens to its messages any more.")
    found = Webhook.objects.filter(agent=agent, url=address).first()
    if found is not None and found.disabled is None:
        raise WebhookTaken(
            f"{agent.name!r} has this webhook already. A new secret is got by rotating its own."
        )
    if found is None and Webhook.objects.filter(agent=agent).count() >= MAX_WEBHOOKS:
        raise TooManyWebhooks(f"An agent has at most {MAX_WEBHOOKS} webhooks. Remove one first.")
    webhook = found or Webhook(account_id=agent.account_id, agent=agent, url=address)
    webhook.disabled = None
    webhook.secret, webhook.former_secrets = _new_secret(), []
    webhook.save()
    return webhook, webhook.secret


def _new_secret() -> str:
    return f"whsec_{base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()}"


@transaction.atomic
def rotate_secret(*, agent: Agent, webhook_id: str) -> tuple[Webhook, str]:
    """Give a webhook a new secret. Returns the webhook with its secret, for this one time. Raises WebhookNotFound.

    Its calls stay. For SECRET_OVERLAP they are signed with the replaced secret, too; a secret that was replaced
    within that time keeps its own end, so that who missed the first answer may rotate again.
    """
    webhook = None
    if is_id(webhook_id):
        webhook = Webhook.objects.select_for_update().filter(agent=agent, pk=webhook_id).first()
    if webhook is None:
        raise _webhook_not_found(webhook_id)
    now = timezone.now()
    former = [(webhook.secret, now + SECRET_OVERLAP), *webhook.valid_former_secrets(now)]
    webhook.keep_former_secrets(former[:MAX_FORMER_SECRETS])
    webhook.secret = _new_secret()
    webhook.save(update_fields=["secret", "former_secrets"])
    return webhook, webhook.secret


@transaction.atomic
def forget_former_secrets() -> int:
    """Delete the replaced secrets that calls are not signed with any more. Returns of how many webhooks."""
    now = timezone.now()
    webhooks = [
        webhook
        for webhook in Webhook.objects.select_for_update().exclude(former_secrets=[])
        if len(webhook.valid_former_secrets(now)) < len(webhook.former_secrets)
    ]
    for webhook in webhooks:
        webhook.keep_former_secrets(webhook.valid_former_secrets(now))
        webhook.save(update_fields=["former_secrets"])
    return len(webhooks)


def parse_webhook_url(url: str) -> URL:
    """The URL in one spelling. Raises InvalidWebhook."""
    try:
        return parse_url(
            url, https_only=settings.SECURE_SSL_REDIRECT, allow_private=settings.WEBHOOK_ALLOW_PRIVATE
        )
    except PrivateAddressRefused as error:
        raise InvalidWebhook(f"{url[:100]!r} cannot be a webhook. {error} {PRIVATE_ALTERNATIVE}") from error
    except AddressRefused as error:
        raise InvalidWebhook(f"{url[:100]!r} cannot be a webhook. {error}") from error


def describe_webhook_urls() -> str:
    """Which URLs `parse_webhook_url` accepts on this site, as half a sentence."""
    schemes = "https://" if settings.SECURE_SSL_REDIRECT else "https:// (or http://, which encrypts nothing)"
    return f"{schemes}, {'on any network' if settings.WEBHOOK_ALLOW_PRIVATE else 'on the public internet'}"


def remove_webhook(*, agent: Agent, webhook_id: str) -> None:
    """Delete a webhook with all of its calls, pending ones included. Raises WebhookNotFound."""
    if not is_id(webhook_id) or not Webhook.objects.filter(agent=agent, pk=webhook_id).delete()[0]:
        raise _webhook_not_found(webhook_id)


def _webhook_not_found(webhook_id: str) -> WebhookNotFound:
    return WebhookNotFound(f"There is no webhook {webhook_id[:40]!r}. GET /mcp/webhooks lists this agent's.")


def announce_event(*, event: str, deliveries: Iterable[Delivery]) -> int:
    """Call the webhooks of the agents concerned, once the caller's transaction is committed.

    "message.received" goes to each delivery's own agent, "message.acknowledged" and "message.dead" to the sender.
    One query where nobody has a webhook. Returns how many calls there will be.
    """
    kind = WebhookEvent(event)
    by_agent = defaultdict(list)
    for delivery in deliveries:
        receiver_id = delivery.agent_id if kind is WebhookEvent.RECEIVED else delivery.message.sender_id
        if receiver_id is not None:
            by_agent[receiver_id].append(delivery)
    if not by_agent:
        return 0
    if not _have_webhooks(by_agent):
        return 0
    webhooks = list(Webhook.objects.filter(agent_id__in=by_agent, disabled=None))
    now = timezone.now()
    calls = [
        WebhookCall(
            account_id=webhook.account_id,
            webhook=webhook,
            event=kind.value,
            body=event_body(kind, _event_data(kind, delivery), at=now),
        )
        for webhook in webhooks
        for delivery in by_agent[webhook.agent_id]
    ]
    WebhookCall.objects.bulk_create(calls)
    request_jobs(calls, CALL_WEBHOOK)
    return len(calls)


def _have_webhooks(agent_ids: Iterable[int]) -> bool:
    """Whether any agent has an enabled webhook. Runs with each message, so it is hand-written SQL."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM inbox_webhook WHERE agent_id = ANY(%s) AND disabled IS NULL)",
            [list(agent_ids)],
        )
        return bool(cursor.fetchone()[0])


def _event_data(event: WebhookEvent, delivery: Delivery) -> EventData:
    """What the webhook's agent may know of the delivery, with addresses as its account writes them."""
    message = delivery.message
    sender = message.sender_name
    if event is WebhookEvent.RECEIVED and delivery.account_id != message.account_id:
        sender = f"{sender}@{message.account.get_username()}"
    return EventData(
        tracking_id=message.pk,
        from_agent=sender,
        to_agent=delivery.agent.name
        if event is WebhookEvent.RECEIVED and delivery.agent
        else delivery.recipient,
        subject=message.subject,
        lod_0=message.scan,
        lod_0_origin=message.scan_origin or None,
        tokens=message.lod_tokens[-1],
        sequence=delivery.sequence,
        thread=message.thread,
        needs_answer=message.needs_answer,
        priority=message.priority,
        reason=delivery.reason or delivery.reason_code if event is WebhookEvent.DEAD else None,
        for_agent=message.for_agent or None,
    )
