"""The examples of the assistant in the API's documentation."""

from typing import Any

from stones.examples import CONTENT, SCAN
from stones.exceptions import StoneNotFound

BORDER_HASH = "1ba78fbc"
MESSAGE_ID = "01KF7T2W5X9B1D4G7J0M3P6R8V"

LEVEL_REQUEST = {"border_hash": BORDER_HASH, "level": 0}
LEVEL: dict[str, Any] = {
    "border_hash": BORDER_HASH,
    "sha256": BORDER_HASH.ljust(64, "0"),
    "level": 0,
    "name": "Scan",
    "content": SCAN,
    "tokens": 14,
    "next": {"level": 1, "tokens": 60},
    "lod_tokens": [14, 60, 113],
    "whole_tokens": 113,
    "read_tokens": 14,
    "saved_tokens": 99,
    "url": f"/stones/{BORDER_HASH}",
    "trust": "untrusted",
}
EVENTS_REQUEST = {
    "events": [
        {
            "id": "0b8f9a52-6c1e-4d0f-9d0b-1f4d6f2f8a10",
            "session_id": "3c1d",
            "timestamp": "2026-01-30T12:00:00Z",
            "type": "menu_click",
            "name": "copy-as-stone",
            "page": "/notes/:id",
        }
    ]
}
EVENTS = {"stored": 1, "repeated": 0}
INVALID_EVENTS = {
    "code": "invalid_events",
    "detail": "Event 1: unknown type 'menuclick'. Nothing was stored.",
}
TOO_MANY_EVENTS = {
    "code": "too_many_events",
    "detail": "The pages of this app have sent 10,000 events today without being connected, and no more are taken "
    "before midnight UTC. Nothing was stored. A connected page may go on.",
    "retry_after": 3600,
}

STONE_REQUEST = {"content": CONTENT, "source_app": "https://notes.example.org/ui"}
NO_STONE = {"code": "stone_not_found", "detail": StoneNotFound.named(BORDER_HASH).message}
NO_LEVEL = {
    "code": "level_not_found",
    "detail": f"The stone {BORDER_HASH} has LOD-0 to LOD-2, no LOD-3: LOD-2 is the source.",
}
INVALID_HASH = {"code": "invalid_hash", "detail": "A hash has 8 to 64 hex digits."}
AMBIGUOUS = {
    "code": "ambiguous_hash",
    "detail": f"Several stones begin with {BORDER_HASH!r}. Use more digits.",
}
COPY_DIFFERS = {
    "code": "copy_differs",
    "detail": f"This copy's LOD-1 is not that of {BORDER_HASH}, which is stored here.",
}
NO_HEADER = {"code": "not_a_stone", "detail": "line 1: a stone starts with a line §QASTONE§"}

STONE: dict[str, Any] = {
    "qastone": "§QASTONE§\nborder_hash: 1ba78fbc\n…\n§/QASTONE§",
    "border_hash": BORDER_HASH,
    "tokens": 113,
    "lod_tokens": [14, 60, 113],
    "url": f"/stones/{BORDER_HASH}",
    "trust": "untrusted",
}
SECRET = {
    "code": "secret_copied",
    "detail": "This looks like a secret (password). Nothing was recorded.",
    "kinds": ["password"],
}
STONE_NOT_MADE = {
    "code": "stone_not_made",
    "detail": "The copy is recorded, but no stone could be made of it: LOD-1 is empty.",
}
TOO_LARGE = {
    "code": "content_too_large",
    "detail": "The copy has 1,048,577 bytes; at most 1,048,576 are taken.",
}
TOKEN = {
    "code": "token_in_content",
    "detail": "The body has an agent's token in it: line 1 (qas_…8f3a). Nothing was stored.",
}
PAUSED = {
    "code": "clipboard_paused",
    "detail": "The clipboard is paused: nothing was recorded. Resume it in its settings.",
}

SEND_REQUEST = {"recipient": "koda", "stone": BORDER_HASH, "max_lod": 1, "subject": "ztgi-ui"}
SENT: dict[str, Any] = {
    "tracking_id": MESSAGE_ID,
    "url": f"/inbox/{MESSAGE_ID}",
    "border_hash": BORDER_HASH,
    "delivered_lod": 1,
    "deliveries": [{"recipient": "koda", "state": "queued"}],
}
EITHER = {
    "code": "invalid_request",
    "detail": "Say what to send: either stone or content. Nothing was sent.",
}
NO_RECIPIENT = {
    "code": "recipient_not_found",
    "detail": "There is no agent 'kodda' that you can write to. Nothing was sent.",
}
AGENTS = [{"name": "koda", "kind": "claude_code"}, {"name": "prax", "kind": "cursor"}]

