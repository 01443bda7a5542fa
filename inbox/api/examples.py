"""The examples of the API's documentation: koda and mira at work, as this site answers them."""

from typing import Any

from stones.exceptions import StoneNotFound

TRACKING_ID = "01KF7S9Y3M5D8R2E6T4W1Q0ZXC"
STONE_ID = "01KF7SB1V7H2N9C3X5K8P4A6MD"
TEXT = "Shall I publish 1.4 today? The checks are green."
SUBJECT = "Release 1.4"
ANSWER = "Yes, at 15:00."
SCAN = "Create GitHub repo for ztgi-ui, shared UI library."
DETAIL = (
    "ZTGI-UI is a vanilla JS library at ~/ztgi/ztgi-ui serving context menus, cursor modes, AI assistant. Needs own "
    "repo because it's shared by CNP, Email-for-AI, L&D. Run: git init && gh repo create nothinginfinity/ztgi-ui"
)
CONTENT = f"""# ztgi-ui

{DETAIL}

## Architecture

Express server on port 7892 serving bundled JS (148KB). Config-driven via /configs/{{app}}.json.
Integrates with Email-for-AI (8000) for persistence. Already in localhost-dashboard services.json with github URL
placeholder."""
BORDER_HASH = "a73aacad"

SEND_REQUEST: dict[str, Any] = {
    "recipients": ["mira", "mario"],
    "payload": TEXT,
    "subject": SUBJECT,
    "priority": "high",
    "needs_answer": True,
}
SENT: dict[str, Any] = {
    "tracking_id": TRACKING_ID,
    "thread": TRACKING_ID,
    "from_agent": "koda",
    "timestamp": "2026-01-30T12:00:00Z",
    "deliveries": [
        {"recipient": "mira", "state": "queued", "read_lod": None},
        {
            "recipient": "mario",
            "state": "dead",
            "read_lod": None,
            "reason_code": "recipient_not_found",
            "reason": "There is no agent 'mario' that you can write to.",
        },
    ],
    "left_out": [],
    "hint": None,
}
SEND_STONE_REQUEST: dict[str, Any] = {"recipient": "mira", "stone": BORDER_HASH, "max_lod": 1}
OMISSIONS: dict[str, Any] = {
    "levels": [{"level": 2, "name": "Deep", "tokens": 120}],
    "tokens": 120,
    "headings": ["ztgi-ui", "Architecture"],
}
SENT_STONE: dict[str, Any] = {
    "tracking_id": STONE_ID,
    "border_hash": BORDER_HASH,
    "stone_id": "01KF7S7B2H9N4C6V8X0Z1M3Q5R",
    "claimed_hash": None,
    "verdict": "verified",
    "delivered_lod": 1,
    "omissions": OMISSIONS,
    "note": None,
    "warnings": [],
    "thread": STONE_ID,
    "from_agent": "koda",
    "timestamp": "2026-01-30T12:00:00Z",
    "deliveries": [{"recipient": "mira", "state": "queued", "read_lod": None}],
    "left_out": [],
    "hint": None,
}
REPLY_REQUEST: dict[str, Any] = {"payload": ANSWER}
REPLIED: dict[str, Any] = {
    "tracking_id": "01KF7SC4Q8Z6B1T3J9W2R5D7FG",
    "thread": TRACKING_ID,
    "from_agent": "mira",
    "timestamp": "2026-01-30T12:00:00Z",
    "deliveries": [{"recipient": "koda", "state": "queued", "read_lod": None}],
    "left_out": [],
    "hint": None,
}
RESENT: dict[str, Any] = {
    "tracking_id": "01KF7TD9A2M4K6P8X1C3V5B7NH",
    "thread": TRACKING_ID,
    "from_agent": "koda",
    "timestamp": "2026-01-30T12:00:00Z",
    "deliveries": [{"recipient": "mario", "state": "queued", "read_lod": None}],
    "left_out": [],
    "hint": None,
}
REWORD = {"summary": "Asks whether to publish 1.4 today; the checks are green."}
REWORDED = RESENT | {
    "tracking_id": TRACKING_ID,
    "deliveries": [{"recipient": "mira", "state": "queued", "read_lod": None}],
}
_UNSAID = "summary: '1.5' does not stand in the content. Copy it as it stands there, or leave it out."
SUMMARY_REFUSED = {
    "code": "summary_refused",
    "detail": f"{_UNSAID} Nothing was changed: mend the words and try again.",
    "faults": [{"code": "number", "field": "summary", "message": _UNSAID, "line": None}],
}

