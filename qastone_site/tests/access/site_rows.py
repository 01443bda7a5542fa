"""The rows: all addresses of the site that are not the admin's."""

from typing import Any

from answering.answer_kinds import AnswerKind
from answering.queries.find_answers import PERSON
from brain.services.request_brain_answer import BRAIN_ANSWER, SCHEMA_ANSWER
from inbox.services.answer_chat import CHAT_ANSWER
from qastone_site.tests.access.access_rows import PRINCIPALS, Row, page, public, rest
from qastone_site.tests.access.access_world import World
from qastone_site.tests.access.account import ACCOUNT
from qastone_site.tests.access.analytics import ANALYTICS
from qastone_site.tests.access.assistant import ASSISTANT
from qastone_site.tests.access.clipboard import CLIPBOARD
from qastone_site.tests.access.second_factor import SECOND_FACTOR
from quickstart.services.request_phrasing import PHRASING

Body = dict[str, Any]


def written(url: str, scope: str, kind: AnswerKind) -> list[Row]:
    """An answer that a model is writing for the agent: got, watched, stopped."""

    def named(world: World) -> dict[str, Any]:
        return {"answer_id": world.written(kind).pk}

    return [
        rest("GET", f"{url}-answer", scope, 202, args=named),
        rest("GET", f"{url}-events", scope, args=named),
        rest("POST", f"{url}-stop", scope, args=named),
    ]


def page_answer(world: World) -> dict[str, Any]:
    return {"answer_id": world.written(BRAIN_ANSWER, PERSON).pk}


def stone(world: World) -> Body:
    return {"border_hash": world.border_hash}


def message(world: World) -> Body:
    """The tracking_id: a number of one inbox means another message in the next one."""
    return {"message": world.message.pk}


def delivery(world: World) -> dict[str, Any]:
    return {"delivery": world.delivery.pk}


def sent(world: World) -> Body:
    return {"message": world.dead.pk}


def helper(world: World) -> Body:
    return {"helper": world.helper.pk}


def job(world: World) -> Body:
    return {"job_id": world.helper.pk}


def agent(world: World) -> Body:
    return {"name": "prax"}


def token(world: World) -> Body:
    return {"name": "prax", "token_id": world.open_token.pk}


def typed(world: World) -> Body:
    return {"typed": "prax"}


def webhook(world: World) -> Body:
    return {"name": "koda", "webhook": world.webhook.pk}


def failed_call(world: World) -> Body:
    return {"name": "koda", "call": world.call.pk}


def waiting(world: World) -> Body:
    return {"collection": "tools", "question": world.question.pk}


def text(world: World) -> Body:
    return {"text": "A text."}


def note(world: World) -> Body:
    return {"note_id": world.note.pk}


def saved_search(world: World) -> Body:
    return {"search_id": world.saved_search.pk}


def conversation(world: World) -> Body:
    return {"conversation_id": world.turn.conversation_id}


def answer(world: World) -> Body:
    return {"turn_id": world.turn.pk}


def letter(world: World) -> Body:
    return {"recipient": "prax", "payload": "A text."}


