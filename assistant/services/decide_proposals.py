"""The customiser: it proposes changes to menus from how they are used. A person applies, dismisses and undoes them."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from assistant.exceptions import InvalidRequest, ProposalDecided, ProposalNotFound
from assistant.menus import Proposal
from assistant.menus import propose as proposals_for
from assistant.models import Decision, Menu, MenuChange
from assistant.queries.menu_usage import Order, changes_of, order_in, order_of, use_of

DECISIONS = ("apply", "dismiss", "undo")
QUIET = timedelta(days=30)
"""What was dismissed or undone is not proposed again for so long."""
CHANGED = "The menu has changed since: it stays as it is."


class _Key(NamedTuple):
    context: str
    kind: str
    item: str


def propose(*, account: User, app: str) -> list[MenuChange]:
    """Renew the proposals from the use of an app's menus; returns open ones and those that may be undone.

    Safe to repeat: an open proposal that still holds stays the same row, any other is deleted.
    """
    with transaction.atomic():
        _hold_menus(account)
        use = use_of(account, app)
        found = [
            proposal
            for context, ids in order_of(account, app).items()
            for proposal in proposals_for(context, ids, use)
        ]
        _settle(account, app, found)
    return list(changes_of(account, app))


def _settle(account: User, app: str, found: list[Proposal]) -> None:
    """Make the open proposals those that were found, without what was refused in the last QUIET."""
    changes = MenuChange.objects.filter(account=account, app=app)
    by_key = {_Key(each.context, each.kind, each.item): each for each in found}
    for change in changes.open().select_for_update():
        proposal = by_key.get(_Key(change.context, change.kind, change.item))
        if proposal is None or list(proposal.before) != change.before or list(proposal.after) != change.after:
            change.delete()
        else:
            by_key.pop(_Key(change.context, change.kind, change.item))
            if change.reason != proposal.reason:
                change.reason = proposal.reason
                change.save(update_fields=["reason"])
    refused = changes.filter(
        decision__in=[Decision.DISMISSED, Decision.UNDONE], decided__gte=timezone.now() - QUIET
    )
    quiet = {_Key(*each) for each in refused.values_list("context", "kind", "item")}
    new = [_change(account, app, each) for key, each in by_key.items() if key not in quiet]
    # Of two calls at once, the second finds the rows of the first.
    MenuChange.objects.bulk_create(new, ignore_conflicts=True)


def _change(account: User, app: str, proposal: Proposal) -> MenuChange:
    return MenuChange(
        account=account,
        app=app,
        context=proposal.context,
        kind=proposal.kind,
        item=proposal.item,
        reason=proposal.reason,
        before=list(proposal.before),
        after=list(proposal.after),
    )


@transaction.atomic
def decide(*, account: User, change_id: str, decision: str) -> MenuChange:
    """Apply or dismiss a proposal, or undo one that was applied. Safe to repeat.

    Raises InvalidRequest, ProposalNotFound, and ProposalDecided where it was decided otherwise, or where the menu has
    changed since so that its order cannot be restored.
    """
    if decision not in DECISIONS:
        raise InvalidRequest(f"A decision is one of {', '.join(DECISIONS)}, not {decision[:20]!r}.")
    _hold_menus(account)
    changes = MenuChange.objects.filter(account=account)
    change = changes.select_for_update().filter(pk=change_id).first() if change_id.isalnum() else None
    if change is None:
        raise ProposalNotFound(
            "There is no such proposal: its reason may have passed. Look at the proposals anew."
        )
    target = {"apply": Decision.APPLIED, "dismiss": Decision.DISMISSED, "undo": Decision.UNDONE}[decision]
    if change.decision == target:
        return change
    expected = Decision.APPLIED if target == Decision.UNDONE else Decision.PROPOSED
    if change.decision != expected:
        raise ProposalDecided(f"This proposal is {change.decision} already: it cannot be {target}.")
    if target == Decision.APPLIED:
        _put(change, change.before, change.after)
    elif target == Decision.UNDONE:
        _put(change, change.after, change.before)
    change.decision, change.decided = target, timezone.now()
    change.save(update_fields=["decision", "decided"])
    return change


def _hold_menus(account: User) -> None:
    """Lock the account's menus: of two who change them, the second waits here and sees what the first one did.

    The account's row, not the menu's: that may not be there yet, and a restored menu is gone while somebody waits for
    it. Taken before any other row, as in `delete_app`, so that no two wait for each other.
    """
    User.objects.select_for_update(no_key=True).get(pk=account.pk)


def _put(change: MenuChange, expected: list[str], new: list[str]) -> None:
    """Replace the order of one menu if it is `expected`; the menus are locked. Raises ProposalDecided."""
    menu, _ = Menu.objects.get_or_create(account_id=change.account_id, app=change.app)
    order: Order = order_in(menu)
    if order[change.context] != expected:
        raise ProposalDecided(CHANGED)
    menu.items = menu.items | {change.context: new}
    menu.changed = timezone.now()
    menu.save(update_fields=["items", "changed"])


@transaction.atomic
def restore_menus(*, account: User, app: str) -> bool:
    """Give an app the shipped menus again. Returns whether it had others. Applied changes cannot be undone any more."""
    _hold_menus(account)
    MenuChange.objects.filter(account=account, app=app).open().delete()
    return bool(Menu.objects.filter(account=account, app=app).delete()[0])
