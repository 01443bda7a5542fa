"""The admin × every kind of caller: each model, its pages, its actions, import and export. Nothing without a row."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessLog
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.contrib.auth.models import Group, Permission, User
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from analytics.models import Event
from assistant.models import AssistantSettings, Menu
from brain.models import Summary
from inbox.scopes import SCOPES
from inbox.services import create_agent, issue_token
from qastone_site.tests.access.access_world import World, new_world
from quickstart.models import CoverageRun
from stones.models import StonePassage
from stones.services.read_levels import read_level
from stones.tests.factories import write_levels

# Who may add, change and delete what in the admin, and which actions there are, beside looking: of superusers, who may
# everything that anybody may. What has no row here fails.
LOOK: frozenset[str] = frozenset()
EDIT = frozenset({"add", "change", "delete"})


@dataclass(frozen=True)
class Model:
    """What a superuser may do beside looking, and the actions on chosen rows. `has_pages`: one for each row."""

    rights: frozenset[str] = LOOK
    actions: tuple[str, ...] = ()
    has_pages: bool = True


DELETE = "delete_selected"
ROWS: dict[str, Model] = {
    "analytics.event": Model(),
    "assistant.app": Model(frozenset({"delete"}), (DELETE,)),
    "assistant.assistantsettings": Model(),
    "assistant.menu": Model(),
    "assistant.menuchange": Model(),
    "audit.auditentry": Model(),
    "auth.group": Model(EDIT, (DELETE,)),
    "auth.user": Model(EDIT, (DELETE,)),
    "axes.accessattempt": Model(),
    "axes.accesslog": Model(),
    "brain.conversation": Model(),
    "brain.note": Model(actions=("re_embed",)),
    "brain.profile": Model(),
    "brain.summary": Model(),
    "brain.turn": Model(),
    # The page of one would name it by its first words.
    "clipboard.clipboardentry": Model(has_pages=False),
    "inbox.agent": Model(),
    "inbox.agenttoken": Model(actions=("revoke",)),
    "inbox.delivery": Model(),
    "inbox.helperjob": Model(),
    "inbox.memory": Model(),
    "inbox.message": Model(),
    "inbox.webhook": Model(),
    "inbox.webhookcall": Model(),
    "jobs.job": Model(actions=("retry",)),
    "mfa.authenticator": Model(),
    "quickstart.collection": Model(EDIT, (DELETE, "re_embed")),
    "quickstart.coveragerun": Model(),
    "quickstart.entry": Model(EDIT | {"import", "export"}, (DELETE, "publish", "re_embed", "retire")),
    "quickstart.node": Model(),
    "quickstart.question": Model(),
    "quickstart.skill": Model(frozenset({"change"}), ("re_embed",)),
    "stones.content": Model(frozenset({"delete"}), (DELETE, "write_anew")),
    "stones.level": Model(),
    "stones.stonepassage": Model(),
    "stones.ledgerentry": Model(),
    "stones.stone": Model(),
}
RIGHTS = ("add", "change", "delete", "import", "export")
# All who are no staff, whatever they have elsewhere; `looker` is staff who may look at this model alone.
PEOPLE = ("anonymous", "member", "deactivated", "staff without rights", "looker", "superuser")
TOKENS = ("agent", "agent read-only", "revoked", "expired")


def label(model: Any) -> str:
    return str(model._meta.label_lower)


def registered() -> dict[str, tuple[Any, Any]]:
    admin.autodiscover()
    return {label(model): (model, its) for model, its in admin.site._registry.items()}


def request_of(user: User) -> HttpRequest:
    request = RequestFactory().get("/admin/")
    request.user = user
    return request


@pytest.fixture(scope="module")
def people(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    """Made once for all models, and taken back."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        found: dict[str, Any] = {
            name: User.objects.create(username=name, is_staff=name not in ("member", "owner"))
            for name in ("member", "deactivated", "staff without rights", "looker", "superuser")
        }
        User.objects.filter(username="superuser").update(is_superuser=True)
        found["superuser"].refresh_from_db()
        clients = {"anonymous": Client()}
        for name, user in found.items():
            clients[name] = Client()
            clients[name].force_login(user)
        User.objects.filter(username="deactivated").update(is_active=False, is_superuser=True)
        agent = create_agent(account=found["superuser"], name="koda")
        for name, scopes in (("agent", list(SCOPES)), ("agent read-only", ["stones:read"])):
            clients[name] = _bearing(issue_token(agent=agent, scopes=scopes).text)
        gone = issue_token(agent=agent)
        type(gone.row).objects.filter(pk=gone.row.pk).update(revoked=gone.row.created)
        late = issue_token(agent=agent)
        type(late.row).objects.filter(pk=late.row.pk).update(expires=late.row.created)
        clients |= {"revoked": _bearing(gone.text), "expired": _bearing(late.text)}
        yield {"users": found, "clients": clients}
        transaction.set_rollback(True)