STONES = [
    rest(
        "POST", "stones-api:format", "stones:write", 201, foreign=201, body=lambda _: {"content": "A text."}
    ),
    rest("POST", "stones-api:parse", "stones:read", 422, foreign=422, body=text),
    rest("GET", "stones-api:stones", "stones:read", foreign=200),
    rest("GET", "stones-api:search", "stones:read", foreign=200, q="which port"),
    rest("GET", "stones-api:stone", "stones:read", args=stone),
    rest("DELETE", "stones-api:stone", "stones:write", 200, args=stone),
    rest(
        "PUT",
        "stones-api:summary",
        "stones:write",
        args=stone,
        body=lambda _: {"summary": "Each job writes."},
    ),
    rest("GET", "stones-api:level", "stones:read", args=lambda world: stone(world) | {"level": "0"}),
    rest("GET", "stones-api:focus", "stones:read", args=stone, q="which port", max_tokens="200"),
    page("GET", "stones:list", foreign=200),
    page("GET", "stones:list-updates", foreign=204),
    page(
        "POST",
        "stones:chosen",
        302,
        foreign=302,
        body=lambda world: {"chosen": world.stone.pk, "action": "delete"},
    ),
    page("GET", "stones:detail", args=stone, shared=200),
    page("GET", "stones:detail-slash", 301, foreign=301, args=stone),
    page("GET", "stones:level", 302, foreign=302, args=lambda world: stone(world) | {"level": 0}),
    page("GET", "stones:updates", args=stone, shared=200),
    page("GET", "stones:text", args=stone, shared=200),
    page("POST", "stones:regenerate", 302, args=stone),
    page("POST", "stones:channel", 302, args=stone, body=lambda _: {"glow_channel": "data"}),
    page("GET", "stones:summary", args=stone),
    page("POST", "stones:summary", 422, args=stone, body=lambda _: {"summary": ""}),
    page("GET", "stones:delete", args=stone),
    page("POST", "stones:delete", 302, args=stone),
    page("GET", "stones:paste", foreign=200),
    page("POST", "stones:paste", foreign=200, body=text),
    page(
        "POST",
        "stones:paste-level",
        shared=200,
        body=lambda world: stone(world) | {"level": 0},
        is_form=False,
    ),
]

MESSAGES = [
    rest("POST", "inbox-api:send", "inbox:send", 201, body=letter),
    rest(
        "POST",
        "inbox-api:send-stone",
        "inbox:send",
        201,
        body=lambda world: {"recipient": "koda", "stone": world.border_hash},
    ),
    rest("POST", "inbox-api:request-lod", "inbox:read", body=lambda world: stone(world) | {"level": 2}),
    rest("GET", "inbox-api:messages", "inbox:read", foreign=200),
    rest("GET", "inbox-api:lines", "inbox:read", foreign=200),
    rest("GET", "inbox-api:updates", "inbox:read", foreign=204),
    rest("GET", "inbox-api:sent", "inbox:read", foreign=200),
    rest("GET", "inbox-api:dead-letters", "inbox:read", foreign=200),
    rest("GET", "inbox-api:message", "inbox:read", args=message),
    rest("GET", "inbox-api:message-level", "inbox:read", args=lambda world: message(world) | {"level": "0"}),
    rest("GET", "inbox-api:message-focus", "inbox:read", args=message, q="which port"),
    rest("POST", "inbox-api:message-acknowledge", "inbox:read", args=message),
    rest("POST", "inbox-api:message-archive", "inbox:read", args=message),
    rest("POST", "inbox-api:message-unarchive", "inbox:read", args=message),
    rest("POST", "inbox-api:message-read", "inbox:read", args=message),
    rest(
        "POST", "inbox-api:message-reply", "inbox:send", 201, args=message, body=lambda _: {"payload": "Yes."}
    ),
    rest("PUT", "inbox-api:message-summary", "inbox:send", 400, args=sent, body=lambda _: {"summary": " "}),
    rest("POST", "inbox-api:message-resend", "inbox:send", 201, args=sent),
]

