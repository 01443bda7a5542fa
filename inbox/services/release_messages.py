"""An account that is deleted leaves with others what they received, and tells those who wrote to it that it is gone."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import CharField, Exists, F, OuterRef, Q, Value
from django.db.models.functions import Concat

from inbox.models import Agent, Delivery, DeliveryState, Gone, Message
from inbox.models.deliveries import ACCOUNT_DELETED
from inbox.services.expire_deliveries import dead_letter_deliveries

BATCH = 500
# Holds the messages of accounts that are gone. No person's name has a space, and nobody can sign in to it.
GONE_ACCOUNT = "deleted account"
ACCOUNT_GONE = (ACCOUNT_DELETED, "The account was deleted before its agent read the message.")


def release_messages(*, account: User, name: str) -> None:
    """What others received of the account stays theirs, from "koda@name"; what it has not read is dead for its sender.

    In batches, each of its own; safe to repeat. Others must not be able to write to it any more.
    """
    for agent in Agent.objects.filter(account=account):
        dead_letter_deliveries(agent=agent, reason=ACCOUNT_GONE)
    while _return_dead_letters(account):
        pass
    while _hand_over(account, name):
        pass
    while _cut_stones(account):
        pass


def delete_unread_by_all() -> None:
    """Delete the messages of accounts that are gone which nobody has any more."""
    left = ~Exists(Delivery.objects.filter(message=OuterRef("pk")))
    rows = Message.objects.filter(left, account__username=GONE_ACCOUNT).order_by()
    while ids := list(rows.values_list("pk", flat=True)[:BATCH]):
        Message.objects.filter(pk__in=ids).delete()


@transaction.atomic
def _return_dead_letters(account: User) -> int:
    """Deliveries that died here become their senders', as those to nobody are."""
    dead = Delivery.objects.filter(account=account, state=DeliveryState.DEAD, agent__isnull=False)
    foreign = dead.exclude(message__account=account).exclude(message__account__username=GONE_ACCOUNT)
    rows = list(foreign.order_by().select_related("message")[:BATCH])
    for row in rows:
        row.account_id, row.agent, row.sequence = row.message.account_id, None, None
    Delivery.objects.bulk_update(rows, ["account", "agent", "sequence"])
    return len(rows)


@transaction.atomic
def _hand_over(account: User, name: str) -> int:
    """Messages that others have go to GONE_ACCOUNT; of a stone the copy stays that was delivered."""
    living = Delivery.objects.filter(message=OuterRef("pk")).exclude(state=DeliveryState.DEAD)
    received = living.exclude(account=account)
    rows = Message.objects.filter(Exists(received), account=account).order_by()
    ids = list(rows.values_list("pk", flat=True)[:BATCH])
    if not ids:
        return 0
    messages = Message.objects.filter(pk__in=ids)
    messages.filter(stone__isnull=False).update(stone=None, stone_gone=Gone.DELETED)
    return messages.update(
        account=_gone_account(),
        sender=None,
        sender_name=Concat(F("sender_name"), Value(f"@{name}"), output_field=CharField()),
    )


@transaction.atomic
def _cut_stones(account: User) -> int:
    """Others' messages that passed on a stone of the account: what was delivered stays."""
    rows = Message.objects.filter(~Q(account=account), stone__account=account).order_by()
    ids = list(rows.values_list("pk", flat=True)[:BATCH])
    return Message.objects.filter(pk__in=ids).update(stone=None, stone_gone=Gone.DELETED)


def _gone_account() -> User:
    # Without its signals: nobody was added, so the audit is not told.
    nobody = User(username=GONE_ACCOUNT, is_active=False)
    nobody.set_unusable_password()
    User.objects.bulk_create([nobody], ignore_conflicts=True)
    return User.objects.get(username=GONE_ACCOUNT)
