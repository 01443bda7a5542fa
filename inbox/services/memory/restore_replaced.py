"""Another agent's shared text that was replaced stands under its key again once the newer text is gone."""

from datetime import datetime

from django.contrib.auth.models import User

from inbox.models import Memory


def lock_shared_keys(account_id: int) -> None:
    """Until the commit nobody else changes what stands under the account's shared keys.

    The owner is locked, because there may be no row of a key yet. Foreign keys need only KEY SHARE.
    """
    User.objects.select_for_update(no_key=True).get(pk=account_id)


def restore_replaced(gone: Memory, *, now: datetime) -> Memory | None:
    """Put back what a text had replaced that is deleted now: the text before it, if another agent wrote that.

    None where it stood under no shared key, or where it was replaced itself. Call it under `lock_shared_keys`.
    """
    if not (gone.shared and gone.key) or gone.superseded:
        return None
    earlier = Memory.objects.filter(account_id=gone.account_id, shared=True, key=gone.key)
    row = (
        earlier.exclude(expires__lte=now)
        .select_related("agent")
        .select_for_update(of=("self",))
        .order_by("-superseded", "-pk")
        .first()
    )
    if row is None or row.agent_id == gone.agent_id:
        return None
    row.superseded, row.restored = None, now
    row.save(update_fields=["superseded", "restored"])
    return row