WORK = [
    rest("POST", "inbox-api:remember", "inbox:send", 201, foreign=201, body=text),
    rest("GET", "inbox-api:recall", "inbox:read", foreign=200, query="which port"),
    rest("POST", "inbox-api:forget", "inbox:send", body=lambda world: {"memory": world.memory.pk}),
    page("GET", "inbox:memories", foreign=200),
    page("GET", "inbox:memory", args=lambda world: {"memory_id": world.memory.pk}),
    page(
        "POST",
        "inbox:memories-chosen",
        302,
        foreign=302,
        body=lambda world: {"chosen": world.memory.pk, "action": "delete"},
    ),
    rest("GET", "inbox-api:helpers", "inbox:read", foreign=200),
    rest(
        "POST",
        "inbox-api:helpers",
        "inbox:send",
        202,
        body=lambda world: stone(world) | {"task": "Which port?"},
    ),
    rest("GET", "inbox-api:helper", "inbox:read", args=helper),
    rest("POST", "inbox-api:helper-restart", "inbox:send", 409, args=helper),
    *written("inbox-api:chat", "inbox:read", CHAT_ANSWER),
    rest("POST", "inbox-api:chat", "inbox:read", foreign=200, body=lambda _: {"message": "Which port?"}),
    rest("GET", "inbox-api:webhooks", "inbox:read", foreign=200),
    rest(
        "POST",
        "inbox-api:webhooks",
        ("inbox:read", "inbox:send"),
        201,
        foreign=201,
        body=lambda _: {"url": "https://hooks.example.com/another"},
    ),
    rest("DELETE", "inbox-api:webhook", "inbox:send", 204, args=lambda world: {"webhook": world.webhook.pk}),
    rest(
        "POST",
        "inbox-api:webhook-rotate",
        ("inbox:read", "inbox:send"),
        args=lambda world: {"webhook": world.webhook.pk},
    ),
    rest("GET", "inbox-api:webhook-calls", "inbox:read", foreign=200),
    rest(
        "POST",
        "inbox-api:webhook-call-resend",
        ("inbox:read", "inbox:send"),
        409,
        args=lambda world: {"call": world.call.pk},
    ),
]

PAGES = [
    page("GET", "inbox:list", foreign=200),
    page("GET", "inbox:updates", foreign=204),
    page("GET", "inbox:badge", foreign=200),
    page("POST", "inbox:done", 302, foreign=302, body=lambda world: {"chosen": world.delivery.pk}),
    page("GET", "inbox:compose", foreign=200),
    page(
        "POST", "inbox:compose", 302, foreign=422, body=lambda _: {"recipients": ["prax"], "text": "A text."}
    ),
    page("POST", "inbox:compose-preview", foreign=200, body=text),
    page("GET", "inbox:acknowledge", args=delivery),
    page("POST", "inbox:acknowledge", 302, args=delivery),
    page("GET", "inbox:take-out", args=delivery),
    page("POST", "inbox:take-out", 302, args=delivery),
    page("GET", "inbox:put-back", args=delivery),
    page("POST", "inbox:put-back", 302, args=delivery),
    page("GET", "inbox:thread", args=message),
    page("GET", "inbox:thread-updates", args=message),
    page("GET", "inbox:summary", args=sent),
    page("POST", "inbox:summary", 422, args=sent, body=lambda _: {"summary": ""}),
    page("GET", "inbox:text", args=message),
    page("POST", "inbox:resend", 302, args=sent),
    page("GET", "inbox:helpers", foreign=200),
    page("GET", "inbox:helper-new", foreign=200),
    page(
        "POST",
        "inbox:helper-new",
        302,
        shared=422,
        staff=422,
        body=lambda world: {"text": world.border_hash, "task": "Which port?", "agent": "koda"},
    ),
    page("GET", "inbox:helper", args=job),
    page("GET", "inbox:helper-updates", args=job),
    page("POST", "inbox:helper-restart", 409, args=job),
    page("GET", "inbox:agents", foreign=200),
    page("GET", "inbox:agent-new", foreign=200),
    page(
        "POST",
        "inbox:agent-new",
        foreign=200,
        body=lambda _: {"name": "new", "kind": "custom", "scopes": ["inbox:read"], "days": "90"},
    ),
    page("GET", "inbox:agent", args=agent),
    page("GET", "inbox:agent-edit", args=agent),
    page("POST", "inbox:agent-edit", 302, args=agent, body=lambda _: {"kind": "custom"}),
    page("GET", "inbox:agent-close", args=agent),
    page("POST", "inbox:agent-close", 302, args=agent, body=typed),
    page("GET", "inbox:token-new", args=agent),
    page("POST", "inbox:token-new", args=agent, body=lambda _: {"scopes": ["inbox:read"], "days": "90"}),
    page("GET", "inbox:token-rotate", args=token),
    page("POST", "inbox:token-rotate", args=token, body=lambda _: {"hours": "0"}),
    page("GET", "inbox:token-revoke", args=token),
    page("POST", "inbox:token-revoke", 302, args=token, body=typed),
    page("GET", "inbox:connection", 302, args=token),
    # Of another account "koda" is an agent of its own; these two have none of that name.
    page("GET", "inbox:webhooks", args=lambda _: {"name": "koda"}, foreign=200, shared=404, staff=404),
    page(
        "POST",
        "inbox:webhooks",
        302,
        args=lambda _: {"name": "koda"},
        foreign=302,
        shared=404,
        staff=404,
        body=lambda _: {"url": "https://hooks.example.com/another"},
    ),
    page("POST", "inbox:webhook-rotate", 302, args=webhook),
    page("GET", "inbox:webhook-remove", args=webhook),
    page("POST", "inbox:webhook-remove", 302, args=webhook),
    page("POST", "inbox:webhook-resend", 302, args=failed_call),
    page("GET", "inbox:contacts", foreign=200),
    page("POST", "inbox:contacts", 302, foreign=302, body=lambda _: {"policy": "open"}),
    page("POST", "inbox:contact-remove", 302, args=lambda world: {"user_id": world.other.pk}),
]