INBOX: dict[str, Any] = {
    "unread": 1,
    "messages": [
        {
            "id": MESSAGE_ID,
            "subject": "ztgi-ui",
            "sender": "koda",
            "scan": SCAN,
            "lod_0_origin": "sender",
            "created": "2026-01-30T12:00:00Z",
            "age": "5 minutes",
            "is_unread": True,
            "ack_required": True,
            "border_hash": BORDER_HASH,
            "lod_tokens": [14, 60, 113],
            "url": f"/inbox/{MESSAGE_ID}",
            "trust": "untrusted",
        }
    ],
}
ACKNOWLEDGED = {"message_id": MESSAGE_ID, "state": "acknowledged", "url": f"/inbox/{MESSAGE_ID}"}
NO_MESSAGE = {"code": "message_not_found", "detail": "There is no message '#12' in the inbox of 'ann'."}

HELPER_REQUEST = {"border_hash": BORDER_HASH, "task": "Which port does the server use?"}
HELPER = {"job_id": MESSAGE_ID, "url": f"/inbox/helpers/{MESSAGE_ID}", "budget": 12_000}
HELPER_JOB = {
    "job_id": MESSAGE_ID,
    "state": "done",
    "border_hash": BORDER_HASH,
    "task": "Which port does the server use?",
    "glow_channel": "context",
    "scan": "The server listens on port 7892.",
    "answer_tokens": 212,
    "tokens": 0,
    "url": f"/inbox/{MESSAGE_ID}",
    "trust": "untrusted",
}
NO_HELPER = {"code": "helper_not_found", "detail": f"There is no helper {MESSAGE_ID!r}."}
PRICE = {"border_hash": BORDER_HASH, "tokens": 113, "budget": 12_000, "answer_tokens": 600, "has_model": True}
INVALID_TASK = {
    "code": "invalid_helper_task",
    "detail": "The task must have 1 to 2,000 characters: what do you want to know?",
}

CHAT_REQUEST = {
    "message": "Which port does ztgi-ui use?",
    "history": [],
    "stones": [{"border_hash": BORDER_HASH, "channel": "context", "level": 0, "text": SCAN}],
}
CHAT = {
    "text": "The server listens on port 7892 [s1].",
    "mode": "model",
    "sources": [
        {
            "kind": "stone",
            "id": BORDER_HASH,
            "title": "ztgi-ui",
            "tokens": 113,
            "url": f"/stones/{BORDER_HASH}",
        }
    ],
    "tokens": 12,
    "trust": "untrusted",
}
INVALID_CHAT = {"code": "invalid_chat", "detail": "The message must have 1 to 2,000 characters."}
NO_MODEL_ANSWER = {
    "code": "assistant_unavailable",
    "detail": "The assistant's model did not answer: The model did not answer in time. Ask again later.",
}

QUERY_REQUEST = {"question": "Which port has job 17?", "use_external": False}
QUERY: dict[str, Any] = {
    "text": "Job 17 has port 7017 [1].",
    "citations": [
        {"number": 1, "title": "Ports", "excerpt": "Job 17: 7017", "url": f"/brain/notes/{MESSAGE_ID}"}
    ],
    "has_support": True,
    "mode": "model",
    "tokens": 620,
    "url": f"/brain/answers/{MESSAGE_ID}",
    "notices": [],
    "trust": "untrusted",
}
INVALID_QUERY = {
    "code": "invalid_query",
    "detail": "The query has 2,400 characters; at most 2,000 are taken.",
}
MODEL_AWAY = {"code": "model_unavailable", "detail": "The model did not answer in time. Ask again later."}
NOTE_REQUEST = {"body": "Job 17 has port 7017.", "source": "https://notes.example.org/ports"}
NOTE = {"id": MESSAGE_ID, "url": f"/brain/notes/{MESSAGE_ID}"}
INVALID_NOTE = {"code": "invalid_note", "detail": "The body is empty: there is nothing to note."}

INSIGHTS = {"days": 7, "saved": 184_200, "percent": 81.3, "received": 37, "loaded": 21}
PROPOSAL: dict[str, Any] = {
    "id": MESSAGE_ID,
    "context": "selection",
    "kind": "reorder",
    "item": "ask-brain",
    "title": "Move “Ask the brain” up in the menu of selected text",
    "reason": "Used 24 times in 30 days, “Copy as stone” above it 3 times.",
    "before": ["copy-as-stone", "send-to-agent", "ask-brain"],
    "after": ["ask-brain", "copy-as-stone", "send-to-agent"],
    "decision": "proposed",
}
DECIDED = PROPOSAL | {
    "decision": "applied",
    "menus": {"selection": [{"id": "ask-brain", "title": "Ask the brain", "shortcut": "Alt+Shift+B"}]},
}
NO_PROPOSAL = {
    "code": "proposal_not_found",
    "detail": "There is no such proposal: its reason may have passed. Look at the proposals anew.",
}
MENU_CHANGED = {"code": "proposal_decided", "detail": "The menu has changed since: it stays as it is."}
