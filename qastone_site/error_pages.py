"""Error pages with one layout: what happened, whether anything was saved, and what to do.

Under /api/ and /mcp/ the same errors are problem+json. The pages need no database: it may be what failed.
"""

import sys
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from core.pages.fragments import is_htmx
from core.rest.exceptions import ProductError
from core.rest.problems import problem, status_of


class ErrorWords(NamedTuple):
    """The texts of an error page. `saved` and `advice` are sentences."""

    code: str
    title: str
    happened: str
    saved: str
    advice: str


# Where errors are problem+json.
API_PATHS = ("/api/", "/mcp/", "/assistant/api/", "/configs/")

NOTHING = "Nothing was saved or changed."
WORDS = {
    400: ErrorWords(
        "bad_request",
        "That request cannot be read",
        "The address or the form holds something that this page does not understand.",
        NOTHING,
        "Go back and try again; if you followed a link, the link is wrong.",
    ),
    403: ErrorWords(
        "forbidden",
        "You may not do that",
        "Your account does not have permission.",
        NOTHING,
        "If you need it, ask the owner of the site.",
    ),
    404: ErrorWords(
        "not_found",
        "Page not found",
        "It may have been deleted or may have expired, or the address is wrong.",
        NOTHING,
        "Search for it, or look through the stones.",
    ),
    405: ErrorWords(
        "method_not_allowed",
        "This is not a page",
        "This address only takes what a button or a form on another page sends.",
        NOTHING,
        "Go back to the page that you came from and use the button there.",
    ),
    409: ErrorWords(
        "conflict",
        "Not clear which one you mean",
        "Your request fits several things, or somebody else changed it first.",
        NOTHING,
        "Choose one of those below, or use more digits of the hash.",
    ),
    413: ErrorWords(
        "content_too_large",
        "That is too large",
        "A text may have {limit:,} bytes here.",
        NOTHING,
        "Shorten it, or split it into several stones.",
    ),
    422: ErrorWords(
        "unprocessable",
        "That cannot be used as it is",
        "Something in what you sent is not valid.",
        NOTHING,
        "Go back: your text is still there. Fix what is named and send it again.",
    ),
    429: ErrorWords(
        "throttled",
        "Too many attempts",
        "There were more requests in a short time than are allowed.",
        NOTHING,
        "Wait a little, then try again.",
    ),
    500: ErrorWords(
        "server_error",
        "Something broke here",
        "The error is ours. It is in the log under the number below.",
        "What you sent last was probably not saved.",
        "Try again in a moment. If it happens again, give an administrator of this site the number below.",
    ),
    503: ErrorWords(
        "unavailable",
        "A part of the site is not answering",
        "The database cannot be reached at the moment.",
        "What you sent last was not saved.",
        "Try again in a minute: it usually comes back by itself.",
    ),
}
FORM_EXPIRED = ErrorWords(
    "form_expired",
    "This form has expired",
    "You have signed in again since its page was opened, or the browser refuses cookies.",
    NOTHING,
    "Open the page again and send it once more: a message, question, note or paste that you wrote is still there.",
)


def error_page(
    request: HttpRequest,
    status: int,
    *,
    words: ErrorWords | None = None,
    detail: str = "",
    code: str = "",
    candidates: list[str] | None = None,
) -> HttpResponse:
    """The page of one error; a block of the page for htmx, problem+json under /api/."""
    words = words or WORDS[status]
    if request.path.startswith(API_PATHS):
        body = problem(status, code or words.code, detail or words.happened)
        return JsonResponse(body, status=status, content_type="application/problem+json")
    context = {
        "status": status,
        "words": words,
        "happened": detail or words.happened.format(limit=settings.STONE_MAX_BYTES),
        "candidates": candidates or [],
        "again_url": _page_of_form(request) if words is FORM_EXPIRED else "",
        "error_id": structlog.contextvars.get_contextvars().get("request_id", ""),
        # Without the user, who is a row of the database, which may be what does not answer.
        "is_bare": status >= 500,
    }
    is_fragment = is_htmx(request)
    response = render(request, "_problem.html" if is_fragment else "error.html", context, status=status)
    if is_fragment:
        response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = (
            "#problem",
            "innerHTML",
            "false",
        )
    patch_vary_headers(response, ["HX-Request"])
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return error_page(request, 413)
    if isinstance(exception, TooManyFieldsSent):
        return error_page(request, 400, detail="The form has too many fields.")
    return error_page(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page's form has run out, or cookies are off."""
    return error_page(request, 403, words=FORM_EXPIRED)


def _page_of_form(request: HttpRequest) -> str:
    """The address of the page that sent the form, with its query; its path where the browser does not say."""
    for header in ("HX-Current-URL", "Referer"):
        address = urlsplit(request.headers.get(header, ""))
        if address.netloc == request.get_host():
            path = f"/{address.path.lstrip('/')}"  # of two slashes the second would begin a host
            return f"{path}?{address.query}" if address.query else path
    return request.path


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return error_page(request, 503 if isinstance(sys.exc_info()[1], OperationalError) else 500)


class ErrorPages:
    """Turns the products' errors into pages, and a lost session under htmx into a visit to the sign-in page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            page = error_page(request, 405)
            page["Allow"] = response["Allow"]
            return page
        if (
            is_htmx(request)
            and response.status_code == 302
            and response["Location"].startswith(reverse("sign-in"))
        ):
            # htmx would put the sign-in page into a region of this one.
            current = request.headers.get("HX-Current-URL", "")
            answer = HttpResponse(status=204)
            answer["HX-Redirect"] = current or response["Location"]
            return answer
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, ProductError) or request.path.startswith(API_PATHS):
            return None
        status = status_of(exception)
        candidates = exception.extra.get("candidates")
        return error_page(
            request,
            status if status in WORDS else 400,
            detail=exception.message,
            code=exception.code,
            candidates=[str(name) for name in candidates] if isinstance(candidates, list) else None,
        )