QUICKSTART = [
    *written("quickstart-api:ask", "kb:read", PHRASING),
    rest("GET", "quickstart-api:collections", "kb:read", foreign=200),
    rest(
        "POST",
        "quickstart-api:ask",
        "kb:read",
        body=lambda _: {"query": "Which port?", "collection": "tools"},
    ),
    rest(
        "POST",
        "quickstart-api:feedback",
        "kb:read",
        body=lambda world: {"question_id": world.question.pk, "verdict": "up"},
    ),
    rest("GET", "quickstart-api:entries", "kb:read", collection="tools"),
    rest(
        "GET", "quickstart-api:entry", "kb:read", args=lambda _: {"entry_id": "qa_port"}, collection="tools"
    ),
    rest("GET", "quickstart-api:skills", "kb:read", collection="tools"),
    rest(
        "GET",
        "quickstart-api:skill",
        "kb:read",
        args=lambda _: {"skill_id": "skill_ports"},
        collection="tools",
    ),
    rest("GET", "quickstart-api:tree", "kb:read", collection="tools"),
    rest("GET", "quickstart-api:coverage", "kb:read", collection="tools"),
    page("GET", "quickstart:ask", collection="tools"),
    page(
        "POST",
        "quickstart:feedback",
        302,
        body=lambda world: {"question": world.question.pk, "verdict": "up"},
    ),
    page(
        "POST",
        "quickstart:pick",
        302,
        body=lambda world: {"question": world.question.pk, "kind": "entry", "id": world.entry.entry_id},
    ),
    page("GET", "quickstart:entry", args=lambda _: {"entry_id": "qa_port"}, collection="tools"),
    page("GET", "quickstart:entries", collection="tools"),
    page(
        "POST",
        "quickstart:entries-chosen",
        302,
        foreign=302,
        body=lambda world: {"chosen": world.entry.pk, "action": "delete"},
    ),
    page("GET", "quickstart:skills", collection="tools"),
    page(
        "POST",
        "quickstart:skills-chosen",
        302,
        foreign=302,
        body=lambda world: {"chosen": world.skill.pk, "action": "delete"},
    ),
    page("GET", "quickstart:upload-skills", foreign=200),
    page("POST", "quickstart:upload-skills", 422, foreign=422),  # without files
    page("GET", "quickstart:upload-entries", foreign=200),
    page("POST", "quickstart:upload-entries", 422, foreign=422),
    page("GET", "quickstart:skill", args=lambda _: {"skill_id": "skill_ports"}, collection="tools"),
    page("GET", "quickstart:skill-file", args=lambda _: {"skill_id": "skill_ports"}, collection="tools"),
]

