"""The examples of helpers and of the assistant in the API's documentation."""

from typing import Any

from inbox.api.examples import AMBIGUOUS, BORDER_HASH, INVALID_CURSOR, TRACKING_ID
from stones.exceptions import StoneNotFound

__all__ = ["AMBIGUOUS", "INVALID_CURSOR"]

TASK = "Which port does the server use, and what is still to be decided?"
REQUEST = {"border_hash": BORDER_HASH, "task": TASK, "answer_tokens": 600}
HELPER_ID = "01KF7T2W5X9B1D4G7J0M3P6R8V"
HELPER_ACCEPTED: dict[str, Any] = {
    "id": HELPER_ID,
    "state": "pending",
    "border_hash": BORDER_HASH,
    "task": TASK,
    "answer_tokens": 600,
    "budget_tokens": 48_228,
    "used_tokens": 0,
    "model": "",
    "attempts": 0,
    "created": "2026-01-30T12:00:00Z",
    "finished": None,
    "tracking_id": None,
    "error_code": "",
    "error": "",
    "trust": "untrusted",
}
DONE = HELPER_ACCEPTED | {
    "state": "done",
    "used_tokens": 14_310,
    "model": "gpt-5-mini",
    "attempts": 1,
    "finished": "2026-01-30T12:00:41Z",
    "tracking_id": TRACKING_ID,
}
INVALID = {
    "code": "invalid_helper_task",
    "detail": "The task must have 1 to 2,000 characters: what do you want to know?",
}
NO_STONE = {"code": "stone_not_found", "detail": StoneNotFound.named("1ba78fbc").message}
NO_HELPER = {"code": "helper_not_found", "detail": f"There is no helper {HELPER_ID!r}."}
NOT_FAILED = {
    "code": "helper_not_failed",
    "detail": f"The helper {HELPER_ID!r} is running: only one that has failed is started again.",
}
UNDER_WAY = {
    "code": "helper_under_way",
    "detail": f"The helper {HELPER_ID} is already under way with answer_tokens=600 and budget_tokens=48228: wait for "
    "its answer, or ask it another task.",
}

CHAT_REQUEST = {
    "agent_id": "assistant",
    "message": "Which port does ztgi-ui use?",
    "history": [
        {"role": "user", "content": "What is ztgi-ui?"},
        {"role": "assistant", "content": "A UI library."},
    ],
    "context": {"repo": "ztgi-ui"},
}
CHAT_ANSWER = {
    "agent_id": "assistant",
    "response": "The server listens on port 7892 [s1].",
    "mode": "model",
    "sources": [{"kind": "stone", "id": BORDER_HASH, "title": "ztgi-ui", "tokens": 171}],
    "tokens": 12,
    "follows": "",
    "trust": "untrusted",
}
NO_ASSISTANT = {
    "code": "assistant_not_found",
    "detail": "There is no assistant 'mira': agent_id is 'assistant' or your own name.",
}
INVALID_CHAT = {"code": "invalid_chat", "detail": "The message must have 1 to 4,000 characters."}
NO_MODEL_ANSWER = {
    "code": "assistant_unavailable",
    "detail": "The assistant's model did not answer: The model did not answer in time. Ask again later.",
}
