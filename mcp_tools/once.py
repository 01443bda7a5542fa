"""A call under a key has its effect once: the answer is kept in the transaction of the effect, as over REST."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from django.db import transaction
from pydantic import ValidationError

from mcp_tools.caller import Caller
from mcp_tools.exceptions import AlreadyDone, InvalidKey, KeyReused
from mcp_tools.output import Output, ToolAnswer
from rest.keeping import begin, keep, kept_answer

_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_OK = 200


def once(
    caller: Caller, key: str | None, asked: object, function: Callable[[], ToolAnswer], output: type[Output]
) -> ToolAnswer:
    """What `function` answers, or answered when the caller asked the same under this key before (7 days).

    `asked` is a JSON value. Raises InvalidKey, KeyReused, AlreadyDone, and what the function raises: then
    nothing is kept.
    """
    if key is None:
        return function()
    if not _KEY.fullmatch(key):
        raise InvalidKey("key must have 1 to 255 visible ASCII characters: a UUID will do. Nothing was done.")
    fingerprint = hashlib.sha256(json.dumps(["MCP", asked], sort_keys=True).encode()).hexdigest()
    with transaction.atomic():
        caller_name = str(caller.agent.pk)
        kept_id = begin(account_id=caller.account.pk, caller=caller_name, key=key, fingerprint=fingerprint)
        if kept_id is not None:
            done = function()
            keep(kept_id, status=_OK, body=json.dumps({"text": done.text, "data": done.data.fields()}))
            return done
        kept = kept_answer(account_id=caller.account.pk, caller=caller_name, key=key)
    if kept.fingerprint != fingerprint:
        raise KeyReused(
            "This key was used for another call in the last 7 days. Choose a new one. Nothing was done."
        )
    return _repeated(json.loads(kept.body), output)


def _repeated(body: Any, output: type[Output]) -> ToolAnswer:
    """The kept answer. Raises AlreadyDone for one without the fields that clients check it for.

    An answer of an older release is its text alone, as is that of what was deleted since.
    """
    if isinstance(body, str):
        raise AlreadyDone(f"{body} (already done under this key)")
    text = f"{body['text']} (already done under this key)"
    try:
        return ToolAnswer(text, output.model_validate(body["data"]))
    except ValidationError as error:
        raise AlreadyDone(text) from error