def _bearing(token: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {token}"})


def test_every_model_of_the_admin_has_a_row() -> None:
    assert set(ROWS) == set(registered())


@pytest.mark.every_case
@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(ROWS))
def test_who_may_do_what(people: Any, name: str) -> None:
    row, (model, its) = ROWS[name], registered()[name]
    users = people["users"]
    looker = users["looker"]
    looker.user_permissions.set([Permission.objects.get(codename=f"view_{model._meta.model_name}")])
    may = {
        who: {right for right in RIGHTS if _may(its, right, User.objects.get(pk=users[who].pk))}
        for who in ("superuser", "looker", "staff without rights")
    }
    # Whoever may look at entries may take them along.
    taken = row.rights & {"export"}
    assert may == {"superuser": row.rights, "looker": taken, "staff without rights": set()}
    actions = {
        who: tuple(sorted(its.get_actions(request_of(User.objects.get(pk=users[who].pk)))))
        for who in ("superuser", "looker")
    }
    assert actions["superuser"] == tuple(sorted(row.actions))
    assert set(actions["looker"]) <= {"export_admin_action"}


def _may(its: Any, right: str, user: User) -> bool:
    check = getattr(its, f"has_{right}_permission", None)
    return bool(check and check(request_of(user)))


@pytest.mark.every_case
@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(ROWS))
def test_who_is_let_in(people: Any, name: str) -> None:
    """By the addresses: the list, adding, and an action by POST. Only staff with a right may."""
    row, (model, _) = ROWS[name], registered()[name]
    people["users"]["looker"].user_permissions.set(
        [Permission.objects.get(codename=f"view_{model._meta.model_name}")]
    )
    place = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    chosen = {"action": (row.actions or (DELETE,))[0], "_selected_action": "1"}
    answered = {}
    for who in (*PEOPLE, *TOKENS):
        client = people["clients"][who]
        answered[who] = (
            client.get(reverse(f"{place}_changelist")).status_code,
            client.get(reverse(f"{place}_add")).status_code,
            client.post(reverse(f"{place}_changelist"), chosen).status_code,
        )
    sent_away = dict.fromkeys((*PEOPLE, *TOKENS), (302, 302, 302))
    add = 200 if "add" in row.rights else 403
    assert answered == sent_away | {
        "staff without rights": (403, 403, 403),
        "looker": (200, 403, answered["looker"][2]),
        "superuser": (200, add, answered["superuser"][2]),
    }
    # To post an action that one may not take only leads back to the list.
    assert {answered["looker"][2], answered["superuser"][2]} <= {200, 302}


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["import", "export"])
def test_import_and_export(people: Any, where: str) -> None:
    address = reverse(f"admin:quickstart_entry_{where}")
    # Whoever may look at entries may take them along, and bring none.
    people["users"]["looker"].user_permissions.set([Permission.objects.get(codename="view_entry")])
    answered = {who: client.get(address).status_code for who, client in people["clients"].items()}
    looker = {"import": 403, "export": 200}[where]
    named = {"superuser": 200, "staff without rights": 403, "looker": looker}
    assert answered == dict.fromkeys(answered, 302) | named


