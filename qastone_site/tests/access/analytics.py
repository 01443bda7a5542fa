"""The rows of analytics and the overview."""

from qastone_site.tests.access.access_rows import Row, page, rest

OVERVIEW = [
    page("GET", "home", foreign=200),
    page("GET", "first-steps", foreign=200),
    page("GET", "demonstration-remove", foreign=200),
    page("POST", "demonstration-remove", 302, foreign=302),
]

PAGES = [page("GET", "analytics:dashboard", foreign=200)]

REST = [
    rest("GET", f"analytics-api:{name}", "analytics:read", foreign=200)
    for name in ("savings", "savings-csv", "usage")
]

ANALYTICS: list[Row] = [*OVERVIEW, *PAGES, *REST]
