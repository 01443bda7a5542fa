"""Proposals for menus: they come from events, apply only when approved, and can be undone."""

import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from analytics.models import Event
from assistant.exceptions import AssistantError, InvalidRequest, ProposalDecided, ProposalNotFound
from assistant.menus import SHIPPED
from assistant.models import OWN_APP, App, Menu, MenuChange
from assistant.queries.menu_usage import menus_of, order_of, use_of
from assistant.services.decide_proposals import decide, propose, restore_menus
from assistant.services.manage_apps import delete_app
from assistant.tests.api_pages import app_of
from core.db.new_id import new_id


def happened(
    account: User, kind: str, name: str, times: int, *, app: str = OWN_APP, days_ago: float = 1
) -> None:
    when = timezone.now() - timedelta(days=days_ago)
    Event.objects.bulk_create(
        Event(
            account=account, event_id=new_id(), session_id="s", timestamp=when, type=kind, app=app, name=name
        )
        for _ in range(times)
    )


def prefers_the_brain(account: User, app: str = OWN_APP, **when: float) -> None:
    """“Ask the brain” is used much more than the items above it."""
    happened(account, "custom", "menu-open:selection", 40, app=app, **when)
    used = {"copy-as-stone": 3, "send-to-agent": 2, "ask-brain": 24, "save-note": 2, "ask-quickstart": 1}
    for item, times in used.items():
        happened(account, "menu_click", item, times, app=app, **when)


@pytest.fixture
def change(account: User) -> MenuChange:
    prefers_the_brain(account)
    [change] = propose(account=account, app=OWN_APP)
    return change


MOVED = ["ask-brain", "copy-as-stone", "send-to-agent", "save-note", "ask-quickstart"]


def selection(account: User, app: str = OWN_APP) -> list[str]:
    return order_of(account, app)["selection"]


def test_nothing_was_done_nothing_is_proposed(account: User) -> None:
    assert propose(account=account, app=OWN_APP) == []


def test_a_proposal_changes_nothing_by_itself(account: User, change: MenuChange) -> None:
    assert (change.kind, change.context, change.item, change.after) == (
        "reorder",
        "selection",
        "ask-brain",
        MOVED,
    )
    assert change.reason == "Used 24 times in 30 days, “Copy as stone” above it 3 times."
    assert selection(account) == list(SHIPPED["selection"])


def test_a_second_look_updates_the_same_row(account: User, change: MenuChange) -> None:
    happened(account, "menu_click", "ask-brain", 1)
    [again] = propose(account=account, app=OWN_APP)
    assert again.pk == change.pk
    assert again.reason == "Used 25 times in 30 days, “Copy as stone” above it 3 times."


def test_applied_and_undone(account: User, change: MenuChange) -> None:
    decide(account=account, change_id=change.pk, decision="apply")
    assert selection(account) == MOVED
    assert menus_of(account, OWN_APP)["selection"][0] == {
        "id": "ask-brain",
        "title": "Ask the brain",
        "shortcut": "Alt+Shift+B",
    }
    # It may be undone, and is not proposed again.
    assert [each.decision for each in propose(account=account, app=OWN_APP)] == ["applied"]
    decide(account=account, change_id=change.pk, decision="undo")
    assert selection(account) == list(SHIPPED["selection"])
    assert propose(account=account, app=OWN_APP) == []


@pytest.mark.parametrize("decision", ["apply", "dismiss"])
def test_deciding_twice_is_deciding_once(account: User, change: MenuChange, decision: str) -> None:
    first, second = (decide(account=account, change_id=change.pk, decision=decision) for _ in range(2))
    assert (first.decided, first.decision) == (second.decided, second.decision)


def test_dismissed_it_is_not_proposed_again_for_a_month(account: User, change: MenuChange) -> None:
    decide(account=account, change_id=change.pk, decision="dismiss")
    assert selection(account) == list(SHIPPED["selection"])
    assert propose(account=account, app=OWN_APP) == []
    MenuChange.objects.update(decided=timezone.now() - timedelta(days=31))
    assert [each.decision for each in propose(account=account, app=OWN_APP)] == ["proposed"]


def test_a_decision_that_comes_too_late(account: User, change: MenuChange) -> None:
    with pytest.raises(ProposalDecided, match="is proposed already"):
        decide(account=account, change_id=change.pk, decision="undo")
    decide(account=account, change_id=change.pk, decision="dismiss")
    with pytest.raises(ProposalDecided, match="is dismissed already"):
        decide(account=account, change_id=change.pk, decision="apply")
    assert selection(account) == list(SHIPPED["selection"])


def test_what_was_changed_since_is_not_overwritten(account: User, change: MenuChange) -> None:
    Menu.objects.create(account=account, app=OWN_APP, items={"selection": ["save-note"]})
    with pytest.raises(ProposalDecided, match="has changed since"):
        decide(account=account, change_id=change.pk, decision="apply")
    assert selection(account) == ["save-note"]
    assert MenuChange.objects.get().decision == "proposed"
    # An outdated proposal is deleted with the next look.
    assert propose(account=account, app=OWN_APP) == []


def test_an_undo_after_another_change_leaves_the_menu(account: User, change: MenuChange) -> None:
    decide(account=account, change_id=change.pk, decision="apply")
    Menu.objects.update(items={"selection": ["save-note"]})
    with pytest.raises(ProposalDecided, match="has changed since"):
        decide(account=account, change_id=change.pk, decision="undo")
    assert selection(account) == ["save-note"]


def test_refused(account: User, other: User, change: MenuChange) -> None:
    with pytest.raises(InvalidRequest):
        decide(account=account, change_id=change.pk, decision="like")
    for whose, change_id in [(other, change.pk), (account, "0" * 26), (account, "é\x00"), (account, "")]:
        with pytest.raises(ProposalNotFound):
            decide(account=whose, change_id=change_id, decision="apply")
    assert MenuChange.objects.get().decision == "proposed"


