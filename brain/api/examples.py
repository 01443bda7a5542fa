"""The examples of the API's documentation."""

from typing import Any

NOTE_ID = "01KF7S9Y3M5D8R2E6T4W1Q0ZXC"
TURN_ID = "01KF7SB1V7H2N9C3X5K8P4A6MD"
CONVERSATION_ID = "01KF7SJ0Q4X8N2V6B1M9C5T3RA"
BODY = "# Sourdough\n\nFeed the starter twice a day while it is warm.\n\nIn the fridge once a week is enough."
SENTENCE = "Feed the starter twice a day while it is warm."

INVALID = {
    "code": "invalid",
    "detail": "qurey: Unknown. There are: query, use_external, conversation.",
    "errors": [
        {
            "field": "qurey",
            "code": "unknown",
            "detail": "Unknown. There are: query, use_external, conversation.",
        }
    ],
}
INVALID_QUERY = {
    "code": "invalid_query",
    "detail": "Ask something of at most 2,000 characters. Nothing was asked.",
}
INVALID_CURSOR = {
    "code": "invalid_cursor",
    "detail": "The cursor is not one that this list gave out. Begin again without it.",
}
TOKEN = {
    "code": "token_in_content",
    "detail": "The query has an agent's token in it: line 1 (qas_…x7Qd). Nothing was stored. Take it out, and revoke "
    "that token on the page Agents: whoever has seen it can act as the agent.",
}
CONVERSATION_GONE = {"code": "conversation_not_found", "detail": "The conversation was deleted."}
MODEL_UNAVAILABLE = {
    "code": "model_unavailable",
    "detail": "The model did not answer: The provider is rate limiting. Nothing was saved, and no answer was made up. "
    "Ask again later.",
    "retry_after": 30,
}
MODEL_NEEDED = {
    "code": "model_needed",
    "detail": "An answer in a shape of your own takes a model, and none is configured.",
}
INVALID_SCHEMA = {"code": "invalid_schema", "detail": "The schema is no JSON Schema: 'strin' is not a type."}
NOT_IN_SCHEMA = {
    "code": "answer_not_in_schema",
    "detail": "The model's answer does not follow the schema, twice: 'points' is a required property.",
}
INVALID_NOTE = {"code": "invalid_note", "detail": "The body is empty: there is nothing to note."}
NOTE_TOO_LARGE = {
    "code": "note_too_large",
    "detail": "The body has 240,000 bytes; at most 200,000 are taken. Make several notes of it.",
    "limit": 200_000,
}
NO_NOTE = {"code": "note_not_found", "detail": f"There is no note {NOTE_ID!r}."}
NO_VERSION = {
    "code": "invalid",
    "detail": "version: Say which version you have read, here or in the header If-Match.",
    "errors": [
        {
            "field": "version",
            "code": "required",
            "detail": "Say which version you have read, here or in the header If-Match.",
        }
    ],
}
NOTE_CHANGED = {
    "code": "note_changed",
    "detail": "This note was edited since it was read: version 1 is now 2. Nothing was written. Read it again, and "
    "make the change there.",
    "version": 2,
}
NO_PROFILE = {"code": "profile_not_found", "detail": "There is no profile."}
INVALID_PROFILE = {
    "code": "invalid_profile",
    "detail": "The profile is empty: nothing in it can be told.",
}
PROFILE_TOO_LARGE = {
    "code": "profile_too_large",
    "detail": "The profile has 600,000 bytes of text; at most 500,000 are taken. Nothing was saved.",
    "limit": 500_000,
}
NO_CONVERSATION = {
    "code": "conversation_not_found",
    "detail": f"There is no conversation {CONVERSATION_ID!r}.",
}
INVALID_TITLE = {
    "code": "invalid_query",
    "detail": "The title has 300 characters; at most 200 are allowed.",
}
UNKNOWN_FORMAT = {
    "code": "invalid",
    "detail": "format: Must be one of md, json.",
    "errors": [{"field": "format", "code": "invalid_choice", "detail": "Must be one of md, json."}],
}
NO_ANSWER = {"code": "answer_not_found", "detail": f"There is no answer {TURN_ID!r}."}