# Of the collection that the address names; only staff curate.
CURATION = [
    page("GET", "quickstart:coverage", collection="tools"),
    page("GET", "quickstart:coverage-text", collection="tools"),
    page("GET", "quickstart:coverage-json", collection="tools"),
    page("GET", "quickstart:questions", foreign=403, staff=404, collection="tools"),
    page("POST", "quickstart:questions-accept", 403, foreign=403, staff=404, body=waiting),
    page("POST", "quickstart:questions-dismiss", 302, foreign=403, staff=404, body=waiting),
]

BRAIN = [
    *written("brain-api:query", "brain:ask", BRAIN_ANSWER),
    *written("brain-api:query-with-schema", "brain:ask", SCHEMA_ANSWER),
    rest("POST", "brain-api:query", "brain:ask", foreign=200, body=lambda _: {"query": "Which port?"}),
    # It takes a model, and there is none.
    rest(
        "POST",
        "brain-api:query-with-schema",
        "brain:ask",
        503,
        foreign=503,
        body=lambda _: {"query": "Which port?", "schema": {"type": "string"}},
    ),
    rest("GET", "brain-api:notes", "brain:ask", foreign=200, q="which port"),
    rest(
        "POST",
        "brain-api:notes",
        "brain:write",
        201,
        foreign=201,
        body=lambda _: {"title": "A title", "body": "A text."},
    ),
    rest("GET", "brain-api:note", "brain:ask", args=note),
    rest("PATCH", "brain-api:note", "brain:write", args=note, body=lambda _: {"version": 1, "tags": ["ops"]}),
    rest("DELETE", "brain-api:note", "brain:write", 204, args=note),
    rest("GET", "brain-api:note-related", "brain:ask", args=note),
    rest("GET", "brain-api:tags", "brain:ask", foreign=200),
    rest("GET", "brain-api:profile", "brain:ask"),
    rest(
        "PUT",
        "brain-api:profile",
        "brain:write",
        foreign=200,
        body=lambda _: {"data": {"full_name": "Mallory"}},
    ),
    rest("DELETE", "brain-api:profile", "brain:write", 204),
    rest("GET", "brain-api:sources", "brain:ask", foreign=200),
    rest("PUT", "brain-api:sources", "brain:write", foreign=200, body=lambda _: {"use_external": True}),
    rest("GET", "brain-api:conversations", "brain:ask", foreign=200),
    rest("GET", "brain-api:conversation", "brain:ask", args=conversation),
    rest(
        "PATCH",
        "brain-api:conversation",
        "brain:write",
        args=conversation,
        body=lambda _: {"title": "A title"},
    ),
    rest("DELETE", "brain-api:conversation", "brain:write", 204, args=conversation),
    rest("GET", "brain-api:conversation-turns", "brain:ask", args=conversation),
    rest("GET", "brain-api:conversation-export", "brain:ask", args=conversation),
    rest("GET", "brain-api:answer", "brain:ask", args=answer),
    rest("GET", "brain-api:answer-note", "brain:ask", args=answer),
    rest("POST", "brain-api:answer-note", "brain:write", 201, args=answer),
]