@pytest.fixture(scope="module")
def rows(people: Any, django_db_blocker: Any) -> dict[str, Any]:
    """A row of each model, of an account that none of those who call has; taken back with the people."""
    with django_db_blocker.unblock():
        add_what_is_rare(new_world())
        return {
            name: model._default_manager.order_by("pk").first() for name, (model, _) in registered().items()
        }


def add_what_is_rare(world: World) -> None:
    """What a world does not have."""
    owner, now = world.owner, timezone.now()
    write_levels(world.stone)
    Authenticator.objects.create(user=owner, type=Authenticator.Type.TOTP, data={"secret": "x"})
    attempt = {"username": "ann", "ip_address": "10.0.0.1", "path_info": "/sign-in", "user_agent": "Firefox"}
    AccessAttempt.objects.create(**attempt, failures_since_start=1)
    AccessLog.objects.create(**attempt)
    Group.objects.create(name="curators")
    Event.objects.create(
        account=owner, event_id="e", session_id="s", timestamp=now, type="helper_spawned", app="qastone"
    )
    AssistantSettings.objects.create(account=owner)
    Menu.objects.get_or_create(account=owner, app="qastone")
    Summary.objects.create(
        account=owner, conversation=world.turn.conversation, first=0, last=0, text="Ports.", tokens=1
    )
    figures = dict.fromkeys(("percent", "nodes", "covered", "gaps", "entries", "skills"), 1)
    CoverageRun.objects.create(account=owner, collection=world.collection, made=now, **figures)
    passage = {"start_line": 1, "end_line": 1, "start": 0, "end": 1, "tokens": 1, "ordinal": 10_000}
    StonePassage.objects.create(account=owner, content=world.stone.content, **passage)
    read_level(account=owner, border_hash=world.stone.pk, level=0, reader="person ann")


def test_there_is_a_row_of_every_model(rows: dict[str, Any]) -> None:
    assert [name for name, row in rows.items() if row is None] == []


@pytest.mark.every_case
@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(ROWS))
def test_who_may_change_and_delete_a_row(people: Any, rows: dict[str, Any], name: str) -> None:
    """By the addresses of one row that belongs to none of them: its form, its deletion, and both sent by POST."""
    rights, (model, _), found = ROWS[name].rights, registered()[name], rows[name]
    people["users"]["looker"].user_permissions.set(
        [Permission.objects.get(codename=f"view_{model._meta.model_name}")]
    )
    place = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    change, delete = (reverse(f"{place}_{how}", args=[quote(found.pk)]) for how in ("change", "delete"))
    before = model._default_manager.filter(pk=found.pk).values()[0]

    def answers(who: str) -> tuple[int, ...]:
        client = people["clients"][who]
        viewed = (client.get(change).status_code, client.get(delete).status_code)
        if who == "superuser":
            return viewed
        return (
            *viewed,
            client.post(change, {}).status_code,
            client.post(delete, {"post": "yes"}).status_code,
        )

    answered = {who: answers(who) for who in (*PEOPLE, *TOKENS)}
    assert model._default_manager.filter(pk=found.pk).values()[0] == before
    may_delete, page = "delete" in rights, 200 if ROWS[name].has_pages else 403
    assert answered == dict.fromkeys((*PEOPLE, *TOKENS), (302, 302, 302, 302)) | {
        "staff without rights": (403, 403, 403, 403),
        "looker": (page, 403, 403, 403),
        "superuser": (page, 200 if may_delete else 403),
    }
    client = people["clients"]["superuser"]
    if "change" not in rights:
        assert client.post(change, {}).status_code == 403
    assert client.post(delete, {"post": "yes"}).status_code == (302 if may_delete else 403)
    assert model._default_manager.filter(pk=found.pk).exists() is not may_delete
