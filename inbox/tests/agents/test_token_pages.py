"""The pages of tokens: issue, rotate, revoke, and the first call."""

import html
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.test import APIClient

from inbox.authentication import find_token
from inbox.models import AgentToken
from inbox.services import IssuedToken, create_agent, issue_token, record_use, revoke_token
from inbox.tests.agents.conftest import token_on_page, tokens_on


def path_of(token: IssuedToken, action: str) -> str:
    return f"/agents/koda/tokens/{token.row.pk}/{action}"


def test_a_further_token(person: Client, token: IssuedToken) -> None:
    response = person.post("/agents/koda/tokens/new", {"scopes": ["stones:read"], "days": "0"})
    assert "no-store" in response["Cache-Control"]
    made = find_token(token_on_page(response.content.decode()))
    assert (made.agent, made.scopes, made.expires) == (token.row.agent, ["stones:read"], None)
    assert find_token(token.text) == token.row


def test_claude_desktop_is_set_up_from_any_machine_first(
    person: Client, ann: User, token: IssuedToken, settings: Settings
) -> None:
    User.objects.filter(pk=ann.pk).update(is_staff=True)  # who may know the site's own paths
    page = html.unescape(
        person.post("/agents/koda/tokens/new", {"scopes": ["inbox:read"], "days": "0"}).content.decode()
    )
    bridge, own = page.index("mcp-remote"), page.index(str(settings.BASE_DIR / "manage.py"))
    assert page.index("<summary>Claude Desktop</summary>") < bridge < own
    assert own < page.index("<summary>Claude Desktop over stdio</summary>")


@pytest.mark.parametrize(
    "body", [{}, {"scopes": ["x"], "days": "7"}, {"scopes": ["stones:read"], "days": "1"}]
)
def test_no_token_without_scopes_and_life(
    person: Client, token: IssuedToken, body: dict[str, object]
) -> None:
    assert person.post("/agents/koda/tokens/new", body | {"sent": "1"}).status_code == 422
    assert AgentToken.objects.count() == 1


@pytest.mark.parametrize("hours", [0, 1, 24, 168])
def test_rotation_with_an_overlap(person: Client, token: IssuedToken, hours: int) -> None:
    response = person.post(path_of(token, "rotate"), {"hours": str(hours)})
    assert (response.status_code, "no-store" in response["Cache-Control"]) == (200, True)
    assert find_token(token_on_page(response.content.decode())).scopes == token.row.scopes
    token.row.refresh_from_db()
    assert token.row.expires is not None
    left = token.row.expires - timezone.now()
    assert abs(left - timedelta(hours=hours)) < timedelta(minutes=1)


def test_rotation_offers_a_day_and_takes_only_what_it_offers(person: Client, token: IssuedToken) -> None:
    page = person.get(path_of(token, "rotate")).content.decode()
    assert 'value="24" id="id_hours_2" required checked' in page.replace("\n", "")
    for hours in ("", "2", "-1", "x"):
        assert person.post(path_of(token, "rotate"), {"hours": hours}).status_code == 422
    assert AgentToken.objects.count() == 1


def test_what_opens_nothing_is_not_rotated(person: Client, token: IssuedToken) -> None:
    revoke_token(token=token.row)
    response = person.post(path_of(token, "rotate"), {"hours": "0"})
    assert response.status_code == 422
    assert "expired or revoked" in response.content.decode()
    assert tokens_on(response.content.decode()) == 0


def test_revoking_asks_for_the_name_and_holds_at_once(person: Client, token: IssuedToken) -> None:
    caller = APIClient()
    caller.credentials(HTTP_AUTHORIZATION=f"Bearer {token.text}")
    assert caller.get("/api/stones").status_code == 200
    assert person.post(path_of(token, "revoke"), {"typed": "other"}).status_code == 422
    assert caller.get("/api/stones").status_code == 200
    response = person.post(path_of(token, "revoke"), {"typed": "koda"}, follow=True)
    assert "is revoked: it no longer works" in response.content.decode()
    assert caller.get("/api/stones").status_code == 401
    with pytest.raises(AuthenticationFailed):
        find_token(token.text)
    page = person.get("/agents/koda/").content.decode()
    assert "No valid token" in page
    assert "revoked <time" in page


def test_a_confirmation_page_changes_nothing(person: Client, token: IssuedToken) -> None:
    for action in ("revoke", "rotate"):
        assert person.get(path_of(token, action)).status_code == 200
    assert find_token(token.text) == token.row
    assert AgentToken.objects.count() == 1


def test_the_first_call_appears(person: Client, token: IssuedToken) -> None:
    url, htmx = path_of(token, "connection"), {"HX-Request": "true"}
    assert person.get(url, {"after": ""}, headers=htmx).status_code == 204
    caller = APIClient(REMOTE_ADDR="192.0.2.44", HTTP_USER_AGENT="curl/8.5.0")
    caller.credentials(HTTP_AUTHORIZATION=f"Bearer {token.text}")
    # A call that is refused for its scope has come through, too.
    assert caller.post("/api/format-qastone", {}).status_code == 403
    page = person.get(url, {"after": ""}, headers=htmx).content.decode()
    assert "<html" not in page
    assert "data-poll" not in page
    assert "Connected." not in page
    for phrase in (
        "The call came through, and was refused",
        "lacks the permission stones:write.",
        "POST /api/format-qastone",
        "192.0.2.44",
        "curl/8.5.0",
        f"qas_…{token.row.last4}",
    ):
        assert phrase in page