BRAIN_PAGES = [
    page("GET", "answering:events", args=page_answer),
    page("POST", "answering:stop", 302, args=page_answer),
    page("GET", "brain:chat", foreign=200),
    page("GET", "brain:notes", foreign=200),
    page("POST", "brain:ask", 302, foreign=302, body=lambda _: {"q": "Which port?"}),
    page("POST", "brain:conversation-new", 302, foreign=302, body=lambda _: {"name": "ports"}),
    page("GET", "brain:conversation-rename", args=conversation),
    page("POST", "brain:conversation-rename", 302, args=conversation, body=lambda _: {"title": "A title"}),
    page("GET", "brain:conversation-delete", args=conversation),
    page("POST", "brain:conversation-delete", 302, args=conversation),
    page("GET", "brain:conversation-export", args=lambda world: conversation(world) | {"form": "md"}),
    page("GET", "brain:answer", args=answer),
    page("GET", "brain:answer-text", args=answer),
    page("GET", "brain:answer-note", args=answer),
    page(
        "POST",
        "brain:answer-note",
        302,
        args=answer,
        body=lambda _: {"title": "A title", "body": "A text."},
    ),
    page(
        "POST",
        "saved-search-save",
        302,
        foreign=302,
        body=lambda _: {"list": "stones:list", "name": "Ports", "query": "q=port"},
    ),
    page("POST", "saved-search-delete", 302, args=saved_search),
    page("POST", "deleted-restore", 302, foreign=302),
    page("GET", "deleted-erase", foreign=200),
    page("POST", "deleted-erase", 302, foreign=302),
    page("GET", "brain:note-new", foreign=200),
    page(
        "POST",
        "brain:note-new",
        302,
        foreign=302,
        body=lambda _: {"title": "A title", "body": "A text."},
    ),
    page("GET", "brain:notes-upload", foreign=200),
    page("POST", "brain:notes-upload", 422, foreign=422),  # without files
    page(
        "POST",
        "brain:notes-chosen",
        302,
        foreign=302,
        body=lambda world: {"chosen": world.note.pk, "action": "delete"},
    ),
    page("POST", "inbox:send-notes", 302, foreign=302, body=lambda world: {"chosen": world.note.pk}),
    page("GET", "brain:note", args=note),
    page("GET", "brain:note-related", args=note),
    page("GET", "brain:note-edit", args=note),
    page(
        "POST",
        "brain:note-edit",
        302,
        args=note,
        body=lambda _: {"title": "A title", "body": "A text.", "version": "1"},
    ),
    page("GET", "brain:note-delete", args=note),
    page("POST", "brain:note-delete", 302, args=note),
    page("GET", "brain:profile", foreign=200),
    page("POST", "brain:profile", 302, foreign=302, body=lambda _: {"text": "full_name: Mallory"}),
    page("GET", "brain:profile-delete"),
    page("POST", "brain:profile-delete", 302),
    page("GET", "brain:sources", foreign=200),
    page("POST", "brain:sources", 302, foreign=302, body=lambda _: {"external": "on"}),
]

PEOPLE = ("owner", "member", "other account", "staff")
SIGNED_IN_GO_HOME = dict.fromkeys(PRINCIPALS, 200) | dict.fromkeys(PEOPLE, 302)
SITE = [
    Row("GET", "sign-in", SIGNED_IN_GO_HOME),
    Row("POST", "sign-in", SIGNED_IN_GO_HOME, is_form=True),
    public("GET", "account_login", 302),
    Row("GET", "admin-sign-in", dict.fromkeys(PRINCIPALS, 302) | dict.fromkeys(PEOPLE, 403)),
    public("POST", "sign-out", 302),
    public("GET", "setup", 302),
    public("POST", "setup", 302),
    public("POST", "preferences", 302),
    page("GET", "search", foreign=200),
    page("GET", "status", foreign=403, staff=200),
    public("GET", "favicon", 302),
    public("GET", "llms-txt"),
    public("GET", "health"),
    public("GET", "readyz", 503),  # no worker beside the tests
    public("GET", "metrics", 404),  # no METRICS_TOKEN
    public("GET", "manual:contents"),
    public("GET", "manual:document", args=lambda _: {"name": "stones"}),
    public("GET", "schema"),
    public("GET", "api-docs"),
]

APPS = [*STONES, *CLIPBOARD, *MESSAGES, *WORK, *PAGES, *QUICKSTART, *CURATION, *BRAIN, *BRAIN_PAGES]
ROWS: list[Row] = [*APPS, *ANALYTICS, *ASSISTANT, *SECOND_FACTOR, *ACCOUNT, *SITE]
