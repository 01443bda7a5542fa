"""The whole page, or the region of it that htmx asks for: chosen here alone, by the headers that htmx sends."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def is_htmx(request: HttpRequest) -> bool:
    """Whether htmx sent the request, whatever it does with the answer."""
    return request.headers.get("HX-Request") == "true"


def is_for_region(request: HttpRequest, region: str) -> bool:
    """Whether htmx puts the answer in the place of the element with this id."""
    return request.headers.get("HX-Target") == region


def render_page(
    request: HttpRequest,
    page: str,
    context: Mapping[str, Any],
    *,
    regions: Mapping[str, str],
    status: int = 200,
) -> HttpResponse:
    """The template `page`, or that of the region (id of its element → template) which htmx targets.

    Templates read `is_fragment`. Caches keep the two apart.
    """
    fragment = next((regions[region] for region in regions if is_for_region(request, region)), None)
    context = {**context, "is_fragment": fragment is not None}
    response = render(request, fragment or page, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response