QUERY: dict[str, Any] = {"query": "How often do I feed the starter?", "conversation": "kitchen"}
ANSWER: dict[str, Any] = {
    "turn_id": TURN_ID,
    "conversation_id": CONVERSATION_ID,
    "ordinal": 1,
    "query": QUERY["query"],
    "answer": f"“{SENTENCE}” [1]",
    "metadata": {
        "hasSources": True,
        "sourceTypes": ["notes"],
        "citations": [{"noteId": NOTE_ID, "noteTitle": "Sourdough", "excerpt": SENTENCE}],
        "externalSources": [],
        "usedProfile": False,
        "sourceExplanation": "Quoted from 1 note, without a model.",
    },
    "is_sure": True,
    "mode": "extractive",
    "model": "",
    "notices": [],
    "sent_to": [],
    "unsupported": [],
    "dropped": [],
    "tokens": 0,
    "asked_by": "agent koda",
    "trust": "untrusted",
    "created": "2026-01-30T12:00:00Z",
}
TRACE: dict[str, Any] = {
    "retrieved": [{"type": "notes", "id": NOTE_ID, "title": "Sourdough", "score": 0.71, "tokens": 24}],
    "how": "vectors and words",
    "confidence": 0.8,
    "steps": ["Compared 42 passages by words and by meaning."],
    "notices": [],
    "sent_to": [],
    "context_tokens": 32,
    "history_tokens": 0,
    "prompt_tokens": 0,
    "completion_tokens": 0,
    "attempts": 0,
    "cited": [{"type": "notes", "id": NOTE_ID, "start": 13, "end": 59}],
    "dropped": [],
    "unsupported": [],
    "withheld": [],
}
TRACED = ANSWER | {"trace": TRACE}
SCHEMA_QUERY: dict[str, Any] = {
    "query": "What do my notes say about sourdough?",
    "schema": {
        "type": "object",
        "properties": {
            "summary": {"type": "string"},
            "points": {"type": "array", "items": {"type": "string"}, "maxItems": 5},
        },
        "required": ["summary", "points"],
        "additionalProperties": False,
    },
    "system_prompt": "Answer for somebody who bakes for the first time.",
}
SHAPED: dict[str, Any] = {
    "object": {"summary": "How to keep a starter.", "points": ["Twice a day while it is warm."]},
    "model": "gpt-5-mini",
    "tokens": 412,
    "trace": TRACE | {"prompt_tokens": 380, "completion_tokens": 32, "attempts": 1, "cited": []},
    "trust": "untrusted",
}
NOTE_REQUEST: dict[str, Any] = {"title": "Sourdough", "body": BODY, "tags": ["bread", "kitchen"]}
_FACTS: dict[str, Any] = {
    "id": NOTE_ID,
    "title": "Sourdough",
    "tags": ["bread", "kitchen"],
    "description": "",
    "origin": "written",
    "file": "",
    "dated": "2026-01-30T12:00:00Z",
    "tokens": 25,
    "version": 1,
    "updated": "2026-01-30T12:00:00Z",
    "demo": False,
    "trust": "untrusted",
}
NOTE: dict[str, Any] = _FACTS | {"body": BODY, "sources": []}
NOTE_ROW: dict[str, Any] = _FACTS | {"indexed": True}
FOUND_ROW: dict[str, Any] = NOTE_ROW | {"excerpt": SENTENCE, "start": 13, "end": 59, "score": 0.71}
PROFILE_DATA: dict[str, Any] = {"full_name": "Ann Miller", "summary": "Bakes.", "skills": ["rye", "wheat"]}
PROFILE: dict[str, Any] = {
    "name": "Ann Miller",
    "data": PROFILE_DATA,
    "text": "# Ann Miller\n\n- Full name: Ann Miller\n\n## Summary\n\nBakes.\n\n## Skills\n\n- rye\n- wheat\n",
    "tokens": 26,
    "version": 1,
    "updated": "2026-01-30T12:00:00Z",
    "indexed": True,
    "trust": "untrusted",
}
SOURCES: dict[str, Any] = {
    "use_external": False,
    "available": [
        {"name": "wikipedia", "title": "Wikipedia", "ready": True, "why": ""},
        {"name": "news", "title": "NewsAPI.org", "ready": False, "why": "BRAIN_NEWS_API_KEY is not set."},
    ],
}
_CONVERSATION: dict[str, Any] = {
    "id": CONVERSATION_ID,
    "interface": "rest",
    "name": "kitchen",
    "title": "Sourdough",
    "updated": "2026-01-30T12:00:00Z",
}
_LISTED: dict[str, Any] = _CONVERSATION | {"trust": "untrusted", "turn_count": 1}
CONVERSATION_ROW: dict[str, Any] = _LISTED | {"last_query": QUERY["query"]}
CONVERSATION: dict[str, Any] = _LISTED | {"summaries": []}
EXPORT: dict[str, Any] = _CONVERSATION | {
    "created": "2026-01-30T12:00:00Z",
    "turns": [
        {
            "id": TURN_ID,
            **{
                name: ANSWER[name]
                for name in ("ordinal", "created", "asked_by", "query", "answer", "mode", "model", "tokens")
            },
            "archived": False,
            "metadata": ANSWER["metadata"],
            "trace": TRACE,
        }
    ],
    "summaries": [],
}
_SOURCE = {"type": "notes", "id": NOTE_ID, "title": "Sourdough", "url": "", "excerpt": SENTENCE}
DRAFT: dict[str, Any] = {
    "title": QUERY["query"],
    "body": f"{SENTENCE} [1]",
    "tags": ["bread", "kitchen"],
    "sources": [_SOURCE],
    "trust": "untrusted",
}
SAVED: dict[str, Any] = (
    NOTE | {"origin": "answer"} | {name: DRAFT[name] for name in ("title", "body", "tags", "sources")}
)
