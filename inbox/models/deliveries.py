"""Deliveries: one message with one recipient, and the states that it goes through."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from inbox.models.agents import Agent, AgentKind
from inbox.models.messages import Message
from stones.stone_name import parse_stone_name


class DeliveryState(models.TextChoices):
    """The state of a message with one recipient. It only goes forward."""

    QUEUED = "queued", "in the inbox"
    DELIVERED = "delivered", "fetched by its agent"
    READ = "read"
    ACKNOWLEDGED = "acknowledged"
    DEAD = "dead", "cannot be delivered"


# The states from which each may be reached.
BEFORE = {
    DeliveryState.DELIVERED: (DeliveryState.QUEUED,),
    DeliveryState.READ: (DeliveryState.QUEUED, DeliveryState.DELIVERED),
    DeliveryState.ACKNOWLEDGED: (DeliveryState.QUEUED, DeliveryState.DELIVERED, DeliveryState.READ),
    DeliveryState.DEAD: (DeliveryState.QUEUED, DeliveryState.DELIVERED),
}


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def visible(self) -> Self:
        """Those that their agents can see: not what is dead, or has expired unread."""
        expired = Q(state__in=BEFORE[DeliveryState.READ], message__expires__lte=timezone.now())
        return self.exclude(state=DeliveryState.DEAD).exclude(expired)

    def with_stone(self, text: str) -> Self:
        """Those that brought the stone of this name, the last first; also of stones that are gone.

        Another writer's name counts where no hash matches, as in `stones.queries.find_stone`. Raises InvalidHash.
        """
        name = parse_stone_name(text)
        rows = self.order_by("-sequence")
        if name.is_id:
            return rows.filter(message__stone_ulid=name.text)
        if name.is_hash:
            # Older messages have the short hash alone.
            short = [name.text[:length] for length in range(8, len(name.text) + 1)]
            old = Q(message__stone_sha256="", message__border_hash__in=short)
            begins = name.begins("message__stone_sha256") | name.begins("message__border_hash")
            if (named := rows.filter(begins | old)).exists():
                return named
        return rows.filter(name.claimed("message__stone_"))


AGENT_CLOSED, ACCOUNT_DELETED = "agent_closed", "account_deleted"


class Delivery(models.Model):
    """One message with one recipient."""

    # The recipient's account; the sender's where there is no such recipient.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # Both found by the constraints below, which begin with them.
    agent = models.ForeignKey(
        Agent, on_delete=models.CASCADE, null=True, related_name="deliveries", db_index=False
    )
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    # As it was addressed: "koda", "koda@ann".
    recipient = models.CharField(max_length=220)
    # Its number in the inbox, from 1, which is its short name there. Null where it was never delivered.
    sequence = models.PositiveBigIntegerField(null=True)
    state = models.CharField(max_length=12, choices=DeliveryState.choices, default=DeliveryState.QUEUED)
    # The highest level that was read.
    read_lod = models.PositiveSmallIntegerField(null=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    delivered_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)
    acknowledged_at = models.DateTimeField(null=True)
    # Put away by its agent; a state of its own, as it can be undone.
    archived_at = models.DateTimeField(null=True)
    # Put away by the person, on the pages alone: the agent's inbox does not change.
    put_away_at = models.DateTimeField(null=True)
    # Until then the person is not reminded of it, on the pages alone.
    snoozed_until = models.DateTimeField(null=True)
    dead_at = models.DateTimeField(null=True)
    # Why it is dead: a stable code, and a sentence.
    reason_code = models.CharField(max_length=40, blank=True)
    reason = models.TextField(blank=True)
    # Of a dead one: the message in which it was sent once more.
    resent_as = models.ForeignKey(
        Message, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["agent", "sequence"], name="delivery_sequence_once"),
            models.UniqueConstraint(fields=["message", "agent"], name="delivery_once_per_recipient"),
            models.CheckConstraint(
                condition=Q(agent__isnull=False, sequence__isnull=False) | Q(state="dead", sequence=None),
                name="delivery_has_place_or_is_dead",
            ),
            models.CheckConstraint(
                condition=Q(state="dead", dead_at__isnull=False) & ~Q(reason_code="")
                | ~Q(state="dead") & Q(dead_at=None, reason_code=""),
                name="delivery_dead_with_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="delivery_of_account"),
            models.Index(fields=["resent_as"], name="delivery_resent", condition=Q(resent_as__isnull=False)),
            models.Index(
                fields=["agent", "sequence"],
                name="delivery_open",
                condition=Q(archived_at=None) & ~Q(state__in=["acknowledged", "dead"]),
            ),
        ]
        ordering = [F("sequence").asc(nulls_last=True)]
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"number {self.sequence} in the inbox of {self.recipient}"

    @property
    def may_be_resent(self) -> bool:
        """Whether sending it again may reach somebody: neither its agent nor its account is gone for good."""
        is_dead = self.state == DeliveryState.DEAD and self.resent_as_id is None
        return is_dead and self.reason_code not in (AGENT_CLOSED, ACCOUNT_DELETED)

    @property
    def is_snoozed(self) -> bool:
        return self.snoozed_until is not None and self.snoozed_until > timezone.now()

    @property
    def wants_answer(self) -> bool:
        """Whether its agent still owes an answer: none was given, and it is neither acknowledged nor archived."""
        is_open = self.archived_at is None and self.state != DeliveryState.ACKNOWLEDGED
        # No column: `queries.deliveries.with_answers` sets it.
        return is_open and self.message.needs_answer and not getattr(self, "is_answered", False)

    @property
    def is_put_away(self) -> bool:
        """Whether the person has put it away. In their own inbox the person is the agent."""
        is_persons = self.agent is not None and self.agent.kind == AgentKind.PERSON
        return self.put_away_at is not None or (is_persons and self.archived_at is not None)
