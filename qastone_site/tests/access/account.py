"""The rows of the page Account: everybody's is their own."""

from qastone_site.tests.access.access_rows import Row, page, rest

ACCOUNT: list[Row] = [
    page("GET", "account", foreign=200),
    page("GET", "account-password", foreign=200),
    page("POST", "account-password", 422, foreign=422),
    # Nobody's: which is whose is tested in tests/account/test_sessions.py.
    page("POST", "session-end", 302, foreign=302, args=lambda _: {"session_id": 1}),
    page("GET", "account-export", foreign=200),
    rest("GET", "api-account-export", "account:export", foreign=200),
    page("GET", "account-delete", foreign=200),
    page("POST", "account-delete", 422, foreign=422),
    rest("DELETE", "api-account", "account:delete", 400, foreign=400),
    page("POST", "sessions-end", 302, foreign=302),
]
