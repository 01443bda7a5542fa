"""Idempotent operations (draft-ietf-httpapi-idempotency-key-header): a repeated call gets the stored answer.

`@idempotent` on a RestView's method reads the header `Idempotency-Key`. Effect and answer are committed together, so
neither exists without the other, and a second call during the first waits for it.
"""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.db import transaction
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import APIException, ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from core.db.purge_rows import purge_rows
from core.rest.idempotency_records import GONE, begin_record, get_record, store_answer
from core.rest.models import IdempotencyRecord
from core.rest.views import RestView

RETENTION = timedelta(days=7)
REPLAYED_HEADER = "Idempotency-Replayed"
_KEY = re.compile(r"[\x21-\x7e]{1,255}")

Method = Callable[..., Response]


class InvalidIdempotencyKey(APIException):
    status_code = 400
    default_code = "invalid_idempotency_key"
    default_detail = (
        "An Idempotency-Key has 1 to 255 visible ASCII characters: a UUID will do. Nothing was done."
    )


class IdempotencyKeyReused(APIException):
    status_code = 422
    default_code = "idempotency_key_reused"
    default_detail = (
        "This Idempotency-Key was used for another call, in the last 7 days. To repeat that one send exactly what you "
        "sent then; for a new one choose a new key. Nothing was done."
    )


class ResultDeleted(APIException):
    status_code = GONE
    default_code = "deleted"
    default_detail = (
        "What the first call under this Idempotency-Key made was deleted since. To make it anew choose a new key. "
        "Nothing was done."
    )


KEY_REUSED = {"code": IdempotencyKeyReused.default_code, "detail": IdempotencyKeyReused.default_detail}
IDEMPOTENCY_KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    "header",
    description="1 to 255 visible ASCII characters of your choice, a UUID say. The same call under the same key within "
    "7 days does nothing again and gives the first answer, with the header Idempotency-Replayed: true. Send one "
    "whenever you may have to repeat a call whose answer was lost. Errors are not kept.",
)


def idempotent(method: Method) -> Method:
    """Wrap a method of a RestView, below its `extend_schema`. Its responses must be JSON values.

    With a key the method runs in a transaction: it must not wait for anything outside the database.
    """

    @wraps(method)
    def wrapper(view: RestView, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get("Idempotency-Key")
        if key is None:
            return method(view, request, *args, **kwargs)
        if not _KEY.fullmatch(key):
            raise InvalidIdempotencyKey
        fingerprint = request_fingerprint(request)
        with transaction.atomic():
            account_id, caller = view.account.pk, view.caller
            if (
                record_id := begin_record(
                    account_id=account_id, caller=caller, key=key, fingerprint=fingerprint
                )
            ) is not None:
                return _store(record_id, method(view, request, *args, **kwargs))
            record = get_record(account_id=account_id, caller=caller, key=key)
        if record.fingerprint != fingerprint:
            raise IdempotencyKeyReused
        return _replay_answer(record)

    documented: Method = extend_schema(parameters=[IDEMPOTENCY_KEY_HEADER])(wrapper)
    return documented


def request_fingerprint(request: Request) -> str:
    """64 hex digits over method, path, query and the parsed body."""
    parts = [request.method, request.get_full_path(), request.data]
    try:
        # The order of an object's names does not matter: some languages change it each time.
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    except RecursionError as error:
        raise ParseError("Malformed JSON: nested too deeply.") from error


def _store(record_id: int, response: Response) -> Response:
    if response.status_code >= 400:
        transaction.set_rollback(True)
        return response
    body = "" if response.data is None else json.dumps(response.data)
    store_answer(record_id, status=response.status_code, body=body, location=response.get("Location", ""))
    return response


def _replay_answer(record: IdempotencyRecord) -> Response:
    if record.status == GONE:
        raise ResultDeleted
    headers = {REPLAYED_HEADER: "true"} | ({"Location": record.location} if record.location else {})
    return Response(json.loads(record.body) if record.body else None, record.status, headers=headers)


def purge_records() -> int:
    """Delete answers older than 7 days. Returns how many."""
    return purge_rows(IdempotencyRecord.objects.filter(created__lt=timezone.now() - RETENTION))