_FIELDS: dict[str, Any] = {
    "tracking_id": TRACKING_ID,
    "sequence": 1,
    "from_agent": "koda",
    "to_agent": "mira",
    "message_type": "message",
    "priority": "high",
    "subject": SUBJECT,
    "lod_0": TEXT,
    "lod_0_origin": None,
    "lod_0_changed": None,
    "state": "delivered",
    "read_lod": None,
    "thread": TRACKING_ID,
    "in_reply_to": None,
    "needs_answer": True,
    "archived": False,
    "border_hash": None,
    "verdict": None,
    "delivered_lod": None,
    "timestamp": "2026-01-30T12:00:00Z",
    "trust": "untrusted",
}
MESSAGES: dict[str, Any] = {
    "messages": [
        {
            **_FIELDS,
            "payload": TEXT,
            "tokens": {"payload": 15, "levels": [15], "counting": "exact"},
            "next_level": None,
            "next_tokens": None,
        }
    ],
    "next_after": 1,
    "more": False,
    "unread": 1,
}
LINES: dict[str, Any] = {
    "lines": f'#1 koda !high? "{SUBJECT}": {TEXT}\n#2 koda: {SCAN} (unchecked +60/120)',
    "next_after": 2,
    "more": False,
    "unread": 2,
    "trust": "untrusted",
}
MESSAGE: dict[str, Any] = {
    **_FIELDS,
    "tracking_id": STONE_ID,
    "sequence": 2,
    "message_type": "stone",
    "priority": "normal",
    "subject": "",
    "lod_0": SCAN,
    "lod_0_origin": "author",
    "state": "queued",
    "thread": STONE_ID,
    "needs_answer": False,
    "border_hash": BORDER_HASH,
    "verdict": "verified",
    "delivered_lod": 1,
    "levels": [
        {"level": 0, "name": "Scan", "tokens": 14},
        {"level": 1, "name": "Detail", "tokens": 60},
        {"level": 2, "name": "Deep", "tokens": 120},
    ],
    "omissions": OMISSIONS,
    "omissions_text": "Left out: LOD-2 Deep (the source, 120 tokens); sections of the source: ztgi-ui; Architecture.",
    "expires": None,
    "counting": "exact",
}
_LEVEL: dict[str, Any] = {
    "level": 1,
    "name": "Detail",
    "content": DETAIL,
    "origin": "author",
    "tokens": 60,
    "next_level": 2,
    "next_tokens": 120,
    "counting": "exact",
    "trust": "untrusted",
}
MESSAGE_LEVEL: dict[str, Any] = {
    "tracking_id": STONE_ID,
    "sequence": 2,
    "from_agent": "koda",
    "state": "read",
    **_LEVEL,
    "lod_0_changed": None,
}
LOD_REQUEST: dict[str, Any] = {"border_hash": BORDER_HASH, "level": 1}
STONE_LEVEL: dict[str, Any] = {"border_hash": BORDER_HASH, **_LEVEL}
FOCUS: dict[str, Any] = {
    "tracking_id": STONE_ID,
    "sequence": 2,
    "from_agent": "koda",
    "state": "read",
    "question": "Which port does the server use?",
    "is_match": True,
    "open_parts": [],
    "passages": [{"start_line": 1, "end_line": 9, "trail": "ztgi-ui"}],
    "left_out": [],
    "text": f"1:\n{CONTENT}",
    "tokens": 122,
    "next": None,
    "counting": "exact",
    "by_vectors": False,
    "trust": "untrusted",
}
STATE: dict[str, Any] = {
    "tracking_id": TRACKING_ID,
    "sequence": 1,
    "state": "read",
    "read_lod": 0,
    "archived": False,
}
SENT_ROW: dict[str, Any] = {
    "tracking_id": TRACKING_ID,
    "thread": TRACKING_ID,
    "message_type": "message",
    "priority": "high",
    "subject": SUBJECT,
    "lod_0": TEXT,
    "lod_0_origin": None,
    "border_hash": None,
    "timestamp": "2026-01-30T12:00:00Z",
    "trust": "untrusted",
    "needs_answer": True,
    "delivered_lod": None,
    "deliveries": SENT["deliveries"],
}
DEAD_LETTER: dict[str, Any] = {
    **{name: SENT_ROW[name] for name in list(SENT_ROW)[:10]},
    "recipient": "mario",
    "reason_code": "recipient_not_found",
    "reason": "There is no agent 'mario' that you can write to.",
    "died": "2026-01-30T12:00:00Z",
}

INVALID_MESSAGE: dict[str, Any] = {
    "code": "invalid_message",
    "detail": "Unknown priority 'asap': one of low, normal, high, urgent. Nothing was sent.",
}
NO_RECIPIENT: dict[str, Any] = {
    "code": "recipient_not_found",
    "detail": "There is no agent 'miro' that you can write to. Did you mean mira? Nothing was sent.",
    "recipients": ["miro"],
    "nearest": ["mira"],
}
TOO_LARGE: dict[str, Any] = {
    "code": "message_too_large",
    "detail": "The message has more than 1,000,000 bytes. Store it as a stone in parts, or send less. Nothing was "
    "sent.",
    "limit": 1_000_000,
}
NOTHING_TO_RESEND: dict[str, Any] = {
    "code": "nothing_to_resend",
    "detail": f"No delivery of {TRACKING_ID} is dead: it is in the inbox of each recipient. To say it anew, send a new "
    "message. Nothing was sent.",
}
NO_MESSAGE: dict[str, Any] = {
    "code": "message_not_found",
    "detail": "There is no message '12' in the inbox of 'mira'. List it: a row has its name first.",
}
NO_INBOX: dict[str, Any] = {
    "code": "inbox_not_found",
    "detail": "There is no inbox 'koda' that this token opens: it is that of 'mira'. Leave `agent` out, or use the "
    "other agent's token.",
}
WRONG_SINCE: dict[str, Any] = {
    "code": "invalid",
    "detail": "since: Must be a time such as 2026-01-30T12:00:00Z (from which on), or next_after of the answer before.",
}
WRONG_WAIT: dict[str, Any] = {
    "code": "invalid",
    "detail": "wait: Ensure this value is less than or equal to 25.",
}
INVALID_HASH: dict[str, Any] = {
    "code": "invalid_hash",
    "detail": "'ztgi' is no border hash: 8 to 64 hexadecimal digits.",
}
NO_STONE: dict[str, Any] = {"code": "stone_not_found", "detail": StoneNotFound.named(BORDER_HASH).message}
AMBIGUOUS: dict[str, Any] = {
    "code": "ambiguous_hash",
    "detail": f"{BORDER_HASH!r} could mean any of 2 stones: use more digits.",
    "candidates": [f"{BORDER_HASH}0f31", f"{BORDER_HASH}77ab"],
}
INVALID_CURSOR: dict[str, Any] = {
    "code": "invalid_cursor",
    "detail": "The cursor is not one that this list gave out. Begin again without it.",
}