@pytest.mark.parametrize(
    ("scopes", "method", "path", "body", "lacking"),
    [
        (
            ["clipboard:write"],
            "post",
            "/api/clipboard/",
            {"content": "Copied.", "as_stone": True},
            "stones:write",
        ),
        (["stones:write"], "delete", "/api/stone/0123abcd?delete_pinned=true", None, "clipboard:write"),
        (
            ["inbox:send"],
            "post",
            "/mcp/inbox/send-stone",
            {"recipient": "koda", "stone": "0" * 12},
            "stones:read",
        ),
    ],
    ids=["as a stone", "pinned copies", "of a service"],
)
def test_a_refusal_behind_the_first_scope_is_no_connection(
    person: Client, ann: User, scopes: list[str], method: str, path: str, body: object, lacking: str
) -> None:
    token = issue_token(agent=create_agent(account=ann, name="koda"), scopes=scopes)
    caller = APIClient()
    caller.credentials(HTTP_AUTHORIZATION=f"Bearer {token.text}")
    answer = getattr(caller, method)(path, body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "missing_scope")
    page = person.get(path_of(token, "connection"), {"after": ""}, headers={"HX-Request": "true"})
    assert f"lacks the permission {lacking}." in page.content.decode()


def test_a_call_that_does_what_it_asks_is_connected(person: Client, token: IssuedToken) -> None:
    caller = APIClient()
    caller.credentials(HTTP_AUTHORIZATION=f"Bearer {token.text}")
    assert caller.get("/mcp/inbox/messages").status_code == 200
    # At most one call a minute is recorded: this one is not said of the one before.
    assert caller.post("/api/format-qastone", {}).status_code == 403
    page = person.get(path_of(token, "connection"), {"after": ""}, headers={"HX-Request": "true"})
    assert "Connected." in page.content.decode()


def test_the_next_call_is_waited_for(person: Client, token: IssuedToken) -> None:
    record_use(token.row, address="", client="", call="GET /first")
    url, htmx = path_of(token, "connection"), {"HX-Request": "true"}
    assert token.row.last_used is not None
    after = {"after": token.row.last_used.isoformat()}
    assert person.get(url, after, headers=htmx).status_code == 204
    AgentToken.objects.update(last_used=timezone.now() + timedelta(minutes=2), last_call="GET /second")
    assert "GET /second" in person.get(url, after, headers=htmx).content.decode()


def test_without_a_script_one_looks_again(person: Client, token: IssuedToken) -> None:
    response = person.get(path_of(token, "connection"))
    assert (response.status_code, response["Location"]) == (302, "/agents/koda/#connection")


def test_only_staff_see_the_sites_path(person: Client, ann: User, token: IssuedToken) -> None:
    assert "mcp-remote" in person.get("/agents/koda/").content.decode()
    User.objects.filter(pk=ann.pk).update(is_staff=True)
    page = person.get("/agents/koda/").content.decode()
    assert "-- python manage.py mcp" not in page
    assert "/manage.py mcp" in page


def test_a_token_may_open_other_inboxes(
    person: Client, ann: User, token: IssuedToken, mallorys: AgentToken
) -> None:
    path = "/agents/koda/tokens/new"
    assert "Other inboxes" not in person.get(path).content.decode()  # there is no other
    create_agent(account=ann, name="browse")
    page = person.get(path).content.decode()
    assert "Other inboxes that it opens" in page
    assert "mallet" not in page
    assert 'name="inboxes" value="koda"' not in page
    response = person.post(path, {"scopes": ["inbox:read"], "days": "0", "inboxes": ["browse"]})
    made = find_token(token_on_page(response.content.decode()))
    assert [each.name for each in made.inboxes.all()] == ["browse"]
    page = person.get("/agents/browse/").content.decode()
    assert f"Its inbox is also opened by <code>{made}</code>" in page
    page = person.get("/agents/koda/").content.decode()
    assert 'Also opens the inboxes of <a href="/agents/browse/">browse</a>' in page
    response = person.post(f"/agents/koda/tokens/{made.pk}/rotate", {"hours": "0"})
    turned = find_token(token_on_page(response.content.decode()))
    assert [each.name for each in turned.inboxes.all()] == ["browse"]
    assert str(made) not in person.get("/agents/browse/").content.decode()


def test_no_token_for_an_inbox_that_is_not_there(
    person: Client, ann: User, token: IssuedToken, mallorys: AgentToken
) -> None:
    create_agent(account=ann, name="browse")
    for name in ("mallet", "koda", "nobody"):
        body = {"scopes": ["inbox:read"], "days": "0", "inboxes": [name]}
        assert person.post("/agents/koda/tokens/new", body).status_code == 422
    assert AgentToken.objects.filter(account=ann).count() == 1
