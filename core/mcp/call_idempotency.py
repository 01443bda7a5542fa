"""Idempotent tool calls: the answer is stored in the transaction of the effect, as over REST."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from django.db import transaction
from pydantic import ValidationError

from core.mcp.caller import Caller
from core.mcp.exceptions import CallAlreadyDone, CallKeyReused, InvalidCallKey
from core.mcp.tool_output import Output, ToolAnswer
from core.rest.idempotency_records import begin_record, get_record, store_answer

MAX_KEY = 255
_KEY = re.compile(rf"[\x21-\x7e]{{1,{MAX_KEY}}}")
HTTP_OK = 200


def call_once(
    caller: Caller, key: str | None, request: object, function: Callable[[], ToolAnswer], output: type[Output]
) -> ToolAnswer:
    """The answer of `function`, or the stored one if the caller made the same request under this key before (7 days).

    `request` is a JSON value. Raises InvalidCallKey, CallKeyReused, CallAlreadyDone, and what `function` raises: then
    nothing is stored.
    """
    if key is None:
        return function()
    if not _KEY.fullmatch(key):
        raise InvalidCallKey(
            "key must have 1 to 255 visible ASCII characters: a UUID will do. Nothing was done."
        )
    fingerprint = hashlib.sha256(json.dumps(["MCP", request], sort_keys=True).encode()).hexdigest()
    with transaction.atomic():
        caller_name = str(caller.agent.pk)
        record_id = begin_record(
            account_id=caller.account.pk, caller=caller_name, key=key, fingerprint=fingerprint
        )
        if record_id is not None:
            answer = function()
            store_answer(
                record_id,
                status=HTTP_OK,
                body=json.dumps({"text": answer.text, "data": answer.data.fields()}),
            )
            return answer
        record = get_record(account_id=caller.account.pk, caller=caller_name, key=key)
    if record.fingerprint != fingerprint:
        raise CallKeyReused(
            "This key was used for another call in the last 7 days. To repeat that one give exactly what you gave "
            "then; for a new one choose a new key. Nothing was done."
        )
    return _replay(json.loads(record.body), output)


def _replay(body: Any, output: type[Output]) -> ToolAnswer:
    """The stored answer. Raises CallAlreadyDone if it lacks the fields of the output schema.

    Answers of older releases are text only, as are those whose subject was deleted since.
    """
    if isinstance(body, str):
        raise CallAlreadyDone(f"{body} (already done under this key)")
    text = f"{body['text']} (already done under this key)"
    try:
        return ToolAnswer(text, output.model_validate(body["data"]))
    except ValidationError as error:
        raise CallAlreadyDone(text) from error
