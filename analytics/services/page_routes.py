"""The page of an event: the pattern of its address, without names and ids."""

import re

from django.urls import Resolver404, resolve

from analytics.sums import general_path
from analytics.sums.general_paths import MAX_CHARACTERS, PLACE

OWN_APP = "qastone"
_PARAMETER = re.compile(r"<[^>]+>")


def page_of(app: str, path: str) -> str:
    """The route of this site's own pages; of others the path with all but plain words replaced by ":id"."""
    if path == "" or app != OWN_APP:
        return general_path(path) if path else ""
    try:
        route = resolve(re.split(r"[?#]", path, maxsplit=1)[0]).route
    except Resolver404:
        return general_path(path)
    # A route that is a regular expression has no placeholders: then the path is used.
    if set("^$\\(") & set(route):
        return general_path(path)
    return f"/{_PARAMETER.sub(PLACE, route)}"[:MAX_CHARACTERS]