def test_only_the_accounts_own_events_of_this_app_and_this_month(account: User, other: User) -> None:
    prefers_the_brain(other)
    prefers_the_brain(account, app="notes")
    prefers_the_brain(account, days_ago=31)
    assert propose(account=account, app=OWN_APP) == []
    assert len(propose(account=account, app="notes")) == 1


def test_use_is_counted_by_what_was_done(account: User) -> None:
    happened(account, "menu_click", "load-more", 2)
    happened(account, "lod_loaded", "", 9)
    happened(account, "helper_spawned", "", 4)
    happened(account, "shortcut", "ask-brain", 3)
    happened(account, "custom", "menu-open:stone", 6)
    happened(account, "page_visit", "ask-brain", 5)
    use = use_of(account, OWN_APP)
    assert use.clicks == {"load-more": 2}
    assert use.direct == {"load-more": 7, "spawn-helper": 4, "ask-brain": 3}
    assert use.opened == {"stone": 6}


def test_shipped_menus_again(account: User, change: MenuChange) -> None:
    decide(account=account, change_id=change.pk, decision="apply")
    assert restore_menus(account=account, app=OWN_APP)
    assert selection(account) == list(SHIPPED["selection"])
    assert not restore_menus(account=account, app=OWN_APP)


def test_deleting_an_app_deletes_its_menu(account: User) -> None:
    app = app_of(account)
    prefers_the_brain(account, app=app.name)
    [change] = propose(account=account, app=app.name)
    decide(account=account, change_id=change.pk, decision="apply")
    delete_app(account=account, app_id=app.pk)
    assert not Menu.objects.exists()
    assert not MenuChange.objects.exists()


def proposed(account: User, context: str, app: str = OWN_APP, *, drops: bool = False) -> MenuChange:
    """The first item to the end, or the last one left out."""
    menu = list(SHIPPED[context])
    return MenuChange.objects.create(
        account=account,
        app=app,
        context=context,
        kind="remove" if drops else "reorder",
        item=menu[-1] if drops else menu[0],
        reason="Used twice.",
        before=menu,
        after=menu[:-1] if drops else [*menu[1:], menu[0]],
    )


def applying(change: MenuChange) -> Callable[[], object]:
    return lambda: decide(account=change.account, change_id=change.pk, decision="apply")


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run each in a thread and with a connection of its own; what each answers or raises, in their order."""
    answers: list[object] = [None] * len(calls)
    start = threading.Barrier(len(calls))

    def run(number: int) -> None:
        try:
            start.wait(20)
            answers[number] = calls[number]()
        except (AssistantError, DatabaseError, Menu.DoesNotExist) as error:
            answers[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return answers


def meanwhile(first: Callable[[], object], second: Callable[[], object]) -> object:
    """The result of the second call, which has to wait until the first is committed."""
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.extend(at_once(second)))
    with transaction.atomic():
        first()
        thread.start()
        wait_until_somebody_waits()
    thread.join(20)
    [answer] = answers
    return answer


def wait_until_somebody_waits() -> None:
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    for _ in range(500):
        with connection.cursor() as cursor:
            # Within a transaction the view stays as it was looked at first.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return
        time.sleep(0.02)
    pytest.fail("The second did not wait for the first.")


@pytest.mark.django_db(transaction=True)
def test_menus_that_are_changed_at_once_are_all_changed(account: User) -> None:
    for app in ("one", "two", "three", "four"):
        changes = [proposed(account, context, app) for context in ("selection", "stone", "message")]
        outcome = at_once(*map(applying, changes))
        assert [type(answer) for answer in outcome] == [MenuChange] * 3, outcome
        order = order_of(account, app)
        assert [order[change.context] for change in changes] == [change.after for change in changes]


@pytest.mark.django_db(transaction=True)
def test_of_two_concurrent_changes_of_a_menu_one_is_refused(account: User) -> None:
    changes = [proposed(account, "selection"), proposed(account, "selection", drops=True)]
    outcome = at_once(*map(applying, changes))
    assert sorted(type(answer).__name__ for answer in outcome) == ["MenuChange", "ProposalDecided"]
    [applied] = [answer for answer in outcome if isinstance(answer, MenuChange)]
    assert selection(account) == applied.after


@pytest.mark.django_db(transaction=True)
def test_an_undo_while_the_shipped_menus_are_restored(account: User) -> None:
    change = proposed(account, "selection")
    applying(change)()
    outcome = meanwhile(
        lambda: restore_menus(account=account, app=OWN_APP),
        lambda: decide(account=account, change_id=change.pk, decision="undo"),
    )
    assert isinstance(outcome, ProposalDecided)
    assert selection(account) == list(SHIPPED["selection"])


@pytest.mark.django_db(transaction=True)
def test_an_app_that_is_deleted_while_its_first_menu_is_changed(account: User) -> None:
    app = app_of(account)
    change = proposed(account, "selection", app.name)
    outcome = meanwhile(applying(change), lambda: delete_app(account=account, app_id=app.pk))
    assert isinstance(outcome, App)
    # A new app of this name begins with the shipped menus.
    assert not Menu.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_look_while_a_proposal_is_applied_does_not_propose_it_again(account: User) -> None:
    prefers_the_brain(account)
    [change] = propose(account=account, app=OWN_APP)
    outcome = meanwhile(applying(change), lambda: propose(account=account, app=OWN_APP))
    assert isinstance(outcome, list)
    assert [(each.pk, each.decision) for each in outcome] == [(change.pk, "applied")]
