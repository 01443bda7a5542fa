"""The examples of the clipboard's documentation."""

from typing import Any

from stones.examples import QASTONE

ID = "01M80ZK1CEB7MG9T1J1FDZ9T6R"
TEXT = "We keep port 7892 for it, by decision of 30 January."
_HASH = "0a0bd8ad4bbb6945a739219bc65a913e13de610d01505b3049922f6698318ab6"
_STONE = "5d41402abc4b2a76b9719d911017c592ae0c1f4b6a0c1de84e6c7a0d3f7f2f11"

ROW: dict[str, Any] = {
    "id": ID,
    "hash": _HASH,
    "copied": "2026-11-22T06:37:39Z",
    "source_app": "firefox",
    "capture_method": "watcher",
    "tokens": 16,
    "characters": 52,
    "pinned": False,
    "expires": "2026-12-22T06:37:39Z",
    "stone": None,
    "provenance": {
        "kind": "stone",
        "id": "01JZ8Q6W3T9V5N2B7K4M1R0XCE",
        "hash": _STONE,
        "relation": "part",
        "overlap": 1.0,
    },
    "preview": TEXT,
    "trust": "untrusted",
}
PINNED = ROW | {"pinned": True, "expires": None}
ENTRY = ROW | {"content": TEXT}
REQUEST = {"content": TEXT, "source_app": "firefox"}
STONE_REQUEST = {"content": TEXT, "as_stone": True}
RECORDED = ROW | {"qastone": None, "no_stone": "", "left_out": []}
MADE = ROW | {"stone": "0a0bd8ad", "qastone": QASTONE, "no_stone": "", "left_out": []}
CHAIN = {
    "entry": ID,
    "nodes": [
        {
            "kind": "stone",
            "id": "01JZ8Q6W3T9V5N2B7K4M1R0XCE",
            "hash": _STONE,
            "title": "task handoff by koda",
            "when": "2026-01-30T12:00:00Z",
            "app": "",
            "tokens": 113,
        },
        {
            "kind": "entry",
            "id": ID,
            "hash": _HASH,
            "title": TEXT,
            "when": "2026-11-22T06:37:39Z",
            "app": "firefox",
            "tokens": 16,
        },
    ],
    "edges": [{"from": "01JZ8Q6W3T9V5N2B7K4M1R0XCE", "to": ID, "relation": "part", "overlap": 1.0}],
    "is_cut": False,
    "trust": "untrusted",
}

INVALID = {
    "code": "invalid",
    "detail": "pinned: Must be true or false.",
    "errors": [{"field": "pinned", "code": "invalid", "detail": "Must be true or false."}],
}
EMPTY = {"code": "content_not_text", "detail": "The copy is empty. Nothing was stored."}
NOT_FOUND = {"code": "copy_not_found", "detail": f"There is no copy {ID!r}."}
AMBIGUOUS = {
    "code": "ambiguous_hash",
    "detail": "'0a0bd8ad' could mean any of 2 texts: use more digits.",
    "candidates": [_HASH[:12], "0a0bd8adf31c"],
}
PAUSED = {
    "code": "clipboard_paused",
    "detail": "The clipboard is paused: nothing was recorded. Resume it in its settings.",
}
TEXT_NOT_STORED = {
    "code": "text_not_stored",
    "detail": "No texts were kept when this was copied, so there is nothing to make a stone of. Copy it again with "
    "“Keep full texts” turned on in the settings of the clipboard.",
}
SECRET = {
    "code": "secret_copied",
    "detail": "This looks like a secret (a private key). Nothing was recorded.",
    "kinds": ["a private key"],
}
