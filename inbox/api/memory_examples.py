"""The examples of the API's documentation about memory."""

from typing import Any

MEMORY = "01KF7SJ0Q4X8N2V6B1M9C5T3RA"
TEXT = "The export service listens on port 9100 since the move to the new host."
REMEMBER_REQUEST: dict[str, Any] = {"text": TEXT, "key": "export/port", "tags": ["ops"], "shared": True}
REMEMBERED: dict[str, Any] = {
    "id": MEMORY,
    "key": "export/port",
    "tags": ["ops"],
    "shared": True,
    "tokens": 16,
    "created": "2026-01-30T12:00:00Z",
    "expires": None,
    "replaced": "01KF3A7Z1W5D9G2H6J0K4P8SEB",
    "replaced_from": None,
}
RECALLED: dict[str, Any] = {
    "text": f"[export/port, 3 h, shared by mira] {TEXT}\n2 more matched, 64 tokens: raise max_tokens.",
    "tokens": 47,
    "counting": "exact",
    "is_match": True,
    "is_sure": True,
    "by_vectors": True,
    "left_out": 2,
    "left_out_tokens": 64,
    "trust": "untrusted",
    "memories": [
        {
            "id": MEMORY,
            "key": "export/port",
            "is_cut": False,
            "by": "mira",
            "shared": True,
            "tags": ["ops"],
            "tokens": 16,
            "created": "2026-01-30T12:00:00Z",
            "expires": None,
            "superseded": None,
            "restored": None,
        }
    ],
}
INVALID = {"code": "invalid_memory", "detail": "The text is empty: there is nothing to remember."}
INVALID_QUERY = {
    "code": "invalid",
    "detail": "query: This field is required.",
    "errors": [{"field": "query", "code": "required", "detail": "This field is required."}],
}
TOO_LARGE = {
    "code": "memory_too_large",
    "detail": "The text has 70,000 bytes; at most 64,000 are remembered. Make a stone of it, and remember the "
    "border_hash.",
    "limit": 64_000,
}
OF_ANOTHER = {
    "code": "memory_of_another_agent",
    "detail": "The shared memory 'export/port' is mira's: that agent, or a person on the page Memory, can forget it. "
    "Remember a newer text under its key instead. Nothing was forgotten.",
}
NOT_FOUND = {
    "code": "memory_not_found",
    "detail": "There is no memory 'export/prot': recall shows keys and ids.",
}
