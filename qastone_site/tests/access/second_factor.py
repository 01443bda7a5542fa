"""The rows of the second factor. Whoever is not signed in is sent to sign in, as by every page."""

from qastone_site.tests.access.access_rows import PRINCIPALS, Make, Row, nothing, page
from qastone_site.tests.access.access_world import World


def anybody(method: str, name: str, status: int, *, args: Make = nothing) -> Row:
    """What a sign-in in two steps goes through: outside of one it leads away."""
    return Row(method, name, dict.fromkeys(PRINCIPALS, status), "", args, is_form=True)


def key(world: World) -> dict[str, int]:
    return {"pk": 1}


CONFIRMED = (
    "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn",
    "mfa_activate_totp",
    "mfa_add_webauthn",
    "mfa_remove_webauthn",
    "mfa_generate_recovery_codes",
)
SECOND_FACTOR: list[Row] = [
    page("GET", "mfa_index", foreign=200),
    page("GET", "mfa_list_webauthn", 302, foreign=302),
    anybody("GET", "mfa_authenticate", 302),
    anybody("POST", "mfa_authenticate", 302),
    anybody("GET", "mfa_login_webauthn", 302),
    anybody("POST", "mfa_login_webauthn", 302),
    page("GET", "account_reauthenticate", foreign=200),
    page("POST", "account_reauthenticate", foreign=200),
    # To be confirmed by the password first, as nobody here has anything else to confirm with.
    *(
        page(method, name, 302, foreign=302, args=key if name == "mfa_remove_webauthn" else nothing)
        for name in CONFIRMED
        for method in ("GET", "POST")
    ),
    # There is none.
    page("GET", "mfa_deactivate_totp", 404, foreign=404),
    page("POST", "mfa_deactivate_totp", 404, foreign=404),
    page("GET", "mfa_view_recovery_codes", 404, foreign=404),
]
