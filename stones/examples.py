"""The examples of the API's documentation: the specification's own handoff, as this site answers it."""

from dataclasses import replace
from typing import Any

from stones.format import Header, ParsedStone, content_sha256, dump, fortune, truncate

SCAN = "Create GitHub repo for ztgi-ui, shared UI library."
DETAIL = (
    "ZTGI-UI is a vanilla JS library at ~/ztgi/ztgi-ui serving context menus, cursor modes, AI assistant. Needs own "
    "repo because it's shared by CNP, Email-for-AI, L&D. Run: git init && gh repo create nothinginfinity/ztgi-ui"
)
CONTENT = f"""{DETAIL}

Architecture: Express server on port 7892 serving bundled JS (148KB). Config-driven via /configs/{{app}}.json.
Integrates with Email-for-AI (8000) for persistence. Already in localhost-dashboard services.json with github URL
placeholder."""

FORMAT_REQUEST = {"content": CONTENT, "glow_channel": "task", "stone_type": "handoff", "generate_lods": True}
WORDS_REQUEST = {"content": CONTENT, "glow_channel": "task", "summary": SCAN, "detail": DETAIL}

_SHA256 = content_sha256(CONTENT)
_HASH = _SHA256[:8]
_CREATED = "2026-01-30T12:00:00Z"
_TOKENS = {"header": 72, "levels": [14, 60, 113], "whole": 113, "counting": "exact"}
_STONE = ParsedStone(
    Header(
        border_hash=_HASH,
        glow_channel="task",
        stone_type="handoff",
        created=_CREATED,
        source_agent="koda",
        lod_count=3,
        fortune=fortune(CONTENT, "task"),
    ),
    (SCAN, DETAIL, CONTENT),
)
QASTONE = dump(_STONE)
_FIELDS: dict[str, Any] = {
    "id": "01JZ8Q6W3T9V5N2B7K4M1R0XCE",
    "border_hash": _HASH,
    "glow_channel": "task",
    "stone_type": "handoff",
    "source_agent": "koda",
    "claimed_source": None,
    "source_claimed": False,
    "fortune": _STONE.header.fortune,
    "verdict": "verified",
    "claimed_hash": None,
    "claimed": None,
    "lod_count": 3,
    "status": "ready",
    "trust": "untrusted",
    "created": _CREATED,
    "expires": "2026-03-01T12:00:00Z",
}

FORMATTED = {
    "qastone": QASTONE,
    **_FIELDS,
    "tokens": _TOKENS | {"delivered": 286},
    "left_out": [],
    "hint": None,
}
REWORD = {"summary": SCAN, "detail": DETAIL}
STONE = {
    "qastone": dump(truncate(replace(_STONE, header=replace(_STONE.header, lod_tokens=(14, 60, 113))), 0)),
    **_FIELDS,
    "delivered_lod": 0,
    "access_count": 3,
    "tokens": _TOKENS | {"header": 90, "delivered": 116},
}
LINE = {
    **_FIELDS,
    "lod_0": SCAN,
    "lod_0_origin": "author",
    "access_count": 3,
    "tags": [],
    "archived": False,
    "demo": False,
    "tokens": _TOKENS,
}
FOUND = {"items": [LINE | {"every_word": True}]}
LEVEL = {
    "border_hash": _HASH,
    "level": 0,
    "name": "Scan",
    "content": SCAN,
    "tokens": 14,
    "next_level": 1,
    "next_tokens": 60,
    "counting": "exact",
    "trust": "untrusted",
    "state": "ready",
    "origin": "author",
    "model": None,
    "prompt_version": None,
    "reason": None,
}
_ANSWER = "\n".join(CONTENT.split("\n")[2:4])
FOCUS = {
    "border_hash": _HASH,
    "question": "Which port does the server use?",
    "is_match": True,
    "open_parts": [],
    "passages": [
        {
            "start_line": 3,
            "end_line": 4,
            "trail": "",
        }
    ],
    "left_out": [{"start_line": 1, "end_line": 5, "tokens": 112, "headings": []}],
    "text": f"3:\n{_ANSWER}",
    "tokens": 51,
    "next": {
        "skip": "1",
        "max_tokens": None,
        "tokens": 76,
        "url": f"/api/stone/{_HASH}/focus?q=Which+port+does+the+server+use%3F&skip=1",
    },
    "counting": "exact",
    "by_vectors": True,
    "trust": "untrusted",
}
PARSED = {
    "stones": [
        {
            "header": {
                "border_hash": _HASH,
                "glow_channel": "task",
                "stone_type": "handoff",
                "created": _CREATED,
                "source_agent": "koda",
                "lod_count": 3,
                "fortune": _STONE.header.fortune,
                "extra": {},
            },
            "levels": [
                {"level": 0, "name": "Scan", "content": SCAN, "tokens": 14},
                {"level": 1, "name": "Detail", "content": DETAIL, "tokens": 60},
                {"level": 2, "name": "Deep", "content": CONTENT, "tokens": 113},
            ],
            "header_tokens": 72,
            "verdict": "verified",
            "complexity": "simple",
            "assessment": {
                "level": 0,
                "reason": "task starts at LOD-0; simple: LOD-0",
                "spawn_helper": False,
            },
            "is_closed": True,
            "warnings": [
                {
                    "line": 12,
                    "reason": "LOD-0 and LOD-1 are as they came, unchecked: a hash proves the source alone",
                }
            ],
            "start": 16,
            "end": 16 + len(QASTONE),
            "start_line": 2,
            "end_line": 1 + QASTONE.count("\n"),
        }
    ],
    "around": [{"start": 0, "text": "Please do this:\n"}],
    "counting": "exact",
    "trust": "untrusted",
}

