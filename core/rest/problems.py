"""Errors as RFC 9457 problem+json: {type, title, status, detail, code, request_id, errors?}.

An app registers the statuses of its errors once: `register_statuses({StoneNotFound: 404})`.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError
from drf_standardized_errors.formatter import ExceptionFormatter
from drf_standardized_errors.handler import ExceptionHandler
from drf_standardized_errors.types import Error, ErrorResponse
from rest_framework.exceptions import APIException, MethodNotAllowed
from rest_framework.response import Response
from rest_framework.settings import api_settings

from core.rest.agent_tokens import TokenInContent, hide_tokens
from core.rest.exceptions import ProductError

log = structlog.get_logger(__name__)

# Advice for the framework's own refusals, whose texts have none.
ADVICE = {
    "not_authenticated": (
        "Send an agent's token: Authorization: Bearer qas_… (whoever has an account here makes one on the page Agents)."
    ),
    "not_acceptable": "Send Accept: application/json, or no such header.",
    "unsupported_media_type": "Send JSON, with the header Content-Type: application/json.",
}

MOST_ERRORS = 10
_INDEX = re.compile(r"\.\d+(?=\.|$)")

_statuses: dict[type[ProductError], int] = {TokenInContent: 422}


def register_statuses(statuses: dict[type[ProductError], int]) -> None:
    """Register the HTTP status of each error class (subclasses inherit it)."""
    _statuses.update(statuses)


def status_of(error: ProductError) -> int:
    """The status of the nearest registered class; 400 if there is none."""
    return next((_statuses[kind] for kind in type(error).__mro__ if kind in _statuses), 400)


def problem(status: int, code: str, detail: str, **extra: object) -> dict[str, object]:
    """An error may repeat what was given, but no token in it."""
    body: dict[str, object] = {
        "type": f"urn:qastone:problem:{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": hide_tokens(detail),
        "code": code,
    }
    if request_id := structlog.contextvars.get_contextvars().get("request_id"):
        body["request_id"] = request_id
    return body | extra


class ProductProblem(APIException):
    """A product error as an APIException. Its `retry_after`, in seconds, also becomes the header."""

    def __init__(self, error: ProductError) -> None:
        super().__init__(error.message, error.code)
        self.status_code = status_of(error)
        self.wait = error.extra.get("retry_after")


class DatabaseUnavailableProblem(APIException):
    """Nothing was acknowledged: the caller may repeat the call after `wait` seconds."""

    status_code = 503
    default_code = "database_unavailable"
    default_detail = "The database does not answer. Try again shortly."
    wait = 5


class InternalErrorProblem(APIException):
    """A bug of ours; the message reveals nothing."""

    default_code = "error"
    default_detail = (
        "Something went wrong here, and it is in the log. Nothing is half stored. Try again; if it stays so, give the "
        "request id to an administrator of the site."
    )


# SQLSTATE classes: no connection, rolled back for another transaction, no room, a lock, shutdown, a broken disk.
# Others (54: a limit of Postgres) would recur on every repeat: they are bugs.
_TRANSIENT = ("08", "40", "53", "55", "57", "58")


def is_database_unavailable(error: BaseException) -> bool:
    """Whether the failure is temporary, so that the caller should repeat the call."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(_TRANSIENT)


class ProblemFormatter(ExceptionFormatter):
    """Our layout in place of drf-standardized-errors' own."""

    def format_error_response(self, error_response: ErrorResponse) -> dict[str, object]:
        first = error_response.errors[0]
        advice = ADVICE.get(first.code, "")
        if error_response.type == "validation_error":
            shown = _first_errors(error_response.errors)
            errors = [
                {"field": field and hide_tokens(field), "code": e.code, "detail": hide_tokens(e.detail)}
                for field, e in shown
            ]
            detail = "; ".join(f"{field}: {e.detail}" if field else e.detail for field, e in shown)
            rest = len(error_response.errors) - len(shown)
            more = f"; and {rest} more" if rest else ""
            return problem(self.exc.status_code, "invalid", f"{detail}{more}", errors=errors)
        if isinstance(self.exc, MethodNotAllowed):
            methods = self.context["view"].allowed_methods
            advice = (
                f"There is {', '.join(name for name in methods if name not in ('HEAD', 'OPTIONS'))} here."
            )
        extra = self.original_exc.extra if isinstance(self.original_exc, ProductError) else {}
        return problem(self.exc.status_code, first.code, f"{first.detail} {advice}".strip(), **extra)


def _first_errors(errors: Sequence[Error]) -> list[tuple[str | None, Error]]:
    """With their fields; of those that say the same of several items of a list the first."""
    found: dict[tuple[str, str, str], tuple[str | None, Error]] = {}
    for error in errors:
        field = _field_of(error)
        found.setdefault((_INDEX.sub("", field or ""), error.code, error.detail), (field, error))
    return list(found.values())[:MOST_ERRORS]


def _field_of(error: Error) -> str | None:
    """The field that an error is of, by its path; None where it is of the whole body."""
    key = api_settings.NON_FIELD_ERRORS_KEY
    return None if error.attr in (None, key) else error.attr.removesuffix(f".{key}")


class ProblemHandler(ExceptionHandler):
    """Turns every exception of a REST operation into a problem, ours and the framework's alike."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        if isinstance(exc, ProductError):
            return ProductProblem(exc)
        if is_database_unavailable(exc):
            log.error("database_unavailable", reason=str(exc).strip())
            return DatabaseUnavailableProblem()
        return super().convert_known_exceptions(exc)

    def convert_unhandled_exceptions(self, exc: Exception) -> APIException:
        return exc if isinstance(exc, APIException) else InternalErrorProblem()

    def report_exception(self, exc: APIException, response: Response) -> None:
        self._record_refusal()
        # A ProductError, or a model that fails or is missing, is no bug to be reported.
        if not isinstance(exc, ProductProblem):
            super().report_exception(exc, response)

    def _record_refusal(self) -> None:
        """At the token, where it lacks scopes: its person sees it there. The answer does not depend on it."""
        missing, request = getattr(self.exc, "missing_scopes", ()), self.context["request"]
        if missing and request is not None and (record := getattr(request.auth, "record_refusal", None)):
            with suppress(OperationalError, InterfaceError):
                record(f"{request.method} {request.path}", missing)

    def get_response(self, exc: APIException, data: Any) -> Response:
        response = super().get_response(exc, data)
        response.content_type = "application/problem+json"
        return response
