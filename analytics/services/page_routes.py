"""The page of an event: the pattern of its address, never what stands in it."""

import re

from django.urls import Resolver404, resolve

from analytics.sums import general_path
from analytics.sums.general_paths import MOST_CHARACTERS, PLACE

OWN_APP = "qastone"
_PARAMETER = re.compile(r"<[^>]+>")


def page_of(app: str, path: str) -> str:
    """Of this site's own pages the route that answers them; of others the path without what is no plain word."""
    if path == "" or app != OWN_APP:
        return general_path(path) if path else ""
    try:
        route = resolve(re.split(r"[?#]", path, maxsplit=1)[0]).route
    except Resolver404:
        return general_path(path)
    # A route that is a regular expression has no placeholders: of such an address the path is told.
    if set("^$\\(") & set(route):
        return general_path(path)
    return f"/{_PARAMETER.sub(PLACE, route)}"[:MOST_CHARACTERS]