UNKNOWN_CHANNEL = {
    "code": "invalid_header",
    "detail": "Unknown glow_channel 'tsk': one of task, context, handoff, query, data.",
}
TOO_LARGE = {
    "code": "content_too_large",
    "detail": "The content has 1,200,000 bytes; at most 1,000,000 are stored. Nothing was stored: cut it at its "
    "headings, and make a stone of each part.",
    "limit": 1_000_000,
}
INVALID_HASH = {"code": "invalid_hash", "detail": "'ztgi' is no border hash: 8 to 64 hexadecimal digits."}
NOT_FOUND = {
    "code": "stone_not_found",
    "detail": f"There is no stone {_HASH!r} that you may read. Search for it by its words, or ask whoever named it to "
    "send it to you.",
}
AMBIGUOUS = {
    "code": "ambiguous_hash",
    "detail": f"{_HASH!r} could mean any of 2 stones: use more digits.",
    "candidates": [_SHA256[:12], f"{_HASH}0f31"],
}
DELETED = {"deleted": True, "sha256": _SHA256, "copies": 2, "stones": 0}
PINNED = {
    "code": "pinned_copies",
    "detail": "The clipboard has a pinned copy of this text, and a pin says: keep it. Nothing was deleted. Unpin, or "
    "say delete_pinned: then it goes, too.",
    "pinned": ["01JZ8Q6W3T9V5N2B7K4M1R0XCF"],
}
ALREADY_A_STONE = {
    "code": "already_a_stone",
    "detail": f"The content is a stone already: {_HASH}, 3 of 3 levels. Nothing was stored: a stone is not put into "
    "another. Send it as it is (POST /mcp/inbox/send-stone), which stores it: to yourself, if it is only to be "
    "stored. Or store it on the page Paste.",
    "border_hash": _HASH,
}
_UNSAID = "summary: '7893' does not stand in the content. Copy it as it stands there, or leave it out."
SUMMARY_REFUSED = {
    "code": "summary_refused",
    "detail": f"{_UNSAID} Nothing was stored: mend the words and try again.",
    "faults": [{"code": "number", "field": "summary", "message": _UNSAID, "line": None}],
}
SUMMARY_OF_ANOTHER = {
    "code": "summary_of_another_agent",
    "detail": "Only mira, which stored this stone, may change its summary. Nothing was changed.",
}
NOT_A_STONE = {
    "code": "not_a_stone",
    "detail": "line 1: a stone starts with a line §QASTONE§",
    "line": 1,
    "column": None,
    "reason": "a stone starts with a line §QASTONE§",
}
INVALID_CURSOR = {
    "code": "invalid_cursor",
    "detail": "The cursor is not one that this list gave out. Begin again without it.",
}
